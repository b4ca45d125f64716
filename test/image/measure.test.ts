// Tests light and sharpness of faces: known planes give known numbers, and only blurred faces lose sharpness.
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { photo } from '../../specimens/kit/photographs/pictures.ts'
import { type Grey, greyOf, measureLight, measureSharpness } from '../../src/image/measure.ts'

const SIZE = 128

function plane(valueAt: (x: number, y: number) => number, width = SIZE, height = SIZE): Grey {
  const data = Float32Array.from({ length: width * height }, (_, at) =>
    valueAt(at % width, Math.floor(at / width)),
  )
  return { width, height, data }
}
const changed = (grey: Grey, change: (value: number, at: number) => number): Grey => ({
  ...grey,
  data: Uint8Array.from(grey.data, (value, at) => Math.min(255, Math.max(0, Math.round(change(value, at))))),
})

describe('light', () => {
  test('of one grey', () => {
    const light = measureLight(plane(() => 102))
    expect(light.mean).toBeCloseTo(0.4)
    expect(light).toMatchObject({ contrast: 0, darkShare: 0, brightShare: 0, sideBalance: 0 })
  })

  test('of a slope from black to white', () => {
    const light = measureLight(plane((x) => x, 256, 10))
    expect(light.mean).toBeCloseTo(0.5)
    expect(light.contrast).toBeCloseTo(0.9, 1)
    expect(light.darkShare).toBeCloseTo(26 / 256)
    expect(light.brightShare).toBeCloseTo(8 / 256)
    expect(light.sideBalance).toBeCloseTo(-0.5, 1)
  })

  test.each([
    ['the left', (x: number) => (x < 64 ? 200 : 0), 1],
    ['the right', (x: number) => (x < 64 ? 0 : 200), -1],
    ['above', (_: number, y: number) => (y < 64 ? 200 : 0), 0],
    ['the left, mostly', (x: number) => (x < 64 ? 150 : 50), 0.5],
  ] as const)('from %s', (_side, valueAt, balance) => {
    expect(measureLight(plane(valueAt)).sideBalance).toBeCloseTo(balance)
  })

  test('of an odd width leaves the middle out', () => {
    const middle = measureLight(plane((x) => (x === 3 ? 255 : 100), 7, 7))
    expect(middle.sideBalance).toBe(0)
  })

  test('of black and of white', () => {
    expect(measureLight(plane(() => 0))).toEqual({
      mean: 0,
      contrast: 0,
      darkShare: 1,
      brightShare: 0,
      sideBalance: 0,
    })
    expect(measureLight(plane(() => 255))).toMatchObject({ mean: 1, darkShare: 0, brightShare: 1 })
  })

  test('is taken from colours as eyes weigh them', () => {
    const data = Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255)
    expect([...greyOf({ width: 4, height: 1, data }).data]).toEqual([76, 150, 29, 255])
  })
})

/** Gives the faces of face-api's sample photos as the middle and side of a square. */
const places = [
  [1, 514, 476, 200],
  [1, 1590, 313, 220],
  [3, 694, 489, 210],
  [3, 1196, 339, 210],
  [4, 351, 300, 200],
  [5, 861, 227, 200],
  [5, 489, 1054, 280],
  [6, 351, 643, 240],
  [6, 1260, 450, 230],
  [6, 1611, 377, 240],
] as const

const faces = await Promise.all(
  places.map(async ([number, x, y, side]) => {
    const area = { left: x - side / 2, top: y - side / 2, width: side, height: side }
    const cut = sharp(photo(number)).extract(area).resize(SIZE, SIZE).removeAlpha()
    return { name: `photo ${number} at ${x}, ${y}`, grey: greyOf(await opened(cut.raw())) }
  }),
)

