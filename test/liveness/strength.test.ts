// Tests the table that says how much a challenge proves, by what a caller asked and what could be checked.
import { expect, test } from 'vitest'
import { atLeast } from '../../src/checks.ts'
import { codes } from '../../src/codes.ts'
import { type Asked, strengthAsked, strengthReached } from '../../src/liveness/strength.ts'

const profile = (tasks: string[], threshold = 0.5): Asked => ({ family: 'profile', tasks, threshold })
const distance = (growth: number, threshold = 0.5): Asked => ({
  ...{ family: 'distance', tasks: [], threshold },
  growth,
})
const ahead = 'keep-face-ahead'

test.each<[string, Asked, string]>([
  ['both turns', profile([ahead, 'turn-face-left', 'turn-face-right']), 'high'],
  ['one turn', profile([ahead, 'turn-face-left']), 'standard'],
  ['a nod', profile([ahead, 'tilt-face-up', 'tilt-face-down']), 'standard'],
  ['a smile', profile([ahead, 'smile']), 'low'],
  ['one still', profile([ahead]), 'none'],
  ['a turn that is measured against nothing', profile(['turn-face-left', 'turn-face-right']), 'none'],
  ['both turns, a low threshold', profile([ahead, 'turn-face-left', 'turn-face-right'], 0.2), 'low'],
  ['both turns, threshold 0', profile([ahead, 'turn-face-left', 'turn-face-right'], 0), 'none'],
  ['distances of the specification', distance(0.75 / 0.6), 'standard'],
  ['distances that hardly differ', distance(1.1), 'low'],
  ['equal distances', distance(1), 'none'],
  ['distances, threshold 0', distance(1.25, 0), 'none'],
  ['the nose', { family: 'nose', tasks: ['nose'], threshold: 0.5 }, 'standard'],
])('%s', (_, asked, strength) => {
  expect(strengthAsked(asked).strength).toBe(strength)
})

test('the field that weakened it is named', () => {
  expect(strengthAsked(distance(1)).field).toBe('close_distance_ratio')
  expect(strengthAsked(profile([ahead])).field).toBe('exercise')
  expect(strengthAsked(profile([ahead, 'turn-face-left'], 0)).field).toBe('passive_liveness_threshold')
})

test('where frames could not be compared, an accepted session is weak whatever was asked', () => {
  const skin = atLeast('living-skin', 0.9, 0.5)
  expect(strengthReached('high', codes.success, [skin])).toBe('high')
  expect(strengthReached('high', codes.success, [])).toBe('low')
  expect(strengthReached('none', codes.success, [])).toBe('none')
  expect(strengthReached('high', codes.notGenuine, [])).toBe('high')
})
