// Makes one verdict from what the steps came to: policy, attempts and facts in, decision and reasons out; nothing else is asked.
import { atLeast, atMost, type Check, hasFailed } from '../checks.ts'
import { codes } from '../codes.ts'
import type { ReasonName } from '../words/en/reasons.ts'
import type { JudgedAttempt, Matched, Read, Screened } from './evidence.ts'
import type { ComparedField } from './expected.ts'
import {
  type AskedStrength,
  defaults,
  type Policy,
  type ReasonOutcome,
  type StepName,
  stepNames,
  strengths,
} from './policies/policy.ts'
import { isCheckOf, outcomeOf, type ReasonStep, reasonNames, rowOf } from './reasons.ts'

export type Decision = 'approved' | 'declined' | 'review'

interface Reason {
  readonly reason: ReasonName
  readonly step: ReasonStep
  readonly outcome: ReasonOutcome
  /** The check that raised it. */
  readonly check?: Check
  /** The attempt that it comes from, and the request whose receipt has more. */
  readonly attemptId?: string
  readonly requestId?: string
}

interface StepVerdict {
  readonly step: StepName
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly attempts: number
  readonly attemptId?: string
  readonly requestId?: string
  readonly subjectId?: string
  readonly strength?: string
}

export interface VerificationVerdict {
  readonly decision: Decision
  /** Those that decide most come first. */
  readonly reasons: readonly Reason[]
  readonly steps: readonly StepVerdict[]
  readonly expected: readonly ComparedField[]
  readonly match?: {
    readonly sim: number
    readonly portrait: 'chip' | 'document'
    readonly accept: number
    readonly review: number
  }
  /** Every check of every part, in the order of the steps. */
  readonly checks: readonly Check[]
}

export interface Facts {
  /** All of them, the oldest first. */
  readonly attempts: readonly JudgedAttempt[]
  readonly read: Read
  readonly expected: readonly ComparedField[]
  /** The birthday as YYYY-MM-DD or YYYY; undefined where it was not read. */
  readonly birthday: string | undefined
  /** YYYY-MM-DD. */
  readonly today: string
  readonly match: Matched | undefined
  /** What tells a specimen of this program from a document; absent in tests, which are walked through with specimens. */
  readonly specimen?: readonly Check[]
  readonly duplicates: Screened | undefined
  readonly blockList: Screened | undefined
}

interface FoundReason {
  readonly reason: ReasonName
  readonly check?: Check | undefined
  readonly attempt?: JudgedAttempt | undefined
}

export function judge(policy: Policy, facts: Facts): VerificationVerdict {
  const match = matchOf(policy, facts)
  const found = [
    ...stepReasons(policy, facts),
    ...documentReasons(facts),
    ...specimenReasons(facts),
    ...chipReasons(policy, facts),
    ...match.found,
    ...expectedReasons(facts),
    ...ageReasons(policy, facts),
    ...screeningReasons(policy, facts),
  ]
  const reasons = found.map((one) => reasonOf(policy, one)).toSorted((a, b) => weightOf(a) - weightOf(b))
  const { document, chip } = facts.read
  return {
    decision: decisionOf(reasons),
    reasons,
    steps: stepNames.flatMap((step) => stepVerdict(policy, facts, step)),
    expected: facts.expected,
    ...(match.shown && { match: match.shown }),
    checks: [
      ...(document?.checks ?? []),
      ...(chip?.checks ?? []),
      ...(facts.specimen ?? []),
      ...(passedOf(facts, 'liveness')?.findings.checks ?? []),
      ...match.checks,
      ...facts.expected.flatMap(({ check }) => check ?? []),
      ...found.flatMap(({ reason, check }) => (isMade(reason) && check ? [check] : [])),
    ],
  }
}

/** Any reason to decline declines; otherwise any reason to look closer sends the case to review. */
function decisionOf(reasons: readonly Reason[]): Decision {
  const has = (outcome: ReasonOutcome) => reasons.some((one) => one.outcome === outcome)
  return has('declined') ? 'declined' : has('review') ? 'review' : 'approved'
}

const order: readonly ReasonOutcome[] = ['declined', 'review', 'noted']
const weightOf = ({ outcome }: Reason): number => order.indexOf(outcome)

/** Checks of these reasons are made here, and stand nowhere else. */
const isMade = (reason: ReasonName): boolean => ['age', 'screening'].includes(rowOf(reason).step)

const reasonOf = (policy: Policy, { reason, check, attempt }: FoundReason): Reason => ({
  reason,
  step: rowOf(reason).step,
  outcome: outcomeOf(policy, reason),
  ...(check && { check }),
  ...(attempt && { attemptId: attempt.id, requestId: attempt.requestId }),
})

const counts = ({ outcome }: JudgedAttempt): boolean => outcome !== 'set-aside' && outcome !== 'open'
const ofStep = ({ attempts }: Facts, step: StepName): JudgedAttempt[] =>
  attempts.filter((one) => one.step === step && counts(one))
