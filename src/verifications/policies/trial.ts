// Tries a draft of a policy on cases that were judged before: which verdicts would be others. Nothing is changed.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AtMostName, atMost } from '../../checks.ts'
import { codes } from '../../codes.ts'
import type { Store } from '../../store/open.ts'
import { verdictOfPolicy } from '../../store/records/verification-events.ts'
import {
  judgedVerifications,
  type VerificationRecord,
  type VerificationState,
} from '../../store/records/verifications.ts'
import { openJson } from '../../store/sealed-json.ts'
import type { ReasonName } from '../../words/en/reasons.ts'
import type { Evidence, JudgedAttempt, Matched, Screened } from '../evidence.ts'
import { compareExpected } from '../expected.ts'
import { type Decision, judge } from '../judge.ts'
import type { KeptVerdict } from '../kept-verdict.ts'
import type { Judging } from '../process.ts'
import { policyOfVersion } from './policies.ts'
import { defaults, type Policy, type StepName, stepNames, strengths } from './policy.ts'

export interface Trying {
  readonly store: Pick<Store, 'database' | 'keyring'>
  readonly judging: Pick<Judging, 'openAttempts' | 'openRequest'>
  readonly evidence: Pick<Evidence, 'read' | 'words' | 'today'>
}

interface Change {
  readonly id: string
  /** What the policy of the case decided, and what the draft would. */
  readonly from: Decision
  readonly to: Decision
  /** Where the case stands now; a reviewer may have decided since. */
  readonly state: VerificationState
  /** The reasons that the draft would have and the verdict has not, and the other way round. */
  readonly added: readonly string[]
  readonly dropped: readonly string[]
}

export interface Trial {
  readonly tried: number
  readonly changes: readonly Change[]
  /** Cases of which too little is kept to be judged again. */
  readonly gone: number
  /** What the draft asks and some of these cases were not asked: it was left out for them. */
  readonly untried: readonly (StepName | 'screening')[]
}

export async function tryPolicy(
  trying: Trying,
  wanted: { readonly organisationId: string; readonly isTest: boolean; readonly policyId: string },
  draft: Policy,
  most: number,
): Promise<Trial> {
  const changes: Change[] = []
  const untried = new Set<StepName | 'screening'>()
  let [tried, gone] = [0, 0]
  for (const record of await judgedVerifications(trying.store.database, wanted, most)) {
    // Each takes some milliseconds: others come between.
    await nextTurn()
    const change = await tryOn(trying, record, draft, untried)
    if (change === 'gone') gone++
    else {
      tried++
      if (change) changes.push(change)
    }
  }
  return { tried, changes, gone, untried: [...untried] }
}

async function tryOn(
  { store, judging, evidence }: Trying,
  record: VerificationRecord,
  draft: Policy,
  untried: Set<StepName | 'screening'>,
): Promise<Change | undefined | 'gone'> {
  const { organisationId, id, policyId, policyVersion } = record
  const event = await verdictOfPolicy(store.database, record)
  if (!event || record.redactedAt !== null) return 'gone'
  const part = { part: 'event', id: event.id } as const
  const before = await openJson<KeptVerdict>(store.keyring, organisationId, part, event.data)
  const asked = await policyOfVersion(store.database, { organisationId, id: policyId }, policyVersion)
  const all = (await judging.openAttempts(record)).filter(({ begunAt }) => begunAt <= event.at)
  const sent = { documentId: subjectOf(all, 'document'), chipId: subjectOf(all, 'chip') }
  const read = await evidence.read(organisationId, sent, event.at)
  // Pictures may go before the case does: what was read of them stays, unless all of it is gone.
  if ((sent.documentId !== undefined && !read.document) || (sent.chipId !== undefined && !read.chip))
    return 'gone'
  const policy = comparable(draft, asked, untried)
  const { expected = {} } = await judging.openRequest(record)
  const birthday = read.values.birthday?.[0]
  const verdict = judge(policy, {
    attempts: all.map((attempt) => judgedBy(policy, attempt)),
    read,
    expected: compareExpected(expected, read.values, evidence.words),
    birthday: birthday === undefined ? undefined : evidence.words.day(birthday),
    today: evidence.today(event.at),
    match: matchIn(before),
    specimen: before.reasons.flatMap(({ reason, check }) =>
      reason === 'document-specimen' && check ? [check] : [],
    ),
    duplicates: screenedIn(
      before,
      'person-known',
      'duplicate-similarity',
      policy.screening?.duplicates?.threshold,
    ),
    blockList: screenedIn(
      before,
      'person-blocked',
      'block-list-similarity',
      policy.screening?.block_list?.threshold,
    ),
  })
  if (verdict.decision === before.decision) return undefined
  const [had, has] = [namesIn(before.reasons), namesIn(verdict.reasons)]
  return {
    id,
    from: before.decision,
    to: verdict.decision,
    state: record.state,
    added: has.filter((reason) => !had.includes(reason)),
    dropped: had.filter((reason) => !has.includes(reason)),
  }
}

