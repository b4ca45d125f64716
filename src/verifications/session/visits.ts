// Lets persons in with links and tokens, and turns their calls into attempts at the steps of a verification.
import { randomUUID } from 'node:crypto'
import type {
  Findings,
  FoundVisit,
  OpenAttempt,
  StepCall,
  StepResult,
  Visit,
  Visits,
} from '../../access/visits.ts'
import { type Code, codes, Refusal, refuseBecause } from '../../codes.ts'
import type { Database, Queries } from '../../store/port.ts'
import { placeOfPart } from '../../store/records/frame-keys.ts'
import { findPolicyVersion } from '../../store/records/policies.ts'
import * as attempts from '../../store/records/verification-attempts.ts'
import {
  addEvent,
  changeState,
  type EventType,
  type NewEvent,
} from '../../store/records/verification-events.ts'
import * as links from '../../store/records/verification-links.ts'
import {
  findVerification,
  lockVerification,
  type VerificationPlace,
  type VerificationRecord,
} from '../../store/records/verifications.ts'
import type { Seals, Vault } from '../../store/vault.ts'
import { hashOfSecret } from '../../system/secret-text.ts'
import { isLink } from '../links.ts'
import type { Policy } from '../policies/policy.ts'
import { isOpenForPerson } from '../states.ts'
import { isToken } from '../tokens.ts'
import { type LeftDoubt, withDoubts } from './doubt.ts'
import {
  checkMayBegin,
  checkOpen,
  isEnded,
  isJourneyOver,
  noneLeft,
  notOpen,
  resultOf,
  stepsNow,
} from './steps.ts'

export interface VisitOptions {
  readonly database: Database
  readonly vault: Vault
  readonly now: () => number
}

/** A step that one call of the session ends. */
export interface OwnStep {
  readonly step: 'consent' | 'chip' | 'confirmation'
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly operation: string
  readonly requestId: string
  readonly findings: Findings
}

export interface OpenVisits extends Visits {
  isStillOpen(visit: Visit): Promise<boolean>
  doStep(visit: Visit, step: OwnStep): Promise<void>
  policyOf(of: PolicyOf): Promise<Policy>
  /** Called with each verification of which nothing more is asked: its state is `processing`, durably. */
  whenOver(act: (place: VerificationPlace) => void): void
}

type PolicyOf = Pick<VerificationRecord, 'organisationId' | 'policyId' | 'policyVersion'>

export const placeOf = ({ organisationId, verificationId }: Visit): VerificationPlace => ({
  organisationId,
  id: verificationId,
})

/** Refuses where the person can do nothing more. */
export function checkGoesOn(
  found: VerificationRecord | undefined,
  now: number,
): asserts found is VerificationRecord {
  if (!found) throw new Refusal(codes.unauthorized)
  const state = found.expiresAt <= now && isOpenForPerson(found.state) ? 'expired' : found.state
  if (!isOpenForPerson(state)) throw refuseBecause(codes.verificationOver, `its state is ${state}`)
}

/** Versions never change, and few are in use at a time. */
const mostPolicies = 1000

