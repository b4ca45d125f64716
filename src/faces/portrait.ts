// The one face that a request is about: of a person before the camera, or printed on a card.
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
/** A card may carry its portrait twice, and both are looked at. */
export const askOfCard: Ask = { search: 'everywhere', closely: 3, vector: true }

/** Nobody, or more than one, is an answer of its own. */
export function personIn({ faces }: Observation): Portrait {
  const near = inFront(faces)
  return onlyOne(near, near.length, '')
}

/** Of a face this much as high as the portrait: a ghost portrait or one on a screen behind is smaller. */
const SECOND_HEIGHT_SHARE = 0.6
/** A ghost portrait is a paler copy. */
const PALE = 0.5
/** Two prints of one portrait look at least this much alike; one pair of strangers in a hundred does. */
const SAME_PORTRAIT_COSINE = 0.3

/** The portrait is the largest face; a copy of it is not somebody else. */
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

export type Corners = readonly [left: number, top: number, right: number, bottom: number]

/** In whole pixels of the image; a face may reach beyond it, what is told does not. */
export function cornersOf({ x, y, width, height }: Box, image: ImageFacts): Corners {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)))
  return [
    within(x, image.width),
    within(y, image.height),
    within(x + width, image.width),
    within(y + height, image.height),
  ]
}
