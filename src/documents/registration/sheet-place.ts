// Where the one sheet of paper lies in a picture, and which way up it may be: a certificate is never a card among others.

import type { Pixels } from '../../image/decode/image.ts'
import { distance } from '../../image/geometry/geometry.ts'
import type { Quad } from '../../image/geometry/perspective.ts'
import { polygonOverlap } from '../../image/geometry/polygon.ts'
import { threshold } from '../../models/network.ts'
import { alignPage } from '../../models/page-aligner.ts'
import { findPages, turnedQuad } from '../../models/page-finder.ts'
import { type LocatedPage, quarterTurnOf } from '../pages/locate.ts'
import type { PageNetworks } from '../pages/networks.ts'
import { isBeyondDoubt, likeliest, lookClosely } from '../pages/refine-corners.ts'
import { isPaperAllAround } from './paper-edges.ts'

/** A sheet that fills so much of the picture is all of it: a scan, whose printed frame looks like an edge. */
const WHOLE = 0.84
/** Less present than this there is no sheet with edges. */
const PRESENT = 0.5
/** Turns less likely than this are not tried. */
const LEAST_TURN = 0.01
/** Upright sheets that are taller than wide by about as much as A4 are given its shape. */
const [SQUAT, SLIM] = [1.15, 1.75]

/** Less of the picture is a card, or a thing. */
const SMALLEST = 0.12
/** Of the finder: on a keyboard a sheet is hardly seen. */
const FAINT = 0.1
/** Places in one picture that are looked at, but for the whole of it. */
const MOST = 2

/** The likeliest first: the surest sheet, its likeliest way up; further ones are for where that cannot be read. */
export async function* sheetPlaces(networks: PageNetworks, pixels: Pixels): AsyncGenerator<LocatedPage> {
  const edges: Quad = [
    { x: 0, y: 0 },
    { x: pixels.width, y: 0 },
    { x: pixels.width, y: pixels.height },
    { x: 0, y: pixels.height },
  ]
  // A scan is nearly always upright; where it is not, that is seen from how little of it can be read.
  const isScan = pixels.height > SQUAT * pixels.width && isPaperAllAround(pixels)
  if (isScan) yield sheet(edges, 1, 1)
  const sure = threshold(networks.finder, 'score')
  const found = (await findPages(networks.finder, pixels, Math.min(sure, FAINT)))
    .map(({ quad, score }) => ({ quad, score, share: polygonOverlap(quad, edges) }))
    .filter(({ share }) => share >= SMALLEST)
  if (found[0] !== undefined && found[0].share < WHOLE)
    for (const { quad, score } of found.slice(0, MOST)) {
      const look = await lookClosely(networks.aligner, pixels, quad)
      // What the finder hardly saw must look like a page in all ways.
      const isThere = score >= sure ? look.present >= PRESENT : isBeyondDoubt(look)
      if (isThere) yield* ways(look.quad, look.turns, look.present)
    }
  const look = await alignPage(networks.aligner, pixels, edges)
  const whole = ways(turnedQuad(edges, likeliest(look.turns)), look.turns, look.present)
  const [first, ...others] = isScan ? whole.filter(({ quarterTurn }) => quarterTurn !== 0) : whole
  if (first) yield first
  // All of it could not be read: a sheet may lie on what the finder took for one.
  const closer = await lookClosely(networks.aligner, pixels, edges)
  if (closer.present >= PRESENT) yield* ways(closer.quad, closer.turns, closer.present).slice(0, 2)
  yield* others
}

/** `quad` is turned by the likeliest turn already. */
function ways(quad: Quad, turns: Float32Array, page: number): LocatedPage[] {
  const first = likeliest(turns)
  return [0, 2, 1, 3]
    .map((more) => ({ more, share: turns[(first + more) % 4] ?? 0 }))
    .filter(({ more, share }) => more === 0 || more === 2 || share >= LEAST_TURN)
    .toSorted((a, b) => b.share - a.share)
    .map(({ more, share }) => sheet(turnedQuad(quad, more), page, share))
}

function sheet(corners: Quad, page: number, turn: number): LocatedPage {
  const [a, b, , d] = corners
  const shape = distance(a, d) / Math.max(1, distance(a, b))
  const kind = shape > SQUAT && shape < SLIM ? 'business-registration' : 'other'
  return {
    kind,
    side: 'front',
    confidences: { page, kind: 1, side: 1, turn },
    corners,
    quarterTurn: quarterTurnOf(corners),
  }
}