export function openVisits({ database, vault, now }: VisitOptions): OpenVisits {
  const policies = new Map<string, Policy>()
  let whenOver: ((place: VerificationPlace) => void) | undefined

  async function policyOf({ organisationId, policyId, policyVersion }: PolicyOf): Promise<Policy> {
    const name = `${organisationId}/${policyId}/${policyVersion}`
    const known = policies.get(name)
    if (known) return known
    const found = await findPolicyVersion(database, { organisationId, id: policyId }, policyVersion)
    if (!found) throw new Refusal(codes.unauthorized)
    const policy = JSON.parse(found.definition) as Policy
    if (policies.size >= mostPolicies) policies.clear()
    policies.set(name, policy)
    return policy
  }

  async function visitWith(hash: Uint8Array, isOfLink: boolean): Promise<FoundVisit> {
    const found = isOfLink ? await links.findLink(database, hash) : await links.findToken(database, hash)
    if (!found) return undefined
    const over = overOf(found, isOfLink, now())
    // Why the whole is over tells people more than what became of one link.
    const ended = over && endOf(found, now())
    if (ended) return { over: ended }
    const exchanged = over && mayBeRepeated(found, now()) ? over : undefined
    if (over && !exchanged) return { over }
    const { organisationId, verificationId, externalPersonId, consentReference, isTest, tokenId } = found
    return {
      visit: {
        organisationId,
        verificationId,
        externalPersonId,
        tokenId,
        hash,
        consentReference: consentReference ?? undefined,
        isTest: isTest === 1,
        ...(exchanged && { exchanged }),
      },
    }
  }

  /**
   * Writes an attempt and what it leads to in one transaction, under the lock of the verification: the event that `act`
   * names and, where nothing more is asked of the person, the end of the journey.
   */
  async function change(
    visit: Visit,
    written: { readonly attemptId: string; readonly findings: Findings; readonly told: object },
    act: (queries: Queries, sealed: Sealed) => Promise<EventType | undefined>,
  ): Promise<void> {
    const { organisationId } = visit
    const place = placeOf(visit)
    const verification = await findVerification(database, place)
    checkGoesOn(verification, now())
    const policy = await policyOf(verification)
    const [eventId, endId] = [randomUUID(), randomUUID()]
    const told = (
      type: EventType,
      id: string,
      { bytes: data, keyVersion }: Seals<'any'>['any'],
    ): NewEvent => ({
      id,
      type,
      data,
      keyVersion,
      at: now(),
      actor: 'person',
    })
    const isOver = await vault.keep(
      organisationId,
      [],
      async (queries, seals) => {
        const locked = await lockVerification(queries, place)
        checkGoesOn(locked, now())
        const { bytes, keyVersion } = seals.findings
        const type = await act(queries, { findings: bytes, keyVersion })
        if (type === undefined) return false
        await addEvent(queries, place, told(type, eventId, seals.event))
        const after = await attempts.attemptsOf(queries, place)
        if (!isJourneyOver(policy, after)) return false
        const processing = told('verification.processing', endId, seals.end)
        const to = { from: locked.state, to: 'processing', finishedAt: null } as const
        return (await changeState(queries, place, to, processing)) !== undefined
      },
      {
        findings: secretOf('attempt', organisationId, written.attemptId, written.findings),
        event: secretOf('event', organisationId, eventId, written.told),
        end: secretOf('event', organisationId, endId, {}),
      },
    )
    if (isOver) whenOver?.(place)
  }

  const policyFor = async (visit: Visit): Promise<Policy> => {
    const found = await findVerification(database, placeOf(visit))
    checkGoesOn(found, now())
    return policyOf(found)
  }

  /** What attempts at liveness found that left doubt. */
  async function doubtsIn(
    organisationId: string,
    of: readonly attempts.AttemptRecord[],
  ): Promise<LeftDoubt[]> {
    const doubtful = of.filter(({ outcome }) => outcome === 'doubtful')
    return Promise.all(
      doubtful.map(async ({ id, findings }): Promise<LeftDoubt> => {
        const { label } = placeOfPart('attempt', organisationId, id)
        return JSON.parse((await vault.open(organisationId, label, findings)).toString())
      }),
    )
  }

  /** Others that wait for another call make way; where that used up the last attempt, it is committed all the same. */
  async function reserve(visit: Visit, call: StepCall, policy: Policy): Promise<string> {
    const { organisationId, verificationId } = visit
    const { step, operation, requestId } = call
    const id = randomUUID()
    let isExhausted = false
    const doubts = await doubtsIn(organisationId, await attempts.attemptsOf(database, placeOf(visit)))
    await change(
      visit,
      { attemptId: id, findings: {}, told: { step, ...familyOf(call) } },
      async (queries, sealed) => {
        const read = () => attempts.attemptsOf(queries, placeOf(visit))
        // Personas have one film.
        const ways = { ...call, doubts: visit.isTest ? [] : doubts }
        const { setAside, failed } = checkMayBegin(policy, await read(), ways, now())
        for (const one of setAside) await attempts.giveUp(queries, organisationId, one, 'set-aside', now())
        for (const one of failed) await attempts.giveUp(queries, organisationId, one, 'failed', now())
        const after = failed.length > 0 ? stepsNow(policy, await read()) : []
        isExhausted = after.some((one) => one.step === step && one.state === 'failed')
        if (!isExhausted)
          await attempts.addAttempt(queries, organisationId, {
            id,
            verificationId,
            step,
            outcome: 'open',
            operation,
            requestId,
            ...sealed,
            subjectId: null,
            resultCode: null,
            begunAt: now(),
            endedAt: null,
          })
        return failed.length > 0 ? 'verification.step_failed' : undefined
      },
    )
    if (isExhausted) throw noneLeft(`${step} has no attempt left`)
    return id
  }

  /** Only what this call began: what an earlier one made stays. */
  async function drop({ organisationId }: Visit, { phase }: StepCall, attemptId: string | undefined) {
    if (attemptId !== undefined && (phase === 'whole' || phase === 'start'))
      await attempts.dropAttempt(database, organisationId, attemptId)
  }

  async function end(
    visit: Visit,
    { call, attemptId }: Pick<OpenAttempt, 'call' | 'attemptId'>,
    code: Code,
    result: StepResult | undefined,
  ): Promise<void> {
    if (attemptId === undefined) return
    // There was nothing to judge, such as a challenge without frames: what was begun before goes on.
    if (!result) return drop(visit, call, attemptId)
    const { organisationId, verificationId } = visit
    const { step, operation, requestId } = call
    const policy = await policyOf(await known(database, visit))
    const doubts = await doubtsIn(organisationId, await attempts.attemptsOf(database, placeOf(visit)))
    const asFound: Findings = { ...result.findings, ...familyOf(call) }
    const before = { doubts, isTest: visit.isTest }
    const found = code === codes.success ? resultOf(policy, call, asFound, before) : 'failed'
    const findings = code === codes.success ? withDoubts(policy, call, asFound, doubts) : asFound
    // A picture that adds nothing counts as a failed attempt of its own: what was made before stays.
    const isApart = call.phase === 'more' && found === 'failed'
    const id = isApart ? randomUUID() : attemptId
    const told = { step, attempt_id: id, result_code: code.code, ...familyOf(call) }
    const ending = change(visit, { attemptId: id, findings, told }, async (queries, sealed) => {
      const subjectId = result.subjectId ?? null
      const how = { operation, requestId, subjectId, resultCode: code.code, endedAt: now(), ...sealed }
      // Another tab was faster: the step is ended once, and this attempt changes nothing.
      const steps = stepsNow(policy, await attempts.attemptsOf(queries, placeOf(visit)))
      if (steps.some((one) => one.step === step && isEnded(one.state))) {
        await attempts.giveUp(queries, organisationId, attemptId, 'set-aside', now())
        return undefined
      }
      if (found === 'unfinished') {
        await attempts.keepUnfinished(queries, organisationId, id, { subjectId, ...sealed })
        return undefined
      }
      // What people decide is done as far as the person goes.
      const ended = found === 'review' ? 'passed' : found
      if (isApart) {
        const apart = { ...how, subjectId: null, id, verificationId, step, outcome: ended, begunAt: now() }
        await attempts.addAttempt(queries, organisationId, apart)
      } else if (!(await attempts.endAttempt(queries, organisationId, id, { ...how, outcome: ended })))
        return undefined
      if (ended === 'doubtful') return 'verification.step_doubtful'
      return ended === 'passed' ? 'verification.step_passed' : 'verification.step_failed'
    })
    await ending.catch(async (error: unknown) => {
      // Another request for the same verdict was faster: this one answers the same.
      const after = call.phase === 'end' ? await attempts.attemptsOf(database, placeOf(visit)) : []
      if (!after.some((one) => one.id === attemptId && isJudged(one.outcome))) throw error
    })
  }

  return {
    policyOf,
    whenOver: (act) => {
      whenOver = act
    },

    async lookUp(secret) {
      if (isLink(secret)) return visitWith(hashOfSecret(secret), true)
      return isToken(secret) ? visitWith(hashOfSecret(secret), false) : undefined
    },

    async isStillOpen({ hash, tokenId }) {
      const found = await visitWith(hash, tokenId === '')
      return found !== undefined && 'visit' in found
    },

    async begin(visit, call) {
      const { step, phase, subjectId } = call
      const before = await attempts.attemptsOf(database, placeOf(visit))
      const made = before.filter((one) => one.subjectId !== null)
      const named = made.find((one) => one.step === step && one.subjectId === subjectId)
      const isForeign = subjectId !== undefined && named === undefined
      const document = made.findLast((one) => one.step === 'document' && isGood(one.outcome))
      const begun = { call, isForeign, documentId: document?.subjectId ?? undefined }
      // A repeated request for a verdict gets the same verdict, also where the journey went on since.
      if (phase === 'end' && named && isJudged(named.outcome))
        return { ...begun, attemptId: undefined, leastStrength: undefined }
      const policy = await policyFor(visit)
      const asked = {
        ...begun,
        leastStrength: step === 'liveness' ? policy.steps.liveness?.min_strength : undefined,
        presence: step === 'liveness' ? policy.steps.liveness?.presence : undefined,
        leastCapture: step === 'liveness' ? policy.steps.liveness?.capture : undefined,
      }
      if (phase === 'whole' || phase === 'start')
        return { ...asked, attemptId: await reserve(visit, call, policy) }
      checkOpen(policy, before, step)
      if (named && named.outcome !== 'open')
        throw notOpen(`another attempt at ${step} took the place of this one`)
      return phase === 'part'
        ? { ...asked, attemptId: undefined, partOf: named?.id }
        : { ...asked, attemptId: named?.id }
    },

    end,
    spend: (visit, begun, code) =>
      end(visit, { ...begun, attemptId: begun.attemptId ?? begun.partOf }, code, {
        subjectId: begun.partOf && begun.call.subjectId,
        findings: {},
      }),
    drop: (visit, { call, attemptId }) => drop(visit, call, attemptId),

    async doStep(visit, { step, outcome, operation, requestId, findings }) {
      const { organisationId, verificationId } = visit
      const policy = await policyFor(visit)
      const id = randomUUID()
      const told = { step, attempt_id: id, ...(outcome === 'skipped' && { skipped: true }) }
      await change(visit, { attemptId: id, findings, told }, async (queries, sealed) => {
        const { mayBeSkipped } = checkOpen(policy, await attempts.attemptsOf(queries, placeOf(visit)), step)
        if (outcome === 'skipped' && !mayBeSkipped) throw notOpen(`the policy requires ${step}`)
        await attempts.addAttempt(queries, organisationId, {
          id,
          verificationId,
          step,
          outcome,
          operation,
          requestId,
          ...sealed,
          subjectId: null,
          resultCode: codes.success.code,
          begunAt: now(),
          endedAt: now(),
        })
        return outcome === 'failed' ? 'verification.step_failed' : 'verification.step_passed'
      })
    },
  }
}

