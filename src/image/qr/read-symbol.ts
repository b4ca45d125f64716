// Reads a QR code that is too soft for a reader that looks at one pixel a module: returns it clean, as it was printed.
import type { Box, Point } from '../geometry/geometry.ts'
import { composed, type Homography, project, type Quad } from '../geometry/perspective.ts'
import type { Grey } from '../measure.ts'
import { corrected } from './correct.ts'
import { type FinderCentres, findCorners } from './find-symbol.ts'
import { fitGrids } from './fit-grid.ts'
import { blocksOf, FORMATS, type Format, isMasked, type QrSymbol } from './symbol.ts'
import { tellModules } from './tell-modules.ts'

export interface CleanSymbol {
  readonly side: number
  /** 1 is dark; row by row. */
  readonly modules: Uint8Array
  readonly quad: Quad
}

/** A grid whose known modules are less like the pixels than this is no code. */
const LEAST_LIKENESS = 0.5
/** So many check words are left to tell a wrong correction, beside those that are spent on doubtful words. */
const SPARE_WORDS = 8

/** The modules as they were printed: 1 is dark. Undefined where too many modules were misjudged. */
export function cleanModules(told: Float32Array, symbol: QrSymbol): Uint8Array | undefined {
  const format = formatOf(told, symbol)
  const { side, data } = symbol
  const bits = Float32Array.from(data, (module) => {
    const value = told[module] as number
    return isMasked(format.mask, module % side, Math.floor(module / side)) ? -value : value
  })
  const words = new Uint8Array(data.length / 8)
  const sureness = new Float32Array(words.length).fill(Infinity)
  for (const [i, value] of bits.entries()) {
    if (value > 0) words[i >> 3] = (words[i >> 3] as number) | (128 >> (i & 7))
    sureness[i >> 3] = Math.min(sureness[i >> 3] as number, Math.abs(value))
  }
  for (const { words: own, checkWords } of blocksOf(symbol, format.level)) {
    const fixed = block(
      Uint8Array.from(own, (i) => words[i] as number),
      own.map((i) => sureness[i] as number),
      checkWords,
    )
    if (fixed === undefined) return undefined
    for (const [k, i] of own.entries()) words[i] = fixed[k] as number
  }
  return printed(symbol, format, words)
}

/** First nothing is doubted, then more and more of the words that are least sure. */
function block(words: Uint8Array, sureness: readonly number[], checkWords: number): Uint8Array | undefined {
  const order = sureness.map((_, i) => i).toSorted((a, b) => (sureness[a] ?? 0) - (sureness[b] ?? 0))
  for (let doubted = 0; doubted <= Math.max(0, checkWords - SPARE_WORDS); doubted += 2) {
    const fixed = corrected(words, checkWords, order.slice(0, doubted))
    if (fixed) return fixed
  }
  return undefined
}

/** The format that both its copies are most like. */
function formatOf(told: Float32Array, { format }: QrSymbol): Format {
  const likeness = ({ bits }: Format): number =>
    format.reduce((sum, [one, other], i) => {
      const sign = ((bits >>> i) & 1) === 1 ? 1 : -1
      return sum + sign * (Math.tanh(told[one] as number) + Math.tanh(told[other] as number))
    }, 0)
  return FORMATS.reduce((best, one) => (likeness(one) > likeness(best) ? one : best))
}

function printed(
  { side, known, format, data }: QrSymbol,
  { mask, bits }: Format,
  words: Uint8Array,
): Uint8Array {
  const modules = Uint8Array.from(known, (is) => (is === 1 ? 1 : 0))
  for (const [i, places] of format.entries()) for (const at of places) modules[at] = (bits >>> i) & 1
  for (const [i, at] of data.entries()) {
    const bit = ((words[i >> 3] as number) >>> (7 - (i & 7))) & 1
    modules[at] = bit ^ (isMasked(mask, at % side, Math.floor(at / side)) ? 1 : 0)
  }
  return modules
}

/** Shows a part of the plane on which a code stands upright; `onto` maps the pixels of the answer to the plane. */
export type Show = (onto: Homography, width: number, height: number) => Grey

/** The smallest code has so many pixels along a side when it is looked for, and any code when it is read. */
const SOUGHT_PIXELS = 96
const READ_PIXELS = 168
/** As a share of the side, on each side of it: the ends of the code are known only roughly. */
const READ_MARGIN = 0.12

/** `sides` are the least and the most that the side of the code measures on the plane. */
export function readSymbol(
  show: Show,
  { x, y, width, height }: Box,
  sides: readonly [number, number],
): CleanSymbol | undefined {
  const [least, most] = sides
  const times = SOUGHT_PIXELS / least
  const sought = show(magnified(times, { x, y }), Math.round(width * times), Math.round(height * times))
  for (const found of findCorners(sought, least * times, most * times)) {
    const { upperLeft: a, upperRight: b, lowerLeft: c, module } = found
    const side = (Math.max(b.x - a.x, c.y - a.y) + 7 * module) * (1 + 2 * READ_MARGIN)
    const from = { x: (b.x + c.x - side) / 2, y: (b.y + c.y - side) / 2 }
    const pixels = Math.round(READ_PIXELS * (1 + 2 * READ_MARGIN))
    const finer = pixels / side
    const onto = composed(magnified(times, { x, y }), magnified(finer, from))
    const moved = (place: Point): Point => ({ x: (place.x - from.x) * finer, y: (place.y - from.y) * finer })
    const clean = readAt(show(onto, pixels, pixels), {
      upperLeft: moved(a),
      upperRight: moved(b),
      lowerLeft: moved(c),
      module: module * finer,
      likeness: found.likeness,
    })
    if (clean === undefined) continue
    const [p, q, r, s] = clean.quad
    return { ...clean, quad: [project(onto, p), project(onto, q), project(onto, r), project(onto, s)] }
  }
  return undefined
}

const magnified = (times: number, { x, y }: Point): Homography =>
  Float64Array.of(1 / times, 0, x, 0, 1 / times, y, 0, 0, 1)

function readAt(grey: Grey, corners: FinderCentres): CleanSymbol | undefined {
  for (const grid of fitGrids(grey, corners)) {
    if (grid.likeness < LEAST_LIKENESS) continue
    const { side } = grid.symbol
    for (const told of tellModules(grey, grid)) {
      const modules = cleanModules(told, grid.symbol)
      const at = (x: number, y: number): Point => project(grid.onto, { x, y })
      if (modules) return { side, modules, quad: [at(0, 0), at(side, 0), at(side, side), at(0, side)] }
    }
  }
  return undefined
}
