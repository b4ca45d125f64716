// Tests how lines are given to the reader: cut with a margin, scaled to one height, squeezed, and batched by width.

import { expect, test } from 'vitest'
import type { Quad } from '../../src/image/geometry/perspective.ts'
import { rowNamed } from '../../src/models/manifest.ts'
import { batches, cropOf, paddedWidth, scoreLines, widened } from '../../src/models/text-reader.ts'

const base = rowNamed('text-reader')
const row = { ...base, thresholds: { squeeze: 0.75, above: 0.25, beside: 0.5, temperature: 1 } }
const CLASSES = 5

/** Every score is the number of its line in the batch. */
const network = () => {
  const shapes: number[][] = []
  const inputs: Float32Array[] = []
  const run = (input: Float32Array, shape: readonly number[] = []) => {
    shapes.push([...shape])
    inputs.push(input.slice())
    const [lines = 0, , , width = 0] = shape
    const each = (width / 4) * CLASSES
    return Promise.resolve({ y: Float32Array.from({ length: lines * each }, (_, i) => Math.floor(i / each)) })
  }
  return { row, run, shapes, inputs }
}

const box = (x: number, y: number, width: number, height: number): Quad => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
]

test('a margin is a share of the height, on every side', () => {
  expect(widened(box(100, 50, 200, 20), 0.25, 0.5)).toEqual(box(90, 45, 220, 30))
})

test('a line is 40 high and squeezed along', () => {
  const { width, ontoPage } = cropOf(network(), box(100, 50, 200, 20))
  expect(width).toBe(Math.round((220 / 30) * 40 * 0.75))
  expect(ontoPage[2]).toBe(90)
  expect(ontoPage[5]).toBe(45)
})

test('a line is padded to a multiple of 16, and one that is too long is not', () => {
  for (const [width, padded] of [
    [1, 64],
    [64, 64],
    [65, 80],
    [300, 304],
    [100_000, 1792],
  ] as const)
    expect(paddedWidth(width)).toBe(padded)
})

test('lines are read together where padding them costs less than another run, each once, and not too many', () => {
  expect(batches([300, 70, 305, 90, 310, 1000])).toEqual([[1, 3], [0, 2, 4], [5]])
  expect(batches([])).toEqual([])
  const lengths = [300, 70, 305, 90, 310, 1000, ...Array.from({ length: 40 }, () => 500)]
  const found = batches(lengths)
  expect(found.flat().toSorted((a, b) => a - b)).toEqual(lengths.map((_, i) => i))
  for (const batch of found)
    expect(batch.length * paddedWidth(lengths[batch.at(-1) ?? 0] ?? 0)).toBeLessThanOrEqual(4096)
})

test('every line gets the scores of its own columns, in the order it was given', async () => {
  const reader = network()
  const pixels = { width: 800, height: 200, data: new Uint8Array(3 * 800 * 200).fill(255) }
  const onto = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
  const quads = [box(20, 20, 300, 20), box(20, 60, 40, 20), box(20, 100, 299, 20)]
  const scores = await scoreLines(reader, pixels, onto, quads)
  expect(reader.shapes.length).toBe(2)
  for (const [i, line] of scores.entries()) {
    expect(line.classes).toBe(CLASSES)
    expect(line.columns).toBe(Math.ceil(cropOf(reader, quads[i] as Quad).width / 4))
    expect(line.logits.length).toBe(line.columns * CLASSES)
  }
  // The shorter comes first in its batch.
  expect([scores[2]?.logits[0], scores[0]?.logits[0]]).toEqual([0, 1])
  const [input] = reader.inputs
  const { width } = cropOf(reader, quads[1] as Quad)
  expect([input?.[width - 1], input?.[width]]).toEqual([1, 0])
})
