// Tests the page finder on maps written by hand: peaks become quads, duplicates become one, invalid quads are dropped.

import { expect, test } from 'vitest'
import { rowNamed } from '../../src/models/manifest.ts'
import { decodeQuads, findPages, peaks, startingUpperLeft, turnedQuad } from '../../src/models/page-finder.ts'

const cells = 40
const decode = { cells, least: 0.5, suppression: 0.3 }

/** Writes a rectangle about the middle of a cell, in pixels of the input, its corners clockwise from any of them. */
function maps(
  found: readonly { cell: [number, number]; logit: number; half: [number, number]; first?: number }[],
) {
  const heat = new Float32Array(cells * cells).fill(-8)
  const corners = new Float32Array(8 * cells * cells)
  for (const { cell, logit, half, first = 0 } of found) {
    const at = cell[1] * cells + cell[0]
    heat[at] = logit
    const around = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const
    for (let i = 0; i < 4; i++) {
      const [x, y] = around[(i + first) % 4] ?? [0, 0]
      corners[2 * i * cells * cells + at] = (x * half[0]) / 32
      corners[(2 * i + 1) * cells * cells + at] = (y * half[1]) / 32
    }
  }
  return [heat, corners] as const
}

test('a peak becomes a quad about its cell, from its upper left corner on', () => {
  const [found] = decodeQuads(...maps([{ cell: [10, 20], logit: 2, half: [64, 40], first: 2 }]), decode)
  expect(found?.quad).toEqual([
    { x: 84 - 64, y: 164 - 40 },
    { x: 84 + 64, y: 164 - 40 },
    { x: 84 + 64, y: 164 + 40 },
    { x: 84 - 64, y: 164 + 40 },
  ])
  expect(found?.score).toBeCloseTo(1 / (1 + Math.exp(-2)))
})

test('of two that overlap the surer stays, and at most four are found', () => {
  const half: [number, number] = [20, 14]
  const near = maps([
    { cell: [10, 10], logit: 1, half },
    { cell: [12, 10], logit: 3, half },
    { cell: [30, 30], logit: 2, half },
  ])
  expect(decodeQuads(...near, decode).map(({ score }) => Math.round(100 * score))).toEqual([95, 88])
  const many = [2, 10, 18, 26, 34].map((x) => ({ cell: [x, 20] as [number, number], logit: 4, half }))
  expect(decodeQuads(...maps(many), decode)).toHaveLength(4)
})

test('what is unsure, folded over or no number is no page', () => {
  expect(decodeQuads(...maps([{ cell: [10, 10], logit: -0.1, half: [20, 14] }]), decode)).toEqual([])
  expect(decodeQuads(...maps([{ cell: [10, 10], logit: 3, half: [-20, 14] }]), decode)).toEqual([])
  expect(decodeQuads(...maps([{ cell: [10, 10], logit: Number.NaN, half: [20, 14] }]), decode)).toEqual([])
})

test('of equal neighbours one is a peak', () => {
  const heat = new Float32Array(25).fill(-5)
  heat[7] = heat[8] = heat[12] = 1
  expect([...peaks(heat, 5, 0)]).toEqual([7])
})

test('a wide picture is fitted with its whole width, and corners come back in its pixels', async () => {
  const [heat, corners] = maps([{ cell: [20, 20], logit: 3, half: [80, 40] }])
  const row = rowNamed('page-finder')
  const fed: Float32Array[] = []
  const run = (input: Float32Array) => {
    fed.push(input)
    return Promise.resolve({ heat, corners })
  }
  const white = { width: 640, height: 320, data: new Uint8Array(3 * 640 * 320).fill(255) }
  const [found] = await findPages({ row, run }, white)
  expect([fed[0]?.[0], fed[0]?.[160 * 320 + 5]]).toEqual([0, 1])
  expect(found?.quad[0]).toEqual({ x: 2 * (164 - 80), y: 2 * (164 - 40) - 160 })
})

test('a quad can start at any corner', () => {
  const quad = [
    { x: 0, y: 9 },
    { x: 0, y: 0 },
    { x: 9, y: 0 },
    { x: 9, y: 9 },
  ] as const
  expect(startingUpperLeft(quad)[0]).toEqual({ x: 0, y: 0 })
  expect(turnedQuad(quad, 3)).toEqual([quad[3], quad[0], quad[1], quad[2]])
})
