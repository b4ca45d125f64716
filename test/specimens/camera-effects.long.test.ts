// Tests that each effect of the camera does what it says, measured on a drawn card.
import { expect, test } from 'vitest'
import { encodePhotograph } from '../../specimens/camera/encode.ts'
import { sceneOf } from '../../specimens/camera/levels.ts'
import { photograph } from '../../specimens/camera/photograph.ts'
import type { Scene } from '../../specimens/camera/scene.ts'
import { distance } from '../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { flatCard, PLAIN, patch, roughness } from './camera-card.ts'

const card = flatCard()
const blank = flatCard({ dots: false, bars: false })

const take = (change: Partial<Scene>, document = card) => photograph([document], { ...PLAIN, ...change })
const rough = (change: Partial<Scene>, document = card) => roughness(patch(take(change, document).pixels))
const mean = (rows: readonly Float64Array[]): number =>
  rows.reduce((sum, row) => sum + row.reduce((total, value) => total + value, 0) / row.length, 0) /
  rows.length

/** Returns the mean red, green and blue over the middle. */
function colour({ width, height, data }: Pixels): readonly [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let y = Math.floor(0.4 * height); y < 0.6 * height; y++)
    for (let x = Math.floor(0.4 * width); x < 0.6 * width; x++, count++)
      for (const c of [0, 1, 2] as const) sums[c] += data[3 * (y * width + x) + c] as number
  return [sums[0] / count, sums[1] / count, sums[2] / count]
}

/** Returns the strongest wave along rows, relative to the usual one. */
function loneWave(rows: readonly Float64Array[]): number {
  const size = 128
  const power = Array.from({ length: size / 2 - 4 }, (_, i) => {
    const pace = (2 * Math.PI * (i + 4)) / size
    return rows.slice(0, 24).reduce((sum, row) => {
      const [cos, sin] = [Math.cos, Math.sin].map((wave) =>
        row.subarray(0, size).reduce((total, value, x) => total + value * wave(pace * x), 0),
      ) as [number, number]
      return sum + cos * cos + sin * sin
    }, 0)
  }).toSorted((one, other) => one - other)
  return (power.at(-1) as number) / Math.max(1, power[Math.floor(power.length / 2)] as number)
}

test('defocus softens both ways, more the more there is', () => {
  const [sharp, soft, softer] = [rough({}), rough({ defocusPx: 1.5 }), rough({ defocusPx: 3 })]
  expect(soft.across).toBeLessThan(0.6 * sharp.across)
  expect(softer.across).toBeLessThan(0.7 * soft.across)
  expect(soft.down).toBeLessThan(0.8 * sharp.down)
})

test('motion softens along its way', () => {
  const [sharp, moved] = [rough({}), rough({ motion: { lengthPx: 5, degrees: 0 } })]
  expect(moved.across).toBeLessThan(0.4 * sharp.across)
  expect(moved.down / sharp.down).toBeGreaterThan(2 * (moved.across / sharp.across))
})

test('fewer pixels enlarged again are softer, and the picture is as large', () => {
  const low = take({ resolution: 0.4 })
  expect(low.pixels.width).toBe(PLAIN.frame.longSide)
  expect(roughness(patch(low.pixels)).across).toBeLessThan(0.6 * rough({}).across)
  expect(low.truth.conditions.blur).toBeGreaterThan(2 * take({}).truth.conditions.blur)
})

test('sharpening gives halos brighter than the ground', () => {
  const brightest = ({ pixels }: ReturnType<typeof take>) =>
    Math.max(...patch(pixels).map((row) => Math.max(...row)))
  expect(brightest(take({ sharpen: 1.2, light: { level: 0.5 } }))).toBeGreaterThan(
    brightest(take({ light: { level: 0.5 } })) + 8,
  )
})

test('noise is there when asked for, and neighbours share it when asked for', () => {
  const noise = { shot: 0.04, read: 0.01, correlation: 0 }
  const [none, fine, coarse] = [
    rough({}, blank),
    rough({ noise }, blank),
    rough({ noise: { ...noise, correlation: 1 } }, blank),
  ]
  expect(fine.across).toBeGreaterThan(none.across + 20)
  expect(coarse.across).toBeLessThan(0.8 * fine.across)
})

test('darkness darkens and is in the truth', () => {
  const dark = take({ light: { level: 0.3 } })
  expect(mean(patch(dark.pixels))).toBeLessThan(0.75 * mean(patch(take({}).pixels)))
  expect(dark.truth.conditions.darkness).toBeCloseTo(0.7)
  expect(take({}).truth.conditions.darkness).toBe(0)
})

test('warm light is red, cold light is blue', () => {
  const [warm, cold] = [1, -1].map((warmth) => colour(take({ light: { warmth } }, blank).pixels))
  expect((warm?.[0] ?? 0) / (warm?.[2] ?? 1)).toBeGreaterThan(1.3 * ((cold?.[0] ?? 0) / (cold?.[2] ?? 1)))
})

test('the shadow of the phone darkens where it falls', () => {
  const phoneShadow = { x: 0, y: 0, degrees: 20, width: 0.5, height: 0.5, soft: 0.1, strength: 0.6 }
  expect(mean(patch(take({ phoneShadow }, blank).pixels))).toBeLessThan(
    0.8 * mean(patch(take({}, blank).pixels)),
  )
})

