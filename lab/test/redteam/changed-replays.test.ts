// Tests the changes that the red team makes to the frames of an accepted session.
import { describe, expect, test } from 'vitest'
import type { Pixels } from '../../../src/image/pixels.ts'
import { altered, bends, changes, chosenFor } from '../../redteam/changed-replays.ts'

/** Brighter to the right and redder to the bottom. */
const [width, height] = [36, 48]
const pixels: Pixels = {
  width,
  height,
  data: Uint8Array.from({ length: 3 * width * height }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)]
    return i % 3 === 0 ? 40 + 3 * y : 60 + 4 * x
  }),
}

describe('a changed replay', () => {
  test('is the same picture where nothing is asked', () => {
    expect(altered(pixels, {})).toEqual(pixels)
  })

  test.each(changes.filter(({ name }) => name !== 'encode'))('by $name is another picture', (change) => {
    const changed = altered(pixels, chosenFor(change, 1))
    expect(changed.data).not.toEqual(pixels.data)
    expect(changed.width / changed.height).toBeCloseTo(width / height, 1)
  })

  test('by mirror is the mirror image', () => {
    const mirror = changes.find(({ name }) => name === 'mirror')
    if (!mirror) throw new Error('there is no mirror')
    const twice = altered(altered(pixels, chosenFor(mirror, 1)), chosenFor(mirror, 1))
    expect(twice).toEqual(pixels)
  })

  test.each(bends)(
    'by a bend of $name moves every part by at most a little more, and each its own way',
    (bend) => {
      const { move } = chosenFor(bend, 1)
      if (!move) throw new Error('a bend that moves nothing')
      const pixelsOfName = Number.parseInt(bend.name, 10)
      const moves = [-0.9, -0.3, 0.4, 1].flatMap((x) => [-1, -0.2, 0.7].map((y) => move(x, y)))
      for (const [right, down] of moves) expect(Math.hypot(right, down)).toBeLessThan(2 * pixelsOfName)
      expect(Math.max(...moves.map(([right, down]) => Math.hypot(right, down)))).toBeGreaterThan(
        pixelsOfName / 2,
      )
      // The picture of this test is too small for a move of a few pixels of a usual one.
      const far = (x: number, y: number) => move(x, y).map((by) => 20 * by) as [number, number]
      expect(altered(pixels, { move: far }).data).not.toEqual(pixels.data)
    },
  )

  test('is chosen by the number of the session', () => {
    const [crop] = changes
    if (!crop) throw new Error('there is no crop')
    expect(altered(pixels, chosenFor(crop, 5))).toEqual(altered(pixels, chosenFor(crop, 5)))
    expect(altered(pixels, chosenFor(crop, 5))).not.toEqual(altered(pixels, chosenFor(crop, 6)))
  })
})
