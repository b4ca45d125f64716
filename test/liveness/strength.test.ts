// Tests the table that says how much a challenge proves, by what a caller asked and what could be checked.
import { expect, test } from 'vitest'
import { atLeast } from '../../src/checks.ts'
import { codes } from '../../src/codes.ts'
import { type Asked, strengthAsked, strengthsReached } from '../../src/liveness/strength.ts'

const profile = (tasks: string[], threshold = 0.5): Asked => ({ family: 'profile', tasks, threshold })
const distance = (growth: number, threshold = 0.5): Asked => ({
  ...{ family: 'distance', tasks: [], threshold },
  growth,
})
const ahead = 'keep-face-ahead'

test.each<[string, Asked, string]>([
  ['both turns', profile([ahead, 'turn-face-left', 'turn-face-right']), 'standard'],
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

const skin = atLeast('living-skin', 0.9, 0.5)
const passed = { code: codes.success, checks: [skin] }
const attested = { capture: 'attested', reason: 'attested-key' } as const

test('where frames could not be compared, an accepted session is weak whatever was asked', () => {
  expect(strengthsReached('standard', passed)).toEqual({ strength: 'standard' })
  expect(strengthsReached('standard', { ...passed, checks: [] })).toEqual({ strength: 'low' })
  expect(strengthsReached('none', { ...passed, checks: [] })).toEqual({ strength: 'none' })
  const refused = { code: codes.notGenuine, checks: [] }
  expect(strengthsReached('standard', refused)).toEqual({ strength: 'standard' })
})

test('only a good challenge before an attested camera is high', () => {
  expect(strengthsReached('standard', { ...passed, capture: attested })).toEqual({ strength: 'high' })
  expect(strengthsReached('low', { ...passed, capture: attested })).toEqual({ strength: 'low' })
  const signed = { capture: 'signed', reason: 'own-key' } as const
  expect(strengthsReached('standard', { ...passed, capture: signed })).toEqual({ strength: 'standard' })
  const compared = { ...passed, checks: [], capture: attested }
  expect(strengthsReached('standard', compared)).toEqual({ strength: 'low' })
})

test('doubt leaves little, and what the tasks prove is kept beside it', () => {
  const doubtful = { ...passed, isDoubtful: true } as const
  expect(strengthsReached('standard', doubtful)).toEqual({ strength: 'low', strengthOfTasks: 'standard' })
  expect(strengthsReached('none', doubtful)).toEqual({ strength: 'none', strengthOfTasks: 'none' })
  expect(strengthsReached('standard', { ...doubtful, capture: attested })).toEqual({
    strength: 'low',
    strengthOfTasks: 'high',
  })
})
