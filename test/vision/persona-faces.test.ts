// Tests that the faces of personas are known however their pictures were changed, and that drawn strangers are not taken for them.
import { readdirSync, readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { openTestNetworks } from '../../specimens/kit/networks/networks.ts'
import type { FaceNetworks } from '../../src/vision/networks.ts'
import { observeImage } from '../../src/vision/observe.ts'
import { MOST_LIKE_PERSONA, personaLikeness } from '../../src/vision/persona-faces.ts'

let networks: FaceNetworks
beforeAll(async () => {
  networks = await openTestNetworks()
})

const films = new URL('../../src/verifications/sandbox/specimens/', import.meta.url)
const portraits = new URL('../../specimens/documents/portraits/', import.meta.url)

/** Frames have levelled vectors, portraits and videos others. */
async function likenessOf(bytes: Uint8Array, vector: true | 'level'): Promise<number> {
  const seen = await observeImage(networks, bytes, 50, { search: 'frame', closely: 1, vector })
  const found = 'faces' in seen ? seen.faces[0]?.vector : undefined
  if (!found) throw new Error('there is no face')
  return personaLikeness(found)
}

/** Where each point of the changed picture is taken from, in shares of its sides. */
type Bend = (x: number, y: number) => readonly [x: number, y: number]

async function bent(picture: Sharp, bend: Bend): Promise<Sharp> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const within = (at: number, most: number) => Math.max(0, Math.min(most - 1, Math.round(at * most)))
  const made = Buffer.alloc(data.length)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const [x, y] = bend(column / width, row / height)
      const from = (within(y, height) * width + within(x, width)) * channels
      data.copy(made, (row * width + column) * channels, from, from + channels)
    }
  return sharp(made, { raw: { width, height, channels } })
}

const changes: Readonly<Record<string, (picture: Sharp) => Sharp | Promise<Sharp>>> = {
  'encoded anew': (picture) => picture.jpeg({ quality: 40 }),
  cut: (picture) => picture.extract({ left: 36, top: 48, width: 288, height: 384 }),
  mirrored: (picture) => picture.flop(),
  'made bright': (picture) => picture.modulate({ brightness: 1.4 }),
  'made grey and small': (picture) => picture.greyscale().resize(140),
  'in another colour': (picture) => picture.modulate({ hue: 40, saturation: 1.6 }),
  turned: (picture) => picture.rotate(8, { background: '#888' }),
  blurred: (picture) => picture.blur(2),
  'made wide': (picture) => picture.resize(430, 480, { fit: 'fill' }),
  bent: (picture) => bent(picture, (x, y) => [x + 0.02 * Math.sin(9 * y), y + 0.02 * Math.sin(11 * x)]),
}

test.each(Object.entries(changes))(
  'a face of a persona is known where its picture was %s',
  async (_name, change) => {
    for (const name of ['holder-keep-face-ahead', 'holder-turn-face-left', 'stranger-turn-face-right']) {
      const changed = await change(sharp(readFileSync(new URL(`${name}.jpg`, films))))
      const bytes = await changed.jpeg().toBuffer()
      for (const vector of [true, 'level'] as const)
        expect(await likenessOf(bytes, vector), name).toBeGreaterThan(MOST_LIKE_PERSONA)
    }
  },
)

test('the portraits of cards are told apart: those of personas are known, and nobody else', async () => {
  const known: string[] = []
  for (const name of readdirSync(portraits).filter((one) => one.endsWith('.jpg')))
    if ((await likenessOf(readFileSync(new URL(name, portraits)), true)) > MOST_LIKE_PERSONA) known.push(name)
  expect(known).toHaveLength(3)
  expect(await likenessOf(readFileSync(new URL('holder-front.jpg', films)), true)).toBeGreaterThan(0.9)
})
