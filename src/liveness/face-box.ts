// The boxes in which a face is wanted, in whole pixels, and how much of a box a face fills.
import type { Box, Size } from '../image/geometry/geometry.ts'

/** The size of the frames that a challenge was started for, in pixels. */
export type FrameSize = Size

/** The width of a box for a face, divided by its height. */
export const FACE_PROPORTION = 0.75

export function centred({ width, height }: Size, image: Size): Box {
  const [w, h] = [Math.round(width), Math.round(height)]
  return { x: Math.round((image.width - w) / 2), y: Math.round((image.height - h) / 2), width: w, height: h }
}

const AREA_SHARE = 0.75

/** The area in which challenges that turn the head want the face. */
export function faceArea(image: Size): Box {
  const height = AREA_SHARE * image.height
  return centred({ width: Math.min(AREA_SHARE * image.width, FACE_PROPORTION * height), height }, image)
}

/** Scales a box to pixels of the announced size, whatever size of the same proportions was sent. */
export function scaledTo(announced: Size, image: Size, box: Box): Box {
  const times = announced.width / image.width
  return { x: box.x * times, y: box.y * times, width: box.width * times, height: box.height * times }
}

/** The share of a face that lies within a place, 0 to 1. */
export function sharedShare(face: Box, place: Box): number {
  const width = Math.min(face.x + face.width, place.x + place.width) - Math.max(face.x, place.x)
  const height = Math.min(face.y + face.height, place.y + place.height) - Math.max(face.y, place.y)
  return (Math.max(0, width) * Math.max(0, height)) / (face.width * face.height)
}

export const areaShare = (face: Box, place: Box): number =>
  (face.width * face.height) / (place.width * place.height)

/** Proportions may differ by the rounding of a pixel; a difference above one in a hundred is another camera. */
const PROPORTION_SLACK = 0.01

export const hasProportionsOf = (announced: Size, image: Size): boolean =>
  Math.abs((image.width * announced.height) / (image.height * announced.width) - 1) <= PROPORTION_SLACK
