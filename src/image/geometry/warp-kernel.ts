// Samples a picture that stays as it is by WebAssembly, many times as fast as JavaScript, at the same places.
import {
  columnOffsets,
  columnsInside,
  LONGEST_WHOLE,
  lineOffsets,
  type Outside,
  tapExtents,
  tapGrid,
  wholeSteps,
} from '../average.ts'
import { openKernel } from '../open-kernel.ts'
import type { Pixels } from '../pixels.ts'
import type { Transform } from './geometry.ts'
import { WARP_KERNEL } from './warp-kernel-built.ts'

/** Places in the memory, as warp.wat has them. */
const AT = {
  right: 0,
  down: 288,
  wholeRight: 576,
  wholeDown: 720,
  lines: 1024,
  reals: 1088,
  wholes: 1216,
  cosines: 1280,
  modes: 1536,
  perStep: 1664,
  made: 65_536,
  columns: 131_072,
  counts: 180_224,
  sums: 196_608,
  image: 327_680,
}
const PAGE = 65_536
/** A picture of 2560 x 2560 pixels; larger ones are sampled in JavaScript. */
const MOST_IMAGE_BYTES = 3 * 2560 * 2560
/** Of a row of the picture: its bytes, as numbers of two bytes, fit before the picture. */
const WIDEST = Math.floor((AT.image - AT.sums - 64) / 6)
const MOST_GREYS = 2 ** 20
const LONGEST_ROW = 2048

interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

interface Kernel {
  readonly memory: Memory
  averageTurned(y: number, from: number, to: number): void
  averageUpright(from: number, to: number): void
  averageAtEdge(y: number, from: number, to: number): void
  interpolate(u: number, v: number, count: number): void
  planes(count: number): void
  bytes(count: number): void
  greys(at: number, to: number, count: number): void
  block(at: number, right: number, down: number, modes: number): number
  between(u: number, v: number, grey: number, across: number, down: number, count: number): void
}

let opened: Kernel | undefined
/** The picture whose copy lies in the memory. */
let held: Uint8Array | undefined
/** Pictures that are not changed for now, with the number of callers that rely on it. */
const still = new Map<Uint8Array, number>()

/** The caller promises not to change the pixels until `work` has ended, so that one copy of them serves all samples. */
export async function keepStill<Result>({ data }: Pixels, work: () => Promise<Result>): Promise<Result> {
  still.set(data, (still.get(data) ?? 0) + 1)
  try {
    return await work()
  } finally {
    const others = (still.get(data) ?? 1) - 1
    if (others > 0) still.set(data, others)
    else {
      still.delete(data)
      if (held === data) held = undefined
    }
  }
}

/** Undefined for a picture that may change or is too large. */
function kernelFor({ data, width }: Pixels): Kernel | undefined {
  if (!still.has(data) || data.length > MOST_IMAGE_BYTES || width > WIDEST) return undefined
  opened ??= openKernel<Kernel>(WARP_KERNEL)
  if (held !== data) {
    // A row more than the picture: the byte behind a pixel is read with it.
    makeRoom(opened.memory, AT.image + data.length + PAGE)
    new Uint8Array(opened.memory.buffer).set(data, AT.image)
    held = data
  }
  return opened
}

function makeRoom(memory: Memory, bytes: number): void {
  const lacking = bytes - memory.buffer.byteLength
  if (lacking > 0) memory.grow(Math.ceil(lacking / PAGE))
}

export interface RowSampling {
  readonly width: number
  readonly height: number
  readonly outside: Outside
  /** Places under a pixel, along and down; with one the pixels next to it are mixed. */
  readonly taps: number
}

/** Fills row y, which `planesOf` or `bytesOf` then reads. */
type Row = (y: number) => void

