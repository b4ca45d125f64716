// Tests the sequences of the light challenge over thousands of draws: every rule holds, and they are hard to guess.
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  DURATION,
  differenceOf,
  drawSequence,
  durationOf,
  EDGES,
  LEAST_DIFFERENCE,
  linearOf,
  palette,
  STEPS,
} from '../../../src/liveness/light/plan.ts'

const dice = (least: number, most: number) => randomInt(least, most + 1)
const many = Array.from({ length: 4000 }, () => drawSequence(dice))

test('every sequence keeps the rules', () => {
  for (const sequence of many) {
    expect(sequence.length).toBeGreaterThanOrEqual(STEPS.least)
    expect(sequence.length).toBeLessThanOrEqual(STEPS.most)
    expect(sequence[0]).toEqual({ pattern: 'full', colour: '#ffffff', durationMs: 1000 })
    expect(sequence.at(-1)?.pattern).toBe('full')
    const edges = sequence.filter(({ pattern }) => pattern === 'edge').length
    expect(edges).toBeGreaterThanOrEqual(EDGES.least)
    expect(edges).toBeLessThanOrEqual(EDGES.most)
    for (const [i, { pattern, colour, durationMs }] of sequence.entries()) {
      const before = sequence[i - 1]
      expect(durationMs).toBeGreaterThanOrEqual(DURATION.least)
      expect(durationMs).toBeLessThanOrEqual(DURATION.most)
      if (!before) continue
      expect(differenceOf(before.colour, colour)).toBeGreaterThanOrEqual(LEAST_DIFFERENCE)
      expect(pattern === 'edge' && before.pattern === 'edge').toBe(false)
    }
    // Two transitions a second at most, over any second: each step lasts half a second and more.
    expect((sequence.length - 1) / (durationOf(sequence) / 1000)).toBeLessThan(2)
  }
})

test('no colour is a saturated red', () => {
  for (const colour of palette) {
    const [red, green, blue] = linearOf(colour)
    expect(red / (red + green + blue)).toBeLessThan(0.8)
  }
})

test('every number of steps and of edges and every colour comes up, and no sequence twice', () => {
  expect(new Set(many.map(({ length }) => length)).size).toBe(STEPS.most - STEPS.least + 1)
  const edges = many.map((steps) => steps.filter(({ pattern }) => pattern === 'edge').length)
  expect(new Set(edges)).toEqual(new Set([1, 2, 3]))
  expect(new Set(many.flatMap((steps) => steps.slice(1).map(({ colour }) => colour)))).toEqual(
    new Set(palette),
  )
  expect(new Set(many.map((steps) => JSON.stringify(steps))).size).toBe(many.length)
})

/** As bits: what of a sequence can be seen on a face at ten frames a second, colours and edges without durations. */
test('an attacker who knows the rules guesses colours and edges with less than one chance in ten thousand', () => {
  const shown = many.map((steps) => steps.map(({ pattern, colour }) => pattern + colour).join())
  const counts = Map.groupBy(shown, (one) => one)
  // The likeliest of 4,000 draws comes up a few times: a sequence that had one chance in a thousand would come up four times on average.
  expect(Math.max(...[...counts.values()].map(({ length }) => length))).toBeLessThanOrEqual(4)
})
