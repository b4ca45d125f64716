// Tests the signs of a screen or a print: what the network says, a grid, and how they are weighed together.
import { describe, expect, test } from 'vitest'
import { LIMITS, pixelsOf } from '../../specimens/kit/photographs/pictures.ts'
import { people, picture, portrait, rawPixels } from '../../specimens/kit/photographs/sample-photos.ts'
import { decodeImage } from '../../src/image/decode/image.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { surroundings } from '../../src/models/anti-spoof.ts'
import { probability } from '../../src/system/statistics.ts'
import { type Cues, logOdds, logOddsOf, probabilityOf } from '../../src/vision/genuineness/combine.ts'
import { readGenuineness } from '../../src/vision/genuineness/genuineness.ts'
import { moire } from '../../src/vision/genuineness/moire.ts'
import { tonesOf } from '../../src/vision/genuineness/tones.ts'
import { portraitOf } from '../../src/vision/look-at-face.ts'
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
    const both = [live, screen, live, screen]
    expect(probabilityOf([...both, ...both])).toBeCloseTo(probabilityOf(both), 10)
    const [one = 0, other = 0] = logOddsOf(both)
    expect(probabilityOf(both)).toBeCloseTo(probability((one + other) / 2), 10)
    expect(() => probabilityOf([])).toThrow(RangeError)
  })

  test('of a frame is made from its cues', async () => {
    const pixels = await portrait(6, 0)
    const network = literalNetwork('anti-spoof', { logits: Float32Array.of(0, 5, 0) })
    const face = { x: 120, y: 140, width: 220, height: 230 }
    const { probability: likely, cues } = await readGenuineness(
      network,
      pixels,
      face,
      portraitOf(pixels, face),
    )
    expect(cues.network).toBeCloseTo(5 - Math.log(2), 5)
    const around = surroundings(face, pixels, 2.025)
    expect(cues.missingContext).toBeCloseTo(2.025 - around.width / face.width, 10)
    expect(cues.moire).toBe(moire(pixels, around))
    expect(cues.picture).toEqual({
      facePixels: face.width,
      ...tonesOf(portraitOf(pixels, face)),
      widerMoire: 0,
    })
    expect(likely).toBe(probability(logOdds(cues)))
  })

  test('grain is looked for further around a small face, and nowhere else', async () => {
    const pixels = behindGrid(await portrait(6, 0, 480), 4)
    const network = literalNetwork('anti-spoof', { logits: Float32Array.of(0, 5, 0) })
    const read = async (side: number) => {
      const face = { x: 240 - side / 2, y: 240 - side / 2, width: side, height: side }
      return (await readGenuineness(network, pixels, face, portraitOf(pixels, face))).cues.picture?.widerMoire
    }
    expect(await read(100)).toBeGreaterThan(0.4)
    expect(await read(220)).toBe(0)
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
    const { cues } = await readGenuineness(network, { ...pixels, data }, face, portraitOf(pixels, face))
    const plain = await readGenuineness(network, pixels, face, portraitOf(pixels, face))
    expect(cues.moire).toBeCloseTo(plain.cues.moire, 1)
  })
})

describe('tones', () => {
  const painted = (...colours: readonly (readonly [number, number, number])[]): Pixels => ({
    width: colours.length,
    height: 1,
    data: Uint8Array.from(colours.flat()),
  })

  test('of a grey picture: red rises as grey does, and no colour spreads', () => {
    const { redSlope, colourSpread, contrast, darkest } = tonesOf(painted([50, 50, 50], [150, 150, 150]))
    expect([redSlope, colourSpread, contrast, darkest]).toEqual([
      1,
      expect.closeTo(0, 4),
      expect.closeTo(50, 4),
      50,
    ])
  })

  test('of one colour say nothing', () => {
    expect(tonesOf(painted([9, 9, 9], [9, 9, 9]))).toEqual({
      redSlope: 1,
      darkest: 9,
      colourSpread: 0,
      contrast: expect.closeTo(0, 4),
    })
  })

  test('rise where red does, and fall where it lags', () => {
    expect(tonesOf(painted([40, 40, 40], [200, 150, 150])).redSlope).toBeGreaterThan(1.2)
    expect(tonesOf(painted([40, 40, 40], [120, 150, 150])).redSlope).toBeLessThan(0.9)
  })

  test('of a face lifted, as by light on paper, and stretched, as by a screen, change as they should', async () => {
    const face = await portrait(6, 0, 240)
    const plain = tonesOf(face)
    const lifted = tonesOf({ ...face, data: face.data.map((value) => 80 + value * 0.6) })
    expect(lifted.darkest).toBeGreaterThan(plain.darkest + 40)
    expect(lifted.contrast).toBeLessThan(plain.contrast)
    const vivid = picture(face).modulate({ saturation: 1.8 }).raw()
    const stretched = tonesOf({ ...face, data: new Uint8Array(await vivid.toBuffer()) })
    expect(stretched.colourSpread).toBeGreaterThan(1.3 * plain.colourSpread)
  })
})

