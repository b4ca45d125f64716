// Tests that the detector's anchors and outputs become boxes and points, one for each face.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Detection,
  decode,
  detectFaces,
  fullRangeGrids,
  layAnchors,
  shortRangeGrids,
  suppress,
} from '../../src/models/face-detector.ts'
import { literalNetwork } from './literal-network.ts'

describe('anchors', () => {
  test('of the short range are two in each of 16 x 16 cells, then six in each of 8 x 8', () => {
    const anchors = layAnchors(shortRangeGrids)
    expect(anchors.length).toBe(896)
    expect(anchors[0]).toEqual({ x: 1 / 32, y: 1 / 32 })
    expect(anchors[1]).toEqual(anchors[0])
    expect(anchors[2]).toEqual({ x: 3 / 32, y: 1 / 32 })
    expect(anchors[32]).toEqual({ x: 1 / 32, y: 3 / 32 })
    expect(anchors[511]).toEqual({ x: 31 / 32, y: 31 / 32 })
    for (const i of [512, 517]) expect(anchors[i]).toEqual({ x: 1 / 16, y: 1 / 16 })
    expect(anchors[518]).toEqual({ x: 3 / 16, y: 1 / 16 })
    expect(anchors[895]).toEqual({ x: 15 / 16, y: 15 / 16 })
  })

  test('of the full range are one in each of 48 x 48 cells', () => {
    const anchors = layAnchors(fullRangeGrids)
    expect(anchors.length).toBe(2304)
    expect(anchors[0]).toEqual({ x: 0.5 / 48, y: 0.5 / 48 })
    expect(anchors[49]).toEqual({ x: 1.5 / 48, y: 1.5 / 48 })
    expect(anchors[2303]).toEqual({ x: 47.5 / 48, y: 47.5 / 48 })
  })
})

/** Makes outputs in which only one anchor sees something, a box of 64 x 32 pixels with points in a row. */
function answerAt(anchor: number, logit: number, count: number) {
  const boxes = new Float32Array(16 * count)
  const scores = new Float32Array(count).fill(-20)
  boxes.set([12.8, -6.4, 64, 32, 0, 0, 12.8, 0, 25.6, 0, 0, 12.8, 0, 25.6, -12.8, -12.8], 16 * anchor)
  scores[anchor] = logit
  return { boxes, scores }
}

describe('decoding', () => {
  const anchors = [
    { x: 0.25, y: 0.75 },
    { x: 0.5, y: 0.5 },
  ]
  const asked = { side: 128, least: 0.5 }

  test('adds what the network says, in pixels of its input, to the anchor', () => {
    const { boxes, scores } = answerAt(1, Math.log(3), 2)
    const [face, ...others] = decode(boxes, scores, anchors, asked)
    expect(others).toEqual([])
    expect(face?.score).toBeCloseTo(0.75)
    expect(face?.box.x).toBeCloseTo(0.5 + 0.1 - 0.25)
    expect(face?.box.y).toBeCloseTo(0.5 - 0.05 - 0.125)
    expect(face?.box.width).toBeCloseTo(0.5)
    expect(face?.box.height).toBeCloseTo(0.25)
    const points = face?.points.map(({ x, y }) => [Math.round(x * 100), Math.round(y * 100)])
    expect(points).toEqual([
      [50, 50],
      [60, 50],
      [70, 50],
      [50, 60],
      [50, 70],
      [40, 40],
    ])
  })

  test('keeps a score just at the threshold, and drops one just under it', () => {
    for (const [logit, count] of [
      [0, 1],
      [-0.001, 0],
      [Number.NaN, 0],
    ] as const) {
      const { boxes, scores } = answerAt(0, logit, 2)
      expect(decode(boxes, scores, anchors, asked).length).toBe(count)
    }
  })

  test('gives no more than the anchors can see, whatever the scores', () => {
    fc.assert(
      fc.property(fc.float32Array({ minLength: 2, maxLength: 2, noNaN: true }), (scores) => {
        const found = decode(new Float32Array(32), scores, anchors, asked)
        expect(found.length).toBe(scores.filter((logit) => logit >= 0).length)
        for (const { score } of found) expect(score).toBeGreaterThanOrEqual(0.5)
      }),
    )
  })
})

const seen = (x: number, score: number, side = 100): Detection => ({
  box: { x, y: 0, width: side, height: side },
  points: Array.from({ length: 6 }, (_, p) => ({ x: x + p, y: p })),
  score,
  radians: 0,
})

describe('suppression', () => {
  test('blends what overlaps by score, and keeps the best score', () => {
    const [face, ...others] = suppress([seen(10, 0.6), seen(0, 0.9)], 0.3)
    expect(others).toEqual([])
    expect(face?.score).toBe(0.9)
    expect(face?.box.x).toBeCloseTo(4)
    expect(face?.box.width).toBeCloseTo(100)
    expect(face?.points[3]?.x).toBeCloseTo(7)
    expect(face?.points[3]?.y).toBeCloseTo(3)
  })

  test('keeps apart what is apart, the best first', () => {
    const found = suppress([seen(0, 0.7), seen(200, 0.9), seen(60, 0.8)], 0.3)
    expect(found.map(({ score }) => score)).toEqual([0.9, 0.8, 0.7])
    expect(found.map(({ box }) => Math.round(box.x))).toEqual([200, 60, 0])
  })

  test('joins at the limit only what is beyond it', () => {
    // Boxes that are half over each other share a third of their joint area.
    expect(suppress([seen(0, 0.9), seen(50, 0.8)], 0.34).length).toBe(2)
    expect(suppress([seen(0, 0.9), seen(50, 0.8)], 0.33).length).toBe(1)
  })

  test('ends also for boxes of no size', () => {
    expect(suppress([seen(0, 0.9, 0), seen(0, 0.8, 0)], 0.3).length).toBe(2)
    expect(suppress([], 0.3)).toEqual([])
  })
})

test('a face found in a square of the image is given in pixels of the image', async () => {
  const anchors = layAnchors(shortRangeGrids)
  // Anchor 272 is the first of row 8, column 8 of 16: its middle is at 8.5 / 16.
  const network = literalNetwork('face-detector-short', answerAt(272, 5, 896))
  const pixels = { width: 640, height: 480, data: new Uint8Array(3 * 640 * 480) }
  const square = { x: 100, y: -50, width: 320, height: 320 }
  const [face, ...others] = await detectFaces(network, anchors, pixels, square)
  expect(others).toEqual([])
  expect(face?.box.x).toBeCloseTo(100 + 320 * (8.5 / 16 + 0.1 - 0.25))
  expect(face?.box.y).toBeCloseTo(-50 + 320 * (8.5 / 16 - 0.05 - 0.125))
  expect(face?.box.width).toBeCloseTo(160)
  expect(face?.box.height).toBeCloseTo(80)
  expect(face?.points[1]?.x).toBeCloseTo(100 + 320 * (8.5 / 16 + 0.1))
  expect(network.fed[0]?.length).toBe(3 * 128 * 128)
  // The pixels are black, inside the image and outside.
  expect(network.fed[0]?.every((number) => number === -1)).toBe(true)
})
