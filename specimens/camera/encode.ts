// Writes a photograph as phones and messengers do: JPEG of any quality, once or twice, turned with a note in EXIF.
import sharp from 'sharp'
import type { Pixels } from '../../src/image/pixels.ts'
import type { Photograph, Scene } from './scene.ts'

export async function encodePhotograph(
  { pixels }: Photograph,
  { jpeg, orientation = 1 }: Scene,
): Promise<Uint8Array> {
  const stored = laidDown(pixels, orientation)
  const once = jpeg.first === undefined ? stored : await savedOnce(stored, jpeg.first)
  const image = sharp(once.data, rawOf(once)).jpeg({
    quality: quality(jpeg.quality),
    chromaSubsampling: jpeg.fullColour ? '4:4:4' : '4:2:0',
  })
  // A picture that is upright as it is has lost its EXIF on the way, as most have.
  return await (orientation === 1 ? image : image.withMetadata({ orientation })).toBuffer()
}

const quality = (wanted: number): number => Math.round(Math.min(95, Math.max(10, wanted)))

const rawOf = ({ width, height }: Pixels) => ({ raw: { width, height, channels: 3 as const } })

async function savedOnce(pixels: Pixels, first: number): Promise<Pixels> {
  const bytes = await sharp(pixels.data, rawOf(pixels))
    .jpeg({ quality: quality(first) })
    .toBuffer()
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/**
 * The bytes that a reader who obeys the number turns into the upright picture. Row i: whether the stored picture is
 * read with its sides swapped, and whether the upright x and y run backwards in it.
 */
const TURNS: readonly (readonly [swapped: boolean, xBack: boolean, yBack: boolean])[] = [
  [false, false, false],
  [false, false, false],
  [false, true, false],
  [false, true, true],
  [false, false, true],
  [true, false, false],
  [true, true, false],
  [true, true, true],
  [true, false, true],
]

function laidDown(pixels: Pixels, orientation: number): Pixels {
  const [swapped, xBack, yBack] = TURNS[orientation] ?? [false, false, false]
  const [width, height] = swapped ? [pixels.height, pixels.width] : [pixels.width, pixels.height]
  const data = new Uint8Array(pixels.data.length)
  // For each upright pixel (x, y) its place in the stored picture.
  const stepX = (swapped ? width : 1) * (xBack ? -1 : 1)
  const stepY = (swapped ? 1 : width) * (yBack ? -1 : 1)
  const start = (xBack ? -stepX * (pixels.width - 1) : 0) + (yBack ? -stepY * (pixels.height - 1) : 0)
  move(pixels, data, start, stepX, stepY)
  return { width, height, data }
}

function move(pixels: Pixels, data: Uint8Array, start: number, stepX: number, stepY: number): void {
  for (let y = 0, from = 0; y < pixels.height; y++)
    for (let x = 0; x < pixels.width; x++, from += 3) {
      const to = 3 * (start + x * stepX + y * stepY)
      data[to] = pixels.data[from] as number
      data[to + 1] = pixels.data[from + 1] as number
      data[to + 2] = pixels.data[from + 2] as number
    }
}