async function opened(picture: Sharp) {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

async function blurred(grey: Grey, spread: number): Promise<Grey> {
  const raw = sharp(Buffer.from(grey.data), { raw: { width: SIZE, height: SIZE, channels: 1 } })
  const data = await raw.blur(spread).extractChannel(0).raw().toBuffer()
  return { ...grey, data }
}

async function compressed(grey: Grey, quality: number): Promise<Grey> {
  const raw = sharp(Buffer.from(grey.data), { raw: { width: SIZE, height: SIZE, channels: 1 } })
  const data = await sharp(await raw.jpeg({ quality }).toBuffer())
    .extractChannel(0)
    .raw()
    .toBuffer()
  return { ...grey, data }
}

/** Blurs the picture as if it had moved by this many pixels while the shutter was open. */
function moved(grey: Grey, length: number, step: number): Grey {
  const from = (at: number) => grey.data[Math.min(grey.data.length - 1, Math.max(0, at))] ?? 0
  return changed(grey, (_, at) => {
    let sum = 0
    for (let i = 0; i < length; i++) sum += from(at + (i - (length - 1) / 2) * step)
    return sum / length
  })
}

/** The numbers are the same in every run. */
function noisy(grey: Grey, spread: number): Grey {
  let seed = 7
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return (seed + 1) / 2 ** 32
  }
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  return changed(grey, (value) => value + spread * normal())
}

describe.each(faces)('sharpness of $name', ({ grey }) => {
  const sharpness = measureSharpness(grey)

  test('is that of a sharp face', () => {
    expect(sharpness).toBeGreaterThan(0.4)
    expect(sharpness).toBeLessThan(0.9)
  })

  test('falls the more it is blurred', async () => {
    const all = [sharpness]
    for (const spread of [1, 2, 4]) all.push(measureSharpness(await blurred(grey, spread)))
    const [none = 0, little = 0, more = 0, most = 0] = all
    expect(all).toEqual(all.toSorted((a, b) => b - a))
    expect(little).toBeLessThan(none * 0.9)
    expect(more).toBeLessThan(0.34)
    expect(most).toBeLessThan(0.16)
  })

  test.each([
    ['across', 1],
    ['down', SIZE],
    ['aslant', SIZE + 1],
  ])('falls the more it moves %s', (_direction, step) => {
    const all = [1, 5, 9, 15].map((length) => measureSharpness(moved(grey, length, step)))
    expect(all).toEqual(all.toSorted((a, b) => b - a))
    expect(all[2]).toBeLessThan(0.37)
    expect(all[3]).toBeLessThan(0.26)
  })

  test.each([
    ['darker', (value: number) => value * 0.4],
    ['brighter', (value: number) => value + 40],
    ['of less contrast', (value: number) => 90 + value * 0.3],
    ['turned to its negative', (value: number) => 255 - value],
  ])('hardly changes when it is %s', (_how, change) => {
    expect(measureSharpness(changed(grey, change)) / sharpness).toBeGreaterThan(0.93)
    expect(measureSharpness(changed(grey, change)) / sharpness).toBeLessThan(1.07)
  })

  test('hardly changes by noise and by compression', async () => {
    for (const one of [noisy(grey, 4), noisy(grey, 8), await compressed(grey, 60)]) {
      expect(measureSharpness(one) / sharpness).toBeGreaterThan(0.93)
      expect(measureSharpness(one) / sharpness).toBeLessThan(1.15)
    }
    const noisyBlur = measureSharpness(noisy(await blurred(grey, 3), 6))
    expect(noisyBlur).toBeLessThan(sharpness * 0.7)
  })
})

describe('sharpness', () => {
  test('of nothing at all is none', () => {
    expect(measureSharpness(plane(() => 128))).toBe(0)
  })
  test('of a slope is none', () => {
    expect(measureSharpness(plane((x, y) => x + y))).toBeLessThan(0.05)
  })
  test('of edges from pixel to pixel is full', () => {
    const checks = plane((x, y) => ((Math.floor(x / 16) + Math.floor(y / 16)) % 2) * 200 + 20)
    expect(measureSharpness(checks)).toBeGreaterThan(0.95)
  })
})
