// Makes the pictures of bench:faces: a selfie, and the card of the same person lying on a table.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'

const root = new URL('../../', import.meta.url)
/** Photos of several people, 1 to 6. */
export const samplePhoto = (number: number): Uint8Array =>
  readFileSync(new URL(`node_modules/@vladmandic/face-api/demo/sample${number}.jpg`, root))

/** The picture is 1280 x 720, with one face about 250 pixels high. */
export async function selfie(): Promise<Uint8Array> {
  const person = sharp(samplePhoto(6)).extract({ left: 1020, top: 190, width: 512, height: 480 })
  return await person
    .resize(1280, 720, { fit: 'contain', background: '#777' })
    .jpeg({ quality: 85 })
    .toBuffer()
}

const table = '#6b5a48'

/** The picture is 1600 x 1200: the card takes half of the width, its portrait is about 160 pixels high, with a ghost. */
export async function cardOnTable(): Promise<Uint8Array> {
  const person = sharp(samplePhoto(6)).extract({ left: 1128, top: 230, width: 300, height: 390 })
  const portrait = await person.resize(200, 260).modulate({ saturation: 0.7 }).png().toBuffer()
  const ghost = await sharp(portrait)
    .resize(90)
    .modulate({ saturation: 0.1 })
    .ensureAlpha(0.4)
    .png()
    .toBuffer()
  const blank = { width: 860, height: 540, channels: 3, background: '#cfe0e6' } as const
  const card = await sharp({ create: blank })
    .composite([
      { input: portrait, left: 40, top: 180 },
      { input: ghost, left: 700, top: 380 },
    ])
    .png()
    .toBuffer()
  const leaning = await sharp(card).rotate(8, { background: table }).png().toBuffer()
  return await sharp({ create: { width: 1600, height: 1200, channels: 3, background: table } })
    .composite([{ input: leaning, left: 250, top: 250 }])
    .jpeg({ quality: 80 })
    .toBuffer()
}
