// Opens the filters, which compute over pictures of numbers by WebAssembly, many times as fast as JavaScript.
import { FILTERS } from './filters-built.ts'
import { openKernel } from './open-kernel.ts'

/** Places in the memory, as filters.wat has them. */
const AT = { weights: 0, row: 1024, counts: 2048, sums: 3072, order: 4096, window: 8192, areas: 65_536 }
const PAGE = 65_536
/** Numbers that may be read or written behind an area. */
const BEYOND = 16

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  mix(
    from: number,
    room: number,
    to: number,
    width: number,
    height: number,
    reach: number,
    repeats: number,
  ): void
  changes(from: number, to: number, step: number, width: number, height: number): number
  tally(from: number, count: number, times: number): void
  squares(changes: number, fine: number, step: number, count: number, least: number): void
  fade(from: number, to: number, side: number): void
  transpose(from: number, to: number, side: number): void
  turn(
    real: number,
    imaginary: number,
    apart: number,
    count: number,
    c1: number,
    s1: number,
    c2: number,
    s2: number,
  ): void
  multiply(real: number, imaginary: number, product: number, side: number, floor: number): void
}

let opened: Exports | undefined

/** The filters with room for so many areas of `count` numbers, one behind the other; what lay in them is lost. */
export function filtersFor(count: number, areas: number) {
  opened ??= openKernel<Exports>(FILTERS)
  const filters = opened
  const size = 4 * Math.ceil((count + BEYOND) / 4) * 4
  const lacking = AT.areas + areas * size - filters.memory.buffer.byteLength
  if (lacking > 0) filters.memory.grow(Math.ceil(lacking / PAGE))
  const { buffer } = filters.memory
  const place = (area: number): number => AT.areas + area * size
  return {
    filters,
    place,
    /** The numbers of an area, until the filters are used for something else. */
    numbers: (area: number) => new Float32Array(buffer, place(area), count),
    doubles: (area: number, length: number) => new Float64Array(buffer, place(area), length),
    weights: () => new Float32Array(buffer, AT.weights, (AT.row - AT.weights) / 4),
    counts: () => new Uint32Array(buffer, AT.counts, 256),
    sums: () => new Float32Array(buffer, AT.sums, 8),
    order: (length: number) => new Int32Array(buffer, AT.order, length),
    window: (length: number) => new Float32Array(buffer, AT.window, length),
  }
}

/** What lies beyond the edge: nothing, or its last number again and again. */
export type Beyond = 'nothing' | 'edge'

const LONGEST_ROW = 14_000

/** Weights of a number and of its neighbours on each side, the nearest first. */
export type Weights = readonly number[] | Float32Array

/** Lays the weights ready, and mixes each number of one area with its neighbours into another; a third is lost. */
export function mixArea(
  { filters, place, weights }: ReturnType<typeof filtersFor>,
  { from, room, to }: { readonly from: number; readonly room: number; readonly to: number },
  { width, height }: { readonly width: number; readonly height: number },
  by: Weights,
  beyond: Beyond,
): void {
  const reach = Math.max(1, by.length - 1)
  if (reach >= weights().length || width + 2 * reach > LONGEST_ROW)
    throw new RangeError('the picture or its mix is too wide')
  weights().set([...by, 0].slice(0, Math.max(2, by.length)))
  filters.mix(place(from), place(room), place(to), width, height, reach, beyond === 'edge' ? 1 : 0)
}

/** Each number mixed with its neighbours, along rows and down columns by the same weights. `into` may be `values` itself. */
export function mixed(
  values: Float32Array,
  width: number,
  by: Weights,
  beyond: Beyond,
  into: Float32Array = new Float32Array(values.length),
): Float32Array {
  const areas = filtersFor(values.length, 3)
  areas.numbers(0).set(values)
  mixArea(areas, { from: 0, room: 1, to: 2 }, { width, height: values.length / width }, by, beyond)
  into.set(areas.numbers(2))
  return into
}