function rowsBy(
  kernel: Kernel,
  pixels: Pixels,
  window: Transform,
  { width, outside, taps }: RowSampling,
): Row {
  const { a, b, c, d, e, f } = window
  const { buffer } = kernel.memory
  const grid = tapGrid(window, taps)
  const { most, least } = tapExtents(window)
  const count = taps * taps
  new Float64Array(buffer, AT.right, count).set(grid.right)
  new Float64Array(buffer, AT.down, count).set(grid.down)
  new Int32Array(buffer, AT.wholeRight, count).set(grid.wholeRight)
  new Int32Array(buffer, AT.wholeDown, count).set(grid.wholeDown)
  new Float64Array(buffer, AT.reals, 11).set([a, b, c, d, e, f, 1 / count, most.u, most.v, least.u, least.v])
  const beyond = outside === 'edge' ? -1 : outside
  const wholes = [count, 3 * pixels.width, pixels.width, pixels.height, beyond, taps, ...wholeSteps(window)]
  new Int32Array(buffer, AT.wholes, wholes.length).set(wholes)
  if (taps === 1)
    return (y) => {
      const [u, v] = [a * 0.5 + b * (y + 0.5) + c - 0.5, d * 0.5 + e * (y + 0.5) + f - 0.5]
      kernel.interpolate(u, v, width)
    }
  const isUpright = b === 0 && d === 0
  if (isUpright)
    new Int32Array(buffer, AT.columns, width * taps).set(columnOffsets(pixels, window, width, taps))
  const lines = new Int32Array(buffer, AT.lines, taps)
  const isVast = Math.max(pixels.width, pixels.height) > LONGEST_WHOLE
  return (y) => {
    const { from, to } = columnsInside(pixels, window, y, width)
    if (from > 0) kernel.averageAtEdge(y, 0, from)
    if (isUpright) {
      lineOffsets(pixels, window, y, lines)
      kernel.averageUpright(from, to)
    } else if (isVast) kernel.averageAtEdge(y, from, to)
    else kernel.averageTurned(y, from, to)
    if (to < width) kernel.averageAtEdge(y, to, width)
  }
}

/** Inputs of networks that were given back, of every length one. */
const spare = new Map<number, Float32Array<ArrayBuffer>>()
const MOST_SPARE = 8

/** Numbers of an earlier use, all of which are to be written: new ones for every look keep the garbage collector busy. */
export function lend(length: number): Float32Array<ArrayBuffer> {
  const numbers = spare.get(length)
  spare.delete(length)
  return numbers ?? new Float32Array(length)
}

/** Gives back numbers that are not needed any more, so that their memory is used again. */
export function giveBack(numbers: Float32Array): void {
  const { buffer, byteLength } = numbers
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== byteLength || spare.size >= MOST_SPARE) return
  spare.set(numbers.length, numbers as Float32Array<ArrayBuffer>)
}

/** Three planes, each number times and plus; undefined where JavaScript has to do it. */
export function planesOf(
  pixels: Pixels,
  window: Transform,
  sampling: RowSampling,
  { times, shift, isBgr }: { readonly times: number; readonly shift: number; readonly isBgr: boolean },
): Float32Array | undefined {
  const { width, height } = sampling
  const kernel = width <= LONGEST_ROW && Number.isInteger(fillOf(sampling)) ? kernelFor(pixels) : undefined
  if (!kernel) return undefined
  const fill = rowsBy(kernel, pixels, window, sampling)
  new Float64Array(kernel.memory.buffer, AT.reals + 8 * 11, 2).set([times, shift])
  const line = 16 * Math.ceil(width / 4)
  const made = [0, 1, 2].map((i) => new Float32Array(kernel.memory.buffer, AT.made + i * line, width))
  const [first, second, third] = (isBgr ? made.toReversed() : made) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const plane = width * height
  const numbers = lend(3 * plane)
  for (let y = 0; y < height; y++) {
    fill(y)
    kernel.planes(width)
    numbers.set(first, y * width)
    numbers.set(second, plane + y * width)
    numbers.set(third, 2 * plane + y * width)
  }
  return numbers
}

const fillOf = ({ outside }: RowSampling): number => (outside === 'edge' ? 0 : outside)

