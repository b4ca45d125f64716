// Tests which steps are open to a person, by policy and attempts, and what a call is for its step.
import { describe, expect, test } from 'vitest'
import type { StepCall } from '../../src/access/visits.ts'
import type { Refusal } from '../../src/codes.ts'
import type { Policy } from '../../src/verifications/policies/policy.ts'
import {
  checkMayBegin,
  checkOpen,
  isJourneyOver,
  resultOf,
  type StepAttempt,
  stepsNow,
} from '../../src/verifications/session/steps.ts'
import { policyWith } from '../kit/visits.ts'

const document = { kinds: ['cccd-chip', 'passport'], both_sides: true, attempts: 2 }
const liveness = { families: ['nose'], min_strength: 'standard', attempts: 2 } as const
const chip = { mode: 'preferred', copy_proof: 'preferred', attempts: 1 } as const
const full = policyWith({
  ...{ consent: { required: true }, document, chip, liveness, confirmation: { required: true } },
})

const now = 1_000_000
let made = 0
const tried = (
  step: StepAttempt['step'],
  outcome: StepAttempt['outcome'],
  more: Partial<StepAttempt> = {},
): StepAttempt => ({
  ...{ id: `${++made}`, step, outcome, subjectId: null, begunAt: now },
  resultCode: outcome === 'open' ? null : 200,
  ...more,
})
const given = tried('consent', 'passed')
const states = (policy: Policy, attempts: readonly StepAttempt[]) =>
  Object.fromEntries(stepsNow(policy, attempts).map(({ step, state }) => [step, state]))
const refusal = (act: () => unknown): [number, string] => {
  try {
    act()
  } catch (error) {
    const { code, message } = error as Refusal
    return [code.code, message]
  }
  throw new Error('nothing was refused')
}

describe('steps', () => {
  test('wait for consent, then are open in any order, and confirmation comes last', () => {
    expect(states(full, [])).toEqual({
      ...{ consent: 'open', document: 'waiting', chip: 'waiting', liveness: 'waiting' },
      confirmation: 'waiting',
    })
    const open = { consent: 'passed', document: 'open', chip: 'open', liveness: 'open' }
    expect(states(full, [given])).toEqual({ ...open, confirmation: 'waiting' })
    const read = [given, tried('document', 'passed'), tried('chip', 'skipped')]
    expect(states(full, read)).toMatchObject({ liveness: 'open', confirmation: 'open' })
  })

  test('are failed when no attempt is left; what was set aside does not count', () => {
    const once = [given, tried('document', 'failed'), tried('document', 'set-aside')]
    expect(stepsNow(full, once)[1]).toMatchObject({ state: 'open', attemptsLeft: 1 })
    expect(states(full, [...once, tried('document', 'failed')]).document).toBe('failed')
    expect(refusal(() => checkOpen(full, [...once, tried('document', 'failed')], 'document'))).toEqual([
      466,
      'No Attempts Left: document has no attempt left',
    ])
  })

  test('that may be skipped stay open for it when no attempt is left', () => {
    const used = [given, tried('chip', 'failed')]
    expect(stepsNow(full, used)[2]).toMatchObject({ state: 'open', attemptsLeft: 0, mayBeSkipped: true })
    expect(refusal(() => checkMayBegin(full, used, { step: 'chip' }, now))[0]).toBe(466)
    const required = policyWith({ chip: { ...chip, mode: 'required' }, liveness })
    expect(stepsNow(required, used)[0]).toMatchObject({ state: 'failed', mayBeSkipped: false })
  })

  test('are over when all are ended, or one failed for which the policy declines', () => {
    const asked = policyWith({ document, liveness })
    const lost = [tried('document', 'failed'), tried('document', 'failed')]
    expect(isJourneyOver(asked, [tried('document', 'passed')])).toBe(false)
    expect(isJourneyOver(asked, [tried('document', 'passed'), tried('liveness', 'passed')])).toBe(true)
    expect(isJourneyOver(asked, lost)).toBe(true)
    const lenient = policyWith({ document, liveness }, { outcomes: { 'document-not-read': 'review' } })
    expect(isJourneyOver(lenient, lost)).toBe(false)
    expect(isJourneyOver(lenient, [...lost, tried('liveness', 'passed')])).toBe(true)
  })
})

