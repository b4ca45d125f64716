// Tests that a page that the picture does not show whole is distinguished from one that fills it, lies in it or was stretched.
import { expect, test } from 'vitest'
import { hasFailed } from '../../../src/checks.ts'
import { mayBeCutOff, PAGE_CUT, qualityChecks } from '../../../src/documents/pages/quality.ts'
import type { Quad } from '../../../src/image/geometry/perspective.ts'

const quality = { recapture: 0, photocopy: 0, blur: 0, glare: 0, darkness: 0 }
const box = (left: number, top: number, right: number, bottom: number): Quad => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
]

function isCut(corners: Quad | undefined, width: number, height: number): boolean {
  const place = corners && { corners, width, height }
  const side = { kind: 'cccd-chip', quality, pixelsPerMm: 10, ...(place && { place }) } as const
  const check = qualityChecks([side]).find(({ name }) => name === PAGE_CUT)
  if (!check) throw new Error('a page is always asked about')
  return hasFailed(check)
}

test.each([
  ['in the middle', box(100, 100, 956, 640), 1200, 800],
  ['a scan that fills its picture', box(0, 0, 856, 540), 856, 540],
  ['a scan that was stretched by a fifth', box(0, 0, 1020, 540), 1020, 540],
  ['stretched, beside the edge', box(100, 100, 1100, 640), 1200, 800],
  [
    'a corner beyond the edge',
    [
      { x: -20, y: 30 },
      { x: 830, y: 0 },
      { x: 850, y: 530 },
      { x: 0, y: 565 },
    ],
    1000,
    800,
  ],
  ['at one edge, and whole', box(0, 100, 856, 640), 1200, 800],
] as const)('whole: %s', (_, corners, width, height) => {
  expect(isCut(corners, width, height)).toBe(false)
})

test.each([
  ['its upper half', box(100, 530, 956, 800), 1200, 800],
  ['its lower half', box(100, 0, 956, 300), 1200, 800],
  ['its left half', box(700, 100, 1200, 640), 1200, 800],
  ['three quarters', box(100, 400, 956, 800), 1200, 800],
  ['half a scan', box(0, 0, 856, 270), 856, 270],
  ['corners where they must be, beyond the edge', box(100, 500, 956, 1040), 1200, 800],
] as const)('cut off: %s', (_, corners, width, height) => {
  expect(isCut(corners, width, height)).toBe(true)
})

test('nothing is said of pages that were stored without their place', () => {
  expect(isCut(undefined, 0, 0)).toBe(false)
})

test.each([
  ['whole', box(100, 100, 956, 640), false],
  ['at one edge, and whole', box(0, 100, 856, 640), false],
  ['nine tenths, at the edge', box(100, 315, 956, 800), true],
  ['nine tenths, found a little within the edge', box(100, 275, 956, 745), true],
] as const)('may be cut off, before page-cut says so: %s', (_, corners, may) => {
  expect(mayBeCutOff({ kind: 'cccd-chip', corners }, { width: 1200, height: 800 })).toBe(may)
  expect(isCut(corners, 1200, 800)).toBe(false)
})
