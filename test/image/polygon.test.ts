// Tests convex polygons: the area two of them share, and which quads can be a page.
import { expect, test } from 'vitest'
import type { Point } from '../../src/image/geometry/geometry.ts'
import { clipped, isSoundQuad, polygonOverlap, signedArea } from '../../src/image/geometry/polygon.ts'

const square = (x: number, y: number, side: number): Point[] => [
  { x, y },
  { x: x + side, y },
  { x: x + side, y: y + side },
  { x, y: y + side },
]

test('areas are positive for clockwise corners', () => {
  expect(signedArea(square(3, 4, 5))).toBe(25)
  expect(signedArea(square(3, 4, 5).toReversed())).toBe(-25)
})

test('overlap is shared area by joint area', () => {
  expect(polygonOverlap(square(0, 0, 10), square(0, 0, 10))).toBeCloseTo(1)
  expect(polygonOverlap(square(0, 0, 10), square(5, 0, 10))).toBeCloseTo(50 / 150)
  expect(polygonOverlap(square(0, 0, 10), square(20, 0, 10))).toBe(0)
})

test('a diamond cuts the corners off a square', () => {
  const diamond = [
    { x: 5, y: -1 },
    { x: 11, y: 5 },
    { x: 5, y: 11 },
    { x: -1, y: 5 },
  ]
  expect(signedArea(clipped(square(0, 0, 10), diamond))).toBeCloseTo(100 - 4 * 8)
})

test.each([
  ['a square', square(0, 0, 10), true],
  ['a square the other way round', square(0, 0, 10).toReversed(), false],
  ['a bow tie', [0, 2, 1, 3].map((i) => square(0, 0, 10)[i] as Point), false],
  [
    'a sliver',
    [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 1 },
      { x: 0, y: 1 },
    ],
    false,
  ],
  [
    'a dent',
    [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 3, y: 3 },
      { x: 0, y: 10 },
    ],
    false,
  ],
  ['no number', [{ x: Number.NaN, y: 0 }, ...square(0, 0, 10).slice(1)], false],
])('%s: %s', (_what, quad, isSound) => {
  expect(isSoundQuad(quad)).toBe(isSound)
})