interface Sealed {
  readonly findings: Uint8Array
  readonly keyVersion: number
}

const isGood = (outcome: string): boolean => outcome === 'open' || outcome === 'passed'
const isJudged = (outcome: string): boolean => ['passed', 'failed', 'doubtful'].includes(outcome)

const familyOf = ({ way }: StepCall) => (way === undefined ? {} : { family: way })

const secretOf = (part: 'attempt' | 'event', organisationId: string, id: string, held: object) => ({
  label: placeOfPart(part, organisationId, id).label,
  bytes: Buffer.from(JSON.stringify(held)),
})

async function known(queries: Queries, visit: Visit): Promise<VerificationRecord> {
  const found = await findVerification(queries, placeOf(visit))
  if (!found) throw new Refusal(codes.unauthorized)
  return found
}

/** A lost network comes back within some minutes, or the person asks for a new link. */
const repeatedWithinMs = 10 * 60_000

const mayBeRepeated = ({ exchangedWith, usedAt, endedAt }: links.LinkRecord, now: number): boolean =>
  exchangedWith !== null && now - (usedAt ?? endedAt ?? 0) < repeatedWithinMs

/** How the verification ended before it was judged, if it did. */
function endOf({ state, verificationExpiresAt }: links.LinkRecord, now: number): Code | undefined {
  if (state === 'cancelled') return codes.verificationCancelled
  const isExpired = isOpenForPerson(state) && verificationExpiresAt <= now
  return isExpired || state === 'expired' ? codes.verificationExpired : undefined
}

function overOf(
  { usedAt, endedAt, expiresAt }: links.LinkRecord,
  isOfLink: boolean,
  now: number,
): Code | undefined {
  if (usedAt !== null) return codes.linkUsed
  if (endedAt !== null) return isOfLink ? codes.linkEnded : codes.tokenEnded
  if (expiresAt <= now) return isOfLink ? codes.linkExpired : codes.tokenExpired
  return undefined
}
