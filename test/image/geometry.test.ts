// Tests that plane transforms do what their names say, for any points.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  apply,
  area,
  boundingBox,
  fitAffine,
  fitSimilarity,
  invert,
  overlap,
  type Point,
  scaleOf,
  sharedArea,
  squareOnto,
} from '../../src/image/geometry/geometry.ts'

const number = fc.double({ min: -500, max: 500, noNaN: true })
const point = fc.record({ x: number, y: number })
const similarity = fc
  .record({ scale: fc.double({ min: 0.1, max: 10, noNaN: true }), radians: number, x: number, y: number })
  .map(({ scale, radians, x, y }) => {
    const [a, d] = [scale * Math.cos(radians), scale * Math.sin(radians)]
    return { a, b: -d, c: x, d, e: a, f: y }
  })

function expectNear(found: Point, wanted: Point, digits = 4): void {
  expect(found.x).toBeCloseTo(wanted.x, digits)
  expect(found.y).toBeCloseTo(wanted.y, digits)
}

describe('a transform', () => {
  test('undone leaves every point where it was', () => {
    fc.assert(
      fc.property(similarity, point, (transform, p) =>
        expectNear(apply(invert(transform), apply(transform, p)), p),
      ),
    )
  })

  test('onto a line has no inverse, and says so', () => {
    expect(() => invert({ a: 1, b: 2, c: 0, d: 2, e: 4, f: 0 })).toThrow('no inverse')
  })
})

describe('the fitted affine transform', () => {
  const four = [
    { x: 0, y: 0 },
    { x: 90, y: 10 },
    { x: 15, y: 70 },
    { x: 60, y: 60 },
  ]

  test('is found again exactly from moved points', () => {
    const transform = { a: 1.2, b: 0.4, c: -7, d: -0.3, e: 0.6, f: 12 }
    const fitted = fitAffine(
      four,
      four.map((p) => apply(transform, p)),
    )
    for (const [name, value] of Object.entries(transform))
      expect(fitted[name as keyof typeof transform]).toBeCloseTo(value, 8)
  })

  test('is not made up from points on a line', () => {
    const line = [1, 2, 3].map((x) => ({ x, y: 2 * x }))
    expect(() => fitAffine(line, line)).toThrow('on a line')
  })
})

describe('the fitted similarity', () => {
  const five = [
    { x: 38, y: 51 },
    { x: 73, y: 52 },
    { x: 56, y: 71 },
    { x: 41, y: 92 },
    { x: 70, y: 93 },
  ]

  test('is found again exactly from moved points', () => {
    fc.assert(
      fc.property(similarity, (transform) => {
        const moved = five.map((p) => apply(transform, p))
        const fitted = fitSimilarity(five, moved)
        for (const p of five) expectNear(apply(fitted, p), apply(transform, p))
        expect(scaleOf(fitted)).toBeCloseTo(scaleOf(transform), 6)
      }),
    )
  })

  test('is no worse than its neighbours where no similarity fits exactly', () => {
    const to = five.map(({ x, y }, i) => ({ x: 2 * y + (i % 2) * 5, y: -2 * x + (i % 3) * 4 }))
    const best = fitSimilarity(five, to)
    const cost = (t: typeof best) =>
      five.reduce((sum, p, i) => {
        const q = apply(t, p)
        return sum + (q.x - (to[i]?.x ?? 0)) ** 2 + (q.y - (to[i]?.y ?? 0)) ** 2
      }, 0)
    for (const step of [-0.01, 0.01]) {
      expect(cost({ ...best, a: best.a + step, e: best.e + step })).toBeGreaterThan(cost(best))
      expect(cost({ ...best, b: best.b - step, d: best.d + step })).toBeGreaterThan(cost(best))
      expect(cost({ ...best, c: best.c + step })).toBeGreaterThan(cost(best))
      expect(cost({ ...best, f: best.f + step })).toBeGreaterThan(cost(best))
    }
  })
})

describe('a square laid onto the image', () => {
  test('has its middle and its corners where they belong', () => {
    const window = squareOnto(100, { x: 50, y: 80 }, 40)
    expectNear(apply(window, { x: 50, y: 50 }), { x: 50, y: 80 })
    expectNear(apply(window, { x: 0, y: 0 }), { x: 30, y: 60 })
    expectNear(apply(window, { x: 100, y: 100 }), { x: 70, y: 100 })
  })

  test('is turned clockwise, as a person sees the image', () => {
    const window = squareOnto(100, { x: 0, y: 0 }, 100, Math.PI / 2)
    expectNear(apply(window, { x: 100, y: 50 }), { x: 0, y: 50 })
  })
})

describe('boxes', () => {
  const box = { x: 10, y: 10, width: 20, height: 10 }

  test('overlap as much as they share', () => {
    expect(overlap(box, box)).toBe(1)
    expect(overlap(box, { ...box, x: 20 })).toBeCloseTo(1 / 3)
    expect(overlap(box, { ...box, x: 30 })).toBe(0)
    expect(sharedArea(box, { x: 0, y: 0, width: 100, height: 100 })).toBe(area(box))
  })

  test('are drawn about points', () => {
    expect(
      boundingBox([
        { x: 3, y: 9 },
        { x: -1, y: 4 },
      ]),
    ).toEqual({ x: -1, y: 4, width: 4, height: 5 })
  })
})
