// Tells dark modules of a QR code from light ones where each is blurred into its neighbours.
import { solved } from '../geometry/linear-equations.ts'
import { project } from '../geometry/perspective.ts'
import type { Grey } from '../measure.ts'
import { type ModuleGrid, valueAt } from './fit-grid.ts'

/** Samples lie half a module apart, from a module before the code to a module after it. */
const BEFORE = 2
/** In samples: light and contrast are evened out over squares of this reach. */
const EVEN_REACH = 9
/** Rounds of: how is a module blurred, and which modules then explain the pixels best. */
const ROUNDS = 3
const FLIP_PASSES = 4
/** Holds the weights near those of a sharp picture. */
const RIDGE = 12

/**
 * For each module, row by row: above 0 dark, below 0 light; the farther from 0 the surer. The first answer is quick; each
 * further one explains the pixels better, and takes longer.
 */
export function* tellModules(grey: Grey, grid: ModuleGrid): Generator<Float32Array> {
  const samples = evened(sampled(grey, grid), grid.symbol.side)
  const told = equalised(samples, grid)
  yield told
  for (let round = 0; round < ROUNDS; round++) {
    explain(samples, grid, told)
    yield told
  }
}

const rowOf = (side: number): number => 2 * side + 2 * BEFORE + 1

function sampled(grey: Grey, { onto, symbol: { side } }: ModuleGrid): Float32Array {
  const row = rowOf(side)
  const samples = new Float32Array(row * row)
  for (let b = 0; b < row; b++)
    for (let a = 0; a < row; a++) {
      const { x, y } = project(onto, { x: (a - BEFORE) / 2, y: (b - BEFORE) / 2 })
      samples[b * row + a] = valueAt(grey, x, y)
    }
  return samples
}

/** Dark becomes about 1 and light about -1, wherever the light falls. */
function evened(samples: Float32Array, side: number): Float32Array {
  const row = rowOf(side)
  const sums = new Float64Array((row + 1) ** 2)
  const squares = new Float64Array((row + 1) ** 2)
  for (let y = 0; y < row; y++) {
    let [sum, square] = [0, 0]
    for (let x = 0; x < row; x++) {
      const value = samples[y * row + x] as number
      sum += value
      square += value * value
      const at = (y + 1) * (row + 1) + x + 1
      sums[at] = (sums[at - row - 1] as number) + sum
      squares[at] = (squares[at - row - 1] as number) + square
    }
  }
  const even = new Float32Array(samples.length)
  for (let y = 0; y < row; y++)
    for (let x = 0; x < row; x++) {
      const [left, right] = [Math.max(0, x - EVEN_REACH), Math.min(row, x + EVEN_REACH + 1)]
      const [top, bottom] = [Math.max(0, y - EVEN_REACH), Math.min(row, y + EVEN_REACH + 1)]
      const over = (of: Float64Array): number =>
        ((of[bottom * (row + 1) + right] as number) -
          (of[top * (row + 1) + right] as number) -
          (of[bottom * (row + 1) + left] as number) +
          (of[top * (row + 1) + left] as number)) /
        ((right - left) * (bottom - top))
      const mean = over(sums)
      const spread = Math.sqrt(Math.max(1, over(squares) - mean * mean))
      even[y * row + x] = (mean - (samples[y * row + x] as number)) / spread
    }
  return even
}

/** Offsets of 13 samples; a sample and the one opposite share a weight, because blur is the same both ways. */
const HALF: readonly (readonly [number, number])[] = Array.from({ length: 13 }, (_, i) => [
  (i % 5) - 2,
  Math.floor(i / 5) - 2,
])

