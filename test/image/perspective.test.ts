// Tests pictures through a perspective: corners meet corners, slanted drawings come out straight, shrunk ones are averaged.
import { expect, test } from 'vitest'
import {
  composed,
  flatten,
  flattened,
  flattenInto,
  inverted,
  project,
  type Quad,
  rectangleOnto,
} from '../../src/image/geometry/perspective.ts'
import type { Pixels } from '../../src/image/pixels.ts'

const quad: Quad = [
  { x: 40, y: 22 },
  { x: 205, y: 48 },
  { x: 188, y: 171 },
  { x: 17, y: 140 },
]
const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)

/** Each channel is a function of the place of a pixel's middle. */
function drawn(width: number, height: number, colour: (x: number, y: number) => readonly number[]): Pixels {
  const data = new Uint8Array(3 * width * height)
  for (let i = 0; i < width * height; i++)
    data.set(colour((i % width) + 0.5, Math.floor(i / width) + 0.5).map(Math.round), 3 * i)
  return { width, height, data }
}

test('the corners of a rectangle come to lie on those of the quad, and back', () => {
  const onto = rectangleOnto(120, 80, quad)
  const back = inverted(onto)
  const corners = [
    [0, 0],
    [120, 0],
    [120, 80],
    [0, 80],
  ] as const
  for (const [i, [x, y]] of corners.entries()) {
    const there = project(onto, { x, y })
    expect(there.x).toBeCloseTo(quad[i]?.x ?? 0, 9)
    expect(there.y).toBeCloseTo(quad[i]?.y ?? 0, 9)
    expect(project(back, there).x).toBeCloseTo(x, 9)
    expect(project(back, there).y).toBeCloseTo(y, 9)
  }
  const round = composed(back, onto)
  for (const [i, value] of identity.entries()) expect((round[i] ?? 0) / (round[8] ?? 1)).toBeCloseTo(value, 9)
})

test('a quad without an inside, and a plane seen edge on, are refused', () => {
  const [a, b] = quad
  expect(() => rectangleOnto(10, 10, [a, b, b, b])).toThrow(RangeError)
  expect(() => inverted(new Float64Array(9))).toThrow(RangeError)
})

test('what is drawn in perspective comes out straight', () => {
  const [width, height] = [120, 80]
  const waves = (x: number, y: number) => [
    127 + 100 * Math.sin(x / 9),
    127 + 100 * Math.cos(y / 7),
    127 + 60 * Math.sin((x + y) / 11),
  ]
  const onto = rectangleOnto(width, height, quad)
  const back = inverted(onto)
  const picture = drawn(230, 200, (x, y) => {
    const place = project(back, { x, y })
    return waves(place.x, place.y)
  })
  const flat = flatten(picture, onto, width, height)
  const truth = drawn(width, height, waves)
  let furthest = 0
  for (const [i, value] of truth.data.entries())
    furthest = Math.max(furthest, Math.abs(value - (flat.data[i] ?? 0)))
  expect(furthest).toBeLessThan(6)
})

test('nothing changes where nothing is to be straightened', () => {
  const picture = drawn(17, 9, (x, y) => [(x * 37) % 255, (y * 91) % 255, (x * y * 13) % 255])
  expect(flatten(picture, identity, 17, 9).data).toEqual(picture.data)
})

test('what shrinks is averaged: fine stripes become grey, also where they are turned', () => {
  const stripes = drawn(240, 240, (x) => (Math.floor(x) % 2 ? [255, 0, 255] : [0, 255, 0]))
  const straight = flatten(stripes, Float64Array.of(4, 0, 0, 0, 4, 0, 0, 0, 1), 60, 60)
  expect([...straight.data.slice(0, 3)]).toEqual([128, 128, 128])
  const turned = flatten(stripes, Float64Array.of(0, 4, 0, 4, 0, 0, 0, 0, 1), 60, 60)
  expect(Math.min(...turned.data)).toBeGreaterThan(100)
  expect(Math.max(...turned.data)).toBeLessThan(155)
})

test.each([1, 4])('outside of the picture is what the fit says, shrunk %s times', (times) => {
  const white = drawn(40, 40, () => [255, 255, 255])
  const onto = Float64Array.of(times, 0, -20, 0, times, -20, 0, 0, 1)
  const fit = { width: 20, height: 20, order: 'rgb', times: 2 / 255, shift: -1 } as const
  const numbers = flattened(white, onto, { ...fit, outside: 127.5 })
  expect(numbers[0]).toBeCloseTo(0, 6)
  expect(Math.max(...numbers)).toBeCloseTo(1, 6)
  expect(Math.min(...flattened(white, onto, { ...fit, outside: 'edge' }))).toBeCloseTo(1, 6)
})

test('a picture narrower than its space leaves the rest empty, or repeats its last column', () => {
  const ramp = drawn(10, 4, (x) => [10 * x, 20 * x, 5 * x])
  const fit = { width: 10, height: 4, order: 'bgr', times: 1, shift: 0 } as const
  const fed = (outside: 'edge' | number) => {
    const numbers = new Float32Array(2 * 3 * 4 * 16).fill(-7)
    flattenInto(ramp, identity, { ...fit, outside }, { numbers, start: 3 * 4 * 16, columns: 16 })
    return numbers
  }
  const [blue, last] = [3 * 4 * 16, 3 * 4 * 16 + 2 * 4 * 16]
  expect(fed(9)[0]).toBe(-7)
  expect([...fed(9).slice(blue + 8, blue + 12)]).toEqual([43, 48, 9, 9])
  expect([...fed('edge').slice(last + 8, last + 12)]).toEqual([85, 95, 95, 95])
})
