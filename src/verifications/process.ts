// Judges verifications whose steps are done, on any server: by leases, again after faults, each once; and ends those whose time is over.
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Trail } from '../audit/trail.ts'
import { atMost, type Check, type CheckName } from '../checks.ts'
import { codes } from '../codes.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Receipts } from '../receipts/keep.ts'
import type { HashedInput } from '../receipts/verdict.ts'
import type { Store } from '../store/open.ts'
import { keysOf } from '../store/records/organisations.ts'
import { attemptsOf } from '../store/records/verification-attempts.ts'
import { changeState } from '../store/records/verification-events.ts'
import { endLinks } from '../store/records/verification-links.ts'
import { setReasons } from '../store/records/verification-review.ts'
import {
  lockVerification,
  putOffJudging,
  setNumberMark,
  takeToJudge,
  toExpire,
  toJudge,
  type VerificationPlace,
  type VerificationRecord,
} from '../store/records/verifications.ts'
import { openJson, sealJson, writeSealed } from '../store/sealed-json.ts'
import type {
  AttemptFindings,
  Evidence,
  JudgedAttempt,
  Matched,
  Read,
  Screened,
  SentEvidence,
} from './evidence.ts'
import { compareExpected } from './expected.ts'
import { judge, type VerificationVerdict } from './judge.ts'
import { journeyOf, type KeptRequest, type KeptVerdict, keptVerdict } from './kept-verdict.ts'
import { policyOfVersion } from './policies/policies.ts'
import type { Policy } from './policies/policy.ts'
import { specimenNumbers } from './sandbox/personas.ts'
import { isFinal, transitions } from './states.ts'

export interface Judging {
  /** Judges it soon, on this server. */
  wake(place: VerificationPlace): void
  /** Judges what others left, and ends what expired; returns how many. */
  sweep(): Promise<number>
  /** Commits what a reviewer decided; false where it is not in review any more. */
  decide(verification: VerificationRecord, verdict: KeptVerdict): Promise<boolean>
  /** Registers the live face of an approved person for the search of duplicates. */
  register(verification: VerificationRecord, collectionId: string): Promise<void>
  openAttempts(place: VerificationPlace): Promise<JudgedAttempt[]>
  openRequest(verification: VerificationRecord): Promise<KeptRequest>
  /** By which a number can be searched for without being kept in clear. */
  numberMark(organisationId: string, number: string): Promise<string>
  /** Begins nothing more, and waits so long for what was begun; another server judges the rest. */
  close(withinMs: number): Promise<void>
}

export interface JudgingOptions {
  readonly store: Pick<Store, 'database' | 'keyring'>
  readonly evidence: Evidence
  readonly trail: Trail
  readonly receipts: Receipts
  readonly log: Log
  readonly metrics: Pick<Metrics, 'verificationDecided'>
  readonly now: () => number
}

const specimens = new Set(specimenNumbers)

/** Numbers and faces of the cards that lie in the open with this program. */
const specimenChecks = ({ numbers }: Read, match: Matched | undefined): Check[] => [
  ...(numbers.length === 0
    ? []
    : [atMost('specimen-number', numbers.filter((one) => specimens.has(plainNumber(one))).length, 0)]),
  ...(match && 'specimen' in match && match.specimen ? [match.specimen] : []),
]

const plainNumber = (number: string): string =>
  number
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

/** For so long a server that died keeps a verification: longer than judging takes on a quiet server. */
const LEASE_MS = 30_000
/** So many are judged at a time: each keeps a worker or two busy. */
const AT_ONCE = 4
const PAGE = 100
/** After a fault of ours it is tried again, later each time. */
const backoffMs = (failures: number): number => Math.min(600_000, 1000 * 2 ** Math.min(failures, 10))