/** Weighs the samples around each module so that the known modules come out right. */
function equalised(samples: Float32Array, { symbol: { side, known } }: ModuleGrid): Float32Array {
  const row = rowOf(side)
  const size = HALF.length + 1
  const offsets = HALF.map(([x, y]) => y * row + x)
  const features = new Float64Array(size)
  const take = (module: number): void => {
    const at = (2 * Math.floor(module / side) + BEFORE + 1) * row + 2 * (module % side) + BEFORE + 1
    for (let i = 0; i < offsets.length; i++) {
      const by = offsets[i] as number
      features[i] =
        by === 0 ? (samples[at] as number) : ((samples[at + by] as number) + (samples[at - by] as number)) / 2
    }
    features[size - 1] = 1
  }
  const normal = Array.from({ length: size }, () => new Float64Array(size + 1))
  for (const [i, equation] of normal.entries()) {
    equation[i] = RIDGE
    // The middle sample alone is what a sharp picture would need.
    if (i === HALF.length - 1) equation[size] = RIDGE
  }
  for (let module = 0; module < known.length; module++) {
    const is = known[module] as number
    if (is === 0) continue
    take(module)
    addTo(normal, features, is)
  }
  const weights = solved(mirrored(normal)) ?? []
  const told = new Float32Array(side * side)
  for (let module = 0; module < told.length; module++) {
    take(module)
    let sum = 0
    for (let i = 0; i < size; i++) sum += (weights[i] ?? 0) * (features[i] as number)
    told[module] = sum
  }
  return told
}

/** Adds to the upper half of the normal equations only. */
function addTo(normal: readonly Float64Array[], features: Float64Array, target: number): void {
  const size = features.length
  for (let i = 0; i < size; i++) {
    const value = features[i] as number
    if (value === 0) continue
    const equation = normal[i] as Float64Array
    for (let j = i; j < size; j++) equation[j] = (equation[j] as number) + value * (features[j] as number)
    equation[size] = (equation[size] as number) + value * target
  }
}

function mirrored(normal: Float64Array[]): Float64Array[] {
  for (const [i, equation] of normal.entries()) for (let j = 0; j < i; j++) equation[j] = normal[j]?.[i] ?? 0
  return normal
}

/** One kind of sample: in the middle of a module, on an edge, or on a corner, and the modules that it sees. */
interface Phase {
  readonly right: 0 | 1
  readonly below: 0 | 1
  /** From the module at or before the sample. */
  readonly sees: readonly (readonly [number, number])[]
}

const PHASES: readonly Phase[] = [
  { right: 0, below: 0, sees: around(-2, 2, -2, 2) },
  { right: 1, below: 0, sees: around(-1, 2, -2, 2) },
  { right: 0, below: 1, sees: around(-2, 2, -1, 2) },
  { right: 1, below: 1, sees: around(-1, 2, -1, 2) },
]

function around(left: number, right: number, top: number, bottom: number): [number, number][] {
  const places: [number, number][] = []
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) places.push([x, y])
  return places
}

/** Modules beyond the code that a sample may see; they count as light. */
const BORDER = 4
/** A module is seen in the samples up to so far away. */
const REACH = 4
const KERNEL = 2 * REACH + 1

/** Learns how modules become samples, then turns modules around where that explains the samples better. */
function explain(samples: Float32Array, { symbol: { side, known } }: ModuleGrid, told: Float32Array): void {
  const wide = side + 2 * BORDER
  const modules = new Int8Array(wide * wide).fill(-1)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      modules[(y + BORDER) * wide + x + BORDER] =
        known[y * side + x] || ((told[y * side + x] as number) > 0 ? 1 : -1)
  const misses = missesOf(samples, modules, side)
  const { kernel, left, row } = misses
  const power = 4 * kernel.reduce((sum, weight) => sum + weight * weight, 0)
  const scale = 1 / Math.max(1e-6, misses.noise)
  for (let pass = 0, flips = 1; flips > 0 && pass < FLIP_PASSES; pass++) {
    flips = 0
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        const from = (2 * y + BEFORE + 1) * row + 2 * x + BEFORE + 1
        const at = (y + BORDER) * wide + x + BORDER
        const is = modules[at] as number
        // By how much the squares of the misses grow when this module is turned around.
        const cost = power + 4 * is * seenAt(left, row, from, kernel)
        told[y * side + x] = is * cost * scale
        if (cost >= 0 || known[y * side + x] !== 0) continue
        turnAround(left, row, from, kernel, 2 * is)
        modules[at] = -is
        told[y * side + x] = is * cost * scale
        flips++
      }
  }
}

