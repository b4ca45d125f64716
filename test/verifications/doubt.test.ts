// Tests what doubt about a person leads to: another family at once, attempts added up, and people after the second doubt.
import { expect, test } from 'vitest'
import type { Findings } from '../../src/access/visits.ts'
import type { Refusal } from '../../src/codes.ts'
import {
  familiesLeft,
  type LeftDoubt,
  weighDoubts,
  withDoubts,
} from '../../src/verifications/session/doubt.ts'
import { checkMayBegin, resultOf } from '../../src/verifications/session/steps.ts'
import { policyWith } from '../kit/visits.ts'

const liveness = { families: ['profile', 'nose', 'distance'], min_strength: 'standard', attempts: 2 } as const
const policy = policyWith({ liveness })
const call = { step: 'liveness', phase: 'end', operation: 'x', requestId: 'r', subjectId: 'c' } as const
const doubt = (presence: number, family = 'profile'): LeftDoubt => ({ presence, family })
const found = (presence: number): Findings => ({
  presence,
  ...(presence < 50
    ? { strength: 'low', is_doubtful: true, strength_of_tasks: 'standard' }
    : { strength: 'standard' }),
})

test('one attempt is weighed by the lines of the policy', () => {
  const at = (presence: number, lines?: { accept: number; refuse: number }) =>
    weighDoubts({ ...(lines && { presence: lines }) }, { presence }, [])
  expect([at(80), at(50), at(49), at(20), at(19)]).toEqual([
    ...['passed', 'passed', 'doubtful', 'doubtful', 'failed'],
  ])
  expect([at(80, { accept: 90, refuse: 20 }), at(15, { accept: 90, refuse: 20 })]).toEqual([
    ...['doubtful', 'failed'],
  ])
  expect(weighDoubts({}, {}, [])).toBe('passed')
})

test('the second has to make up for the doubt of the first, or people decide', () => {
  const second = (presence: number, first: number) => weighDoubts({}, { presence }, [doubt(first)])
  expect(second(90, 40)).toBe('passed')
  expect(second(55, 20)).toBe('review')
  expect(second(40, 40)).toBe('review')
  expect(second(30, 30)).toBe('review')
  expect(second(2, 11)).toBe('failed')
  // Nothing was weighed in it: the doubt is as it was.
  expect(weighDoubts({}, {}, [doubt(30)])).toBe('review')
})

test('two attempts of one person are less than twice the evidence', () => {
  const sums = withDoubts(policy, call, found(20), [doubt(20)])
  expect(sums.presence_together).toBeGreaterThan(7)
  expect(sums.presence_together).toBeLessThan(20)
})

test('a family that left doubt is not taken again while there is another', () => {
  expect(familiesLeft(liveness, [doubt(30)])).toEqual(['nose', 'distance'])
  expect(familiesLeft({ ...liveness, families: ['profile'] }, [doubt(30)])).toEqual(['profile'])
  const begin = (way: string) => checkMayBegin(policy, [], { step: 'liveness', way, doubts: [doubt(30)] }, 0)
  expect(begin('nose')).toEqual({ setAside: [], failed: [] })
  expect(() => begin('profile')).toThrow(
    expect.objectContaining({
      message: expect.stringContaining('profile left doubt') as string,
    } satisfies Partial<Refusal>),
  )
})

test('a step is passed for what its tasks prove once no doubt is left, and goes to people after the second', () => {
  const strict = { ...liveness, presence: { accept: 60, refuse: 10 } }
  const of = (presence: number, doubts: LeftDoubt[], by = policy) =>
    resultOf(by, call, found(presence), { doubts })
  expect([of(80, []), of(30, []), of(30, [doubt(40)]), of(5, [])]).toEqual([
    ...['passed', 'doubtful', 'review', 'failed'],
  ])
  expect(withDoubts(policy, call, found(45), [doubt(60)])).toMatchObject({
    weighed: 'passed',
    strength: 'standard',
  })
  expect(of(45, [doubt(60)])).toBe('passed')
  expect(of(55, [], policyWith({ liveness: strict }))).toBe('doubtful')
  const weak = resultOf(policy, call, { presence: 80, strength: 'low' })
  expect(weak).toBe('failed')
})

test('personas have no phone: in tests the highest strength is that of the tasks', () => {
  const high = policyWith({ liveness: { ...liveness, min_strength: 'high' } })
  expect(resultOf(high, call, found(80))).toBe('failed')
  expect(resultOf(high, call, found(80), { isTest: true })).toBe('passed')
})
