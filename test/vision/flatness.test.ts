// Tests that a turning head shows its relief, and that a photograph of it moves as one plane.
import { describe, expect, test } from 'vitest'
import { reliefMotion } from '../../src/vision/genuineness/flatness.ts'
import { head, photograph } from './canonical-mesh.ts'

describe('relief', () => {
  test.each([
    ['turned by 20 degrees', [head(0), head(20)]],
    ['turned the other way', [head(5), head(-15)]],
    ['nodding by 20 degrees', [head(0), head(0, 20)]],
    ['seen from far', [head(0, 0, 200), head(20, 0, 200)]],
  ])('of a head %s is large', (_how, meshes) => {
    expect(reliefMotion(meshes)).toBeGreaterThan(0.02)
  })

  test.each([
    ['turned by 20 degrees', [photograph(0), photograph(20)]],
    ['turned far', [photograph(-40), photograph(40)]],
    ['tilted and turned', [photograph(10, -25), photograph(-20, 25)]],
    ['brought near', [photograph(0), photograph(15, 5, 25)]],
    ['waved about', [photograph(0), photograph(20), photograph(-20, 10), photograph(0, -30, 35)]],
  ])('of a photograph %s is next to none', (_how, meshes) => {
    expect(reliefMotion(meshes)).toBeLessThan(0.001)
  })

  test('of a head that holds still is none: it proves nothing', () => {
    expect(reliefMotion([head(10), head(10)])).toBeLessThan(1e-4)
  })

  test('grows with the turn', () => {
    const motions = [5, 10, 20, 30].map((yaw) => reliefMotion([head(0), head(yaw)]))
    expect(motions).toEqual(motions.toSorted((a, b) => a - b))
  })

  test('is the mean over all pairs', () => {
    const [a, b, c] = [head(0), head(10), head(20)]
    const pairs = [reliefMotion([a, b]), reliefMotion([a, c]), reliefMotion([b, c])]
    expect(reliefMotion([a, b, c])).toBeCloseTo(pairs.reduce((sum, pair) => sum + pair, 0) / 3, 10)
  })

  test.each([0, 1])('of %s frames is nothing that could be measured', (frames) => {
    expect(() => reliefMotion([head(0)].slice(0, frames))).toThrow(RangeError)
  })
})
