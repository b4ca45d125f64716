// Tests text and codes that were written into pictures: the compressions of the card tell the one, black and white the other.
import { describe, expect, test } from 'vitest'
import { seededDice } from '../../../specimens/person/dice.ts'
import { lookInPlace } from '../../../src/documents/pages/in-place.ts'
import type { LocatedPage, PageCode, PageLine } from '../../../src/documents/pages/page.ts'
import { pageSize } from '../../../src/documents/pages/straighten.ts'
import type { Box } from '../../../src/image/geometry/geometry.ts'
import type { Quad } from '../../../src/image/geometry/perspective.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { corners, HEIGHT, MARGIN, saved, surface, WIDTH } from './surfaces.ts'

const page: LocatedPage = {
  kind: 'cccd-chip',
  side: 'front',
  confidences: { page: 1, kind: 1, side: 1, turn: 1 },
  corners,
  quarterTurn: 0,
}
const size = pageSize(page.kind, corners)

/** As shares of the page. */
const NAME: Box = { x: 0.4, y: 0.5, width: 0.4, height: 0.1 }
const CODE: Box = { x: 0.8, y: 0.06, width: 0.15, height: 0.24 }

const quadOf = ({ x, y, width, height }: Box): Quad => {
  const at = (across: number, down: number) => ({ x: across * size.width, y: down * size.height })
  return [at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height)]
}
const line: PageLine = {
  text: 'A',
  raw: { text: 'A', confidence: 1 },
  confidence: 1,
  characters: [],
  score: 1,
  quad: quadOf(NAME),
}
const code: PageCode = { format: 'qr', text: 'A', quad: quadOf(CODE) }

/** What `draw` returns for a pixel of the box takes its place. */
function drawnInto(
  pixels: Pixels,
  box: Box,
  draw: (at: number, x: number, y: number) => readonly number[],
): Pixels {
  const data = Uint8Array.from(pixels.data)
  const [across, down] = [WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN]
  const [left, top] = [Math.round(MARGIN + box.x * across), Math.round(MARGIN + box.y * down)]
  for (let y = top; y < top + box.height * down; y++)
    for (let x = left; x < left + box.width * across; x++) {
      const at = 3 * (y * WIDTH + x)
      data.set(draw(at, x, y), at)
    }
  return { ...pixels, data }
}

const of = (other: Pixels) => (at: number) => [...other.data.subarray(at, at + 3)]
const MODULE = 4
const modules =
  (dark: number, light: number) =>
  (_at: number, x: number, y: number): number[] => {
    const isDark = (Math.floor(x / MODULE) * 7 + Math.floor(y / MODULE) * 13) % 5 < 2
    return Array.from({ length: 3 }, () => (isDark ? dark : light))
  }

const looked = (pixels: Pixels) => lookInPlace(pixels, page, size, { lines: [line], codes: [code] })
const historyOf = (pixels: Pixels) => looked(pixels).lines[0]?.history ?? 0
const purityOf = (pixels: Pixels) => looked(pixels).codes[0]?.purity

const card = surface(seededDice(1, 1), 2)
const other = surface(seededDice(2, 1), 2)

describe('a line of text', () => {
  test('that was photographed with its card went through its compressions, however often it is saved', async () => {
    const taken = await saved(card, 75)
    for (const pixels of [taken, await saved(taken, 95), await saved(taken, 60), card])
      expect(historyOf(pixels)).toBeLessThan(0.25)
  })

  test('that was written over it did not', async () => {
    const forged = drawnInto(await saved(card, 75), NAME, of(other))
    for (const pixels of [forged, await saved(forged, 95)]) expect(historyOf(pixels)).toBeGreaterThan(0.6)
  })

  test('has no history where the card shows none', () => {
    expect(looked(card).lines[0]).not.toHaveProperty('history')
  })
})

describe('a code', () => {
  test('in black and white on a card that has neither was drawn in, also where the picture is saved again', async () => {
    const forged = drawnInto(card, CODE, modules(0, 255))
    expect(purityOf(forged)).toBeGreaterThan(0.3)
    expect(purityOf(await saved(forged, 75))).toBeGreaterThan(0.05)
  })

  test('in the colours of a card is not told', async () => {
    for (const [dark, light] of [
      [30, 230],
      [0, 230],
      [30, 255],
    ] as const)
      expect(purityOf(drawnInto(card, CODE, modules(dark, light)))).toBe(0)
  })

  test('is not judged on a page of which print or ground are as black or white', () => {
    const forged = drawnInto(card, CODE, modules(0, 255))
    expect(purityOf(drawnInto(forged, NAME, modules(0, 200)))).toBe(0)
    expect(
      purityOf(
        drawnInto(
          drawnInto(card, { x: 0.72, y: -0.03, width: 0.3, height: 0.44 }, () => [255, 255, 255]),
          CODE,
          modules(0, 255),
        ),
      ),
    ).toBe(0)
  })
})
