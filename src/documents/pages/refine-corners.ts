// Refines the corners of one page and names its class and turn; where the result does not convince, it starts again nearby.

import { distance, type Point } from '../../image/geometry/geometry.ts'
import type { Quad } from '../../image/geometry/perspective.ts'
import { isSoundQuad } from '../../image/geometry/polygon.ts'
import type { Pixels } from '../../image/pixels.ts'
import type { Network } from '../../models/network.ts'
import { alignPage } from '../../models/page-aligner.ts'
import { turnedQuad } from '../../models/page-finder.ts'
import { isKnown, type Kind, UNKNOWN_PAGE } from '../kinds/kinds.ts'
import { onEdges } from './edges.ts'
import { classOf, likeliest } from './page-class.ts'
import { shapeError } from './shape.ts'

export interface PageLook {
  /** The corners, from the upper left one of the upright page. */
  readonly quad: Quad
  /** The probabilities of the classes, and of being turned from the quad by none, one, two, three quarters. */
  readonly classes: Float32Array
  readonly turns: Float32Array
  /** The probability that there is a page at all. */
  readonly present: number
  /** The share of the sides that is a clear edge. */
  readonly support: number
  /** How far the shape is from that of the kind; see shape.ts. */
  readonly strange: number
}

/** Returns the most convincing look from this start or, where that does not convince, from others near it. */
export async function lookClosely(aligner: Network, pixels: Pixels, quad: Quad): Promise<PageLook> {
  const first = await attempt(aligner, pixels, quad, LOOKS_IN_DOUBT)
  let best = first.look
  if (isConvincing(best) || first.mostPresent < NOTHING) return best
  // A start that is wrong is mostly too large. Each costs two looks and more, so the likelier ones come first.
  const starts = [scaled(quad, 0.85), scaled(quad, 0.7), scaled(quad, 1.2)]
  // A single wrong corner makes the shape strange; another one has nothing to gain from a completion.
  if (best.strange >= STRANGE) starts.push(...completions(pixels, best))
  for (const start of starts) {
    const { look } = await attempt(aligner, pixels, start)
    if (worth(look) > worth(best) + CLEARLY) best = look
    if (isConvincing(best)) return best
  }
  // None convinces, so the best may not have come to rest.
  const { look } = await attempt(aligner, pixels, best.quad)
  return worth(look) > worth(best) ? look : best
}

/** Looks from this start alone. */
export const lookFrom = async (aligner: Network, pixels: Pixels, start: Quad): Promise<PageLook> =>
  (await attempt(aligner, pixels, start)).look

const worth = ({ classes, present, support, strange }: PageLook): number =>
  Math.max(...classes) + present + support - STRANGE_COST * Math.min(MOST_STRANGE, strange)
/** Below this probability of a page, no second look is worth its time. */
const NOTHING = 0.2
const CLEARLY = 0.05
const STRANGE_COST = 4
const MOST_STRANGE = 0.25

/**
 * Hardly any right corners have a larger shape error, and hardly any wrong ones a smaller. Edges may lie on a ground as bright
 * as the card; the class is certain only where the corners are right. Unknown sheets may lack edges.
 */
export function isConvincing({ classes, support, strange }: PageLook): boolean {
  const most = Math.max(...classes)
  const leastSupport = most > CERTAIN_CLASS ? LEAST_SUPPORT_OF_CERTAIN : LEAST_SUPPORT
  const isEdged = support > leastSupport || !isKnown(classOf(classes).kind)
  return strange < STRANGE && isEdged && most > SURE_CLASS
}

const LEAST_SUPPORT = 0.7
const STRANGE = 0.014
const SURE_CLASS = 0.8
const CERTAIN_CLASS = 0.95
const LEAST_SUPPORT_OF_CERTAIN = 0.5

/** Requires edges all around as well. */
export const isBeyondDoubt = (look: PageLook): boolean => isConvincing(look) && look.support > LEAST_SUPPORT

const MOST_LOOKS = 4
/** Where the finder's own start leaves the class in doubt, more looks do not mend it, but other starts do. */
const LOOKS_IN_DOUBT = 2
/** As a share of the diagonal. */
const STEADY = 0.01

interface Attempt {
  readonly look: PageLook
  /** The highest probability of a page in any of its looks. */
  readonly mostPresent: number
}

/** Looks at least twice, and again while the corners still move; each look begins where the last one ended. */
async function attempt(
  aligner: Network,
  pixels: Pixels,
  start: Quad,
  mostInDoubt = MOST_LOOKS,
): Promise<Attempt> {
  let corners = start
  let mostPresent = 0
  for (let look = 1; ; look++) {
    const seen = await alignPage(aligner, pixels, corners)
    mostPresent = Math.max(mostPresent, seen.present)
    const next = isSoundQuad(seen.quad) ? seen.quad : corners
    const moved = Math.max(...next.map((corner, i) => distance(corner, corners[i] ?? corner)))
    const isSteady = moved < STEADY * distance(next[0], next[2])
    corners = turnedQuad(next, likeliest(seen.turns))
    const most = Math.max(...seen.classes) > SURE_CLASS ? MOST_LOOKS : mostInDoubt
    if (look >= most || (look >= 2 && isSteady))
      return { look: { ...seen, ...onEdges(pixels, corners, shapeOf(seen.classes)) }, mostPresent }
  }
}

/** An uncertain kind must not pull the corners to its shape. */
const shapeOf = (classes: Float32Array): Kind =>
  Math.max(...classes) >= DOUBTED_KIND ? classOf(classes).kind : UNKNOWN_PAGE.kind
const DOUBTED_KIND = 0.5

/** Where one corner is wrong, the three others tell where it should be; returns the two likeliest completions. */
function completions(pixels: Pixels, { quad, classes }: PageLook): Quad[] {
  const { kind } = classOf(classes)
  return [0, 1, 2, 3]
    .map((away) => completed(quad, away))
    .filter((one) => isSoundQuad(one))
    .map((one) => ({ one, strange: shapeError(pixels, one, kind) }))
    .toSorted((a, b) => a.strange - b.strange)
    .slice(0, 2)
    .map(({ one }) => one)
}

function completed(quad: Quad, away: number): Quad {
  const at = (i: number): Point => quad[i % 4] as Point
  const [before, opposite, after] = [at(away + 3), at(away + 2), at(away + 1)]
  const corner = { x: before.x + after.x - opposite.x, y: before.y + after.y - opposite.y }
  const [a, b, c, d] = quad.map((own, i) => (i === away ? corner : own))
  return [a ?? corner, b ?? corner, c ?? corner, d ?? corner]
}

function scaled(quad: Quad, times: number): Quad {
  const x = quad.reduce((sum, corner) => sum + corner.x / 4, 0)
  const y = quad.reduce((sum, corner) => sum + corner.y / 4, 0)
  const moved = (corner: Point): Point => ({ x: x + times * (corner.x - x), y: y + times * (corner.y - y) })
  const [a, b, c, d] = quad
  return [moved(a), moved(b), moved(c), moved(d)]
}