/** Three bytes a pixel; undefined where JavaScript has to do it. */
export function bytesOf(pixels: Pixels, window: Transform, sampling: RowSampling): Uint8Array | undefined {
  const { width, height } = sampling
  const kernel = width <= LONGEST_ROW ? kernelFor(pixels) : undefined
  if (!kernel) return undefined
  const fill = rowsBy(kernel, pixels, window, sampling)
  const made = new Uint8Array(kernel.memory.buffer, AT.made, 3 * width)
  const data = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++) {
    fill(y)
    kernel.bytes(width)
    data.set(made, 3 * y * width)
  }
  return data
}

/** Greys of a square of the picture, row by row; false where JavaScript has to do it. */
export function greyPatch(
  pixels: Pixels,
  { left, top, side }: { readonly left: number; readonly top: number; readonly side: number },
  into: Float32Array,
): boolean {
  const kernel = 4 * side * (side + 1) <= AT.columns - AT.made ? kernelFor(pixels) : undefined
  if (!kernel) return false
  for (let y = 0; y < side; y++)
    kernel.greys(3 * ((top + y) * pixels.width + left), AT.made + 4 * side * y, side)
  into.set(new Float32Array(kernel.memory.buffer, AT.made, side * side))
  return true
}

/** Levels of a frequency that are counted, from 0 on. */
const COUNTED_LEVELS = 32

/** Counts the levels of the frequencies of blocks; see compression-blocks.ts. Undefined where JavaScript has to do it. */
export function blockCounter(
  pixels: Pixels,
  {
    cosines,
    modes,
    steps,
  }: {
    readonly cosines: ArrayLike<number>
    readonly modes: readonly number[]
    readonly steps: readonly number[]
  },
) {
  const kernel = kernelFor(pixels)
  if (!kernel) return undefined
  const { buffer } = kernel.memory
  new Float32Array(buffer, AT.cosines, cosines.length).set(cosines)
  // Rows of the frequency down, then of that along, as bytes: both have eight numbers of four.
  new Int32Array(buffer, AT.modes, 2 * modes.length).set(
    modes.flatMap((mode) => [32 * (mode >> 3), 32 * (mode & 7)]),
  )
  new Float32Array(buffer, AT.perStep, steps.length).set(steps.map((step) => 1 / step))
  const counts = new Uint32Array(buffer, AT.counts, COUNTED_LEVELS * modes.length).fill(0)
  return {
    add: (at: number, right: number, down: number): boolean =>
      kernel.block(at, right, down, modes.length) === 1,
    counts: (mode: number) => counts.slice(COUNTED_LEVELS * mode, COUNTED_LEVELS * (mode + 1)),
  }
}

/** Greys between the pixels of a part of the picture, two along each side at least; undefined where JavaScript has to do it. */
export function greysBetween(
  pixels: Pixels,
  { a, b, c, d, e, f }: Transform,
  part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  { width, height }: { readonly width: number; readonly height: number },
): Uint8Array | undefined {
  const isSmall = part.width * part.height <= MOST_GREYS && width <= LONGEST_ROW
  const kernel = isSmall ? kernelFor(pixels) : undefined
  if (!kernel) return undefined
  const grey = 4 * Math.ceil((AT.image + pixels.data.length + 32) / 4)
  // Rows are written eight greys at a time.
  makeRoom(kernel.memory, grey + 4 * (part.width * part.height + 8))
  const { buffer } = kernel.memory
  const reals = new Float64Array(buffer, AT.reals, 6)
  reals.set([a, b, c, d, e, f])
  for (let y = 0; y < part.height; y++)
    kernel.greys(3 * ((part.y + y) * pixels.width + part.x), grey + 4 * y * part.width, part.width)
  const made = new Uint8Array(buffer, AT.made, width)
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const u = a * 0.5 + b * (y + 0.5) + c - 0.5 - part.x
    const v = d * 0.5 + e * (y + 0.5) + f - 0.5 - part.y
    kernel.between(u, v, grey, part.width, part.height, width)
    data.set(made, y * width)
  }
  return data
}
