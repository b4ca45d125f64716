// Judges how a document was photographed: the numbers of `reliability`, and a check for each fault.
import { atLeast, atMost, type Check, type CheckName, hasFailed, softly } from '../../checks.ts'
import type { Point, Size } from '../../image/geometry/geometry.ts'
import type { Quad } from '../../image/geometry/perspective.ts'
import { clipped, signedArea } from '../../image/geometry/polygon.ts'
import type { Quality, QualityName } from '../../models/page-judge.ts'
import type { Kind } from '../kinds/kinds.ts'
import { rectangle } from '../mrz/plane.ts'
import { QUALITY_LIMITS } from './quality-limits.ts'
import { shapeOf } from './shape.ts'

export interface Pictured {
  readonly quality: Quality
  /** The resolution at which the picture shows the document. */
  readonly pixelsPerMm: number
  readonly kind: Kind
  /** Missing in what was stored before places were. */
  readonly place?: Size & { readonly corners: Quad }
}

/** Real screens are hardly told from real cards, so this is a hint and decides nothing; see docs/evidence/accuracy.md. */
const SOFT: ReadonlySet<QualityName> = new Set(['recapture'])

/** At this resolution a card of 85.6 mm is 385 pixels wide; at 300 pixels half of its lines are misread. */
const LEAST_PIXELS_PER_MM = 4.5

/** Each fault is that of the worst side. */
export function qualityChecks(sides: readonly Pictured[]): Check[] {
  const worst = (name: QualityName) => Math.max(0, ...sides.map(({ quality }) => quality[name]))
  const limits = Object.entries(QUALITY_LIMITS) as [QualityName, number][]
  const faults = limits.map(([name, limit]) => {
    const check = atMost(name, worst(name), limit)
    return SOFT.has(name) ? softly(check) : check
  })
  const fineness = Math.min(...sides.map(({ pixelsPerMm }) => pixelsPerMm))
  const cut = Math.max(0, ...sides.map(({ kind, place }) => (place ? shareCutOff(kind, place) : 0)))
  const inMirror = sides.filter(({ place }) => place && signedArea(place.corners) < 0).length
  return [
    ...faults,
    atLeast(PIXELS, fineness, LEAST_PIXELS_PER_MM),
    atMost(PAGE_CUT, cut, MOST_CUT_OFF),
    // Only what takes pictures can mend it, and everything was read: so it is a hint.
    ...(inMirror > 0 ? [softly(atMost('mirrored', inMirror, 0))] : []),
  ]
}

export const PAGE_CUT = 'page-cut'
/** Whole pages, stretched by up to an eighth or with an edge that was not found exactly, come to 0.12. */
const MOST_CUT_OFF = 0.17
/** An edge as near to that of the picture, as a share of its longer side, may be where the picture ends, and not the page. */
const AT_THE_EDGE = 0.03
/** A scan that fills its picture may have been stretched; one that was cut is off by more than this. */
const STRETCHED = 0.3

/**
 * Estimates the share of the page that the picture does not show: what lies beyond its edges or, where an edge of the page is
 * that of the picture, by how much the page is too short in that direction for its kind.
 */
function shareCutOff(
  kind: Kind,
  { corners, width, height }: NonNullable<Pictured['place']>,
  atTheEdge = AT_THE_EDGE,
): number {
  const area = Math.abs(signedArea(corners))
  if (area === 0) return 0
  const beyond = 1 - Math.abs(signedArea(clipped(corners, rectangle(0, 0, width, height)))) / area
  const near = atTheEdge * Math.max(width, height)
  const sides: readonly ((corner: Point) => boolean)[] = [
    ({ x }) => x < near,
    ({ y }) => y < near,
    ({ x }) => x > width - near,
    ({ y }) => y > height - near,
  ]
  const isCut = corners.map((from, i) =>
    sides.some((isAt) => isAt(from) && isAt(corners[(i + 1) % 4] ?? from)),
  )
  if (!isCut.includes(true)) return beyond
  const [above, right, below, left] = isCut
  const { slant, stretch } = shapeOf({ width, height }, corners, kind)
  const tooLow = above || below ? Math.max(0, stretch) : 0
  const tooNarrow = left || right ? Math.max(0, -stretch) : 0
  const strange = Math.hypot(slant, tooLow, tooNarrow)
  const missing = !isCut.includes(false) && strange < STRETCHED ? 0 : 1 - Math.exp(-strange)
  return Math.max(beyond, missing)
}

/** Edges of pages that are cut off are found up to this near to that of the picture. */
const NEAR_THE_EDGE = 0.06
/** Whole pages at the edge of the picture seem to lack up to so much of themselves, two of 234 more. */
const LEAST_CUT_OFF = 0.05

/** Asks with less than `page-cut` needs to fail: what may lie beyond the picture is not said to be missing or whole. */
export const mayBeCutOff = (
  { kind, corners }: { readonly kind: Kind; readonly corners: Quad },
  { width, height }: Size,
): boolean => shareCutOff(kind, { corners, width, height }, NEAR_THE_EDGE) > LEAST_CUT_OFF

const PIXELS = 'pixels-per-millimetre'
const TOO_FAR_OR_DARK: readonly CheckName[] = ['darkness', PIXELS]

/** The condition of warning 115. */
export const isTooFarOrDark = (checks: readonly Check[]): boolean =>
  checks.some((check) => hasFailed(check) && TOO_FAR_OR_DARK.includes(check.name))

/** The first number falls with recapture, glare and blur. Only a photocopy or a print in black and white has a second, -1. */
export function reliabilityOf(sides: readonly Pictured[]): readonly number[] {
  const first = sides.map(({ quality: { recapture, glare, blur } }) => 1 - Math.max(recapture, glare, blur))
  const isCopy = sides.some(({ quality }) => quality.photocopy > QUALITY_LIMITS.photocopy)
  return [Math.min(1, ...first), ...(isCopy ? [-1] : [])]
}
