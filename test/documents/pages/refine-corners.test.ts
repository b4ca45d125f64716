// Tests when the corners of a page convince, and so when no other start is tried.
import { expect, test } from 'vitest'
import { PAGE_CLASSES } from '../../../src/documents/kinds/kinds.ts'
import { isBeyondDoubt, isConvincing, type PageLook } from '../../../src/documents/pages/refine-corners.ts'

const chip = PAGE_CLASSES.findIndex(({ kind, side }) => kind === 'cccd-chip' && side === 'front')

function lookOf(certainty: number, support: number, strange = 0.003): PageLook {
  const classes = new Float32Array(PAGE_CLASSES.length).fill((1 - certainty) / (PAGE_CLASSES.length - 1))
  classes[chip] = certainty
  const corner = { x: 0, y: 0 }
  return {
    quad: [corner, corner, corner, corner],
    classes,
    turns: Float32Array.of(1, 0, 0, 0),
    present: 1,
    support,
    strange,
  }
}

test('a certain class needs edges along half of the sides, an unsure one along most', () => {
  expect(isConvincing(lookOf(0.98, 0.6))).toBe(true)
  expect(isConvincing(lookOf(0.9, 0.6))).toBe(false)
  expect(isConvincing(lookOf(0.9, 0.75))).toBe(true)
  expect(isConvincing(lookOf(0.98, 0.4))).toBe(false)
})

test('no class and no edges make up for a strange shape', () => {
  expect(isConvincing(lookOf(0.99, 1, 0.02))).toBe(false)
})

test('what the finder hardly saw needs edges along most of the sides, however certain its class', () => {
  expect(isBeyondDoubt(lookOf(0.98, 0.6))).toBe(false)
  expect(isBeyondDoubt(lookOf(0.98, 0.75))).toBe(true)
})
