// Tests what is found of a line that the picture does not show: on drawn strokes, with light, a finger and the edge of the picture.
import { describe, expect, test } from 'vitest'
import { rectangle } from '../../../src/documents/mrz/plane.ts'
import { blindRuns } from '../../../src/documents/pages/blind.ts'
import type { Box } from '../../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../../src/image/pixels.ts'

const asItLies = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
const size = { width: 400, height: 100 }
/** Where the strokes stand: a line of 200 by 20 pixels. */
const line = { x: 100, y: 40, width: 200, height: 20 }
const [INK, GROUND] = [
  [40, 40, 40],
  [205, 215, 210],
] as const
const [LIGHT, SKIN] = [
  [255, 255, 255],
  [196, 140, 110],
] as const

type Colour = readonly [number, number, number]

/** Strokes on a coloured ground; then whatever lies on them. */
function drawn(...laid: readonly (readonly [Box, Colour])[]): Pixels {
  const data = new Uint8Array(3 * size.width * size.height)
  const fill = ({ x, y, width, height }: Box, colour: Colour) => {
    for (let row = y; row < y + height; row++)
      for (let column = x; column < x + width; column++) data.set(colour, 3 * (row * size.width + column))
  }
  fill({ x: 0, y: 0, ...size }, GROUND)
  for (let x = line.x; x < line.x + line.width; x += 10) fill({ ...line, x, width: 4 }, INK)
  for (const [box, colour] of laid) fill(box, colour)
  return { ...size, data }
}

const across = (x: number, width: number): Box => ({ x, y: 20, width, height: 60 })
const quad = rectangle(line.x, line.y, line.x + line.width, line.y + line.height)
const runsOf = (
  pixels: Pixels,
  around: Partial<Parameters<typeof blindRuns>[3]> = {},
  onto = asItLies,
  of = quad,
) => blindRuns(pixels, onto, of, { printed: { x: 0, y: 0, ...size }, isCut: false, ...around })
const shares = (pixels: Pixels) =>
  runsOf(pixels).map(({ what, from, to }) => [what, Math.round(from * 20) / 20, Math.round(to * 20) / 20])

describe('on a line', () => {
  test('in full sight there is nothing', () => {
    expect(runsOf(drawn())).toEqual([])
  })

  test.each([
    ['light', LIGHT],
    ['cover', SKIN],
  ] as const)('%s over letters, and behind the last', (what, colour) => {
    expect(shares(drawn([across(140, 40), colour]))).toEqual([[what, 0.2, 0.4]])
    expect(shares(drawn([across(300, 40), colour]))).toEqual([[what, 1, 1.2]])
  })

  test('what is no wider than a stroke is none', () => {
    expect(runsOf(drawn([across(140, 6), LIGHT]))).toEqual([])
  })

  test('light that leaves half of the height to see hides nothing', () => {
    expect(runsOf(drawn([{ x: 140, y: 50, width: 40, height: 30 }, LIGHT]))).toEqual([])
  })

  test('the skin of a portrait beside it is no cover', () => {
    const pixels = drawn([across(310, 40), SKIN])
    expect(runsOf(pixels).map(({ what }) => what)).toEqual(['cover'])
    expect(runsOf(pixels, { portrait: across(305, 60) })).toEqual([])
  })

  test('what lies beyond the page is none', () => {
    const pixels = drawn([across(310, 40), SKIN], [across(60, 30), LIGHT])
    expect(runsOf(pixels, { printed: { x: 95, y: 0, width: 210, height: 100 } })).toEqual([])
  })
})

describe('at the edge of the picture', () => {
  /** The page begins to the left of the picture. */
  const shifted = (by: number) => Float64Array.of(1, 0, -by, 0, 1, 0, 0, 0, 1)

  test('a line that touches it may go on', () => {
    const [run] = runsOf(drawn(), undefined, shifted(100))
    expect(run?.what).toBe('edge')
    expect(run?.to).toBeCloseTo(0, 1)
  })

  test('of a line further in, only where the page is cut off', () => {
    expect(runsOf(drawn(), { isCut: false }, shifted(80))).toEqual([])
    expect(runsOf(drawn(), { isCut: true }, shifted(80)).map(({ what }) => what)).toEqual(['edge'])
  })

  test('a line without a height or shorter than it is high has none', () => {
    expect(runsOf(drawn(), undefined, shifted(100), rectangle(100, 40, 300, 40))).toEqual([])
    expect(runsOf(drawn(), undefined, shifted(100), rectangle(100, 40, 110, 60))).toEqual([])
  })
})
