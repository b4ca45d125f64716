// Tests the edges of a page in a drawn picture: found to the pixel, not confused with print, left alone where there are none.
import { expect, test } from 'vitest'
import { seededDice } from '../../../specimens/person/dice.ts'
import { edgeLines } from '../../../src/documents/pages/edge-lines.ts'
import { onEdges } from '../../../src/documents/pages/edges.ts'
import { shapeError } from '../../../src/documents/pages/shape.ts'
import { distance } from '../../../src/image/geometry/geometry.ts'
import type { Quad } from '../../../src/image/geometry/perspective.ts'
import type { Pixels } from '../../../src/image/pixels.ts'

/** The page is upright and has the shape of a card. */
const card: Quad = [
  { x: 120, y: 100 },
  { x: 548, y: 100 },
  { x: 548, y: 369.9 },
  { x: 120, y: 369.9 },
]

const grown = (quad: Quad, by: number): Quad => {
  const [a, b, c, d] = quad
  return [
    { x: a.x - by, y: a.y - by },
    { x: b.x + by, y: b.y - by },
    { x: c.x + by, y: c.y + by },
    { x: d.x - by, y: d.y + by },
  ]
}

/** Returns the share of a pixel that lies between. */
const covered = (at: number, from: number, to: number): number =>
  Math.max(0, Math.min(at + 1, to) - Math.max(at, from))

/** Draws each layer, a quad and its grey, over the last, with a little noise over all. */
function drawn(layers: readonly (readonly [Quad, number])[]): Pixels {
  const [width, height] = [668, 470]
  const data = new Uint8Array(3 * width * height)
  const dice = seededDice(7)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let grey = 90
      for (const [[from, , to], own] of layers) {
        const share = covered(x, from.x, to.x) * covered(y, from.y, to.y)
        grey = share * own + (1 - share) * grey
      }
      const noisy = grey + dice.between(-3, 3)
      data.fill(noisy, 3 * (y * width + x), 3 * (y * width + x) + 3)
    }
  return { width, height, data }
}

const off = (one: Quad, other: Quad): number =>
  Math.max(...one.map((corner, i) => distance(corner, other[i] ?? corner)))

const seen: Quad = [
  { x: 126, y: 94 },
  { x: 541, y: 104 },
  { x: 552, y: 363 },
  { x: 116, y: 376 },
]

test('corners that were seen roughly come to lie on the edges', () => {
  const { quad, support, strange } = onEdges(drawn([[card, 200]]), seen, 'cccd-chip')
  expect(off(seen, card)).toBeGreaterThan(7)
  expect(off(quad, card)).toBeLessThan(0.5)
  expect(support).toBeGreaterThan(0.9)
  expect(strange).toBeLessThan(0.01)
})

test('a printed frame is no edge, however black', () => {
  const frame: (readonly [Quad, number])[] = [
    [card, 200],
    [grown(card, -6), 20],
    [grown(card, -8), 200],
  ]
  expect(off(onEdges(drawn(frame), seen, 'cccd-chip').quad, card)).toBeLessThan(0.5)
})

test('without an edge anywhere the corners stay', () => {
  const { quad, support } = onEdges(drawn([]), seen, 'cccd-chip')
  expect(off(quad, seen)).toBeLessThan(1e-6)
  expect(support).toBe(0)
})

test('the lines along a side say how far they are off', () => {
  const [line] = edgeLines(drawn([[card, 200]]), grown(card, 6), 0)
  expect(line?.support).toBeGreaterThan(0.9)
  expect(line?.off).toBeGreaterThan(0)
  expect(line?.from.y).toBeCloseTo(100, 0)
})

test('a page pulled by a corner, or of another shape, has a shape error', () => {
  const picture = { width: 668, height: 470, data: new Uint8Array() }
  const [a, b, c, d] = card
  expect(shapeError(picture, card, 'cccd-chip')).toBeLessThan(0.002)
  expect(shapeError(picture, [a, b, { x: c.x + 60, y: c.y + 40 }, d], 'cccd-chip')).toBeGreaterThan(0.03)
  expect(shapeError(picture, card, 'business-registration')).toBeGreaterThan(0.5)
  // A page of no known kind has only its corners to go by.
  expect(shapeError(picture, [a, { x: 300, y: 100 }, { x: 300, y: c.y }, d], 'other')).toBeLessThan(0.002)
})
