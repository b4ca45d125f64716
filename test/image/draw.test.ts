// Tests that lines and dots are drawn in the right place, smoothly, and that nothing else is touched.
import { expect, test } from 'vitest'
import { drawDots, drawPath, type Pen } from '../../src/image/draw.ts'
import type { Pixels } from '../../src/image/pixels.ts'

const black = (width: number, height: number): Pixels => ({
  width,
  height,
  data: new Uint8Array(3 * width * height),
})
const pen = (width: number, opacity = 1): Pen => ({ colour: [200, 100, 50], width, opacity })
const reds = ({ data }: Pixels): number[] => [...data].filter((_, i) => i % 3 === 0)
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

test('a line one pixel wide along a row fills that row, in its colour, and no other', () => {
  const pixels = black(8, 5)
  const row = [
    { x: -4, y: 2.5 },
    { x: 12, y: 2.5 },
  ]
  drawPath(pixels, row, pen(1))
  expect(reds(pixels)).toEqual(Array.from({ length: 40 }, (_, i) => (Math.floor(i / 8) === 2 ? 200 : 0)))
  expect([...pixels.data.subarray(3 * 16, 3 * 16 + 3)]).toEqual([200, 100, 50])
})

test('a line between two rows is shared by them', () => {
  const pixels = black(4, 4)
  const between = [
    { x: -9, y: 2 },
    { x: 9, y: 2 },
  ]
  drawPath(pixels, between, pen(1))
  expect(reds(pixels).map((red) => Math.round(red / 100))).toEqual([
    0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0,
  ])
})

test('a dot has the area of its circle', () => {
  const pixels = black(30, 30)
  drawDots(pixels, [{ x: 15.2, y: 14.7 }], pen(12))
  expect(sum(reds(pixels)) / 200 / (Math.PI * 36)).toBeCloseTo(1, 1)
})

test('where a see-through line crosses itself it is as dark as elsewhere', () => {
  const pixels = black(20, 20)
  const cross = [
    { x: 2, y: 10.5 },
    { x: 18, y: 10.5 },
    { x: 10.5, y: 10.5 },
    { x: 10.5, y: 2 },
    { x: 10.5, y: 18 },
  ]
  drawPath(pixels, cross, pen(3, 0.5))
  expect(Math.max(...reds(pixels))).toBe(100)
})

test('what lies outside the picture is left out, and a line of no points is none', () => {
  const pixels = black(6, 6)
  drawDots(
    pixels,
    [
      { x: -20, y: 3 },
      { x: 3, y: 900 },
    ],
    pen(4),
  )
  drawPath(pixels, [], pen(4))
  drawDots(pixels, [], pen(4))
  expect(sum([...pixels.data])).toBe(0)
  drawDots(pixels, [{ x: 0, y: 0 }], pen(4))
  expect(pixels.data[0]).toBe(200)
})
