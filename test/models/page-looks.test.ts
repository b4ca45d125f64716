// Tests what the aligner and the judge of pages are shown, and how their outputs are read.

import { expect, test } from 'vitest'
import type { Quad } from '../../src/image/geometry/perspective.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { rowNamed } from '../../src/models/manifest.ts'
import { alignPage, softmax } from '../../src/models/page-aligner.ts'
import { judgePage, patchPlaces, qualityOf } from '../../src/models/page-judge.ts'

/** Draws a white rectangle from 100, 60 to 300, 180 on black. */
function whitePage(): Pixels {
  const [width, height] = [400, 240]
  const data = new Uint8Array(3 * width * height)
  for (let y = 60; y < 180; y++) data.fill(255, 3 * (y * width + 100), 3 * (y * width + 300))
  return { width, height, data }
}
const page: Quad = [
  { x: 100, y: 60 },
  { x: 300, y: 60 },
  { x: 300, y: 180 },
  { x: 100, y: 180 },
]

test('the aligner sees the page in the middle with a rim around, and its corners come back', async () => {
  const fed: Float32Array[] = []
  const network = {
    row: rowNamed('page-aligner'),
    run: (input: Float32Array) => {
      fed.push(input.slice())
      return Promise.resolve({
        corners: Float32Array.of(25.6, 25.6, 230.4, 25.6, 230.4, 230.4, 25.6, 128),
        turn: Float32Array.of(0, 3, 0, 0),
        class: Float32Array.of(0, 0, 5),
        present: Float32Array.of(2),
      })
    },
  }
  const { quad, turns, classes, present } = await alignPage(network, whitePage(), page)
  const at = (x: number, y: number) => fed[0]?.[y * 256 + x]
  expect([at(128, 28), at(28, 128), at(227, 227)]).toEqual([1, 1, 1])
  expect([at(128, 23), at(23, 128), at(233, 233)]).toEqual([-1, -1, -1])
  expect(quad.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
    [100, 60],
    [300, 60],
    [300, 180],
    [100, 120],
  ])
  expect(turns.indexOf(Math.max(...turns))).toBe(1)
  expect(classes[2]).toBeGreaterThan(0.98)
  expect(present).toBeCloseTo(0.8808, 3)
})

test('shares add up to one, whatever the logits', () => {
  const shares = softmax(Float32Array.of(1000, 999, -1000))
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
  expect(shares[0]).toBeCloseTo(1 / (1 + Math.exp(-1)))
})

test('the judge is shown six patches of the page at one scale', async () => {
  const shapes: (readonly number[] | undefined)[] = []
  const network = {
    row: rowNamed('page-judge'),
    run: (input: Float32Array, shape?: readonly number[]) => {
      shapes.push(shape, [input.length])
      return Promise.resolve({ scores: new Float32Array(30) })
    },
  }
  const onto = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
  const quality = await judgePage(network, whitePage(), onto, { width: 400, height: 240 })
  expect(shapes).toEqual([[6, 3, 192, 192], [6 * 3 * 192 * 192]])
  expect(Object.values(quality)).toEqual([0.5, 0.5, 0.5, 0.5, 0.5])
})

test('patches of a page 1024 wide are not scaled, and lie in the middles of a grid', () => {
  const [first, , , fourth] = patchPlaces({ width: 1024, height: 646 })
  expect([first?.[0], first?.[2], first?.[5]]).toEqual([1, 1024 / 6 - 96, 646 / 4 - 96])
  expect(fourth?.[5]).toBe((3 * 646) / 4 - 96)
  expect(patchPlaces({ width: 512, height: 323 })[0]?.[0]).toBe(0.5)
})

test('glare counts where it is, all else on the whole', () => {
  const scores = new Float32Array(30)
  for (let patch = 0; patch < 6; patch++)
    scores.set([patch === 0 ? 6 : 0, -3, 0, patch === 0 ? 3 : -9, 0], 5 * patch)
  const { recapture, photocopy, glare } = qualityOf(scores)
  expect(recapture).toBeCloseTo(1 / (1 + Math.exp(-1)))
  expect(photocopy).toBeCloseTo(1 / (1 + Math.exp(3)))
  expect(glare).toBeCloseTo(1 / (1 + Math.exp(-3)))
})
