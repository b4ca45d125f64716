// Counts the levels of the frequencies of the 8 x 8 blocks in which a JPEG was stored from its decoded pixels.
import { blockCounter } from '../geometry/warp-kernel.ts'
import { luminance, type Pixels } from '../pixels.ts'

/** The file as stored: its grid begins at the first stored pixel, whichever way up that is shown. */
interface Grid {
  /** EXIF's number for how the camera was held. */
  readonly orientation: number
  readonly width: number
  readonly height: number
}

/** Low frequencies without the mean, row by row in a block: higher ones are mostly 0. */
export const AC_MODES: readonly number[] = [1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4]

/** Blocks that are used: more would cost time and tell little more. */
const MOST_BLOCKS = 1000
/** With fewer blocks nothing can be judged. */
const FEWEST_BLOCKS = 60
/** A block clipped at black or white differs from what was stored, and a flat one tells nothing. */
const LEAST_RANGE = 6

/** Largest level that is counted, in steps of the last quantisation. */
export const MOST_LEVEL = 24

export interface Levels {
  readonly blocks: number
  /** For each mode how many blocks have each level, without its sign; those beyond the last are left out. */
  readonly counts: readonly Float64Array[]
}

const COSINES = Float64Array.from({ length: 64 }, (_, i) => {
  const [frequency, place] = [i >> 3, i & 7]
  return (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * place + 1) * frequency * Math.PI) / 16)
})

/**
 * Blocks spread evenly over the picture, on its grid or, with `shift`, beside it; undefined where too few can be used.
 * `steps` are those of the last quantisation, one for each mode.
 */
export function blockLevels(
  pixels: Pixels,
  grid: Grid,
  shift: number,
  steps: readonly number[],
): Levels | undefined {
  const across = Math.floor((grid.width - shift) / 8)
  const total = across * Math.floor((grid.height - shift) / 8)
  const places = pixelStepsOf(pixels, grid)
  const { right, down } = places
  const counter =
    blockCounter(pixels, { cosines: COSINES, modes: AC_MODES, steps }) ?? plainCounter(pixels, steps)
  let blocks = 0
  const room = Math.min(MOST_BLOCKS, total)
  for (let i = 0; i < room; i++) {
    const at = Math.floor((i * total) / room)
    const left = 8 * (at % across) + shift
    const top = 8 * Math.floor(at / across) + shift
    if (counter.add(places.start + left * right + top * down, right, down)) blocks++
  }
  if (blocks < FEWEST_BLOCKS) return undefined
  return {
    blocks,
    counts: AC_MODES.map((_, mode) => Float64Array.from(counter.counts(mode).subarray(0, MOST_LEVEL + 1))),
  }
}

/** The same in JavaScript, for pictures that are too large for the kernel. */
function plainCounter({ data }: Pixels, steps: readonly number[]) {
  const block = new Float64Array(64)
  const counts = AC_MODES.map(() => new Uint32Array(MOST_LEVEL + 1))
  const values = new Float64Array(AC_MODES.length)
  return {
    add: (at: number, right: number, down: number): boolean => {
      if (!readBlock(data, at, right, down, block)) return false
      transform(block, values)
      for (const [mode, ofMode] of counts.entries()) {
        const level = Math.round(Math.abs(values[mode] ?? 0) / (steps[mode] ?? 0))
        if (level <= MOST_LEVEL) ofMode[level] = (ofMode[level] ?? 0) + 1
      }
      return true
    },
    counts: (mode: number) => counts[mode] ?? new Uint32Array(),
  }
}

/** Where stored pixels are shown: the byte of the first, and the steps to the next on its right and below. */
interface PixelSteps {
  readonly start: number
  readonly right: number
  readonly down: number
}

function pixelStepsOf({ width, height }: Pixels, { orientation }: Grid): PixelSteps {
  const [x, y] = [3, 3 * width]
  const [farX, farY] = [3 * (width - 1), 3 * width * (height - 1)]
  const byOrientation: readonly PixelSteps[] = [
    { start: 0, right: x, down: y },
    { start: farX, right: -x, down: y },
    { start: farX + farY, right: -x, down: -y },
    { start: farY, right: x, down: -y },
    { start: 0, right: y, down: x },
    { start: farX, right: y, down: -x },
    { start: farX + farY, right: -y, down: -x },
    { start: farY, right: -y, down: x },
  ]
  return byOrientation[orientation - 1] ?? (byOrientation[0] as PixelSteps)
}

function readBlock(
  data: Uint8Array,
  start: number,
  right: number,
  down: number,
  block: Float64Array,
): boolean {
  let least = 255
  let most = 0
  for (let y = 0, i = 0; y < 8; y++) {
    let at = start + y * down
    for (let x = 0; x < 8; x++, i++, at += right) {
      const light = luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
      block[i] = light
      if (light < least) least = light
      if (light > most) most = light
    }
  }
  return least > 1 && most < 254 && most - least >= LEAST_RANGE
}

const half = new Float64Array(64)

/** Transforms only into the modes that are used: rows first, then of the columns what each mode needs. */
function transform(block: Float64Array, values: Float64Array): void {
  // Columns of `half` are written as rows, so that both passes read numbers that lie beside each other.
  for (let y = 0; y < 8; y++) for (let u = 0; u < 5; u++) half[u * 8 + y] = product(u * 8, block, y * 8)
  for (let mode = 0; mode < MODES.length; mode++) {
    const frequency = MODES[mode] as number
    values[mode] = product(frequency & 56, half, (frequency & 7) * 8)
  }
}

const MODES = Uint8Array.from(AC_MODES)

/** Eight cosines from `row` on times eight numbers from `from` on. */
function product(row: number, numbers: Float64Array, from: number): number {
  return (
    (COSINES[row] as number) * (numbers[from] as number) +
    (COSINES[row + 1] as number) * (numbers[from + 1] as number) +
    (COSINES[row + 2] as number) * (numbers[from + 2] as number) +
    (COSINES[row + 3] as number) * (numbers[from + 3] as number) +
    (COSINES[row + 4] as number) * (numbers[from + 4] as number) +
    (COSINES[row + 5] as number) * (numbers[from + 5] as number) +
    (COSINES[row + 6] as number) * (numbers[from + 6] as number) +
    (COSINES[row + 7] as number) * (numbers[from + 7] as number)
  )
}
