// What reviewers do with a verification: its verdict, their decision or proposal, and asking the person again.
import { randomUUID } from 'node:crypto'
import { codes, refuse, refuseBecause } from '../codes.ts'
import { setAside } from '../store/records/verification-attempts.ts'
import { changeState, newestVerdict, openProposal } from '../store/records/verification-events.ts'
import {
  lockVerification,
  type VerificationPlace,
  type VerificationRecord,
} from '../store/records/verifications.ts'
import { openJson, writeSealed } from '../store/sealed-json.ts'
import type { ReasonName } from '../words/en/reasons.ts'
import type { KeptVerdict } from './kept-verdict.ts'
import { linkSecret } from './links.ts'
import {
  type Caller,
  found,
  type GivenLink,
  giveLink,
  linkEnd,
  type ManagingVerifications,
  MINUTE_MS,
  newEvent,
  wrongState,
} from './manage.ts'
import { policyOfVersion } from './policies/policies.ts'
import { type Policy, ranges, type StepName } from './policies/policy.ts'
import { rowOf } from './reasons.ts'
import { checkName, credentialOf, plainName, type Reviewer } from './reviewer.ts'
import { mayHappen, transitions } from './states.ts'

/** The newest verdict; undefined before there is one, and after the verification was redacted it has no values. */
export async function verdictOf(
  { store }: ManagingVerifications,
  place: VerificationPlace,
): Promise<(KeptVerdict & { readonly at: number }) | undefined> {
  const event = await newestVerdict(store.database, place)
  if (!event) return undefined
  const kept = await openJson<KeptVerdict>(
    store.keyring,
    place.organisationId,
    { part: 'event', id: event.id },
    event.data,
  )
  return { ...kept, at: event.at }
}

interface GivenDecision {
  readonly decision: 'approved' | 'declined'
  readonly reasons: readonly ReasonName[]
  readonly note: string
  readonly reviewer: string
}

interface ReviewerDecision extends GivenDecision {
  /** What the reviewer came with; absent in a proposal of an earlier version, which nobody can agree to any more. */
  readonly credential?: string
}

/** What a reviewer proposed, as its event keeps it. */
export async function proposalOf(
  { store }: ManagingVerifications,
  place: VerificationPlace,
): Promise<(ReviewerDecision & { readonly at: number }) | undefined> {
  const event = await openProposal(store.database, place)
  if (!event) return undefined
  const part = { part: 'event', id: event.id } as const
  const kept = await openJson<ReviewerDecision>(store.keyring, place.organisationId, part, event.data)
  return { ...kept, at: event.at }
}

/**
 * Of several reviewers at once, one decides. Where the policy wants four eyes, the first proposes: a second who agrees decides,
 * and one who does not makes another proposal.
 */
export async function decide(
  managing: ManagingVerifications,
  caller: Reviewer,
  id: string,
  given: GivenDecision,
): Promise<VerificationRecord> {
  const { decision, reasons, note, reviewer } = given
  const before = await found(managing, caller, id)
  const what = transitions[decision === 'approved' ? 'approve' : 'decline']
  if (before.state !== 'review') throw wrongState(before, what.to)
  const policy = await policyOf(managing, before)
  const verdict = await verdictOf(managing, before)
  if (!verdict) throw wrongState(before, what.to)
  await checkName(managing.store.database, caller, 'reviewer', reviewer)
  const proposal = policy.review?.four_eyes ? await proposalOf(managing, before) : undefined
  const credential = credentialOf(caller)
  if (
    proposal?.credential === credential ||
    (proposal && plainName(proposal.reviewer) === plainName(reviewer))
  )
    throw refuseBecause(
      codes.secondReviewerNeeded,
      `${proposal.reviewer} proposed ${proposal.decision}, and somebody else must agree with credentials of their own`,
    )
  if (policy.review?.four_eyes && (proposal?.credential === undefined || proposal.decision !== decision))
    return propose(managing, caller, before, { ...given, credential })
  const { at: _, ...referred } = verdict
  const all = [...new Set([...(proposal?.reasons ?? []), ...reasons])]
  const own = all.map((reason) => ({ reason, outcome: decision, step: rowOf(reason).step }))
  const kept: KeptVerdict = {
    ...referred,
    decision,
    decided_by: 'reviewer',
    reasons: decision === 'declined' ? [...own, ...withoutOwn(referred.reasons, all)] : referred.reasons,
    note,
    reviewer,
    ...(proposal && { proposed_by: proposal.reviewer }),
  }
  await registerApproved(managing, before, policy, kept)
  if (!(await managing.judging.decide(before, kept)))
    throw wrongState(await found(managing, caller, id), what.to)
  return found(managing, caller, id)
}

