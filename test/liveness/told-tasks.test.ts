// Tests what is noted of a session whose tasks were told one by one: never more than noted.
import { expect, test } from 'vitest'
import { faceFrame } from '../../specimens/kit/readings/frames.ts'
import { REACTION_SECONDS, tellingChecks } from '../../src/liveness/told-tasks.ts'

const { least, most } = REACTION_SECONDS
const outcomes = (seconds: number, outOfTurn = 0) =>
  tellingChecks({
    tasks: [{ task: 'turn-face-left', seconds }, { task: 'smile' }],
    outOfTurn: Array.from({ length: outOfTurn }, () => faceFrame({})),
  }).map(({ name, outcome }) => [name, outcome])

test.each([
  [least / 2, 'noted'],
  [least, 'passed'],
  [2, 'passed'],
  [most, 'passed'],
  [most + 1, 'noted'],
])('a task that began after %d s is %s', (seconds, outcome) => {
  expect(outcomes(seconds)).toEqual([
    ['reaction-seconds-turn-face-left', outcome],
    ['frames-out-of-turn', 'passed'],
  ])
})

test('who was so before a task was told may be soon, and not late', () => {
  const outcomeOf = (seconds: number) =>
    tellingChecks({ tasks: [{ task: 'keep-face-ahead', seconds }], outOfTurn: [] })[0]?.outcome
  expect([0, most + 1].map(outcomeOf)).toEqual(['passed', 'noted'])
})

test('frames out of their turn are noted', () => {
  expect(outcomes(2, 1)).toContainEqual(['frames-out-of-turn', 'noted'])
})
