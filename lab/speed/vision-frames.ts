// Makes the pictures of bench:eyes: a camera's frame with one face, and images of many sizes and formats.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'

const root = new URL('../../', import.meta.url)
const photo = (number: number) =>
  readFileSync(new URL(`node_modules/@vladmandic/face-api/demo/sample${number}.jpg`, root))

/** The face is about half as high as the picture. */
const onePerson = () => sharp(photo(5)).extract({ left: 0, top: 820, width: 1024, height: 576 })

/** The frame is 1280 x 720 with one face about 350 pixels high, as a webcam would send it. */
export async function cameraFrame(): Promise<Uint8Array> {
  return await onePerson().resize(1280, 720).jpeg({ quality: 85 }).toBuffer()
}

export interface NamedImage {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Small sizes are more frequent than large ones, as in production. */
const sizes = [
  [320, 240],
  [480, 640],
  [640, 480],
  [800, 600],
  [720, 1280],
  [1280, 720],
  [1080, 1920],
  [1920, 1440],
  [2400, 1800],
  [4000, 3000],
] as const

export async function variedImages(): Promise<NamedImage[]> {
  const images: NamedImage[] = []
  for (const [i, [width, height]] of sizes.entries())
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      if (format !== 'jpeg' && width * height > 3e6) continue
      // Most pictures show one person, some a group.
      const base = i % 4 === 3 ? sharp(photo(1 + ((i + format.length) % 6))) : onePerson()
      const image = base.resize(width, height, { fit: 'cover' })
      const bytes = await image.toFormat(format, { quality: 85 }).toBuffer()
      images.push({ name: `${width}x${height} ${format}`, bytes })
    }
  const heic = readFileSync(new URL('specimens/kit/photographs/samples/chart-large.heic', root))
  return [...images, { name: '1024x768 heic', bytes: heic }]
}
