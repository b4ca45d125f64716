// Tests how the evidence of checks is added up: what decides alone, what is doubt, and what no sum outweighs.
import { expect, test } from 'vitest'
import { type AtLeastName, atLeast, type Check, softly } from '../../src/checks.ts'
import { codes } from '../../src/codes.ts'
import { notYetWeighed, partsOf, presenceOdds, usualLines, weighed } from '../../src/liveness/presence.ts'
import { defaults } from '../../src/verifications/policies/policy.ts'

const judged = (...checks: Check[]) => ({
  code: checks.some(({ outcome }) => outcome === 'failed') ? codes.notGenuine : codes.success,
  checks,
})
const skin = (score: number) => atLeast('living-skin', score, 0.4)
const outcomeOf = (checks: readonly Check[], name: AtLeastName) =>
  checks.find((check) => check.name === name)?.outcome

test('skin that lives is presence, skin that misses its line a little is doubt, and far beyond a refusal', () => {
  const good = weighed(judged(skin(0.97)))
  expect(good).toMatchObject({ code: codes.success })
  expect(good.presence).toBeGreaterThanOrEqual(50)
  expect(good.isDoubtful).toBeUndefined()
  const doubtful = weighed(judged(skin(0.2), atLeast('genuineness', 0.9, 0.5)))
  expect(doubtful).toMatchObject({ code: codes.success, isDoubtful: true })
  expect(outcomeOf(doubtful.checks, 'living-skin')).toBe('noted')
  expect(outcomeOf(doubtful.checks, 'presence')).toBe('noted')
  const far = weighed(judged(skin(1e-5)))
  expect(far).toMatchObject({ code: codes.notGenuine })
  expect(outcomeOf(far.checks, 'living-skin')).toBe('failed')
  expect(far.isDoubtful).toBeUndefined()
})

test('a check that is no evidence refuses whatever the sum says', () => {
  const verdict = weighed(judged(skin(0.99), atLeast('genuineness', 0.2, 0.5)))
  expect(verdict).toMatchObject({ code: codes.notGenuine })
  expect(verdict.presence).toBeGreaterThanOrEqual(50)
})

test('a refusal for other reasons stays, and a verdict without evidence is as it was', () => {
  const failed = { ...judged(skin(0.9)), code: codes.taskOrderNotFound }
  expect(weighed(failed).code).toBe(codes.taskOrderNotFound)
  const bare = judged(atLeast('genuineness', 0.9, 0.5))
  expect(weighed(bare)).toEqual(bare)
})

test('a policy that sets no lines has those of the server', () => {
  expect(defaults.presence).toEqual(usualLines)
})

test('the lines are those that are asked: one line leaves no room for doubt', () => {
  const checks = judged(skin(0.2))
  expect(weighed(checks, { accept: 50, refuse: 50 })).toMatchObject({ code: codes.notGenuine })
  expect(weighed(checks, { accept: 1, refuse: 1 })).toMatchObject({ code: codes.success })
  expect(weighed(judged(skin(0.97)), { accept: 99, refuse: 5 }).isDoubtful).toBe(true)
})

test('a task that was done too soon or too late is doubt, whatever else is seen, and refuses nobody', () => {
  const soon = softly(atLeast('reaction-seconds-turn-face-left', 0.1, 0.35))
  expect(
    weighed(judged(skin(0.97), softly(atLeast('reaction-seconds-smile', 2, 0.35)))).isDoubtful,
  ).toBeUndefined()
  for (const beside of [skin(0.9999), skin(0.3), atLeast('genuineness', 0.9, 0.5)]) {
    const verdict = weighed(judged(beside, soon))
    expect(verdict).toMatchObject({ code: codes.success, isDoubtful: true })
    expect(verdict.presenceParts).toContainEqual({ check: soon.name, logOdds: expect.any(Number) })
  }
  expect(weighed(judged(skin(1e-5), soon)).code).toBe(codes.notGenuine)
})

test('checks that see one thing are held together', () => {
  const [least, most] = [partsOf([skin(0.01)]), partsOf([skin(0.01), atLeast('shading-change', 0.02, 0.03)])]
  expect(most).toHaveLength(2)
  expect(presenceOdds(most)).toBe(presenceOdds(least))
})

test('a face that is hardly like itself is doubt whatever its skin shows, and a stranger is refused', () => {
  const alike = (cosine: number) => weighed(judged(skin(0.99), atLeast('same-person', cosine, 0.45)))
  expect(alike(0.5).isDoubtful).toBeUndefined()
  expect(alike(0.44)).toMatchObject({ code: codes.success, isDoubtful: true })
  expect(alike(0.31)).toMatchObject({ code: codes.success, isDoubtful: true })
  expect(alike(0.29)).toMatchObject({ code: codes.notGenuine })
})

test('coarse detail is outweighed by living skin, and adds to the doubt about other skin', () => {
  const coarse = atLeast('detail-for-size', 0.25, 0.3)
  expect(weighed(judged(skin(0.97), coarse)).isDoubtful).toBeUndefined()
  expect(weighed(judged(skin(0.5), coarse)).isDoubtful).toBe(true)
  expect(weighed(judged(skin(0.97), atLeast('detail-for-size', 0.15, 0.3))).code).toBe(codes.notGenuine)
})

test('until the frames were compared a face that is hardly like itself is not judged; a stranger is', () => {
  const alike = (cosine: number) => notYetWeighed(judged(atLeast('same-person', cosine, 0.45)))
  expect(alike(0.44)).toMatchObject({ code: codes.success, checks: [{ outcome: 'noted' }] })
  expect(alike(0.2)).toMatchObject({ code: codes.notGenuine, checks: [{ outcome: 'failed' }] })
  const failed = { ...judged(atLeast('same-person', 0.44, 0.45)), code: codes.noseNotReached }
  expect(notYetWeighed(failed).code).toBe(codes.noseNotReached)
})

test('what a family only notes is no evidence', () => {
  const soft = softly(atLeast('detail-for-size', 0.25, 0.3))
  expect(weighed(judged(soft)).presence).toBeUndefined()
  expect(weighed(judged(skin(0.97), soft))).toMatchObject({ presenceParts: [{ check: 'living-skin' }] })
})
