// Tests when the runner takes a frame: after the guide was satisfied for a moment, and never the same moment twice.
import { describe, expect, test } from 'vitest'
import {
  extendHolding,
  GAP_MS,
  type Holding,
  heldShare,
  holdOf,
  isGoodLook,
  shouldTake,
} from '../../client/src/challenge/auto-capture.ts'
import type { Guidance, Task } from '../../client/src/challenge/shapes.ts'

/** Runs looks in sequence and returns the times at which a frame is taken. */
function takenAt(task: Task, looks: readonly (readonly [atMs: number, guidance: Guidance])[]): number[] {
  const taken: number[] = []
  let holding: Holding | undefined
  for (const [atMs, guidance] of looks) {
    holding = extendHolding(holding, isGoodLook(task, guidance, taken.length), atMs)
    if (shouldTake(task, holding, atMs, taken.at(-1))) taken.push(atMs)
  }
  return taken
}

describe('a frame', () => {
  test('is taken after three looks and almost half a second with which the guide was content', () => {
    const looks = [0, 200, 400, 600].map((atMs) => [atMs, 'ok'] as const)
    expect(takenAt('keep-face-ahead', looks)).toEqual([600])
    const slow = [0, 1000, 2000].map((atMs) => [atMs, 'ok'] as const)
    expect(takenAt('keep-face-ahead', slow)).toEqual([2000])
  })

  test('is not taken when the guide changes its mind: the hold starts again', () => {
    const looks = [
      [0, 'ok'],
      [200, 'ok'],
      [400, 'come-closer'],
      [600, 'ok'],
      [800, 'ok'],
      [1000, 'ok'],
      [1100, 'ok'],
    ] as const
    expect(takenAt('far-distance', looks)).toEqual([1100])
  })

  test('of the same task follows only after a gap, so that it is another picture', () => {
    const looks = Array.from({ length: 30 }, (_, i) => [50 * i, 'ok'] as const)
    const taken = takenAt('far-distance', looks)
    expect(taken.length).toBeGreaterThan(2)
    for (const [i, at] of taken.slice(1).entries())
      expect(at - (taken[i] ?? at)).toBeGreaterThanOrEqual(GAP_MS)
  })

  test('of a wink is taken at once, and those after it need no wink any more but still the face', () => {
    const looks = [
      [0, 'wink'],
      [100, 'ok'],
      [500, 'wink'],
      [900, 'show-face'],
      [1300, 'wink'],
    ] as const
    expect(takenAt('wink', looks)).toEqual([100, 500, 1300])
  })

  test('of a head that is turned is held shorter than one that looks ahead', () => {
    expect(holdOf('turn-face-left').ms).toBeLessThan(holdOf('keep-face-ahead').ms)
  })
})

test('the time it was held is reported as a share, for the ring on the screen', () => {
  const hold = { looks: 3, ms: 400 }
  expect(heldShare(undefined, 0, hold)).toBe(0)
  expect(heldShare({ looks: 2, sinceMs: 0 }, 200, hold)).toBe(0.5)
  expect(heldShare({ looks: 9, sinceMs: 0 }, 100, hold)).toBe(0.25)
  expect(heldShare({ looks: 3, sinceMs: 0 }, 4000, hold)).toBe(1)
})
