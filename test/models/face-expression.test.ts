// Tests that a face is judged together with its mirror image, and that happiness is weighed against all other classes.
import { expect, test } from 'vitest'
import { happiness, withMirrorImage } from '../../src/models/face-expression.ts'

test('the mirror image has every row of every channel turned round', () => {
  const both = withMirrorImage(Float32Array.of(1, 2, 3, 4, 5, 6), 3)
  expect([...both]).toEqual([1, 2, 3, 4, 5, 6, 3, 2, 1, 6, 5, 4])
})

test('happiness is the log odds of happy against the rest', () => {
  const logits = Float32Array.of(1, 2.5, -1, 0, 0.5, 3, -2)
  const shares = [...logits].map(Math.exp)
  const total = shares.reduce((sum, share) => sum + share, 0)
  const happy = (shares[1] ?? 0) / total
  expect(happiness(logits)).toBeCloseTo(Math.log(happy / (1 - happy)), 4)
  expect(happiness(Float32Array.of(0, 500, 0, 0, 0, 0, 0))).toBeGreaterThan(490)
})
