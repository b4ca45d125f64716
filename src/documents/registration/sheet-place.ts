// Finds where the one sheet of paper lies in a picture, and which way up it may be.

import { distance } from '../../image/geometry/geometry.ts'
import type { Quad } from '../../image/geometry/perspective.ts'
import { polygonOverlap } from '../../image/geometry/polygon.ts'
import type { Pixels } from '../../image/pixels.ts'
import { threshold } from '../../models/network.ts'
import { alignPage } from '../../models/page-aligner.ts'
import { findPages, turnedQuad } from '../../models/page-finder.ts'
import { upperMedian } from '../../system/statistics.ts'
import { CERTIFICATE_PAGE, UNKNOWN_PAGE } from '../kinds/kinds.ts'
import { quarterTurnOf } from '../pages/locate.ts'
import type { PageNetworks } from '../pages/networks.ts'
import type { LocatedPage } from '../pages/page.ts'
import { likeliest } from '../pages/page-class.ts'
import { isBeyondDoubt, lookClosely } from '../pages/refine-corners.ts'

/** A page that fills this share of a picture is taken for the printed frame of a scan, and the whole picture is read. */
const WHOLE = 0.84
/** A sheet is there where the aligner gives at least this probability. */
const PRESENT = 0.5
/** Quarter turns less likely than this are not tried. */
const LEAST_TURN = 0.01
/** Height by width of sheets that are straightened to the shape of A4, from and to. */
const [SQUAT, SLIM] = [1.15, 1.75]

/** A page below this share of the picture is a card, or a thing. */
const MIN_SHARE = 0.12
/** The lowest score of the finder that counts: it hardly sees a sheet that lies on a keyboard. */
const MIN_SCORE = 0.1
/** At most so many pages of one picture are tried, beside the whole of it. */
const MAX_PAGES = 2

/** Yields the most confident sheet in its likeliest way up first; the others are for where that cannot be read. */
export async function* sheetPlaces(networks: PageNetworks, pixels: Pixels): AsyncGenerator<LocatedPage> {
  const edges: Quad = [
    { x: 0, y: 0 },
    { x: pixels.width, y: 0 },
    { x: pixels.width, y: pixels.height },
    { x: 0, y: pixels.height },
  ]
  // A scan is nearly always upright; if it is not, little of it can be read and other ways up are tried.
  const isScan = pixels.height > SQUAT * pixels.width && isPaperAllAround(pixels)
  if (isScan) yield sheet(edges, 1, 1)
  const sure = threshold(networks.finder, 'score')
  const found = (await findPages(networks.finder, pixels, Math.min(sure, MIN_SCORE)))
    .map(({ quad, score }) => ({ quad, score, share: polygonOverlap(quad, edges) }))
    .filter(({ share }) => share >= MIN_SHARE)
  if (found[0] !== undefined && found[0].share < WHOLE)
    for (const { quad, score } of found.slice(0, MAX_PAGES)) {
      const look = await lookClosely(networks.aligner, pixels, quad)
      // A page with a low score must look like one to the aligner in all respects.
      const isThere = score >= sure ? look.present >= PRESENT : isBeyondDoubt(look)
      if (isThere) yield* ways(look.quad, look.turns, look.present)
    }
  const look = await alignPage(networks.aligner, pixels, edges)
  const whole = ways(turnedQuad(edges, likeliest(look.turns)), look.turns, look.present)
  const [first, ...others] = isScan ? whole.filter(({ quarterTurn }) => quarterTurn !== 0) : whole
  if (first) yield first
  // The whole picture could not be read: a sheet may lie on something that the finder took for one.
  const closer = await lookClosely(networks.aligner, pixels, edges)
  if (closer.present >= PRESENT) yield* ways(closer.quad, closer.turns, closer.present).slice(0, 2)
  yield* others
}

/** `quad` is turned by the likeliest quarter turn already. */
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
  return {
    ...(shape > SQUAT && shape < SLIM ? CERTIFICATE_PAGE : UNKNOWN_PAGE),
    confidences: { page, kind: 1, side: 1, turn },
    corners,
    quarterTurn: quarterTurnOf(corners),
  }
}

/** Distances from the edge of the samples, as shares of the shorter side; print begins at five times as much. */
const DEPTHS = [0.005, 0.013, 0.022]
/** Samples along each side. */
const SAMPLES = 120
/** Paper in a scanner is at least so bright, and as bright at each corner, give or take so much; photographs have shadows. */
const [WHITE, EVEN] = [225, 14]
/** Share of the samples of a side that may be a speck, a hole or a staple. */
const MOST_OTHER = 0.03

/** Whether a picture is paper up to its edges: a sheet from a scanner. */
export function isPaperAllAround(pixels: Pixels): boolean {
  const sides = [0, 1, 2, 3].map((side) => samplesAlong(pixels, side))
  const paper = upperMedian(sides.flat())
  const isPaper = (light: number): boolean => light >= WHITE && Math.abs(light - paper) <= EVEN
  return sides.every((side) => side.filter((light) => !isPaper(light)).length <= MOST_OTHER * side.length)
}

/** The darkest colour of each sample; sides 0 to 3 are the upper, lower, left and right one. */
function samplesAlong({ width, height, data }: Pixels, side: number): number[] {
  const samples: number[] = []
  for (const depth of DEPTHS) {
    const away = Math.round(depth * Math.min(width, height))
    for (let i = 0; i < SAMPLES; i++) {
      const along = (i + 0.5) / SAMPLES
      const x = side < 2 ? Math.floor(along * width) : side === 2 ? away : width - 1 - away
      const y = side >= 2 ? Math.floor(along * height) : side === 0 ? away : height - 1 - away
      const at = 3 * (y * width + x)
      samples.push(Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0))
    }
  }
  return samples
}
