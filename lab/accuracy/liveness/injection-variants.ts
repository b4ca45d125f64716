// Makes variants of one photograph as people and programs change it: encoded, resized, cut, brightened, mirrored.
import sharp, { type Sharp } from 'sharp'
import type { Pixels } from '../../../src/image/pixels.ts'

type Chance = () => number
type Change = (image: Sharp, size: { width: number; height: number }, chance: Chance) => Sharp

const jpeg =
  (quality: number): Change =>
  (image) =>
    image.jpeg({ quality })
const webp =
  (quality: number): Change =>
  (image) =>
    image.webp({ quality })
const resized =
  (times: number): Change =>
  (image, { width, height }) =>
    image
      .resize({ width: Math.round(width * times), height: Math.round(height * times), fit: 'fill' })
      .jpeg({ quality: 85 })

/** Each side is cut by a random share up to this one. */
function cut(
  image: Sharp,
  { width, height }: { width: number; height: number },
  share: number,
  chance: Chance,
) {
  const of = (side: number) => Math.round(chance() * share * side)
  const [left, right, top, bottom] = [of(width), of(width), of(height), of(height)]
  return image.extract({ left, top, width: width - left - right, height: height - top - bottom })
}

export const variants: Readonly<Record<string, Change>> = {
  'JPEG 30': jpeg(30),
  'JPEG 50': jpeg(50),
  'JPEG 75': jpeg(75),
  'JPEG 95': jpeg(95),
  'WebP 50': webp(50),
  'WebP 80': webp(80),
  'half the size': resized(0.5),
  '0.75 of the size': resized(0.75),
  '1.5 times the size': resized(1.5),
  'twice the size': resized(2),
  'cut by up to 3 % a side': (image, size, chance) => cut(image, size, 0.03, chance).jpeg({ quality: 85 }),
  brighter: (image) => image.linear(1.1, 10).jpeg({ quality: 85 }),
  darker: (image) => image.gamma(1.25).linear(0.85, 0).jpeg({ quality: 85 }),
  mirrored: (image) => image.flop().jpeg({ quality: 85 }),
  'cut, smaller, brighter, JPEG 60': (image, size, chance) =>
    cut(image, size, 0.02, chance)
      .resize({ width: Math.round(size.width * 0.8) })
      .linear(1.06, 4)
      .jpeg({ quality: 60 }),
  'mirrored, cut, larger, darker, WebP 60': (image, size, chance) =>
    cut(image.flop(), size, 0.02, chance)
      .resize({ width: Math.round(size.width * 1.2) })
      .linear(0.95, 0)
      .webp({ quality: 60 }),
}

export async function changed(pixels: Pixels, change: Change, chance: Chance): Promise<Uint8Array> {
  const { width, height, data } = pixels
  return await change(
    sharp(data, { raw: { width, height, channels: 3 } }),
    { width, height },
    chance,
  ).toBuffer()
}
