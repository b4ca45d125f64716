// Tests how the evaluation of the reader matches found pages and lines to the true ones.
import { describe, expect, test } from 'vitest'
import type { TrueDocument } from '../../../specimens/camera/scene.ts'
import { TRAINING_SEED } from '../../../specimens/documents/export.ts'
import { PAGE_CLASSES } from '../../../src/documents/kinds/kinds.ts'
import type { Box } from '../../../src/image/geometry/geometry.ts'
import type { Quad } from '../../../src/image/geometry/perspective.ts'
import { turnedQuad } from '../../../src/models/page-finder.ts'
import { widened } from '../../../src/models/text-reader.ts'
import { cropsOf, truePage, withoutMargins } from '../../accuracy/reader/crops.ts'
import { isInvented, outcomeOf, pairedTexts } from '../../accuracy/reader/line-match.ts'
import { matchPages } from '../../accuracy/reader/page-match.ts'
import { FIRST_SEED, type SetName, sets, shotsOf } from '../../accuracy/reader/plan.ts'

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height })
const quad = (x: number, y: number, width: number, height: number): Quad => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
]

const card = (corners: Quad): TrueDocument => ({
  kind: 'cccd-chip',
  side: 'front',
  corners,
  quarterTurn: 0,
  lines: [],
  codes: [],
  fields: {},
})
const seen = (corners: Quad, side = 'front') => ({
  kind: 'cccd-chip',
  side,
  corners,
  confidences: { page: 1, kind: 1, side: 1, turn: 1 },
  lines: [],
})

describe('pages', () => {
  // The diagonal is 500.
  const corners = quad(100, 100, 400, 300)

  test('the furthest corner counts, by the diagonal', () => {
    const [a, b, c, d] = corners
    const [match] = matchPages([card(corners)], [seen([a, b, { x: c.x + 3, y: c.y + 4 }, d])]).documents
    expect(match?.cornerError).toBeCloseTo(0.01)
    expect(match).toMatchObject({ isClassRight: true, isTurnRight: true })
  })

  test('a page taken to be upside down has good corners and a wrong turn', () => {
    const [match] = matchPages([card(corners)], [seen(turnedQuad(corners, 2), 'back')]).documents
    expect(match?.cornerError).toBeCloseTo(0)
    expect(match).toMatchObject({ isKindRight: true, isClassRight: false, isTurnRight: false })
  })

  test('what is missed has nothing right, and what is elsewhere is invented', () => {
    const { documents, invented } = matchPages([card(corners)], [seen(quad(600, 100, 400, 300))])
    expect(documents).toMatchObject([{ isClassRight: false, isTurnRight: false, cornerError: Infinity }])
    expect(invented).toBe(1)
  })

  test('one page is not two documents', () => {
    const both = [card(corners), card(quad(110, 100, 400, 300))]
    const { documents } = matchPages(both, [seen(corners)])
    expect(documents.filter(({ page }) => page)).toHaveLength(1)
  })
})

describe('lines', () => {
  const line = box(100, 100, 200, 20)
  const next = box(330, 100, 100, 20)
  const all = [line, next]

  test.each([
    ['whole', [box(95, 98, 210, 24)]],
    ['whole, and a speck beside', [box(95, 98, 210, 24), box(600, 98, 20, 20)]],
    ['merged', [box(95, 98, 340, 24)]],
    ['split', [box(95, 98, 100, 24), box(196, 98, 110, 24)]],
    ['cut', [box(95, 98, 150, 24)]],
    ['cut, for what is above and below comes with it', [box(95, 90, 210, 40)]],
    ['missed', [box(95, 130, 210, 24)]],
    ['missed', []],
  ])('%s', (outcome, found) => {
    expect(outcomeOf(line, all, found)).toBe(outcome.split(',')[0])
  })

  test('only what lies off all text is invented', () => {
    expect(isInvented(box(95, 98, 340, 24), all)).toBe(false)
    expect(isInvented(box(100, 200, 50, 20), all)).toBe(true)
  })

  test('texts are joined where lines hang together, and missed ones are left empty', () => {
    const lines = [
      { text: 'Họ tên', box: line },
      { text: 'AN', box: next },
      { text: 'Nam', box: box(100, 200, 60, 20) },
    ]
    const merged = [{ text: 'Họ tên AN', box: box(95, 98, 340, 24) }]
    expect(pairedTexts(lines, merged)).toEqual([
      { truth: 'Họ tên AN', read: 'Họ tên AN' },
      { truth: 'Nam', read: '' },
    ])
    const split = [
      { text: 'tên', box: box(196, 98, 110, 24) },
      { text: 'Họ', box: box(95, 98, 100, 24) },
    ]
    expect(pairedTexts(lines, split)[0]).toEqual({ truth: 'Họ tên', read: 'Họ tên' })
  })
})

