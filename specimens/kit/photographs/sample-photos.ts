// Loads the sample photos of face-api, with the faces a person counts in them, and cuts single faces out of them.
import sharp, { type Sharp } from 'sharp'
import { decodeImage } from '../../../src/image/decode/image.ts'
import type { Point } from '../../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { LIMITS, photo, pixelsOf } from './pictures.ts'

/** Gives the middles of the faces of each photo, from left to right, as a person marked them. */
export const people: readonly (readonly Point[])[] = [
  [at(493, 471), at(921, 550), at(1586, 336)],
  // A third looks to the side, in full profile: see `turnedAway`.
  [at(991, 348), at(1553, 281)],
  [at(687, 468), at(1191, 387), at(1607, 438)],
  [at(350, 327), at(745, 183), at(1072, 304), at(1338, 289)],
  [at(477, 1014), at(693, 552), at(865, 216), at(1178, 321), at(1491, 529)],
  [at(361, 627), at(761, 478), at(1278, 423), at(1600, 416)],
]

/** This person is in the second photo. */
export const turnedAway = at(444, 296)

function at(x: number, y: number): Point {
  return { x, y }
}

export async function photoPixels(number: number): Promise<Pixels> {
  return pixelsOf(await decodeImage(photo(number), LIMITS))
}

/** Cuts a square of the photo about one of its people, without encoding it again. */
export async function portrait(number: number, person: number, side = 480): Promise<Pixels> {
  const { width, height, data } = await photoPixels(number)
  const middle = people[number - 1]?.[person]
  if (!middle) throw new Error(`photo ${number} has no person ${person}`)
  const within = (value: number, limit: number) =>
    Math.round(Math.min(Math.max(0, value - side / 2), limit - side))
  return rawPixels(
    sharp(data, { raw: { width, height, channels: 3 } }).extract({
      left: within(middle.x, width),
      top: within(middle.y, height),
      width: side,
      height: side,
    }),
  )
}

export const picture = ({ width, height, data }: Pixels) =>
  sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false })

export async function rawPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}
