// Tests that a mapping between planes is recovered from the points it mapped.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitHomography } from '../../src/image/geometry/fit-homography.ts'
import type { Point } from '../../src/image/geometry/geometry.ts'
import { project } from '../../src/image/geometry/perspective.ts'

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })

/** Makes a similarity with a little shear, a shift, and a perspective that keeps the horizon out of 1000 x 1000 pixels. */
const mappings = fc
  .tuple(number(0.3, 3), number(-1.5, 1.5), number(-0.3, 0.3), number(-500, 500), number(-500, 500))
  .chain(([scale, turn, shear, right, down]) =>
    fc.tuple(number(-4e-4, 4e-4), number(-4e-4, 4e-4)).map(([g, h]) => {
      const [c, s] = [scale * Math.cos(turn), scale * Math.sin(turn)]
      return Float64Array.of(c, -s + shear * c, right, s, c + shear * s, down, g, h, 1)
    }),
  )

/** One point lies near each corner of the picture, so that no three lie on a line, and more lie anywhere. */
const corner = (x: number, y: number) => fc.record({ x: number(x, x + 300), y: number(y, y + 300) })
const pictures = fc
  .tuple(
    corner(0, 0),
    corner(700, 0),
    corner(0, 700),
    corner(700, 700),
    fc.array(corner(350, 350), { maxLength: 20 }),
  )
  .map(([a, b, c, d, others]): Point[] => [a, b, c, d, ...others])

describe('a mapping of planes', () => {
  test('is found from four points or more', () => {
    fc.assert(
      fc.property(mappings, pictures, (mapping, from) => {
        const found = fitHomography(
          from,
          from.map((point) => project(mapping, point)),
        )
        for (const point of [...from, { x: 500, y: 500 }, { x: 10, y: 990 }]) {
          const [here, wanted] = [project(found, point), project(mapping, point)]
          expect(Math.hypot(here.x - wanted.x, here.y - wanted.y)).toBeLessThan(0.01)
        }
      }),
    )
  })

  test('is near when points are off by a little', () => {
    fc.assert(
      fc.property(pictures, fc.array(number(-0.5, 0.5), { minLength: 48, maxLength: 48 }), (from, errors) => {
        const to = from.map(({ x, y }, i) => ({
          x: x + (errors[2 * i] ?? 0),
          y: y + (errors[2 * i + 1] ?? 0),
        }))
        const found = fitHomography(from, to)
        for (const point of from) {
          const { x, y } = project(found, point)
          expect(Math.hypot(x - point.x, y - point.y)).toBeLessThan(4)
        }
      }),
    )
  })

  test('of points on a line or all the same is still numbers', () => {
    for (const from of [
      Array.from({ length: 6 }, (_, i) => ({ x: 10 * i, y: 20 * i })),
      Array.from({ length: 6 }, () => ({ x: 5, y: 5 })),
    ]) {
      const { x, y } = project(fitHomography(from, from), { x: 5, y: 5 })
      expect([x, y].every(Number.isFinite)).toBe(true)
    }
  })
})
