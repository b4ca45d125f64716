// Makes pictures of cards with a known portrait, because no photographed set exists: printed, laid on a table, photographed.
import sharp from 'sharp'
import { type Random, seededRandom } from '../../../specimens/random.ts'
import { type Box, boundingBox, type Point } from '../../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { drawCard, faceOnCard } from './card-face.ts'
import { photograph } from './card-photo.ts'
import { within } from './card-portrait.ts'

/** The face's height in pixels is uniform in its logarithm, because small ones are the hard ones. */
const FACE_PIXELS = { least: 60, most: 200 }
const JPEG_QUALITY = { least: 50, most: 90 }
const TURNED_SHARE = 0.3

export interface PrintedCard {
  readonly jpeg: Uint8Array
  /** Where the face of the portrait is in the picture. */
  readonly face: Box
  readonly facePixels: number
  readonly quarterTurns: number
}

/** The same photo and seed give the same card, on every machine. */
export async function printCard(photo: Pixels, face: Box, seed: number): Promise<PrintedCard> {
  const random = seededRandom(seed)
  const facePixels = FACE_PIXELS.least * (FACE_PIXELS.most / FACE_PIXELS.least) ** random.next()
  const card = drawCard(photo, face, random)
  const flat = faceOnCard(face)
  const { photo: upright, place } = photograph(card, facePixels / flat.height, random)
  const quarterTurns = random.next() < TURNED_SHARE ? 1 + random.below(3) : 0
  const corners = cornersOf(flat).map(place)
  return {
    jpeg: await phoneJpeg(upright, quarterTurns, random),
    face: boundingBox(corners.map((point) => turnedPoint(point, quarterTurns, upright))),
    facePixels,
    quarterTurns,
  }
}

const cornersOf = ({ x, y, width, height }: Box): Point[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
]

/** The turn is clockwise, as in sharp. */
function turnedPoint({ x, y }: Point, quarters: number, { width, height }: Pixels): Point {
  if (quarters === 1) return { x: height - y, y: x }
  if (quarters === 2) return { x: width - x, y: height - y }
  return quarters === 3 ? { x: y, y: width - x } : { x, y }
}

/** src/image encodes at one quality only, as the server needs. */
async function phoneJpeg(
  { width, height, data }: Pixels,
  quarters: number,
  random: Random,
): Promise<Uint8Array> {
  const quality = Math.round(within(random, JPEG_QUALITY.least, JPEG_QUALITY.most))
  return sharp(data, { raw: { width, height, channels: 3 } })
    .rotate(90 * quarters)
    .jpeg({ quality })
    .toBuffer()
}
