// Tests how long the steps of a light challenge count as shown, by when they were told and what the screen says.
import { expect, test } from 'vitest'
import { shownSteps } from '../../../src/liveness/light/pace.ts'
import type { LightStep } from '../../../src/liveness/light/plan.ts'

const step = (durationMs: number): LightStep => ({ pattern: 'full', colour: '#ffffff', durationMs })
const sequence = [step(1000), step(600), step(800), step(700)]
const firstAt = 5_000

test.each([
  ['as they were drawn, where each was told in time', [0, 5600, 6200, 7000], [], [1000, 600, 800, 700]],
  ['longer, where the next was told late', [0, 5600, 6900, 7400], [], [1000, 900, 800, 700]],
  ['as the screen says', [0, 5600, 6200, 7000], [undefined, 6200, 6800, 7650], [1200, 600, 850, 700]],
  [
    'no shorter than drawn, whatever it says',
    [0, 5600, 6200, 7000],
    [0, 5100, 5200, 5300],
    [1000, 600, 800, 700],
  ],
  ['not before they were told', [0, 5600, 9000, 9500], [0, 6000, 6600, 7400], [1000, 3000, 800, 700]],
  ['not kept for long', [0, 5600, 6200, 7000], [0, 60_000, 61_000, 62_000], [1000, 600, 800, 700]],
  [
    'late once, and not more with each',
    [0, 5600, 6200, 7000],
    [0, 7400, 9400, 11_000],
    [2400, 600, 800, 700],
  ],
  ['as drawn, where they were never told', [0, 5600], [], [1000, 600, 800, 700]],
])('steps are %s', (_, toldAt, claimedAt, durations) => {
  expect(shownSteps(sequence, { firstAt, toldAt, claimedAt }).map(({ durationMs }) => durationMs)).toEqual(
    durations,
  )
})