describe('an attempt', () => {
  const begin = (attempts: readonly StepAttempt[], at = now) =>
    checkMayBegin(full, [given, ...attempts], { step: 'document' }, at)
  const whole = tried('document', 'open')

  test('under way counts until it ends, or its server must have died', () => {
    expect(begin([whole])).toEqual({ setAside: [], failed: [] })
    const two = [whole, tried('document', 'open')]
    expect(refusal(() => begin(two))).toEqual([
      466,
      'No Attempts Left: another attempt at document is under way',
    ])
    expect(begin(two, now + 120_000).setAside).toEqual(two.map(({ id }) => id))
    expect(refusal(() => begin([whole, tried('document', 'failed')]))[0]).toBe(466)
  })

  test('that waits for another call makes way, and every third of them counts as failed', () => {
    const front = tried('document', 'open', { subjectId: 'a' })
    expect(begin([front])).toEqual({ setAside: [front.id], failed: [] })
    const gone = () => tried('document', 'set-aside', { resultCode: null })
    expect(begin([gone(), gone(), front])).toEqual({ setAside: [], failed: [front.id] })
    const counted = tried('document', 'failed', { resultCode: null })
    expect(begin([gone(), gone(), counted, front])).toEqual({ setAside: [front.id], failed: [] })
    // A dead server is not the person's fault.
    expect(begin([gone(), gone(), whole], now + 120_000)).toEqual({ setAside: [whole.id], failed: [] })
  })
})

describe('a call', () => {
  const call = (step: StepCall['step'], phase: StepCall['phase']): StepCall => ({
    ...{ step, phase, operation: 'x', requestId: 'r', subjectId: undefined },
  })
  const card = { kind: 'cccd-chip', hasBack: true }

  test('of a document is unfinished until the sides that the policy asks for were seen', () => {
    const of = (policy: Policy, found: object) => resultOf(policy, call('document', 'start'), { ...found })
    expect(of(full, { ...card, sides: ['front'] })).toBe('unfinished')
    expect(of(full, { ...card, sides: ['back'] })).toBe('unfinished')
    expect(of(full, { ...card, sides: ['front', 'back'] })).toBe('passed')
    expect(of(full, { kind: 'passport', hasBack: false, sides: ['front'] })).toBe('passed')
    expect(of(full, { kind: 'cmnd', hasBack: true, sides: ['front', 'back'] })).toBe('failed')
    const oneSide = policyWith({ document: { ...document, both_sides: false }, liveness })
    expect(of(oneSide, { ...card, sides: ['front'] })).toBe('passed')
    expect(of(oneSide, { ...card, sides: ['back'] })).toBe('unfinished')
  })

  test('of a document that is to be tilted is unfinished until its front was seen flat and tilted', () => {
    const asking = (both_sides: boolean) => policyWith({ document: { ...document, both_sides, tilt: true } })
    const of = (policy: Policy, found: object) =>
      resultOf(policy, call('document', 'more'), { ...card, sides: ['front'], ...found })
    expect(of(asking(false), {})).toBe('unfinished')
    expect(of(asking(false), { isTilted: false })).toBe('unfinished')
    expect(of(asking(false), { isTilted: true })).toBe('passed')
    expect(of(asking(true), { isTilted: true })).toBe('unfinished')
    expect(of(asking(true), { isTilted: false, sides: ['front', 'back'] })).toBe('unfinished')
    expect(of(asking(true), { isTilted: true, sides: ['front', 'back'] })).toBe('passed')
    expect(of(asking(true), { isTilted: true, kind: 'cmnd' })).toBe('failed')
  })

  test('of a chip passes, unless the chip is of another person than the document', () => {
    const of = (warning_code: number[]) => resultOf(full, call('chip', 'whole'), { warning_code })
    expect([of([]), of([121, 125, 126]), of([109, 125])]).toEqual(['passed', 'passed', 'failed'])
  })

  test('of liveness passes only with the strength that the policy asks for', () => {
    expect(resultOf(full, call('liveness', 'start'), {})).toBe('unfinished')
    const end = (strength?: string) => resultOf(full, call('liveness', 'end'), strength ? { strength } : {})
    expect([end('high'), end('standard'), end('low'), end('none'), end()]).toEqual([
      ...['passed', 'passed', 'failed', 'failed', 'failed'],
    ])
  })
})
