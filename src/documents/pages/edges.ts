// Moves the sides of a page onto its edges: among the lines near each side it takes the four that best make a page.

import { distance, type Point } from '../../image/geometry/geometry.ts'
import type { Quad } from '../../image/geometry/perspective.ts'
import { isSoundQuad } from '../../image/geometry/polygon.ts'
import type { Pixels } from '../../image/pixels.ts'
import type { Kind } from '../kinds/kinds.ts'
import { type EdgeLine, edgeLines } from './edge-lines.ts'
import { shapeError } from './shape.ts'

interface EdgedQuad {
  readonly quad: Quad
  /** The share of the four sides that is a clear edge, 0 to 1. */
  readonly support: number
  /** How far the shape is from that of the kind; see shape.ts. */
  readonly strange: number
}

interface Choice extends EdgeLine {
  readonly cost: number
}

/** The costs of a line without any clarity, and of one at the end of the searched range. */
const UNCLEAR = 3
const FAR = 1.5
/** A line is taken for print within the page if there is one further out that has this share of its clarity. */
const INNER = 0.7
/** The cost of a side without an edge, which stays where it was. */
const UNEDGED = 1.2
/** Clarity is measured against the clearest line, and at least against this. */
const CLEAR = 0.6
/** This shape error costs 1; the cost is limited. */
const STRANGE = 0.008
const MOST_STRANGE = 5
const LEAST_SUPPORT = 0.55

/** `quad` may be off by a few hundredths of the page's size. */
export function onEdges(pixels: Pixels, quad: Quad, kind: Kind): EdgedQuad {
  const [top, right, bottom, left] = [0, 1, 2, 3].map((side) => choicesOf(pixels, quad, side))
  let best: EdgedQuad = { quad, support: 0, strange: shapeError(pixels, quad, kind) }
  let least = Infinity
  for (const a of top ?? [])
    for (const b of right ?? [])
      for (const c of bottom ?? [])
        for (const d of left ?? []) {
          const cost = a.cost + b.cost + c.cost + d.cost
          const corners = cost < least && cornersOf(a, b, c, d)
          if (!corners) continue
          const strange = shapeError(pixels, corners, kind)
          const total = cost + Math.min(MOST_STRANGE, strange / STRANGE)
          if (total >= least) continue
          least = total
          best = { quad: corners, support: (a.support + b.support + c.support + d.support) / 4, strange }
        }
  return best
}

function choicesOf(pixels: Pixels, quad: Quad, side: number): Choice[] {
  const lines = edgeLines(pixels, quad, side).filter(({ support }) => support >= LEAST_SUPPORT)
  const clearest = Math.max(CLEAR, ...lines.map(({ clarity }) => clarity))
  const [from, to] = [quad[side] as Point, quad[(side + 1) % 4] as Point]
  const stays: Choice = { from, to, clarity: 0, support: 0, off: 0, cost: UNEDGED }
  return [
    ...lines.map((line) => {
      const isInner = lines.some(({ off, clarity }) => off < line.off && clarity > INNER * line.clarity)
      const unclear = (UNCLEAR * (clearest - line.clarity)) / clearest
      return { ...line, cost: unclear + FAR * line.off * line.off + (isInner ? INNER_COST : 0) }
    }),
    stays,
  ]
}

const INNER_COST = 0.6

function cornersOf(a: EdgeLine, b: EdgeLine, c: EdgeLine, d: EdgeLine): Quad | undefined {
  const corners = [crossing(d, a), crossing(a, b), crossing(b, c), crossing(c, d)]
  const [p, q, r, s] = corners
  if (!p || !q || !r || !s) return undefined
  const quad: Quad = [p, q, r, s]
  return isSoundQuad(quad) ? quad : undefined
}

function crossing(one: EdgeLine, other: EdgeLine): Point | undefined {
  const [ux, uy] = [one.to.x - one.from.x, one.to.y - one.from.y]
  const [vx, vy] = [other.to.x - other.from.x, other.to.y - other.from.y]
  const det = ux * vy - uy * vx
  if (Math.abs(det) < 1e-6 * distance(one.from, one.to) * distance(other.from, other.to)) return undefined
  const share = ((other.from.x - one.from.x) * vy - (other.from.y - one.from.y) * vx) / det
  return { x: one.from.x + share * ux, y: one.from.y + share * uy }
}
