// Tests the verdict of a verification: every reason of the table by plain values, and what each leads to.
import { describe, expect, test } from 'vitest'
import { atLeast, atMost, type Check, type CheckName, checkRow, checkRowNames } from '../../src/checks.ts'
import type { JudgedAttempt } from '../../src/verifications/evidence.ts'
import { type Facts, judge } from '../../src/verifications/judge.ts'
import type { Policy } from '../../src/verifications/policies/policy.ts'
import { endsJourney, reasonNames, rowOf } from '../../src/verifications/reasons.ts'
import type { ReasonName } from '../../src/words/en/reasons.ts'

const policy: Policy = {
  steps: {
    consent: { required: true },
    document: { kinds: ['cccd-chip'], both_sides: true, attempts: 3 },
    chip: { mode: 'preferred', copy_proof: 'required', attempts: 3 },
    liveness: { families: ['profile'], min_strength: 'standard', wanted_strength: 'high', attempts: 3 },
    confirmation: { required: true },
  },
  match: { accept: 80, review: 70 },
  expected: [],
  age: { least: 18, most: 70 },
  screening: {
    duplicates: { collection_id: 'all', threshold: 80, register: false },
    block_list: { collection_id: 'blocked', threshold: 80 },
  },
  link_minutes: 5,
  expires_minutes: 10,
  token_minutes: 5,
  outcomes: {},
}

const attempt = (step: JudgedAttempt['step'], given: Partial<JudgedAttempt> = {}): JudgedAttempt => ({
  id: `a-${step}`,
  step,
  outcome: 'passed',
  operation: 'something',
  requestId: `r-${step}`,
  subjectId: `s-${step}`,
  resultCode: 200,
  begunAt: 1,
  findings: {},
  ...given,
})

const attempts = (['consent', 'document', 'chip', 'liveness', 'confirmation'] as const).map((step) =>
  attempt(step, step === 'liveness' ? { findings: { strength: 'high' } } : {}),
)
const instead = (...own: JudgedAttempt[]): JudgedAttempt[] => [
  ...attempts.filter(({ step }) => own.every((one) => one.step !== step)),
  ...own,
]
const without = (step: JudgedAttempt['step']) => attempts.filter((one) => one.step !== step)

const notFound = { isFound: false, check: atLeast('similarity', 10, 80) }
const document = { kind: 'cccd-chip', checks: [], warnings: [] }
const chip = { authenticity: 'trusted', copy: 'genuine', checks: [], warnings: [] } as const
const good: Facts = {
  attempts,
  read: { document, chip, values: {}, numbers: [] },
  expected: [],
  birthday: '1990-05-20',
  today: '2026-11-17',
  match: { sim: 90, portrait: 'chip', checks: [] },
  duplicates: notFound,
  blockList: notFound,
}
const failing = (name: CheckName): Check => ({
  ...{ name, score: 0, threshold: 1, rule: 'at-least', outcome: 'failed' },
})
const documentWith = (warnings: number[], ...checks: CheckName[]) => ({
  read: { ...good.read, document: { ...document, warnings, checks: checks.map(failing) } },
})
const chipWith = (warnings: number[], changed: object = {}) => ({
  read: { ...good.read, chip: { ...chip, warnings, ...changed } },
})
const differs = (field: 'name' | 'number' | 'birthday' | 'sex' | 'nationality' | 'address') => ({
  expected: [
    { field, outcome: 'differs' as const, given: 'a', read: 'b', check: failing(`expected-${field}`) },
  ],
})
const failed = (step: JudgedAttempt['step'], given: Partial<JudgedAttempt> = {}) => ({
  attempts: instead(attempt(step, { outcome: 'failed', resultCode: 101, ...given })),
})

