// Finds documents anywhere in a picture: a middle and four corners for each.
import { type Point, squareOnto } from '../image/geometry/geometry.ts'
import type { Quad } from '../image/geometry/perspective.ts'
import { isSoundQuad, polygonOverlap } from '../image/geometry/polygon.ts'
import { cut } from '../image/geometry/warp.ts'
import type { Pixels } from '../image/pixels.ts'
import { fitOf, type Network, output, threshold } from './network.ts'

interface FoundQuad {
  /** Clockwise from the corner nearest to the upper left of the picture; in pixels of the picture. */
  readonly quad: Quad
  /** 0 to 1. */
  readonly score: number
}

/** Pixels of the input from cell to cell, and of one unit of an offset. */
const STRIDE = 8
const UNIT = 32
const MAX_PAGES = 4

/** Returns pages with a score of at least `least`, the best first. */
export async function findPages(
  network: Network,
  pixels: Pixels,
  least = threshold(network, 'score'),
): Promise<FoundQuad[]> {
  const fit = fitOf(network)
  const side = Math.max(pixels.width, pixels.height)
  const window = squareOnto(fit.width, { x: pixels.width / 2, y: pixels.height / 2 }, side)
  const outputs = await network.run(cut(pixels, window, fit))
  const found = decodeQuads(output(outputs, 'heat'), output(outputs, 'corners'), {
    cells: fit.width / STRIDE,
    least,
    suppression: threshold(network, 'suppression'),
  })
  const placed = ({ x, y }: Point): Point => ({ x: window.a * x + window.c, y: window.e * y + window.f })
  return found.map(({ quad: [a, b, c, d], score }) => ({
    quad: [placed(a), placed(b), placed(c), placed(d)],
    score,
  }))
}

interface Decode {
  readonly cells: number
  readonly least: number
  /** Two quads that share more than this are one page. */
  readonly suppression: number
}

/** Returns quads in pixels of the input, the best first. */
export function decodeQuads(heat: Float32Array, corners: Float32Array, decode: Decode): FoundQuad[] {
  const { cells, least, suppression } = decode
  const leastLogit = Math.log(least / (1 - least))
  const found: FoundQuad[] = []
  for (const at of peaks(heat, cells, leastLogit)) {
    const quad = quadAt(corners, cells, at)
    const score = 1 / (1 + Math.exp(-(heat[at] ?? 0)))
    if (isSoundQuad(quad)) found.push({ quad: startingUpperLeft(quad), score })
  }
  const kept: FoundQuad[] = []
  for (const one of found.toSorted((a, b) => b.score - a.score))
    if (kept.length < MAX_PAGES && kept.every(({ quad }) => polygonOverlap(quad, one.quad) <= suppression))
      kept.push(one)
  return kept
}

/** Cells with at least this score, and no less than that of their eight neighbours. */
export function peaks(heat: Float32Array, cells: number, least: number): Int32Array {
  const found = new Int32Array(cells * cells)
  let count = 0
  for (let at = 0; at < cells * cells; at++) {
    const value = heat[at] ?? 0
    // The condition is negated so that NaN is no peak.
    if (!(value >= least)) continue
    const [x, y] = [at % cells, Math.floor(at / cells)]
    let isPeak = true
    for (let down = Math.max(0, y - 1); down <= Math.min(cells - 1, y + 1); down++)
      for (let right = Math.max(0, x - 1); right <= Math.min(cells - 1, x + 1); right++) {
        const other = heat[down * cells + right] ?? 0
        // The first of equal cells is taken.
        if (other > value || (other === value && down * cells + right < at)) isPeak = false
      }
    if (isPeak) found[count++] = at
  }
  return found.slice(0, count)
}

function quadAt(corners: Float32Array, cells: number, at: number): Quad {
  const plane = cells * cells
  const x = STRIDE * ((at % cells) + 0.5)
  const y = STRIDE * (Math.floor(at / cells) + 0.5)
  const corner = (i: number): Point => ({
    x: x + UNIT * (corners[2 * i * plane + at] ?? 0),
    y: y + UNIT * (corners[(2 * i + 1) * plane + at] ?? 0),
  })
  return [corner(0), corner(1), corner(2), corner(3)]
}

export function startingUpperLeft(quad: Quad): Quad {
  const sums = quad.map(({ x, y }) => x + y)
  return turnedQuad(quad, sums.indexOf(Math.min(...sums)))
}

/** The same corners, beginning with another one. */
export function turnedQuad(quad: Quad, first: number): Quad {
  const corner = (i: number): Point => quad[(first + i) % 4] ?? quad[0]
  return [corner(0), corner(1), corner(2), corner(3)]
}
