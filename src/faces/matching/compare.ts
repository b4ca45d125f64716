// Decides whether the person before the camera is the one whose portrait is on the card.
import { atLeast, atMost, type Check, hasFailed } from '../../checks.ts'
import { type Code, codes } from '../../codes.ts'
import { cosine } from '../../gallery/cosine.ts'
import type { HeadAngles } from '../../vision/head-angles.ts'
import type { Observation, SeenFace } from '../../vision/observation.ts'
import { MOST_LIKE_PERSONA, personaLikeness } from '../../vision/persona-faces.ts'
import { type BoxCorners, cornersOf, personIn, portraitOn } from '../portrait.ts'
import { byCurve, type ImpostorCurve, similarityPercent } from '../similarity.ts'

interface Thresholds {
  readonly similarityPercent: number
  /** 0 to 1. */
  readonly genuineness: number
  /** By which cosines become percent. */
  readonly curve: ImpostorCurve
}

export type FaceComparison =
  | { readonly verdict: 'refused'; readonly code: Code; readonly checks: readonly Check[] }
  | { readonly verdict: 'not-genuine'; readonly checks: readonly Check[] }
  | {
      readonly verdict: 'compared'
      readonly angles: HeadAngles
      /** Of the live face, for searches. */
      readonly vector: Float32Array
      readonly liveCorners: BoxCorners
      readonly cardCorners: BoxCorners
      readonly similarityPercent: number
      readonly isMatch: boolean
      readonly checks: readonly Check[]
    }

/** The live face is checked first: a caller who shows a picture learns nothing about the card. */
export async function compareFaces(
  live: Observation,
  card: () => Promise<Observation>,
  thresholds: Thresholds,
): Promise<FaceComparison> {
  const person = personIn(live)
  if ('code' in person) return { verdict: 'refused', ...person }
  const genuine = atLeast('genuineness', person.face.genuineness?.probability ?? 0, thresholds.genuineness)
  const { vector } = person.face
  if (!vector) throw new Error('a face was to be compared without a vector')
  const nobody = atMost('persona-likeness', personaLikeness(vector), MOST_LIKE_PERSONA)
  const before = [...person.checks, genuine, nobody]
  if (hasFailed(genuine) || hasFailed(nobody)) return { verdict: 'not-genuine', checks: before }
  const seenCard = await card()
  const portrait = portraitOn(seenCard)
  if ('code' in portrait)
    return { verdict: 'refused', code: portrait.code, checks: [...before, ...portrait.checks] }
  const { curve } = thresholds
  const percent = percentBetween(person.face, portrait.face, curve)
  const similar = byCurve(atLeast('similarity', percent, thresholds.similarityPercent), curve)
  return {
    verdict: 'compared',
    vector,
    angles: person.face.angles,
    liveCorners: cornersOf(person.face.box, live.image),
    cardCorners: cornersOf(portrait.face.box, seenCard.image),
    similarityPercent: percent,
    isMatch: !hasFailed(similar),
    checks: [...before, ...portrait.checks, similar],
  }
}

/** Rounded to a hundredth before it is judged: the answer and the decision must agree. */
function percentBetween(one: SeenFace, other: SeenFace, curve: ImpostorCurve): number {
  if (!one.vector || !other.vector) throw new Error('a face was to be compared without a vector')
  return Math.round(100 * similarityPercent(cosine(one.vector, other.vector), curve)) / 100
}

export const comparisonCodes = [codes.success, codes.noFaceDetected, codes.moreThanOneFace] as const