/** What raises each reason, and nothing else. */
const raising: Readonly<Record<ReasonName, Partial<Facts>>> = {
  'consent-refused': failed('consent'),
  'document-not-read': failed('document'),
  'document-kind-not-taken': failed('document', { resultCode: 200, findings: { kind: 'passport-new' } }),
  'document-specimen': { specimen: [failing('specimen-number')] },
  'document-expired': documentWith([], 'days-until-expiry'),
  'document-of-two-people': documentWith([109], 'picture-against-picture'),
  'document-sides-differ': documentWith([113], 'front-against-back'),
  'document-code-differs': documentWith([196], 'qr-against-print'),
  'document-code-missing': documentWith([192], 'code-in-sight'),
  'document-number-contradicts': documentWith([110], 'number-sex'),
  'document-dates-contradict': documentWith([], 'dates-in-order'),
  'document-zone-contradicts': documentWith([], 'mrz-check-digit-document-number'),
  'document-from-screen': documentWith([], 'recapture'),
  'document-photocopy': documentWith([], 'photocopy'),
  'document-print-replaced': documentWith([190], 'print-in-place'),
  'document-portrait-replaced': documentWith([199], 'portrait-in-place'),
  'document-picture-poor': documentWith([197], 'page-cut'),
  'chip-not-read': failed('chip', { resultCode: 143 }),
  'chip-skipped': { attempts: instead(attempt('chip', { outcome: 'skipped' })) },
  'chip-broken': failed('chip', { resultCode: 120 }),
  'chip-signer-unknown': chipWith([121]),
  'chip-signer-revoked': chipWith([122]),
  'chip-signer-not-valid': chipWith([123]),
  'chip-is-copy': failed('chip', { resultCode: 124 }),
  'chip-not-proved': chipWith([], { copy: 'not-asked' }),
  'chip-of-another': chipWith([109]),
  'chip-differs': chipWith([125]),
  'chip-contradicts-itself': chipWith([127]),
  'liveness-failed': failed('liveness', {
    resultCode: 150,
    findings: { checks: [failing('turn-face-right-degrees')] },
  }),
  'liveness-not-genuine': failed('liveness', { resultCode: 141 }),
  'liveness-doubtful': {
    attempts: instead(
      attempt('liveness', { id: 'first', outcome: 'doubtful' }),
      attempt('liveness', {
        findings: {
          strength: 'high',
          weighed: 'review',
          checks: [{ ...failing('presence'), outcome: 'noted' }],
        },
      }),
    ),
  },
  'liveness-fell-back': { attempts: instead(attempt('liveness', { findings: { strength: 'standard' } })) },
  'liveness-too-weak': failed('liveness', { resultCode: 200, findings: { strength: 'low' } }),
  'person-says-wrong': failed('confirmation', { resultCode: 200 }),
  'face-differs': { match: { sim: 69.99, portrait: 'chip', checks: [] } },
  'face-doubtful': { match: { sim: 79.99, portrait: 'chip', checks: [] } },
  'portrait-not-found': { match: { fault: 'no-portrait', checks: [failing('card-face-found')] } },
  'face-not-kept': { match: { fault: 'gone', checks: [] } },
  'name-differs': differs('name'),
  'number-differs': differs('number'),
  'birthday-differs': differs('birthday'),
  'sex-differs': differs('sex'),
  'nationality-differs': differs('nationality'),
  'address-differs': differs('address'),
  'expected-not-read': { expected: [{ field: 'name', outcome: 'not-read', given: 'a', read: '' }] },
  'too-young': { birthday: '2008-11-18' },
  'too-old': { birthday: '1955-11-17' },
  'age-not-known': { birthday: undefined },
  'person-known': { duplicates: { isFound: true, check: failing('duplicate-similarity') } },
  'person-blocked': { blockList: { isFound: true, check: failing('block-list-similarity') } },
  'screening-not-done': { duplicates: { isGone: true } },
}

const verdictOf = (facts: Partial<Facts>, changed: Partial<Policy> = {}) =>
  judge({ ...policy, ...changed }, { ...good, ...facts })

