// The power of each frequency in a square patch of an image, for patterns that eyes overlook: moire, halftone.

export interface SpectrumPlan {
  readonly side: number
  readonly window: Float64Array
  readonly cosines: Float64Array
  readonly sines: Float64Array
  readonly reversed: Uint16Array
}

/** What every patch of this side, a power of two, needs and none changes. */
export function planSpectrum(side: number): SpectrumPlan {
  if (side < 2 || (side & (side - 1)) !== 0) throw new RangeError('the side must be a power of two')
  const bits = Math.log2(side)
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

/** Squared magnitudes, row by row; frequency u of a row is at index u, its negative at side - u. */
export function powerSpectrum(plan: SpectrumPlan, patch: Float64Array): Float64Array {
  const { side, window } = plan
  const mean = patch.reduce((sum, value) => sum + value, 0) / patch.length
  const real = new Float64Array(side * side)
  const imaginary = new Float64Array(side * side)
  for (let y = 0, i = 0; y < side; y++)
    for (let x = 0; x < side; x++, i++)
      real[i] = ((patch[i] as number) - mean) * (window[x] as number) * (window[y] as number)
  for (let y = 0; y < side; y++) transform(plan, real, imaginary, y * side, 1)
  for (let x = 0; x < side; x++) transform(plan, real, imaginary, x, side)
  for (let i = 0; i < real.length; i++) real[i] = (real[i] as number) ** 2 + (imaginary[i] as number) ** 2
  return real
}

/** Cooley and Tukey in place, over the elements at start, start + stride, ... */
function transform(
  { side, cosines, sines, reversed }: SpectrumPlan,
  real: Float64Array,
  imaginary: Float64Array,
  start: number,
  stride: number,
): void {
  for (let i = 0; i < side; i++) {
    const j = reversed[i] as number
    if (i >= j) continue
    const [a, b] = [start + i * stride, start + j * stride]
    ;[real[a], real[b]] = [real[b] as number, real[a] as number]
    ;[imaginary[a], imaginary[b]] = [imaginary[b] as number, imaginary[a] as number]
  }
  for (let length = 2; length <= side; length *= 2) {
    const half = length / 2
    const step = side / length
    for (let first = 0; first < side; first += length)
      for (let k = 0; k < half; k++) {
        const a = start + (first + k) * stride
        const b = a + half * stride
        const c = cosines[k * step] as number
        const s = sines[k * step] as number
        const re = (real[b] as number) * c - (imaginary[b] as number) * s
        const im = (real[b] as number) * s + (imaginary[b] as number) * c
        real[b] = (real[a] as number) - re
        imaginary[b] = (imaginary[a] as number) - im
        real[a] = (real[a] as number) + re
        imaginary[a] = (imaginary[a] as number) + im
      }
  }
}