export function openJudging(options: JudgingOptions): Judging {
  const { store, evidence, trail, receipts, log, metrics, now } = options
  const { database, keyring } = store
  const holder = randomUUID()
  const waiting = new Map<string, VerificationPlace>()
  const running = new Set<Promise<void>>()
  let isClosed = false

  function pump(): void {
    for (const [key, place] of waiting) {
      if (isClosed || running.size >= AT_ONCE) return
      waiting.delete(key)
      const work = judgeOne(place)
      running.add(work)
      void work.finally(() => {
        running.delete(work)
        pump()
      })
    }
  }

  /** Never throws: a fault puts it off, and no fault becomes a verdict. */
  async function judgeOne(place: VerificationPlace): Promise<void> {
    const taken = await takeToJudge(database, place, { holder, until: now() + LEASE_MS, now: now() }).catch(
      () => undefined,
    )
    if (!taken) return
    try {
      const verdict = await verdictOf(taken)
      await commit(taken, 'processing', verdict.kept, verdict)
    } catch (error) {
      const failures = taken.judgeFailures + 1
      log.warn(
        { err: error, verification_id: place.id, failures },
        'verification not judged; trying again later',
      )
      const later = { holder, until: now() + backoffMs(taken.judgeFailures) }
      await putOffJudging(database, place, later).catch(() => undefined)
    }
  }

  async function openAttempts(place: VerificationPlace): Promise<JudgedAttempt[]> {
    const rows = await attemptsOf(database, place)
    return Promise.all(
      rows.map(async ({ findings, keyVersion: _, ...row }) => ({
        ...row,
        findings: await openJson<AttemptFindings>(
          keyring,
          place.organisationId,
          { part: 'attempt', id: row.id },
          findings,
        ),
      })),
    )
  }

  const openRequest = ({ organisationId, id, request }: VerificationRecord): Promise<KeptRequest> =>
    openJson(keyring, organisationId, { part: 'verification', id }, request)

  /** What a receipt covers. */
  interface Covered extends Pick<VerificationVerdict, 'checks'> {
    readonly inputs: Awaited<ReturnType<Evidence['inputsOf']>>
    readonly numberMark?: string | undefined
  }

  interface Judged extends Covered {
    readonly kept: KeptVerdict
  }

  interface KeptReceipt extends Partial<Pick<VerificationVerdict, 'checks'>> {
    readonly inputs?: readonly (HashedInput & { readonly trailing_bytes?: number })[]
  }

  /** A reviewer decides about what the policy referred: the new receipt covers what that of the policy did. */
  async function coveredBefore({ organisationId, id }: VerificationRecord): Promise<Covered> {
    const before = await receipts.find(organisationId, id)
    const { inputs = [], checks = [] } = (before?.receipt ?? {}) as unknown as KeptReceipt
    return {
      inputs: inputs.map(({ trailing_bytes: trailingBytes, ...input }) => ({
        ...input,
        ...(trailingBytes !== undefined && { trailingBytes }),
      })),
      checks,
    }
  }

  async function verdictOf(taken: VerificationRecord): Promise<Judged> {
    const { organisationId, policyId, policyVersion } = taken
    const policy = await policyOfVersion(database, { organisationId, id: policyId }, policyVersion)
    const attempts = await openAttempts(taken)
    const { expected = {} } = await openRequest(taken)
    const passed = (step: JudgedAttempt['step']) =>
      attempts.findLast((one) => one.step === step && one.outcome === 'passed')
    const failed = (step: JudgedAttempt['step']) =>
      attempts.findLast((one) => one.step === step && one.outcome === 'failed')
    const liveness = passed('liveness')
    const sent: SentEvidence = {
      documentId: passed('document')?.subjectId ?? undefined,
      chipId: passed('chip')?.subjectId ?? undefined,
    }
    const read = await evidence.read(organisationId, sent)
    const match = await matchOf(taken, sent, liveness)
    const screened = await screen(taken, policy, liveness)
    const birthday = read.values.birthday?.[0]
    const verdict = judge(policy, {
      attempts,
      read,
      expected: compareExpected(expected, read.values, evidence.words),
      birthday: birthday === undefined ? undefined : evidence.words.day(birthday),
      today: evidence.today(now()),
      match,
      ...(!taken.isTest && { specimen: specimenChecks(read, match) }),
      ...screened,
    })
    const { duplicates } = policy.screening ?? {}
    if (verdict.decision === 'approved' && duplicates?.register && liveness)
      await register(taken, liveness, duplicates.collection_id)
    const number = read.values.number?.[0]
    return {
      kept: keptVerdict(taken, verdict, read, sent),
      checks: verdict.checks,
      inputs: await evidence.inputsOf(organisationId, sent, liveness ?? failed('liveness')),
      numberMark: number === undefined ? undefined : await numberMark(organisationId, number),
    }
  }

  async function matchOf(
    { organisationId }: VerificationRecord,
    sent: SentEvidence,
    liveness: JudgedAttempt | undefined,
  ): Promise<Matched | undefined> {
    if (!liveness || (sent.documentId === undefined && sent.chipId === undefined)) return undefined
    return evidence.match(organisationId, sent, liveness)
  }

  async function screen(
    { organisationId, externalPersonId, isTest }: VerificationRecord,
    { screening }: Policy,
    liveness: JudgedAttempt | undefined,
  ): Promise<{ duplicates: Screened | undefined; blockList: Screened | undefined }> {
    const { duplicates, block_list: blocked } = screening ?? {}
    if (!liveness) return { duplicates: undefined, blockList: undefined }
    if (isTest) return { duplicates: searchedNobody(duplicates), blockList: searchedNobody(blocked) }
    const named = (name: CheckName, found: Screened): Screened =>
      'check' in found ? { ...found, check: { ...found.check, name } } : found
    return {
      duplicates:
        duplicates &&
        named(
          'duplicate-similarity',
          await evidence.search(organisationId, liveness, duplicates, externalPersonId),
        ),
      blockList:
        blocked && named('block-list-similarity', await evidence.search(organisationId, liveness, blocked)),
    }
  }

  /** Collections hold people who are live, and none of tests: a test finds there what it would find in an empty one. */
  const searchedNobody = (search: { readonly threshold: number } | undefined): Screened | undefined =>
    search && { isFound: false, check: atMost('similarity', 0, search.threshold) }

  /** The face is registered before the verdict is committed; a server that dies in between does not register it twice. */
  async function register(
    taken: VerificationRecord,
    liveness: JudgedAttempt,
    collectionId: string,
  ): Promise<void> {
    // Collections are live: test persons are not enrolled in them.
    if (taken.isTest) return
    const { organisationId, id: verificationId, externalPersonId, consentReference } = taken
    const person = { organisationId, verificationId, externalPersonId, consentReference }
    if (await evidence.register(person, liveness, collectionId)) return
    log.warn(
      { verification_id: verificationId },
      'the face of an approved verification is not fit to be registered',
    )
  }

  async function numberMark(organisationId: string, number: string): Promise<string> {
    const secret = await keyring.secretNamed('document-numbers')
    return createHmac('sha256', secret)
      .update(`${organisationId}:${plainNumber(number)}`)
      .digest('base64url')
  }

  /**
   * The verdict, its event, its deliveries, its receipt and its entry in the audit trail are one commit. Where another
   * server was first, nothing but the entry is written. Resolves to whether this was the one.
   */
  async function commit(
    verification: VerificationRecord,
    from: 'processing' | 'review',
    kept: KeptVerdict,
    covered: Covered,
  ): Promise<boolean> {
    const { organisationId, id, sequence } = verification
    const place = { organisationId, id }
    const to = kept.decision
    const isByReviewer = kept.decided_by === 'reviewer'
    const at = now()
    const part = { part: 'event', id: randomUUID(), value: kept } as const
    let seal = await sealJson(keyring, organisationId, part)
    let isMine = false
    const receipt = receipts.of({
      requestId: id,
      organisationId,
      operation: isByReviewer ? 'decideVerification' : 'judgeVerification',
      at,
      judged: 'verification',
      inputs: covered.inputs,
      checks: covered.checks,
      resultCode: codes.success.code,
      message: to,
      journey: journeyOf(kept),
    })
    const entry = {
      at,
      organisationId,
      apiKeyId: '',
      requestId: id,
      operation: isByReviewer ? 'decideVerification' : 'judgeVerification',
      route: '/verifications/{verification_id}',
      status: codes.success.status,
      resultCode: codes.success.code,
    }
    await new Promise<void>((resolve, reject) => {
      const done = (error?: Error) => (error ? reject(error) : resolve())
      trail.record(entry, done, async (made) => {
        const addReceipt = await receipt(made)
        return async (queries) => {
          // The key that we remembered may have been rotated away and destroyed.
          const keys = await keysOf(queries, organisationId)
          if (keys.every(({ version }) => version !== seal.keyVersion)) {
            keyring.forget(organisationId)
            if (keys.length === 0) return
            seal = await sealJson(keyring, organisationId, part)
          }
          const { event: type } = transitions[from === 'processing' && to === 'review' ? 'refer' : verbs[to]]
          const change = { from, to, sequence, finishedAt: isFinal(to) ? at : null }
          const event = {
            ...({ id: part.id, type, at, actor: isByReviewer ? 'reviewer' : 'server' } as const),
            data: seal.bytes,
            keyVersion: seal.keyVersion,
          }
          if ((await changeState(queries, place, change, event)) === undefined) return
          isMine = true
          if (covered.numberMark !== undefined) await setNumberMark(queries, place, covered.numberMark)
          await setReasons(queries, place, kept.reasons)
          await endLinks(queries, { organisationId, verificationId: id }, at)
          await addReceipt(queries)
        }
      })
    })
    // Personas come to verdicts by the hundred in tests of customers, and would set off alerts.
    if (isMine && !verification.isTest)
      metrics.verificationDecided(
        to,
        kept.decided_by,
        kept.reasons.map(({ reason }) => reason),
      )
    return isMine
  }

  async function expire(place: VerificationPlace): Promise<boolean> {
    const { organisationId, id } = place
    const eventId = randomUUID()
    const parts = { event: { part: 'event', id: eventId, value: {} } } as const
    return writeSealed(store, organisationId, parts, async (queries, { event }) => {
      const locked = await lockVerification(queries, place)
      if (!locked || (locked.state !== 'created' && locked.state !== 'started')) return false
      const at = now()
      if (locked.expiresAt > at) return false
      const { to, event: type } = transitions.expire
      const told = {
        id: eventId,
        type,
        at,
        actor: 'server',
        data: event.bytes,
        keyVersion: event.keyVersion,
      } as const
      await changeState(queries, place, { from: locked.state, to, finishedAt: at }, told)
      await endLinks(queries, { organisationId, verificationId: id }, at)
      return true
    })
  }

  return {
    wake(place) {
      waiting.set(`${place.organisationId}/${place.id}`, place)
      pump()
    },

    async sweep() {
      const left = await toJudge(database, now(), PAGE)
      for (const place of left) this.wake(place)
      let expired = 0
      for (;;) {
        const page = await toExpire(database, now(), PAGE)
        let ended = 0
        for (const place of page) if (await expire(place)) ended++
        expired += ended
        if (page.length < PAGE || ended === 0) break
      }
      return left.length + expired
    },

    decide: async (verification, verdict) =>
      commit(verification, 'review', verdict, await coveredBefore(verification)),
    async register(verification, collectionId) {
      const attempts = await openAttempts(verification)
      const liveness = attempts.findLast((one) => one.step === 'liveness' && one.outcome === 'passed')
      if (liveness) await register(verification, liveness, collectionId)
    },
    openAttempts,
    openRequest,
    numberMark,

    async close(withinMs) {
      isClosed = true
      const patience = sleep(withinMs, undefined, { ref: false })
      await Promise.race([Promise.all(running), patience])
    },
  }
}

const verbs = { approved: 'approve', declined: 'decline', review: 'refer' } as const