test('glare whitens, is in the truth, and keeps beside text when asked to', () => {
  const glare = { x: 0.05, y: -0.07, radius: 0.08, stretch: 1.5, degrees: 0, strength: 2, rainbow: 0 }
  const over = take({ glare: [glare] })
  const beside = take({ glare: [{ ...glare, besideText: true }] })
  expect(over.truth.conditions.glare).toBeGreaterThan(0.01)
  expect(take({}).truth.conditions.glare).toBe(0)
  const ink = (pixels: Pixels) =>
    patch(pixels, 0.5)
      .flatMap((row) => [...row])
      .filter((value) => value < 90).length
  expect(ink(over.pixels)).toBeLessThan(0.9 * ink(take({}).pixels))
  expect(ink(beside.pixels)).toBeGreaterThan(0.95 * ink(take({}).pixels))
})

test('a screen adds lone waves and is in the truth', () => {
  const screen = {
    pitchMm: 0.21,
    marginMm: 5,
    bezelMm: 5,
    around: 0.3,
    tint: 0.3,
    reflection: 0,
    contrast: 1,
  }
  const [flat, shown] = [
    take({ noise: { shot: 0.02, read: 0.002, correlation: 0 } }, blank),
    take({ screen }, blank),
  ]
  expect(loneWave(patch(shown.pixels))).toBeGreaterThan(8 * loneWave(patch(flat.pixels)))
  expect([flat, shown].map(({ truth }) => truth.conditions.recapture)).toEqual([0, 1])
})

test('a print adds dots and is in the truth', () => {
  const print = { linesPerMm: 1.4, strength: 1, fade: 0, marginMm: 10 }
  const shown = take({ print }, blank)
  expect(rough({ print }, blank).across).toBeGreaterThan(rough({}, blank).across + 5)
  expect(shown.truth.conditions.print).toBe(1)
})

test('a copy has no colour, is black and white, and is in the truth', () => {
  const photocopy = { contrast: 2, speckle: 0.5, streaks: 2, marginMm: 10 }
  const copied = take({ photocopy })
  const { width, data } = copied.pixels
  const [corner] = copied.truth.documents[0]?.codes[0]?.quad ?? []
  const at = 3 * (Math.round((corner?.y ?? 0) + 5) * width + Math.round((corner?.x ?? 0) + 5))
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(12)
  expect(copied.truth.conditions.photocopy).toBe(1)
})

test('worn edges are paler, within the card only', () => {
  const [fresh, worn] = [take({}), take({ wear: { edges: 1, scratches: 0, dirt: 0 } })]
  const changed = worn.pixels.data.filter(
    (value, i) => Math.abs(value - (fresh.pixels.data[i] as number)) > 8,
  ).length
  expect(changed / worn.pixels.data.length).toBeGreaterThan(0.003)
  expect(changed / worn.pixels.data.length).toBeLessThan(0.15)
})

test('a finger covers the corner it is put on, and no other', () => {
  const held = take({ fingers: [{ corner: 1, reachMm: 8, tone: 0.4, coversText: true }] }, blank)
  const bare = take({}, blank)
  const changes = (held.truth.documents[0]?.corners ?? []).map((corner, i) => {
    // The place is two millimetres towards the middle: on the card, inside its round corner.
    const middle = { x: held.truth.width / 2, y: held.truth.height / 2 }
    const share = 12 / distance(corner, middle)
    const [x, y] = [corner.x + (middle.x - corner.x) * share, corner.y + (middle.y - corner.y) * share]
    const at = 3 * (Math.round(y) * held.truth.width + Math.round(x)) + 1
    return [i, Math.abs((held.pixels.data[at] as number) - (bare.pixels.data[at] as number)) > 25]
  })
  expect(changes).toEqual([
    [0, false],
    [1, true],
    [2, false],
    [3, false],
  ])
})

test('quality 10 is far smaller than 90, and a picture saved twice is not the same', async () => {
  const picture = take({ noise: { shot: 0.02, read: 0.003, correlation: 0.3 } })
  const bytes = async (jpeg: Scene['jpeg']) => await encodePhotograph(picture, { ...PLAIN, jpeg })
  const [fine, coarse, twice] = [
    await bytes({ quality: 90 }),
    await bytes({ quality: 10 }),
    await bytes({ quality: 90, first: 30 }),
  ]
  expect(coarse.length).toBeLessThan(fine.length / 5)
  expect(Buffer.from(twice).equals(Buffer.from(fine))).toBe(false)
  expect((await bytes({ quality: 90, fullColour: true })).length).toBeGreaterThan(fine.length)
})

test('levels keep to what they promise', () => {
  for (let seed = 1; seed < 60; seed++) {
    const [clean, photo, bad] = [sceneOf('clean', seed), sceneOf('photo', seed), sceneOf('bad', seed)]
    expect(clean.jpeg.quality).toBe(92)
    expect(photo.jpeg.quality).toSatisfy((quality: number) => quality >= 70 && quality <= 90)
    expect(bad.jpeg.quality).toSatisfy((quality: number) => quality >= 15 && quality <= 50)
    expect(Math.hypot(photo.pose.tiltDegrees, photo.pose.turnDegrees)).toBeLessThan(19)
    expect(Math.abs(bad.pose.tiltDegrees)).toBeLessThan(31)
    expect(sceneOf('bad', seed)).toEqual(bad)
  }
})