const passedOf = (facts: Facts, step: StepName): JudgedAttempt | undefined =>
  ofStep(facts, step).findLast(({ outcome }) => outcome === 'passed')

/** Undefined where the policy does not ask for the step. */
function stepVerdict(policy: Policy, facts: Facts, step: StepName): StepVerdict[] {
  if (!policy.steps[step]) return []
  const own = ofStep(facts, step)
  const last = passedOf(facts, step) ?? own.at(-1)
  const outcome = last?.outcome === 'passed' || last?.outcome === 'skipped' ? last.outcome : 'failed'
  return [
    {
      step,
      outcome,
      attempts: own.length,
      ...(last && { attemptId: last.id, requestId: last.requestId }),
      ...(last?.subjectId != null && { subjectId: last.subjectId }),
      ...(last?.findings.strength !== undefined && { strength: last.findings.strength }),
    },
  ]
}

/** What a step that was not passed leads to. One that was never tried counts as failed: nothing is approved unseen. */
const failures: Readonly<
  Record<StepName, (policy: Policy, last: JudgedAttempt | undefined) => ReasonName[]>
> = {
  consent: ({ steps }) => (steps.consent?.required === false ? [] : ['consent-refused']),
  document: ({ steps }, last) => {
    const kind = last?.findings.kind
    return kind !== undefined && !steps.document?.kinds.includes(kind)
      ? ['document-kind-not-taken']
      : ['document-not-read']
  },
  chip: ({ steps }, last) => {
    if (last?.outcome === 'skipped' && steps.chip?.mode === 'preferred') return ['chip-skipped']
    if (last?.resultCode === codes.chipCopied.code) return ['chip-is-copy']
    if (last?.resultCode === codes.success.code && last.outcome === 'failed') return ['chip-of-another']
    return last?.resultCode === codes.chipBroken.code ? ['chip-broken'] : ['chip-not-read']
  },
  liveness: (_policy, last) => {
    if (last?.outcome === 'doubtful') return ['liveness-doubtful']
    if (last?.findings.weighed === 'failed') return ['liveness-not-genuine']
    if (last?.resultCode === codes.notGenuine.code) return ['liveness-not-genuine']
    return last?.resultCode === codes.success.code ? ['liveness-too-weak'] : ['liveness-failed']
  },
  confirmation: ({ steps }, last) =>
    last?.outcome === 'failed' || (steps.confirmation?.required === true && !last)
      ? ['person-says-wrong']
      : [],
}

/** What a liveness step that was passed leaves open. */
function livenessReasons({ steps: { liveness } }: Policy, facts: Facts): FoundReason[] {
  const attempt = passedOf(facts, 'liveness')
  if (!liveness || !attempt) return []
  const { strength = 'none', weighed, checks } = attempt.findings
  const check = checks?.find(({ name }) => name === 'presence')
  const wanted = liveness.wanted_strength ?? 'none'
  const isLess = strengths.indexOf(strength as AskedStrength) < strengths.indexOf(wanted)
  return [
    ...(weighed === 'review' ? [{ reason: 'liveness-doubtful', check, attempt } as const] : []),
    ...(isLess ? [{ reason: 'liveness-fell-back', attempt } as const] : []),
  ]
}

function stepReasons(policy: Policy, facts: Facts): FoundReason[] {
  return stepNames.flatMap((step) => {
    if (step === 'liveness' && passedOf(facts, step)) return livenessReasons(policy, facts)
    if (!policy.steps[step] || passedOf(facts, step)) return []
    const attempt = ofStep(facts, step).at(-1)
    const check = attempt?.findings.checks?.find(hasFailed)
    return failures[step](policy, attempt).map((reason) => ({ reason, check, attempt }))
  })
}

/** Reasons that warnings or failed checks of a document raise by the table. */
function documentReasons(facts: Facts): FoundReason[] {
  const { document } = facts.read
  const attempt = passedOf(facts, 'document')
  if (!document) return attempt ? [{ reason: 'document-not-read', attempt }] : []
  return raised('document', document, facts.read.chip?.warnings.includes(109) ?? false).map((one) => ({
    ...one,
    attempt,
  }))
}

function specimenReasons(facts: Facts): FoundReason[] {
  const check = facts.specimen?.find(hasFailed)
  const attempt = passedOf(facts, 'document') ?? passedOf(facts, 'chip')
  return check ? [{ reason: 'document-specimen', check, attempt }] : []
}

function chipReasons({ steps }: Policy, facts: Facts): FoundReason[] {
  const { chip } = facts.read
  const attempt = passedOf(facts, 'chip')
  if (!chip) return attempt ? [{ reason: 'chip-not-read', attempt }] : []
  const broken: FoundReason[] = chip.authenticity === 'broken' ? [{ reason: 'chip-broken' }] : []
  const unproved: FoundReason[] =
    steps.chip?.copy_proof === 'required' && chip.copy === 'not-asked' ? [{ reason: 'chip-not-proved' }] : []
  return [...broken, ...raised('chip', chip, false), ...unproved].map((one) => ({ ...one, attempt }))
}