test('nothing against a person approves', () => {
  const verdict = verdictOf({})
  expect(verdict).toMatchObject({ decision: 'approved', reasons: [], match: { sim: 90, portrait: 'chip' } })
  expect(verdict.steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual(
    attempts.map(({ step }) => `${step} passed`),
  )
})

describe.for(reasonNames)('%s', (reason) => {
  const { outcome, step } = rowOf(reason)
  const hasCheck = checkRowNames.some((row) => checkRow(row).reasons?.some((one) => one === reason))
  const decision = { declined: 'declined', review: 'review', noted: 'approved' } as const

  test('is the only reason, and leads to what the table says', () => {
    const verdict = verdictOf(raising[reason])
    expect(verdict.reasons.map((one) => one.reason)).toEqual([reason])
    expect(verdict.decision).toBe(decision[outcome])
    expect(verdict.reasons[0]?.step).toBe(step)
    const isOfChip = step === 'chip'
    if (hasCheck && !isOfChip) expect(verdict.reasons[0]?.check).toBeDefined()
  })

  test('leads to what the policy says instead', () => {
    for (const other of ['declined', 'review', 'noted'] as const)
      expect(verdictOf(raising[reason], { outcomes: { [reason]: other } }).decision).toBe(decision[other])
  })
})

test('a reason to decline weighs more than one to look closer, and comes first', () => {
  const verdict = verdictOf({ ...raising['name-differs'], ...raising['too-young'] })
  expect(verdict).toMatchObject({
    decision: 'declined',
    reasons: [{ reason: 'too-young' }, { reason: 'name-differs' }],
  })
})

test.for(['consent', 'document', 'chip', 'liveness'] as const)(
  'a %s that was never done approves nobody',
  (step) => {
    expect(verdictOf({ attempts: without(step) }).decision).toBe('declined')
  },
)

test('an attempt that was passed counts, whatever failed before it', () => {
  const earlier = attempt('document', { id: 'earlier', outcome: 'failed', resultCode: 101 })
  expect(verdictOf({ attempts: [earlier, ...attempts] })).toMatchObject({
    decision: 'approved',
    steps: [{}, { step: 'document', outcome: 'passed', attempts: 2 }, {}, {}, {}],
  })
})

test('of liveness that was left in doubt nobody is approved, and what all attempts refuse together is not genuine', () => {
  const doubtful = attempt('liveness', { outcome: 'doubtful' })
  expect(verdictOf({ attempts: instead(doubtful) })).toMatchObject({
    decision: 'review',
    reasons: [{ reason: 'liveness-doubtful' }],
  })
  const refused = attempt('liveness', {
    outcome: 'failed',
    findings: { strength: 'high', weighed: 'failed' },
  })
  expect(verdictOf({ attempts: instead(doubtful, refused) })).toMatchObject({
    decision: 'declined',
    reasons: [{ reason: 'liveness-not-genuine' }],
  })
})

test('what a reviewer set aside counts no more', () => {
  const aside = instead(attempt('document', { outcome: 'set-aside' }))
  expect(verdictOf({ attempts: aside }).reasons.map(({ reason }) => reason)).toEqual(['document-not-read'])
})

test('a document whose passed attempt is not kept any more leads to no approval', () => {
  expect(verdictOf({ read: { ...good.read, document: undefined } }).decision).toBe('declined')
})

test('whoever read the chip of another person alone is declined for that', () => {
  const verdict = judge(policy, { ...good, ...failed('chip', { resultCode: 200 }) })
  expect(verdict.reasons.map(({ reason }) => reason)).toContain('chip-of-another')
  expect(verdict.decision).toBe('declined')
})

test('a required chip cannot be skipped', () => {
  const steps = { ...policy.steps, chip: { mode: 'required', copy_proof: 'required', attempts: 3 } } as const
  const skipped = { attempts: instead(attempt('chip', { outcome: 'skipped' })) }
  expect(verdictOf(skipped, { steps })).toMatchObject({
    decision: 'declined',
    reasons: [{ reason: 'chip-not-read' }],
  })
})

test('faces are compared also where the policy names no thresholds', () => {
  const { match: _, ...open } = policy
  const verdict = judge(open, { ...good, match: { sim: 50, portrait: 'document', checks: [] } })
  expect(verdict).toMatchObject({ decision: 'declined', match: { accept: 80, review: 70 } })
})

test('a person of whom only the year of birth is known must be old enough on any day of it', () => {
  expect(verdictOf({ birthday: '2008' }).decision).toBe('declined')
  expect(verdictOf({ birthday: '2007' }).decision).toBe('approved')
})

test('a birthday is reached on its day', () => {
  expect(verdictOf({ birthday: '2008-11-17' }).decision).toBe('approved')
  expect(verdictOf({ birthday: '2008-11-18' }).decision).toBe('declined')
})

test('the check of a reason that is made here stands among the checks once', () => {
  const { checks } = verdictOf(raising['too-old'])
  expect(checks.filter(({ name }) => name === 'age-most')).toEqual([atMost('age-most', 71, 70)])
})

test('a failed step ends the journey only where it declines whatever else happens', () => {
  expect(endsJourney(policy, 'liveness')).toBe(true)
  expect(endsJourney({ ...policy, outcomes: { 'liveness-failed': 'review' } }, 'liveness')).toBe(false)
  expect(endsJourney(policy, 'confirmation')).toBe(false)
  const steps = { ...policy.steps, consent: { required: false } }
  expect(endsJourney({ ...policy, steps }, 'consent')).toBe(false)
})
