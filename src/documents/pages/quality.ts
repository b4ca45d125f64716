// Judges how a document was photographed: the numbers of `reliability`, and a check for each fault.
import { atLeast, atMost, type Check, hasFailed } from '../../checks.ts'
import { distance } from '../../image/geometry/geometry.ts'
import type { Quad } from '../../image/geometry/perspective.ts'
import type { Quality, QualityName } from '../../models/page-judge.ts'
import { type Kind, kindDefinition } from '../kinds/kinds.ts'

export interface Pictured {
  readonly quality: Quality
  /** The resolution at which the picture shows the document. */
  readonly pixelsPerMm: number
}

/**
 * A fault counts above its limit. Recapture and photocopy are probabilities; the others are strengths, limited where
 * specimens begin to be misread: light under a tenth, letters blurred as on a card 300 pixels wide, a third of a patch washed out.
 */
const QUALITY_LIMITS: Readonly<Record<QualityName, number>> = {
  recapture: 0.5,
  photocopy: 0.5,
  glare: 0.6,
  blur: 0.4,
  darkness: 0.65,
}

/** At this resolution a card of 85.6 mm is 385 pixels wide; at 300 pixels half of its lines are misread. */
const LEAST_PIXELS_PER_MM = 4.5

/** Each fault is that of the worst side. */
export function qualityChecks(sides: readonly Pictured[]): Check[] {
  const worst = (name: QualityName) => Math.max(0, ...sides.map(({ quality }) => quality[name]))
  const faults = Object.entries(QUALITY_LIMITS).map(([name, limit]) =>
    atMost(name, worst(name as QualityName), limit),
  )
  const fineness = Math.min(...sides.map(({ pixelsPerMm }) => pixelsPerMm))
  return [...faults, atLeast(PIXELS, fineness, LEAST_PIXELS_PER_MM)]
}

const PIXELS = 'pixels-per-millimetre'
const TOO_FAR_OR_DARK: readonly string[] = ['darkness', PIXELS]

/** The condition of warning 115. */
export const isTooFarOrDark = (checks: readonly Check[]): boolean =>
  checks.some((check) => hasFailed(check) && TOO_FAR_OR_DARK.includes(check.name))

/** The first number falls with recapture, glare and blur. Only a photocopy or a print in black and white has a second, -1. */
export function reliabilityOf(sides: readonly Pictured[]): readonly number[] {
  const first = sides.map(({ quality: { recapture, glare, blur } }) => 1 - Math.max(recapture, glare, blur))
  const isCopy = sides.some(({ quality }) => quality.photocopy > QUALITY_LIMITS.photocopy)
  return [Math.min(1, ...first), ...(isCopy ? [-1] : [])]
}

export function pixelsPerMm(kind: Kind, [a, b, c, d]: Quad): number {
  const { widthMm, heightMm } = kindDefinition(kind)
  const along = (distance(a, b) + distance(d, c)) / 2 / widthMm
  const down = (distance(a, d) + distance(b, c)) / 2 / heightMm
  return Math.min(along, down)
}