/** The middle of the kernel lies REACH lines and columns after the sample at `from`: the misses have that margin. */
function seenAt(left: Float32Array, row: number, from: number, kernel: Float32Array): number {
  let sum = 0
  for (let j = 0, i = 0; j < KERNEL; j++) {
    const line = from + j * row
    for (let k = 0; k < KERNEL; k++, i++) sum += (left[line + k] as number) * (kernel[i] as number)
  }
  return sum
}

function turnAround(left: Float32Array, row: number, from: number, kernel: Float32Array, by: number): void {
  for (let j = 0, i = 0; j < KERNEL; j++) {
    const line = from + j * row
    for (let k = 0; k < KERNEL; k++, i++)
      left[line + k] = (left[line + k] as number) + by * (kernel[i] as number)
  }
}

interface Misses {
  /** What a dark module adds to the samples around its middle. */
  readonly kernel: Float32Array
  /** How far each sample is from what the modules explain, with a margin of REACH on each side. */
  readonly left: Float32Array
  readonly row: number
  /** The mean of their squares. */
  readonly noise: number
}

function missesOf(samples: Float32Array, modules: Int8Array, side: number): Misses {
  const inner = rowOf(side)
  const row = inner + 2 * REACH
  const left = new Float32Array(row * row)
  const kernel = new Float32Array(KERNEL * KERNEL)
  let noise = 0
  for (const { right, below, sees } of PHASES) {
    const wide = side + 2 * BORDER
    const halves = weightsOf(samples, modules, side, { right, below, sees })
    const half = halves.length - 1
    for (const [i, [x, y]] of sees.entries()) {
      const [column, line] = [REACH + right - 2 * x, REACH + below - 2 * y]
      kernel[line * KERNEL + column] = halves[Math.min(i, sees.length - 1 - i)] ?? 0
    }
    const offsets = Int32Array.from(sees, ([x, y]) => y * wide + x)
    const weights = Float64Array.from(sees, (_, i) => halves[Math.min(i, sees.length - 1 - i)] ?? 0)
    // The samples of this phase, from the module before the code to the one after it.
    for (let y = -1; y < side + 1 - below; y++)
      for (let x = -1; x < side + 1 - right; x++) {
        const at = (y + BORDER) * wide + x + BORDER
        let sum = halves[half] ?? 0
        for (let i = 0; i < weights.length; i++)
          sum += (weights[i] as number) * (modules[at + (offsets[i] as number)] as number)
        const [line, column] = [2 * y + BEFORE + 1 + below, 2 * x + BEFORE + 1 + right]
        if (line < 0 || column < 0 || line >= inner || column >= inner) continue
        const miss = (samples[line * inner + column] as number) - sum
        left[(line + REACH) * row + column + REACH] = miss
        noise += miss * miss
      }
  }
  return { kernel, left, row, noise: noise / samples.length }
}

/** Least squares over the samples inside; a module and the one opposite of the sample share a weight. */
function weightsOf(
  samples: Float32Array,
  modules: Int8Array,
  side: number,
  { right, below, sees }: Phase,
): number[] {
  const [inner, wide, half] = [rowOf(side), side + 2 * BORDER, Math.ceil(sees.length / 2)]
  const offsets = Int32Array.from(sees, ([x, y]) => y * wide + x)
  const features = new Float64Array(half + 1)
  features[half] = 1
  const normal = Array.from({ length: half + 1 }, (_, i) => {
    const equation = new Float64Array(half + 2)
    equation[i] = 1
    return equation
  })
  for (let y = 0; y < side - below; y++)
    for (let x = 0; x < side - right; x++) {
      const at = (y + BORDER) * wide + x + BORDER
      for (let i = 0; i < half; i++) {
        const [one, other] = [offsets[i] as number, offsets[sees.length - 1 - i] as number]
        features[i] = (modules[at + one] as number) + (one === other ? 0 : (modules[at + other] as number))
      }
      addTo(
        normal,
        features,
        samples[(2 * y + BEFORE + 1 + below) * inner + 2 * x + BEFORE + 1 + right] as number,
      )
    }
  return solved(mirrored(normal)) ?? new Array<number>(half + 1).fill(0)
}
