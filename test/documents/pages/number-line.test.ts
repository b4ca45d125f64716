// Tests the second look at a number of nine figures: where it is taken, what it replaces, and that no figure is guessed.
import { describe, expect, test } from 'vitest'
import { withNumberLine } from '../../../src/documents/pages/number-line.ts'
import type { PageLine } from '../../../src/documents/pages/page.ts'
import { rowNamed } from '../../../src/models/manifest.ts'

const charset = [...'0123456789SỐ']
const pixels = { width: 1000, height: 630, data: new Uint8Array(3 * 1000 * 630).fill(200) }
const onto = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)

/** Shows this text in every line that it is given, and counts them. */
function showing(text: string) {
  const counts: number[] = []
  const run = (_: Float32Array, shape: readonly number[] = []) => {
    const [lines = 0, , , width = 0] = shape
    counts.push(lines)
    const [columns, classes] = [width / 4, charset.length + 1]
    const y = new Float32Array(lines * columns * classes).fill(-9)
    for (let line = 0; line < lines; line++)
      for (let column = 0; column < columns; column++) {
        const figure = text[column / 4]
        const label = figure === undefined ? 0 : charset.indexOf(figure) + 1
        y[(line * columns + column) * classes + label] = 9
      }
    return Promise.resolve({ y })
  }
  const reader = { row: rowNamed('text-reader'), charset, run }
  return { networks: { reader }, counts }
}

/** A line from there on, 30 pixels a character. */
function line(text: string, x: number, confidence = 0.5, y = 180): PageLine {
  const [width, height] = [30 * text.length, 50]
  const each = confidence ** (1 / text.length)
  return {
    text,
    confidence,
    raw: { text, confidence },
    characters: [...text].map((one, i) => ({ text: one, confidence: each, at: (i + 0.5) / text.length })),
    quad: [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ],
    score: 0.9,
  }
}

const front = { kind: 'cmnd-9', side: 'front' } as const
const name = line('SS', 500, 0.5, 260)

describe('the number of a nine-digit card', () => {
  test('in doubt is a line of its own, beside its label', async () => {
    const { networks, counts } = showing('023456789')
    const lines = await withNumberLine(networks, pixels, onto, {
      ...front,
      lines: [line('SỐ 023456189', 300), name],
    })
    expect(lines.map(({ text }) => text)).toEqual(['SỐ', '023456789', 'SS'])
    expect(counts.reduce((sum, count) => sum + count)).toBe(2)
    const [label, number] = lines
    expect(label?.quad[1].x).toBeLessThan((number?.quad[1].x ?? 0) - 200)
    expect(number?.confidence).toBeLessThan(0.9)
  })

  test('is put together from its pieces, also where figures between them were not found', async () => {
    const pieces = [line('SỐ 023', 300), line('6789', 560)]
    const { networks } = showing('023456789')
    const lines = await withNumberLine(networks, pixels, onto, { ...front, lines: pieces })
    expect(lines.map(({ text }) => text)).toEqual(['SỐ', '023456789'])
  })

  test.each(['02345678', '0234567'])('of which %s is all that shows is not guessed', async (shown) => {
    const lines = [line(`SỐ ${shown}`, 300)]
    expect(await withNumberLine(showing(shown).networks, pixels, onto, { ...front, lines })).toBe(lines)
  })

  test('that was read surely is not looked at again, unless no province had it', async () => {
    const sure = [line('SỐ 023456789', 300, 0.995)]
    const { networks, counts } = showing('023456789')
    expect(await withNumberLine(networks, pixels, onto, { ...front, lines: sure })).toBe(sure)
    expect(counts).toEqual([])
    const unknown = [line('SỐ 723456789', 300, 0.995)]
    const [, number] = await withNumberLine(networks, pixels, onto, { ...front, lines: unknown })
    expect(number?.text).toBe('023456789')
  })

  test('is not looked for on other pages', async () => {
    const lines = [line('SỐ 023456189', 300)]
    const { networks, counts } = showing('023456789')
    for (const page of [
      { kind: 'cmnd-9', side: 'back' },
      { kind: 'cmnd-12', side: 'front' },
      { kind: 'licence-paper', side: 'front' },
    ] as const)
      expect(await withNumberLine(networks, pixels, onto, { ...page, lines })).toBe(lines)
    expect(counts).toEqual([])
  })
})
