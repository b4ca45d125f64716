// Fits the grid of a QR code to its pixels: by the modules that every code of its size has, to a tenth of a module.
import type { Point } from '../geometry/geometry.ts'
import { type Homography, rectangleOnto } from '../geometry/perspective.ts'
import type { Grey } from '../measure.ts'
import { type FinderCentres, LEAST_SIDE, MOST_SIDE } from './find-symbol.ts'
import { type QrSymbol, symbolOf } from './symbol.ts'

export interface ModuleGrid {
  readonly symbol: QrSymbol
  /** Maps modules, from the upper left corner of the code, to pixels. */
  readonly onto: Homography
  /** The correlation of the known modules with the pixels, 1 at most. */
  readonly likeness: number
}

/** Sizes whose finder patterns are so much farther apart, or closer, than seen are not tried. */
const MOST_OFF = 1.45
/** In modules: how far each corner is moved. */
const STEPS = [0.6, 0.3, 0.15, 0.08] as const
const MOST_REFINED = 2

/** The likeliest sizes of the code with these corners, best first; each is refined when it is asked for. */
export function* fitGrids(grey: Grey, corners: FinderCentres): Generator<ModuleGrid> {
  const rough: { readonly symbol: QrSymbol; readonly likeness: number }[] = []
  for (let side = LEAST_SIDE; side <= MOST_SIDE; side += 4) {
    const symbol = symbolOf(side)
    const seen = moduleOf(corners, side) / corners.module
    if (symbol && seen < MOST_OFF && seen > 1 / MOST_OFF)
      rough.push({ symbol, likeness: likenessOf(grey, symbol, outlineOf(corners, side)) })
  }
  rough.sort((one, other) => other.likeness - one.likeness)
  for (const { symbol } of rough.slice(0, MOST_REFINED))
    yield refined(grey, symbol, outlineOf(corners, symbol.side))
}

function moduleOf({ upperLeft, upperRight, lowerLeft }: FinderCentres, side: number): number {
  const across = Math.hypot(upperRight.x - upperLeft.x, upperRight.y - upperLeft.y)
  const down = Math.hypot(lowerLeft.x - upperLeft.x, lowerLeft.y - upperLeft.y)
  return (across + down) / 2 / (side - 7)
}

/** The corners of the code: x and y of the upper left, upper right, lower right, lower left. */
function outlineOf({ upperLeft: a, upperRight: b, lowerLeft: c }: FinderCentres, side: number): Float64Array {
  const [right, down] = [
    { x: (b.x - a.x) / (side - 7), y: (b.y - a.y) / (side - 7) },
    { x: (c.x - a.x) / (side - 7), y: (c.y - a.y) / (side - 7) },
  ]
  const at = (across: number, below: number): [number, number] => [
    a.x + (across - 3.5) * right.x + (below - 3.5) * down.x,
    a.y + (across - 3.5) * right.y + (below - 3.5) * down.y,
  ]
  return Float64Array.of(...at(0, 0), ...at(side, 0), ...at(side, side), ...at(0, side))
}

function ontoOf({ side }: QrSymbol, outline: Float64Array): Homography {
  const at = (i: number): Point => ({ x: outline[2 * i] as number, y: outline[2 * i + 1] as number })
  return rectangleOnto(side, side, [at(0), at(1), at(2), at(3)])
}

/** Moves one corner at a time while the known modules become clearer. */
function refined(grey: Grey, symbol: QrSymbol, outline: Float64Array): ModuleGrid {
  const module = Math.hypot(
    ((outline[2] as number) - (outline[0] as number)) / symbol.side,
    ((outline[3] as number) - (outline[1] as number)) / symbol.side,
  )
  let best = likenessOf(grey, symbol, outline)
  for (const step of STEPS)
    for (let isBetter = true, round = 0; isBetter && round < 4; round++) {
      isBetter = false
      for (let i = 0; i < 8; i++)
        for (const by of [-step * module, step * module]) {
          const before = outline[i] as number
          outline[i] = before + by
          const likeness = likenessOf(grey, symbol, outline)
          if (likeness > best) {
            best = likeness
            isBetter = true
          } else outline[i] = before
        }
    }
  return { symbol, onto: ontoOf(symbol, outline), likeness: best }
}

/** The correlation of the known modules with the pixels at their middles. */
function likenessOf(grey: Grey, symbol: QrSymbol, outline: Float64Array): number {
  const { side, known } = symbol
  const places = knownPlaces(symbol)
  const onto = ontoOf(symbol, outline)
  const [m0, m1, m2] = [onto[0] as number, onto[1] as number, onto[2] as number]
  const [m3, m4, m5] = [onto[3] as number, onto[4] as number, onto[5] as number]
  const [m6, m7, m8] = [onto[6] as number, onto[7] as number, onto[8] as number]
  let [dark, sum, squares, cross] = [0, 0, 0, 0]
  for (let i = 0; i < places.length; i++) {
    const at = places[i] as number
    const [x, y] = [(at % side) + 0.5, Math.floor(at / side) + 0.5]
    const w = 1 / (m6 * x + m7 * y + m8)
    const value = valueAt(grey, (m0 * x + m1 * y + m2) * w, (m3 * x + m4 * y + m5) * w)
    const is = known[at] as number
    dark += is
    sum += value
    squares += value * value
    cross -= is * value
  }
  const count = places.length
  const spread = (count - (dark * dark) / count) * (squares - (sum * sum) / count)
  return spread > 0 ? (cross + (dark * sum) / count) / Math.sqrt(spread) : 0
}

const placesBySide = new Map<number, Int32Array>()

function knownPlaces({ side, known }: QrSymbol): Int32Array {
  const places = placesBySide.get(side) ?? Int32Array.from([...known.keys()].filter((at) => known[at] !== 0))
  placesBySide.set(side, places)
  return places
}

/** Between four pixels; beyond the edge its last pixels are repeated. */
export function valueAt({ width, height, data }: Grey, x: number, y: number): number {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x - 0.5)))
  const top = Math.min(height - 2, Math.max(0, Math.floor(y - 0.5)))
  const [u, v] = [Math.min(1, Math.max(0, x - 0.5 - left)), Math.min(1, Math.max(0, y - 0.5 - top))]
  const at = top * width + left
  const upper = (data[at] as number) * (1 - u) + (data[at + 1] as number) * u
  const lower = (data[at + width] as number) * (1 - u) + (data[at + width + 1] as number) * u
  return upper * (1 - v) + lower * v
}