async function propose(
  managing: ManagingVerifications,
  caller: Caller,
  before: VerificationRecord,
  proposal: ReviewerDecision,
): Promise<VerificationRecord> {
  const { store, now } = managing
  const { organisationId, id, sequence } = before
  const [at, eventId] = [now(), randomUUID()]
  const parts = { event: { part: 'event', id: eventId, value: proposal } } as const
  const { to, event: type } = transitions.propose
  const number = await writeSealed(store, organisationId, parts, (queries, { event }) =>
    changeState(
      queries,
      before,
      { from: before.state, to, sequence, finishedAt: null },
      newEvent(eventId, type, at, 'reviewer', event),
    ),
  )
  if (number === undefined) throw wrongState(await found(managing, caller, id), proposal.decision)
  return found(managing, caller, id)
}

const withoutOwn = (all: KeptVerdict['reasons'], own: readonly string[]): KeptVerdict['reasons'] =>
  all.filter(({ reason }) => !own.includes(reason))

export const policyOf = (
  { store }: ManagingVerifications,
  { organisationId, policyId, policyVersion }: VerificationRecord,
) => policyOfVersion(store.database, { organisationId, id: policyId }, policyVersion)

async function registerApproved(
  { judging }: ManagingVerifications,
  verification: VerificationRecord,
  { screening }: Policy,
  { decision }: KeptVerdict,
): Promise<void> {
  const { duplicates } = screening ?? {}
  if (decision === 'approved' && duplicates?.register)
    await judging.register(verification, duplicates.collection_id)
}

export interface AskAgain {
  readonly steps: readonly StepName[]
  readonly note: string
  readonly reviewer: string
}

/** Opens the steps anew, with a new link and a new time to do them. */
export async function askAgain(
  managing: ManagingVerifications,
  caller: Reviewer,
  id: string,
  { steps, note, reviewer }: AskAgain,
): Promise<{ readonly verification: VerificationRecord; readonly link: GivenLink }> {
  const { store, now } = managing
  const { organisationId } = caller
  const before = await found(managing, caller, id)
  await checkName(store.database, caller, 'reviewer', reviewer)
  const policy = await policyOf(managing, before)
  const unasked = steps.filter((step) => !policy.steps[step])
  if (unasked.length > 0)
    throw refuse(codes.badRequest, 'steps', `names ${unasked.join(', ')}, which the policy does not ask for`)
  const secret = await linkSecret(store.keyring)
  const [at, eventId] = [now(), randomUUID()]
  const expiresAt = at + Math.min(policy.expires_minutes, ranges.expires_minutes.most) * MINUTE_MS
  const parts = { event: { part: 'event', id: eventId, value: { steps, note, reviewer } } } as const
  const link = await writeSealed(store, organisationId, parts, async (queries, { event }) => {
    const locked = (await lockVerification(queries, before)) ?? before
    if (!mayHappen('askAgain', locked.state)) throw wrongState(locked, 'asked again')
    const { to, event: type } = transitions.askAgain
    const change = { from: locked.state, to, expiresAt, finishedAt: null }
    await changeState(queries, before, change, newEvent(eventId, type, at, 'reviewer', event))
    // What was read before must be confirmed anew where it is read anew.
    const anew = steps.some((step) => step === 'document' || step === 'chip')
      ? [...steps, 'confirmation' as const]
      : steps
    for (const step of new Set(anew)) await setAside(queries, before, step, at)
    return giveLink(queries, secret, before, at, linkEnd(policy, at, expiresAt))
  })
  return { verification: await found(managing, caller, id), link }
}
