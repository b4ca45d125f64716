// Tests the signs of a screen or a print: what the network says, a grid, and how they are weighed together.
import { describe, expect, test } from 'vitest'
import { LIMITS, pixelsOf } from '../../specimens/kit/photographs/pictures.ts'
import { people, picture, portrait, rawPixels } from '../../specimens/kit/photographs/sample-photos.ts'
import { decodeImage } from '../../src/image/decode/image.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { surroundings } from '../../src/models/anti-spoof.ts'
import { probability } from '../../src/system/statistics.ts'
import { type Cues, logOdds, probabilityOf } from '../../src/vision/genuineness/combine.ts'
import { readGenuineness } from '../../src/vision/genuineness/genuineness.ts'
import { moire } from '../../src/vision/genuineness/moire.ts'
import { literalNetwork } from '../models/literal-network.ts'

const whole = ({ width, height }: Pixels) => ({ x: 0, y: 0, width, height })
const everyone = people.flatMap((faces, i) => faces.map((_, j) => [i + 1, j] as const))

/** Draws lines that darken by a share, at some period in pixels, both ways, turned by some degrees. */
function behindGrid(pixels: Pixels, period: number, degrees = 0, share = 0.25): Pixels {
  const { width, height, data } = pixels
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const wave = (place: number) => 1 - (share / 2) * (1 + Math.cos((2 * Math.PI * place) / period))
  const lined = data.map((value, i) => {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)]
    return value * wave(c * x + s * y) * wave(c * y - s * x)
  })
  return { width, height, data: lined }
}

describe('moire', () => {
  test.each([
    [3, 0],
    [3.3, 0],
    [3.7, 10],
    [4, 6],
    [4.5, 0],
    [5, 0],
    [5, 45],
  ])(
    'of a grid of %s pixels, turned by %s degrees, stands far above that of any photo',
    async (period, degrees) => {
      const plain: number[] = []
      const lined: number[] = []
      for (const [number, person] of everyone.filter((_, i) => i % 3 === 0)) {
        const pixels = await portrait(number, person, 320)
        plain.push(moire(pixels, whole(pixels)))
        const grid = behindGrid(pixels, period, degrees)
        lined.push(moire(grid, whole(grid)))
      }
      expect(Math.min(...lined)).toBeGreaterThan(Math.max(...plain) + 1)
    },
  )

  test('is not seen in the blocks of a coarse JPEG', async () => {
    for (const [number, person] of everyone.filter((_, i) => i % 3 === 1)) {
      const pixels = await portrait(number, person, 320)
      const coarse = pixelsOf(
        await decodeImage(await picture(pixels).jpeg({ quality: 30 }).toBuffer(), LIMITS),
      )
      expect(moire(coarse, whole(coarse))).toBeLessThan(moire(pixels, whole(pixels)) + 0.6)
    }
  })

  test('is the same whatever the container, and none of a living face that was cut from a JPEG or enlarged', async () => {
    for (const [number, person] of everyone.filter((_, i) => i % 4 === 2)) {
      const pixels = await portrait(number, person, 320)
      const larger = await rawPixels(picture(pixels).resize(640, 640))
      for (const shot of [pixels, larger]) {
        const again = pixelsOf(
          await decodeImage(await picture(shot).jpeg({ quality: 95 }).toBuffer(), LIMITS),
        )
        const [lossless, lossy] = [moire(shot, whole(shot)), moire(again, whole(again))]
        expect(Math.max(lossless, lossy)).toBeLessThan(0.3)
        expect(Math.abs(lossless - lossy)).toBeLessThan(0.2)
      }
    }
  })

  test('is looked for only inside the image, and nowhere in less than a patch', async () => {
    const pixels = behindGrid(await portrait(6, 0, 320), 3)
    const beyond = { x: -100, y: -100, width: 1000, height: 1000 }
    expect(moire(pixels, beyond)).toBeGreaterThan(0.7)
    expect(moire(pixels, { x: 0, y: 0, width: 63, height: 300 })).toBe(0)
    expect(moire(pixels, { x: 1000, y: 0, width: 100, height: 300 })).toBe(0)
  })

  test('of one colour is none', () => {
    const pixels = { width: 128, height: 128, data: new Uint8Array(3 * 128 * 128).fill(99) }
    expect(moire(pixels, whole(pixels))).toBe(0)
  })
})

