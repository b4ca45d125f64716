// How well a document must be photographed: the limit of each fault, and how finely a picture shows it.
import { distance } from '../../image/geometry/geometry.ts'
import type { Quad } from '../../image/geometry/perspective.ts'
import type { QualityName } from '../../models/page-judge.ts'
import { type Kind, kindDefinition } from '../kinds/kinds.ts'

/**
 * A fault counts above its limit. Recapture and photocopy are probabilities; the others are strengths, limited where
 * specimens begin to be misread: light under a tenth, letters blurred as on a card 300 pixels wide, a third of a patch washed out.
 */
export const QUALITY_LIMITS: Readonly<Record<QualityName, number>> = {
  recapture: 0.5,
  photocopy: 0.5,
  glare: 0.6,
  blur: 0.4,
  darkness: 0.65,
}

export function pixelsPerMm(kind: Kind, [a, b, c, d]: Quad): number {
  const { widthMm, heightMm } = kindDefinition(kind)
  const along = (distance(a, b) + distance(d, c)) / 2 / widthMm
  const down = (distance(a, d) + distance(b, c)) / 2 / heightMm
  return Math.min(along, down)
}
