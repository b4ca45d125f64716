// Selects the one face that a request is about: the person before the camera, or the portrait on a card.
import { atLeast, atMost, type Check } from '../checks.ts'
import { type Code, codes } from '../codes.ts'
import { cosine } from '../gallery/cosine.ts'
import type { Box } from '../image/geometry/geometry.ts'
import type { ImageFacts } from '../image/pixels.ts'
import { inFront } from '../vision/bystanders.ts'
import type { Ask, Observation, SeenFace } from '../vision/observation.ts'

type Portrait =
  | { readonly face: SeenFace; readonly checks: readonly Check[] }
  | { readonly code: Code; readonly checks: readonly Check[] }

export const askOfPerson: Ask = { search: 'frame', closely: 1, genuineness: true, vector: true }
export const askOfReference: Ask = { search: 'frame', closely: 1, vector: true, cover: true }
/** A second face counts from this share of the portrait's height; ghost portraits and faces behind are smaller. */
const SECOND_HEIGHT_SHARE = 0.6
/** A card may show its portrait twice; both are examined where the second could count. */
export const askOfCard: Ask = {
  search: 'portrait',
  closely: 3,
  closelyFrom: SECOND_HEIGHT_SHARE,
  vector: true,
}

/** No face and several faces each have a result code. */
export function personIn({ faces }: Observation): Portrait {
  const near = inFront(faces)
  return onlyOne(near, near.length, '')
}

/** A face with less than this share of the portrait's contrast is a ghost portrait. */
const PALE = 0.5
/** Two prints of one portrait are at least this similar; so is one pair of different people in a hundred. */
const SAME_PORTRAIT_COSINE = 0.3

/** The portrait is the largest face; a second print of it is not another person. */
export function portraitOn({ faces }: Observation): Portrait {
  const [main, ...rest] = faces
  const others = main ? rest.filter((face) => isSomebodyElse(main, face)) : []
  return onlyOne(faces, main ? 1 + others.length : 0, 'card-')
}

function isSomebodyElse(main: SeenFace, face: SeenFace): boolean {
  if (face.box.height < SECOND_HEIGHT_SHARE * main.box.height) return false
  if (face.light.contrast < PALE * main.light.contrast) return false
  if (!main.vector || !face.vector) return true
  return cosine(main.vector, face.vector) < SAME_PORTRAIT_COSINE
}

function onlyOne(faces: readonly SeenFace[], count: number, prefix: 'card-' | ''): Portrait {
  const some = atLeast(`${prefix}face-found`, count, 1)
  const [face] = faces
  if (!face) return { code: codes.noFaceDetected, checks: [some] }
  const checks = [some, atMost(`${prefix}faces`, count, 1)]
  return count > 1 ? { code: codes.moreThanOneFace, checks } : { face, checks }
}

export type BoxCorners = readonly [left: number, top: number, right: number, bottom: number]

/** Whole pixels, clamped to the image: a face box may reach beyond it. */
export function cornersOf({ x, y, width, height }: Box, image: ImageFacts): BoxCorners {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)))
  return [
    within(x, image.width),
    within(y, image.height),
    within(x + width, image.width),
    within(y + height, image.height),
  ]
}
