// Computes the power of each frequency in square patches of an image, to find moiré and halftone.
import { filtersFor } from '../filters.ts'

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

/** Areas of the filters: two patches, their transforms, and what they are multiplied into, which takes two. */
const [ONE, OTHER, REAL, IMAGINARY, PRODUCT] = [0, 1, 2, 3, 4]
const AREAS = 6

/**
 * Products of the powers of patches, each plus `floor`, of half the frequencies: at across times side plus down, with across up
 * to half of the side; negative frequencies down are at side less down. `fill` writes the greys of the patch with a number.
 */
export function powerProducts(
  plan: SpectrumPlan,
  patches: number,
  floor: number,
  fill: (patch: number, greys: Float32Array) => void,
): Float64Array {
  const { side, window, reversed } = plan
  const areas = filtersFor(side * side, AREAS)
  areas.order(side).set(reversed)
  areas.window(side).set(window)
  const products = areas.doubles(PRODUCT, (side / 2 + 1) * side).fill(1)
  // Two for the price of one: the second goes along as the imaginary part of the first.
  for (let patch = 0; patch < patches; patch += 2) {
    fill(patch, areas.numbers(ONE))
    if (patch + 1 < patches) fill(patch + 1, areas.numbers(OTHER))
    else areas.numbers(OTHER).fill(0)
    transform(plan, areas)
    const { filters, place } = areas
    filters.multiply(place(ONE), place(OTHER), place(PRODUCT), side, floor)
  }
  return products.slice()
}

/** Leaves the transform in the places of the patches, columns as rows. */
function transform(plan: SpectrumPlan, { filters, place }: ReturnType<typeof filtersFor>): void {
  const { side } = plan
  filters.fade(place(ONE), place(REAL), side)
  filters.fade(place(OTHER), place(IMAGINARY), side)
  transformColumns(plan, filters, place(REAL), place(IMAGINARY))
  filters.transpose(place(REAL), place(ONE), side)
  filters.transpose(place(IMAGINARY), place(OTHER), side)
  transformColumns(plan, filters, place(ONE), place(OTHER))
}

/** Fourier transform by Cooley and Tukey, in place, all columns side by side, two steps at a time. */
function transformColumns(
  { side, cosines, sines }: SpectrumPlan,
  filters: ReturnType<typeof filtersFor>['filters'],
  real: number,
  imaginary: number,
): void {
  const row = 4 * side
  for (let length = 4; length <= side; length *= 4)
    for (let k = 0; k < length / 4; k++) {
      const at = (k * side) / length
      const [c1 = 0, s1 = 0, c2 = 0, s2 = 0] = [cosines[2 * at], sines[2 * at], cosines[at], sines[at]]
      for (let first = k; first < side; first += length)
        filters.turn(real + first * row, imaginary + first * row, (length / 4) * row, side, c1, s1, c2, s2)
    }
}
