// Tests the changes that the red team makes to the frames of an accepted session.
import { describe, expect, test } from 'vitest'
import type { Pixels } from '../../../src/image/pixels.ts'
import { altered, changes, chosenFor } from '../../redteam/changed-replays.ts'

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

  test('is chosen by the number of the session', () => {
    const [crop] = changes
    if (!crop) throw new Error('there is no crop')
    expect(altered(pixels, chosenFor(crop, 5))).toEqual(altered(pixels, chosenFor(crop, 5)))
    expect(altered(pixels, chosenFor(crop, 5))).not.toEqual(altered(pixels, chosenFor(crop, 6)))
  })
})