describe('weighing', () => {
  const live: Cues = { network: 6, missingContext: 0, moire: 0 }

  test('every sign pulls its way', () => {
    const base = logOdds(live)
    expect(logOdds({ ...live, network: 3 })).toBeLessThan(base)
    expect(logOdds({ ...live, moire: 0.4 })).toBeLessThan(base)
    expect(logOdds({ ...live, missingContext: 0.5 })).toBeLessThan(base)
    expect(logOdds({ ...live, missingContext: 1.9 })).toBe(logOdds({ ...live, missingContext: 0.5 }))
  })

  test('grain of chance counts nothing, and that of cloth refuses no person whom the network is sure of', () => {
    expect(logOdds({ ...live, moire: 0.1 })).toBe(logOdds(live))
    expect(logOdds({ ...live, moire: 1 })).toBeGreaterThan(0)
    expect(logOdds({ ...live, network: 2, moire: 1 })).toBeLessThan(0)
  })

  test('grain that only a picture has refuses whatever the network says, and never more with still more of it', () => {
    expect(logOdds({ ...live, network: 10, moire: 2 })).toBeLessThan(0)
    expect(logOdds({ ...live, moire: 6 })).toBe(logOdds({ ...live, moire: 2 }))
    for (let moire = 0; moire < 3; moire += 0.1)
      expect(logOdds({ ...live, moire: moire + 0.1 })).toBeLessThanOrEqual(logOdds({ ...live, moire }))
  })

  test('no other sign makes a face live that the network is sure to be none', () => {
    for (const missingContext of [0, 1, 1.9])
      for (const moire of [0, 0.3]) expect(logOdds({ network: -5, missingContext, moire })).toBeLessThan(0)
  })

  test('probability is one half at even odds, and stays within 0 and 1', () => {
    expect(probability(0)).toBe(0.5)
    expect(probability(1000)).toBe(1)
    expect(probability(-1000)).toBe(0)
    expect(probability(2) + probability(-2)).toBeCloseTo(1)
  })

  test('frames are averaged, so that the same frame twice says no more', () => {
    const screen: Cues = { network: -2, missingContext: 0.3, moire: 0.6 }
    expect(probabilityOf([live])).toBe(probability(logOdds(live)))
    expect(probabilityOf([live, live, live])).toBeCloseTo(probabilityOf([live]), 10)
    expect(probabilityOf([live, screen])).toBeCloseTo(probability((logOdds(live) + logOdds(screen)) / 2), 10)
    expect(() => probabilityOf([])).toThrow(RangeError)
  })

  test('of a frame is made from its three cues', async () => {
    const pixels = await portrait(6, 0)
    const network = literalNetwork('anti-spoof', { logits: Float32Array.of(0, 5, 0) })
    const face = { x: 120, y: 140, width: 220, height: 230 }
    const { probability: likely, cues } = await readGenuineness(network, pixels, face)
    expect(cues.network).toBeCloseTo(5 - Math.log(2), 5)
    const around = surroundings(face, pixels, 2.025)
    expect(cues.missingContext).toBeCloseTo(2.025 - around.width / face.width, 10)
    expect(cues.moire).toBe(moire(pixels, around))
    expect(likely).toBe(probability(logOdds(cues)))
  })

  test('cloth far from the face has a pattern of its own, which is not held against it', async () => {
    const pixels = await portrait(6, 0, 480)
    const network = literalNetwork('anti-spoof', { logits: Float32Array.of(0, 5, 0) })
    const face = { x: 0, y: 0, width: 120, height: 120 }
    const striped = behindGrid(pixels, 4)
    const around = surroundings(face, pixels, 2.025)
    const data = Uint8Array.from(striped.data, (value, i) => {
      const [x, y] = [Math.floor(i / 3) % pixels.width, Math.floor(i / 3 / pixels.width)]
      return x < around.width && y < around.height ? (pixels.data[i] ?? 0) : value
    })
    const { cues } = await readGenuineness(network, { ...pixels, data }, face)
    const plain = await readGenuineness(network, pixels, face)
    expect(cues.moire).toBeCloseTo(plain.cues.moire, 1)
  })
})
