// Tests that a shot is recognised however it is encoded, cut, resized or mirrored, and that another shot is not.
import type { Sharp } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { LIMITS, pixelsOf } from '../../specimens/kit/photographs/pictures.ts'
import { picture, portrait, rawPixels } from '../../specimens/kit/photographs/sample-photos.ts'
import { PRINT_BYTES, sameShot, shotPrint } from '../../src/image/capture/shot-print.ts'
import { decodeImage } from '../../src/image/decode/image.ts'
import type { Box } from '../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../src/image/pixels.ts'

const SIDE = 480
/** Similarity at which two prints are as likely of one shot as of two. */
const EVEN = 0.5
/** The box lies about the middle, where the portraits have their faces. */
const face: Box = { x: 130, y: 110, width: 210, height: 250 }

let shot: Pixels
let print: Uint8Array
beforeAll(async () => {
  shot = await portrait(1, 0, SIDE)
  print = shotPrint(shot, face)
})

const decoded = async (image: Sharp) => pixelsOf(await decodeImage(await image.toBuffer(), LIMITS))

/** Gives the face's box in the changed picture, a hundredth of its size beside its place. */
const placed = (x: number, y: number, times: number): Box => ({
  x: (face.x - x) * times + 0.01 * face.width,
  y: (face.y - y) * times - 0.01 * face.height,
  width: face.width * times * 1.01,
  height: face.height * times * 1.01,
})

interface Again {
  readonly change: (image: Sharp) => Sharp
  readonly box: Box
}

const again: Readonly<Record<string, Again>> = {
  'as a coarse JPEG': { change: (image) => image.jpeg({ quality: 40 }), box: placed(0, 0, 1) },
  'as WebP': { change: (image) => image.webp({ quality: 60 }), box: placed(0, 0, 1) },
  'at half the size': { change: (image) => image.resize(SIDE / 2).jpeg(), box: placed(0, 0, 0.5) },
  enlarged: { change: (image) => image.resize(SIDE * 2).jpeg(), box: placed(0, 0, 2) },
  brightened: { change: (image) => image.linear(1.08, 5).jpeg(), box: placed(0, 0, 1) },
  'cut at its edges': {
    change: (image) => image.extract({ left: 12, top: 5, width: 460, height: 466 }).jpeg(),
    box: placed(12, 5, 1),
  },
  mirrored: {
    change: (image) => image.flop().jpeg(),
    box: { ...face, x: SIDE - face.x - face.width },
  },
}

describe('the same shot', () => {
  test.each(Object.entries(again))('%s', async (_name, { change, box }) => {
    const other = shotPrint(await decoded(change(picture(shot))), box)
    expect(sameShot(print, other)).toBeGreaterThanOrEqual(EVEN)
    expect(sameShot(other, print)).toBeCloseTo(sameShot(print, other), 6)
  })

  test('bit for bit', () => {
    expect(sameShot(print, shotPrint(shot, face))).toBe(1)
  })

  test('without a face', async () => {
    const whole = shotPrint(shot, undefined)
    const coarse = await decoded(picture(shot).resize(300).jpeg({ quality: 50 }))
    expect(sameShot(whole, shotPrint(coarse, undefined))).toBeGreaterThanOrEqual(EVEN)
  })
})

describe('another shot', () => {
  /** Moves the face as a head moves before its background. */
  test.each([4, 8])('the face %i pixels further right, nothing else', async (pixels) => {
    const head = { left: 120, top: 90, width: 230, height: 290 }
    const moved = await picture(shot).extract(head).png().toBuffer()
    const later = await rawPixels(
      picture(shot).composite([{ input: moved, left: head.left + pixels, top: head.top }]),
    )
    const box = { ...face, x: face.x + pixels }
    expect(sameShot(print, shotPrint(later, box))).toBeLessThan(EVEN)
  })

  test('of others', async () => {
    const others = [await portrait(1, 1, SIDE), await portrait(2, 0, SIDE), await portrait(3, 1, SIDE)]
    for (const other of others) expect(sameShot(print, shotPrint(other, face))).toBe(0)
  })

  test('with a face and without', () => {
    expect(sameShot(print, shotPrint(shot, undefined))).toBe(0)
  })

  test('of nothing to be seen is like nothing', () => {
    const flat = shotPrint({ width: 64, height: 48, data: new Uint8Array(64 * 48 * 3).fill(90) }, undefined)
    expect(sameShot(flat, flat)).toBe(0)
  })
})

describe('a print', () => {
  test('has one length, wherever the face is said to be', () => {
    const odd: (Box | undefined)[] = [
      undefined,
      { x: -900, y: -900, width: 20, height: 30 },
      { x: 470, y: 470, width: 900, height: 900 },
      { x: 3, y: 3, width: 0, height: 0 },
    ]
    for (const box of odd) expect(shotPrint(shot, box)).toHaveLength(PRINT_BYTES)
    expect(PRINT_BYTES).toBeLessThanOrEqual(200)
  })

  test('that is none is like nothing', () => {
    expect(sameShot(print, print.subarray(1))).toBe(0)
  })
})
