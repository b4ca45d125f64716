// Tests the second look at empty cells of a licence's table: where it looks, and that it looks nowhere else.
import { expect, test } from 'vitest'
import { emptyCells } from '../../../src/documents/pages/class-cells.ts'
import type { Page, PageLine } from '../../../src/documents/pages/page.ts'

const line = (text: string, x: number, y: number): PageLine => {
  const right = x + 12 * text.length
  return {
    text,
    confidence: 0.99,
    characters: [...text].map((one) => ({ text: one, confidence: 0.999 })),
    quad: [
      { x, y },
      { x: right, y },
      { x: right, y: y + 20 },
      { x, y: y + 20 },
    ],
    score: 0.99,
  } as unknown as PageLine
}
const side = (lines: readonly PageLine[], more: Partial<Page> = {}) => ({
  kind: 'licence-pet' as const,
  side: 'back' as const,
  lines,
  ...more,
})
const [head, dated] = [line('Hạng', 60, 129), line('20/01/2020', 580, 239)]

test('is at the height of the date, under the head of the column', () => {
  const [places] = emptyCells(side([head, dated]))
  expect(places).toHaveLength(1)
  for (const [a, b, , d] of places?.[0] ?? []) {
    expect((a.x + b.x) / 2).toBeCloseTo(84)
    expect((a.y + d.y) / 2).toBeCloseTo(249)
  }
})

test('is also where another class stands', () => {
  const lines = [head, line('A1', 70, 200), line('01/02/2011', 580, 200), dated]
  const cells = emptyCells(side(lines))
  expect(cells).toHaveLength(1)
  const middles = cells[0]?.map(([cut]) => cut && (cut[0].x + cut[1].x) / 2)
  expect(middles).toEqual([84, 82])
})

test('is nowhere on a full table, on a front, without a head, or on another document', () => {
  expect(emptyCells(side([head, line('B2', 70, 239), dated]))).toEqual([])
  expect(emptyCells(side([head, dated], { side: 'front' }))).toEqual([])
  expect(emptyCells(side([head, dated], { kind: 'cccd-chip' }))).toEqual([])
  expect(emptyCells(side([dated])).flat()).toEqual([])
})
