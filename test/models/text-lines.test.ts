// Tests the text detector on maps drawn from known lines: the lines come back in reading order.

import { expect, test } from 'vitest'
import { rowNamed } from '../../src/models/manifest.ts'
import { detectLines, inputSize } from '../../src/models/text-detector.ts'
import { decodeLines, readingOrder } from '../../src/models/text-lines.ts'

interface True {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** The slope is that of its baseline. */
  readonly slope?: number
}

const thresholds = { band: 0.4, score: 0.6 }

/** Draws maps as the network is trained to give them: the middle 40 % of the height, ends pulled in by 0.3 of it. */
function maps(width: number, height: number, lines: readonly True[]) {
  const [columns, rows] = [width / 4, height / 4]
  const text = new Float32Array(columns * rows).fill(-6)
  const reach = new Float32Array(2 * columns * rows)
  for (let at = 0; at < text.length; at++) {
    const [x, y] = [4 * ((at % columns) + 0.5), 4 * (Math.floor(at / columns) + 0.5)]
    for (const line of lines) {
      const top = line.y + (line.slope ?? 0) * (x - line.x)
      const isAlong = x > line.x + 0.3 * line.height && x < line.x + line.width - 0.3 * line.height
      if (!isAlong || Math.abs(y - top - line.height / 2) > 0.2 * line.height) continue
      text[at] = 6
      reach[at] = y - top
      reach[text.length + at] = top + line.height - y
    }
  }
  return { text, reach, columns }
}

const decoded = (lines: readonly True[], width = 640, height = 416) => {
  const { text, reach, columns } = maps(width, height, lines)
  return decodeLines(text, reach, columns, thresholds)
}

test.each([
  ['a long line', { x: 40, y: 100, width: 400, height: 24 }],
  ['small print', { x: 100, y: 300, width: 180, height: 12 }],
  ['a short number', { x: 500, y: 60, width: 40, height: 20 }],
  ['a sloping line', { x: 60, y: 120, width: 420, height: 26, slope: 0.08 }],
])('%s comes back to a few pixels', (_what, line: True) => {
  const [found, ...others] = decoded([line])
  expect(others).toEqual([])
  const { x, y, width, height, slope = 0 } = line
  const truth = [x, y, x + width, y + slope * width, x + width, y + slope * width + height, x, y + height]
  const corners = found?.quad.flatMap((corner) => [corner.x, corner.y]) ?? []
  for (const [i, value] of corners.entries())
    expect(Math.abs(value - (truth[i] ?? 0)), `${corners}`).toBeLessThan(3.2)
  expect(found?.score).toBeGreaterThan(0.99)
})

test('neighbours stay apart: lines close below each other, and columns beside each other', () => {
  const lines = [
    { x: 200, y: 100, width: 300, height: 20 },
    { x: 200, y: 122, width: 300, height: 20 },
    { x: 200, y: 144, width: 140, height: 20 },
    { x: 352, y: 144, width: 140, height: 20 },
  ]
  expect(decoded(lines)).toHaveLength(4)
})

test('a gap of one cell does not part a line', () => {
  const { text, reach, columns } = maps(640, 416, [{ x: 40, y: 100, width: 400, height: 24 }])
  for (let y = 0; y < 104; y++) text[y * columns + 50] = -6
  expect(decodeLines(text, reach, columns, thresholds)).toHaveLength(1)
})

test('specks, faint bands and lines without height are none', () => {
  const speck = maps(640, 416, [])
  speck.text[5000] = 6
  expect(decodeLines(speck.text, speck.reach, speck.columns, thresholds)).toEqual([])
  const faint = maps(640, 416, [{ x: 40, y: 100, width: 400, height: 24 }])
  for (const [i, value] of faint.text.entries()) if (value > 0) faint.text[i] = 0.1
  expect(decodeLines(faint.text, faint.reach, faint.columns, thresholds)).toEqual([])
  const flat = maps(640, 416, [{ x: 40, y: 100, width: 400, height: 24 }])
  expect(decodeLines(flat.text, flat.reach.fill(0), flat.columns, thresholds)).toEqual([])
  expect(decodeLines(flat.text, flat.reach.fill(Number.NaN), flat.columns, thresholds)).toEqual([])
})

test('reading goes row by row, though boxes of a row are not quite level', () => {
  const box = (name: string, x: number, y: number, height: number) => {
    const [right, bottom] = [x + 50, y + height]
    return {
      name,
      quad: [
        { x, y },
        { x: right, y },
        { x: right, y: bottom },
        { x, y: bottom },
      ],
    }
  }
  const lines = [
    box('d', 300, 44, 20),
    box('a', 10, 3, 18),
    box('c', 10, 40, 20),
    box('b', 300, 0, 24),
    box('e', 5, 62, 20),
  ]
  expect(readingOrder(lines).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('the page fills the input, whose sides can be halved five times', async () => {
  expect(inputSize({ width: 1024, height: 646 })).toEqual({ width: 640, height: 416 })
  expect(inputSize({ width: 1488, height: 2104 })).toEqual({ width: 704, height: 992 })
  const { text, reach } = maps(640, 416, [{ x: 64, y: 104, width: 320, height: 26 }])
  const network = { row: rowNamed('text-detector'), run: () => Promise.resolve({ text, reach }) }
  const pixels = { width: 100, height: 65, data: new Uint8Array(19_500) }
  const onto = Float64Array.of(0.1, 0, 0, 0, 0.1, 0, 0, 0, 1)
  const [line] = await detectLines(network, pixels, onto, { width: 1024, height: 646 })
  expect(Math.abs((line?.quad[0].x ?? 0) - 64 * 1.6)).toBeLessThan(5)
  expect(Math.abs((line?.quad[2].y ?? 0) - (130 * 646) / 416)).toBeLessThan(5)
})