describe('crops', () => {
  const standing = [
    { x: 300, y: 0 },
    { x: 300, y: 856 },
    { x: -239.8, y: 856 },
    { x: -239.8, y: 0 },
  ] as const
  const written = {
    ...card(standing),
    lines: [
      // The line is a tenth from the left edge of the card, which is at the top of the picture.
      {
        text: 'A',
        role: 'value',
        quad: [
          { x: 200, y: 85.6 },
          { x: 200, y: 428 },
          { x: 180, y: 428 },
          { x: 180, y: 85.6 },
        ] as const,
      },
      { text: 'off', role: 'value', quad: quad(-20, 0, 10, 5) },
    ],
  }

  test('a line of a card that lies on its side is level on the page', () => {
    const page = truePage(written, { width: 400, height: 900 })
    expect(page.size).toEqual({ width: 1024, height: 646 })
    expect(page.lines).toHaveLength(1)
    expect(page.cutOff).toBe(1)
    const found = page.lines[0]?.box ?? box(0, 0, 0, 0)
    expect(found.x).toBeCloseTo(102.4, 1)
    expect(found.width).toBeCloseTo(409.6, 1)
    expect(found.height).toBeCloseTo((20 * 646) / 539.8, 1)
  })

  test('margins are a few percent to a fifth of the height, the same for the same seed', () => {
    const lines = [{ text: 'A', role: 'value', box: box(100, 100, 200, 20) }]
    const [crop] = cropsOf(lines, 'all', 5)
    expect(cropsOf(lines, 'all', 5)).toEqual([crop])
    expect(cropsOf(lines, 'all', 6)).not.toEqual([crop])
    const [a, , c] = crop?.quad ?? quad(0, 0, 0, 0)
    for (const margin of [100 - a.x, 100 - a.y, c.x - 300, c.y - 120]) {
      expect(margin).toBeGreaterThan(0.5)
      expect(margin).toBeLessThan(4.1)
    }
  })

  test('the mark of a specimen is not read, and of a zone only its lines are', () => {
    const lines = [
      { text: 'SPECIMEN', role: 'other', box: box(0, 0, 10, 5) },
      { text: 'P<VNM', role: 'mrz', box: box(0, 10, 10, 5) },
      { text: 'AN', role: 'value', box: box(0, 20, 10, 5) },
    ]
    expect(
      cropsOf(lines, 'all', 1)
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(['AN', 'P<VNM'])
    expect(cropsOf(lines, 'mrz', 1).map(({ text }) => text)).toEqual(['P<VNM'])
  })

  test('what is taken off for the reader it puts on again', () => {
    const crop = quad(10, 20, 300, 30)
    const again = widened(withoutMargins(crop, 0.1, 0.2), 0.1, 0.2)
    for (const [i, { x, y }] of crop.entries()) {
      expect(again[i]?.x).toBeCloseTo(x)
      expect(again[i]?.y).toBeCloseTo(y)
    }
  })
})

describe('the plan', () => {
  const names = Object.keys(sets) as SetName[]

  test('no seed is one of training, and no document is taken twice', () => {
    const seeds = names
      .flatMap((set) => shotsOf(set))
      .flatMap(({ documents }) => documents.map(({ seed }) => seed))
    expect(Math.min(...seeds)).toBeGreaterThanOrEqual(FIRST_SEED)
    expect(Math.max(...seeds)).toBeLessThan(TRAINING_SEED)
    expect(new Set(seeds).size).toBe(seeds.length)
  })

  test('every kind and side as often', () => {
    for (const set of ['clean', 'photo', 'bad'] as const) {
      const pages = shotsOf(set).map(({ documents: [first] }) => `${first?.kind} ${first?.side}`)
      const counts = Map.groupBy(pages, (page) => page)
      expect(counts.size).toBe(PAGE_CLASSES.length)
      expect(new Set([...counts.values()].map(({ length }) => length)).size).toBe(1)
    }
  })

  test('the same every time', () => {
    for (const set of names) expect(shotsOf(set)).toEqual(shotsOf(set))
  })

  test('a set shows what it is for', () => {
    const two = shotsOf('two')
    expect(two.every(({ documents }) => documents.length === 2)).toBe(true)
    expect(two.filter(({ scene }) => scene.hand || scene.screen || !scene.next)).toEqual([])
    expect(shotsOf('turned').every(({ scene }) => scene.pose.quarterTurns !== 0)).toBe(true)
    expect(shotsOf('screen').every(({ scene }) => scene.screen)).toBe(true)
  })
})
