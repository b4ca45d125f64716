// Computes the power of each frequency in a square patch of an image, to find moiré and halftone.

interface SpectrumPlan {
  readonly side: number
  readonly window: Float64Array
  readonly cosines: Float64Array
  readonly sines: Float64Array
  readonly reversed: Uint16Array
}

/** Constants for patches of one side, which is a power of four. */
export function planSpectrum(side: number): SpectrumPlan {
  const bits = Math.log2(side)
  if (bits < 2 || bits % 2 !== 0) throw new RangeError('the side must be a power of four')
  const angle = (i: number) => (2 * Math.PI * i) / side
  return {
    side,
    window: Float64Array.from({ length: side }, (_, i) => 0.5 - 0.5 * Math.cos(angle(i + 0.5))),
    cosines: Float64Array.from({ length: side / 2 }, (_, i) => Math.cos(angle(i))),
    sines: Float64Array.from({ length: side / 2 }, (_, i) => -Math.sin(angle(i))),
    reversed: Uint16Array.from({ length: side }, (_, i) => {
      let turned = 0
      for (let bit = 0; bit < bits; bit++) if (i & (1 << bit)) turned |= 1 << (bits - 1 - bit)
      return turned
    }),
  }
}

/**
 * Two patches become, in place, the squared magnitudes of their frequencies, row by row; frequency u of a row is at
 * index u, its negative at side - u. Two for the price of one: the second goes along as the imaginary part of the first.
 */
export function toPowerSpectra(plan: SpectrumPlan, one: Float64Array, other: Float64Array): void {
  const { side } = plan
  applyWindow(plan, one)
  applyWindow(plan, other)
  transformColumns(plan, one, other)
  transpose(one, side)
  transpose(other, side)
  transformColumns(plan, one, other)
  toPowers(one, other, side)
  transpose(one, side)
  transpose(other, side)
}

function applyWindow({ side, window }: SpectrumPlan, patch: Float64Array): void {
  let sum = 0
  for (let i = 0; i < patch.length; i++) sum += patch[i] ?? 0
  const mean = sum / patch.length
  for (let y = 0, i = 0; y < side; y++) {
    const weight = window[y] ?? 0
    for (let x = 0; x < side; x++, i++) patch[i] = ((patch[i] ?? 0) - mean) * (window[x] ?? 0) * weight
  }
}

/** Separates the two patches: the part that is even about the middle came from the first, the odd one from the second. */
function toPowers(real: Float64Array, imaginary: Float64Array, side: number): void {
  const last = side - 1
  for (let v = 0, at = 0; v < side; v++)
    for (let u = 0; u < side; u++, at++) {
      const mirrored = ((side - v) & last) * side + ((side - u) & last)
      if (mirrored < at) continue
      const re = real[at] ?? 0
      const im = imaginary[at] ?? 0
      const reThere = real[mirrored] ?? 0
      const imThere = imaginary[mirrored] ?? 0
      const one = ((re + reThere) ** 2 + (im - imThere) ** 2) / 4
      const other = ((re - reThere) ** 2 + (im + imThere) ** 2) / 4
      real[at] = real[mirrored] = one
      imaginary[at] = imaginary[mirrored] = other
    }
}

/** Fourier transform by Cooley and Tukey, in place, all columns side by side, two steps at a time. */
function transformColumns(plan: SpectrumPlan, real: Float64Array, imaginary: Float64Array): void {
  const { side, cosines, sines, reversed } = plan
  for (let i = 0; i < side; i++) {
    const j = reversed[i] ?? 0
    if (i < j) swapRows(real, imaginary, i * side, j * side, side)
  }
  for (let length = 4; length <= side; length *= 4)
    for (let k = 0; k < length / 4; k++) {
      const at = (k * side) / length
      const turn: Turn = [cosines[2 * at] ?? 0, sines[2 * at] ?? 0, cosines[at] ?? 0, sines[at] ?? 0]
      for (let first = k; first < side; first += length)
        turnFourRows(real, imaginary, first * side, side, (length / 4) * side, turn)
    }
}

/** Cosine and sine of the first step, and of the second for the first two rows; the others are a quarter further. */
type Turn = readonly [number, number, number, number]

function turnFourRows(
  real: Float64Array,
  imaginary: Float64Array,
  start: number,
  side: number,
  apart: number,
  [c1, s1, c2, s2]: Turn,
): void {
  for (let a = start, end = start + side; a < end; a++) {
    const b = a + apart
    const c = b + apart
    const d = c + apart
    const bRe = (real[b] ?? 0) * c1 - (imaginary[b] ?? 0) * s1
    const bIm = (real[b] ?? 0) * s1 + (imaginary[b] ?? 0) * c1
    const dRe = (real[d] ?? 0) * c1 - (imaginary[d] ?? 0) * s1
    const dIm = (real[d] ?? 0) * s1 + (imaginary[d] ?? 0) * c1
    const re0 = (real[a] ?? 0) + bRe
    const im0 = (imaginary[a] ?? 0) + bIm
    const re1 = (real[a] ?? 0) - bRe
    const im1 = (imaginary[a] ?? 0) - bIm
    const cRe = (real[c] ?? 0) + dRe
    const cIm = (imaginary[c] ?? 0) + dIm
    const eRe = (real[c] ?? 0) - dRe
    const eIm = (imaginary[c] ?? 0) - dIm
    const re2 = cRe * c2 - cIm * s2
    const im2 = cRe * s2 + cIm * c2
    // A quarter further: cosine becomes sine, sine minus cosine.
    const re3 = eRe * s2 + eIm * c2
    const im3 = eIm * s2 - eRe * c2
    real[a] = re0 + re2
    imaginary[a] = im0 + im2
    real[b] = re1 + re3
    imaginary[b] = im1 + im3
    real[c] = re0 - re2
    imaginary[c] = im0 - im2
    real[d] = re1 - re3
    imaginary[d] = im1 - im3
  }
}

function swapRows(
  real: Float64Array,
  imaginary: Float64Array,
  one: number,
  other: number,
  side: number,
): void {
  for (let i = 0; i < side; i++) {
    const re = real[one + i] ?? 0
    const im = imaginary[one + i] ?? 0
    real[one + i] = real[other + i] ?? 0
    imaginary[one + i] = imaginary[other + i] ?? 0
    real[other + i] = re
    imaginary[other + i] = im
  }
}

function transpose(values: Float64Array, side: number): void {
  for (let y = 0; y < side; y++)
    for (let x = y + 1; x < side; x++) {
      const kept = values[y * side + x] ?? 0
      values[y * side + x] = values[x * side + y] ?? 0
      values[x * side + y] = kept
    }
}