describe('signs of a picture', () => {
  const skin = { redSlope: 1.1, darkest: 0, colourSpread: 12, contrast: 40, widerMoire: 0 }
  const small: Cues = { network: 3, missingContext: 0, moire: 0, picture: { ...skin, facePixels: 100 } }
  const tight: Cues = { network: 3, missingContext: 0.9, moire: 0, picture: { ...skin, facePixels: 200 } }
  const large: Cues = { network: 3, missingContext: 0, moire: 0, picture: { ...skin, facePixels: 300 } }
  const cameras = { small, tight, large }
  type Changes = Partial<NonNullable<Cues['picture']>>

  const changed = (cues: Cues, changes: Changes): Cues =>
    cues.picture ? { ...cues, picture: { ...cues.picture, ...changes } } : cues

  test.each<[string, Changes, Changes, readonly (keyof typeof cameras)[]]>([
    ['red that lags', { redSlope: 0.85 }, { redSlope: 0.5 }, ['small', 'tight', 'large']],
    ['shadows that shine', { darkest: 85 }, { darkest: 200 }, ['tight']],
    ['colours beyond skin', { colourSpread: 28 }, { colourSpread: 60 }, ['small', 'tight']],
    ['contrast', { contrast: 70 }, { contrast: 100 }, ['small']],
    ['grain further around', { widerMoire: 1 }, { widerMoire: 5 }, ['small']],
  ])('%s counts only where it holds, against life only, and only so far', (_name, full, beyond, where) => {
    for (const [camera, cues] of Object.entries(cameras)) {
      const fall = logOdds(cues) - logOdds(changed(cues, full))
      if (where.some((name) => name === camera)) expect(fall, camera).toBeGreaterThan(1)
      else expect(fall, camera).toBe(0)
      expect(logOdds(changed(cues, beyond)), camera).toBeCloseTo(logOdds(changed(cues, full)), 10)
    }
  })

  test('none of them makes a face more alive', () => {
    const living: Changes = { redSlope: 1.6, darkest: 0, colourSpread: 5, contrast: 10, widerMoire: 0 }
    for (const cues of Object.values(cameras)) expect(logOdds(changed(cues, living))).toBe(logOdds(cues))
  })

  test('stretched colours of a small face count only where shadows are black', () => {
    const vivid = changed(small, { colourSpread: 28, contrast: 70 })
    expect(logOdds(changed(vivid, { darkest: 30 }))).toBe(logOdds(changed(small, { darkest: 30 })))
    expect(logOdds(changed(vivid, { darkest: 0 }))).toBeLessThan(logOdds(vivid) + 0.001)
  })

  test('one look at a small face is given something, and three of them nothing', () => {
    const doubtful = { ...small, network: -2.8 }
    const [first = 0] = logOddsOf([doubtful, doubtful, doubtful])
    expect(first).toBeLessThan(0)
    expect(logOdds(doubtful)).toBeGreaterThan(0)
    const [ofTwo = 0] = logOddsOf([doubtful, doubtful])
    expect(ofTwo).toBeLessThan(logOdds(doubtful))
    expect(ofTwo).toBeGreaterThan(first)
    expect(logOddsOf([doubtful], 3)).toEqual([first])
    expect(logOdds(doubtful) - first).toBeGreaterThan(
      logOdds(large) - (logOddsOf([large, large, large])[0] ?? 0) + 0.2,
    )
  })

  test('observations of earlier editions have none, and are judged without', () => {
    const { picture: _picture, ...earlier } = large
    expect(logOdds(earlier)).toBe(logOdds(large))
  })
})