/** Reasons whose checks alone raise them; the others need their warning, which weighs several checks. */
const byCheckAlone: readonly ReasonName[] = [
  'document-expired',
  'document-number-contradicts',
  'document-dates-contradict',
  'document-zone-contradicts',
  'document-from-screen',
  'document-photocopy',
]

/** What is noted raises these too: a person looks at the picture. */
const byNote: readonly ReasonName[] = ['document-print-replaced']

/** `isToldOfChip`: the chip already says that pictures and chip are of two people. */
function raised(
  step: 'document' | 'chip',
  { checks, warnings }: { readonly checks: readonly Check[]; readonly warnings: readonly number[] },
  isToldOfChip: boolean,
): FoundReason[] {
  return reasonNames.flatMap((reason): FoundReason[] => {
    const row = rowOf(reason)
    if (row.step !== step || (isToldOfChip && reason === 'document-of-two-people')) return []
    const own = checks.filter(({ name }) => isCheckOf(reason, name))
    const failed = own.find(hasFailed)
    const isWarned = row.warnings?.some((code) => warnings.includes(code)) ?? false
    const noted = own.find(({ outcome }) => outcome === 'noted')
    const isByCheck = (failed && byCheckAlone.includes(reason)) || (noted && byNote.includes(reason))
    return isWarned || isByCheck ? [{ reason, check: failed ?? noted }] : []
  })
}

function matchOf(
  policy: Policy,
  facts: Facts,
): {
  readonly found: readonly FoundReason[]
  readonly checks: readonly Check[]
  readonly shown?: VerificationVerdict['match']
} {
  const { match: rule = defaults.match, steps } = policy
  const [portrait, attempt] = [
    passedOf(facts, 'chip') ?? passedOf(facts, 'document'),
    passedOf(facts, 'liveness'),
  ]
  if (!(steps.document ?? steps.chip) || !steps.liveness || !portrait || !attempt)
    return { found: [], checks: [] }
  const { match } = facts
  if (!match) return { found: [{ reason: 'face-not-kept', attempt }], checks: [] }
  if ('fault' in match) {
    const reason = match.fault === 'no-portrait' ? 'portrait-not-found' : 'face-not-kept'
    return { found: [{ reason, check: match.checks.find(hasFailed), attempt }], checks: match.checks }
  }
  const { calibration } = match
  const check = { ...atLeast('similarity', match.sim, rule.accept), ...(calibration && { calibration }) }
  const shown = { sim: match.sim, portrait: match.portrait, ...rule }
  const checks = [...match.checks, check]
  if (!hasFailed(check)) return { found: [], checks, shown }
  const reason = match.sim < rule.review ? 'face-differs' : 'face-doubtful'
  return { found: [{ reason, check, attempt }], checks, shown }
}

const expectedReasons = ({ expected }: Facts): FoundReason[] =>
  expected.flatMap(({ field, outcome, check }): FoundReason[] => {
    if (outcome === 'not-read') return [{ reason: 'expected-not-read' }]
    return outcome === 'differs' ? [{ reason: `${field}-differs`, check }] : []
  })

/** Whole years; where only the year is known, the youngest and the oldest that the person can be. */
function agesOf(birthday: string, today: string): { readonly least: number; readonly most: number } {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  if (birthday.length === 4) return { least: years - 1, most: years }
  const age = today.slice(5) < birthday.slice(5) ? years - 1 : years
  return { least: age, most: age }
}

function ageReasons({ age: rule, steps }: Policy, { birthday, today, read }: Facts): FoundReason[] {
  if (!rule || !(steps.document ?? steps.chip)) return []
  // A document that was not read has a reason of its own.
  if (birthday === undefined) return read.document || read.chip ? [{ reason: 'age-not-known' }] : []
  const ages = agesOf(birthday, today)
  const young = rule.least === undefined ? undefined : atLeast('age-least', ages.least, rule.least)
  const old = rule.most === undefined ? undefined : atMost('age-most', ages.most, rule.most)
  return [
    ...(young && hasFailed(young) ? [{ reason: 'too-young' as const, check: young }] : []),
    ...(old && hasFailed(old) ? [{ reason: 'too-old' as const, check: old }] : []),
  ]
}

function screeningReasons({ screening }: Policy, facts: Facts): FoundReason[] {
  const attempt = passedOf(facts, 'liveness')
  if (!attempt) return []
  const of = (wanted: unknown, result: Screened | undefined, reason: ReasonName): FoundReason[] => {
    if (wanted === undefined) return []
    if (!result || 'isGone' in result) return [{ reason: 'screening-not-done', attempt }]
    return result.isFound ? [{ reason, check: result.check, attempt }] : []
  }
  return [
    ...of(screening?.duplicates, facts.duplicates, 'person-known'),
    ...of(screening?.block_list, facts.blockList, 'person-blocked'),
  ]
}