/** Reasons that decide something; the same reason may count otherwise under another policy. */
const namesIn = (reasons: readonly { readonly reason: string; readonly outcome: string }[]): string[] =>
  reasons.filter(({ outcome }) => outcome !== 'noted').map(({ reason }) => reason)

const subjectOf = (attempts: readonly JudgedAttempt[], step: StepName): string | undefined =>
  attempts.findLast((one) => one.step === step && one.outcome === 'passed')?.subjectId ?? undefined

/** The draft without steps that these people were never asked for: how they would have done is not known. */
function comparable(draft: Policy, asked: Policy, untried: Set<StepName | 'screening'>): Policy {
  const steps = { ...draft.steps }
  for (const step of stepNames)
    if (steps[step] && !asked.steps[step]) {
      delete steps[step]
      untried.add(step)
    }
  const { duplicates, block_list } = draft.screening ?? {}
  const screening = {
    ...(duplicates && asked.screening?.duplicates && { duplicates }),
    ...(block_list && asked.screening?.block_list && { block_list }),
  }
  if (Object.keys(screening).length < Object.keys(draft.screening ?? {}).length) untried.add('screening')
  return { ...draft, steps, screening }
}

/** What the policy of the time let pass may be too little for the draft. */
function judgedBy(policy: Policy, attempt: JudgedAttempt): JudgedAttempt {
  const { step, outcome, findings } = attempt
  if (outcome !== 'passed') return attempt
  if (
    step === 'document' &&
    findings.kind !== undefined &&
    !policy.steps.document?.kinds.includes(findings.kind)
  )
    return { ...attempt, outcome: 'failed' }
  const least = policy.steps.liveness?.min_strength ?? 'none'
  const rank = (strength: string) => (strengths as readonly string[]).indexOf(strength)
  if (step !== 'liveness') return attempt
  const weighed = weighedBy(policy, findings)
  if (weighed === 'review') return { ...attempt, findings: { ...findings, weighed } }
  const strength = (weighed && findings.strength_of_tasks) ?? findings.strength
  const isWeak = strength !== undefined && rank(strength) < rank(least)
  const changed = { ...attempt, findings: { ...findings, ...(weighed && { weighed, strength }) } }
  return weighed === 'failed' || isWeak
    ? { ...changed, outcome: 'failed', resultCode: codes.success.code }
    : changed
}

/** Presence by the lines of the policy; what would have been asked again is for people. Undefined where none was weighed. */
function weighedBy(
  { steps }: Policy,
  { presence_together: together }: JudgedAttempt['findings'],
): 'passed' | 'review' | 'failed' | undefined {
  if (together === undefined) return undefined
  const { accept, refuse } = steps.liveness?.presence ?? defaults.presence
  return together >= accept ? 'passed' : together < refuse ? 'failed' : 'review'
}

/** Faces are not compared again: how alike they were was kept. */
function matchIn({ match, reasons }: KeptVerdict): Matched | undefined {
  if (match) return { sim: match.sim, portrait: match.portrait, checks: [] }
  if (reasons.some(({ reason }) => reason === 'portrait-not-found'))
    return { fault: 'no-portrait', checks: [] }
  return reasons.some(({ reason }) => reason === 'face-not-kept') ? { fault: 'gone', checks: [] } : undefined
}

/** What was found counts where it is still alike enough; what was not found then is not searched for now. */
function screenedIn({ reasons }: KeptVerdict, raised: ReasonName, name: AtMostName, threshold = 0): Screened {
  if (reasons.some(({ reason }) => reason === 'screening-not-done')) return { isGone: true }
  const check = reasons.find(({ reason }) => reason === raised)?.check
  return check
    ? { isFound: check.score >= threshold, check }
    : { isFound: false, check: atMost(name, 0, threshold) }
}
