// What an organisation does with verifications: creates, finds and cancels them, and hands out links.
import { createHash, randomUUID } from 'node:crypto'
import { codes, Refusal, refuse, refuseBecause } from '../codes.ts'
import type { Store } from '../store/open.ts'
import type { Queries } from '../store/port.ts'
import { type IdempotentRequest, setLinkOfKey, takeIdempotencyKey } from '../store/records/idempotency.ts'
import { addEvent, changeState, type EventType } from '../store/records/verification-events.ts'
import {
  addVerification,
  findVerification,
  lockVerification,
  setNumberMark,
  type VerificationFilter,
  type VerificationPlace,
  type VerificationRecord,
} from '../store/records/verifications.ts'
import { listEndpoints } from '../store/records/webhook-endpoints.ts'
import { writeSealed } from '../store/sealed-json.ts'
import type { ExpectedData } from './expected.ts'
import type { KeptRequest } from './kept-verdict.ts'
import { endAccess, linkAgain, linkSecret, newLink } from './links.ts'
import { type PolicyStore, policyFor, policyOfVersion } from './policies/policies.ts'
import type { Policy } from './policies/policy.ts'
import type { Judging } from './process.ts'
import type { PersonaRuns } from './sandbox/persona-runs.ts'
import { personaFault } from './sandbox/personas.ts'
import { isOpenForPerson, mayHappen, transitions } from './states.ts'

export interface ManagingVerifications {
  readonly store: Pick<Store, 'database' | 'keyring'>
  readonly policies: PolicyStore
  readonly judging: Judging
  readonly personaRuns: PersonaRuns
  readonly now: () => number
}

/** The caller of a request. */
export interface Caller {
  readonly organisationId: string
  readonly isTest: boolean
}

/** A request that carries an idempotency key; undefined where it carries none. */
export type Repeatable = { readonly key: string; readonly body: unknown } | undefined

export interface VerificationCreation extends KeptRequest {
  readonly policy: string
  readonly external_person_id: string
  readonly consent_reference?: string | undefined
  readonly webhook?: string | undefined
  readonly expires_in_minutes?: number | undefined
}

export interface GivenLink {
  readonly token: string
  readonly expiresAt: number
}

interface Created {
  readonly verification: VerificationRecord
  readonly link: GivenLink
  /** It was made before, by a request with the same key. */
  readonly isReplay: boolean
}

export const MINUTE_MS = 60_000
const KEY_LIFE_MS = 24 * 60 * MINUTE_MS

const hashOf = (body: unknown): Uint8Array => createHash('sha256').update(JSON.stringify(body)).digest()

const notFound = (): Refusal => refuseBecause(codes.notFound, 'you have no such verification')

/** Thrown out of a transaction that made nothing, because the request was made before. */
class MadeBefore extends Error {
  readonly first: Pick<IdempotentRequest, 'verificationId' | 'linkNumber'>
  constructor(first: MadeBefore['first']) {
    super('made before')
    this.first = first
  }
}

/** Keys of tests are apart: no live request is answered with a test verification. */
const operationOf = (name: string, { isTest }: Caller): string => (isTest ? `${name} test` : name)

/** Refuses a key that was used for another request. */
async function takeKey(
  queries: Queries,
  repeatable: Repeatable,
  request: Omit<IdempotentRequest, 'key' | 'requestHash'>,
): Promise<void> {
  if (!repeatable) return
  const requestHash = hashOf(repeatable.body)
  const since = request.createdAt - KEY_LIFE_MS
  const first = await takeIdempotencyKey(queries, { ...request, key: repeatable.key, requestHash }, since)
  if (!first) return
  if (Buffer.compare(first.requestHash, requestHash) !== 0)
    throw refuseBecause(codes.idempotencyKeyUsed, 'the key was used for another request')
  throw new MadeBefore(first)
}

/** The same request with the same key gets the first answer again, with the same link. */
export async function create(
  managing: ManagingVerifications,
  caller: Caller,
  creation: VerificationCreation,
  repeatable: Repeatable,
): Promise<Created> {
  const { store, policies, judging, now } = managing
  const { organisationId, isTest } = caller
  const {
    policy: name,
    external_person_id,
    consent_reference,
    webhook,
    expires_in_minutes,
    ...request
  } = creation
  const secret = await linkSecret(store.keyring)
  const chosen = await policyFor(policies, caller, name)
  checkExpected(chosen.policy, request.expected)
  checkPersona(managing, caller, request.persona, chosen.policy)
  const place = { organisationId, id: randomUUID() }
  const [at, eventId] = [now(), randomUUID()]
  const expiresAt = at + (expires_in_minutes ?? chosen.policy.expires_minutes) * MINUTE_MS
  const webhookEndpointId = webhook === undefined ? null : await endpointNamed(managing, caller, webhook)
  const number = request.expected?.number
  const mark = number === undefined ? undefined : await judging.numberMark(organisationId, number)
  const parts = {
    request: { part: 'verification', id: place.id, value: request },
    event: { part: 'event', id: eventId, value: {} },
  } as const
  try {
    const link = await writeSealed(store, organisationId, parts, async (queries, seals) => {
      const operation = operationOf('createVerification', caller)
      await takeKey(queries, repeatable, {
        organisationId,
        operation,
        verificationId: place.id,
        linkNumber: 1,
        createdAt: at,
      })
      await addVerification(queries, {
        ...place,
        externalPersonId: external_person_id,
        consentReference: consent_reference ?? null,
        policyId: chosen.id,
        policyVersion: chosen.version,
        isTest,
        createdAt: at,
        expiresAt,
        webhookEndpointId,
        request: seals.request.bytes,
        keyVersion: seals.request.keyVersion,
      })
      if (mark !== undefined) await setNumberMark(queries, place, mark)
      const { bytes: data, keyVersion } = seals.event
      const event = { id: eventId, type: 'verification.created', at, actor: 'organisation' } as const
      await addEvent(queries, place, { ...event, data, keyVersion })
      return giveLink(queries, secret, place, at, linkEnd(chosen.policy, at, expiresAt))
    })
    const { persona } = request
    if (persona !== undefined)
      managing.personaRuns.begin({ organisationId, verificationId: place.id, link: link.token, persona })
    return { verification: await found(managing, caller, place.id), link, isReplay: false }
  } catch (error) {
    if (!(error instanceof MadeBefore)) throw error
    const verification = await found(managing, caller, error.first.verificationId)
    const before = { organisationId, verificationId: verification.id, number: error.first.linkNumber ?? 1 }
    const end = linkEnd(chosen.policy, verification.createdAt, verification.expiresAt)
    return { verification, link: { token: linkAgain(secret, before), expiresAt: end }, isReplay: true }
  }
}

export const linkEnd = ({ link_minutes }: Policy, at: number, expiresAt: number): number =>
  Math.min(at + link_minutes * MINUTE_MS, expiresAt)

export async function giveLink(
  queries: Queries,
  secret: Uint8Array,
  { organisationId, id }: VerificationPlace,
  now: number,
  expiresAt: number,
): Promise<GivenLink & { readonly number: number }> {
  const wanted = { organisationId, verificationId: id, madeBy: 'organisation', now, expiresAt } as const
  const link = await newLink(queries, secret, wanted)
  if (!link) throw notFound()
  return link
}

function checkExpected({ expected }: Policy, given: ExpectedData = {}): void {
  const missing = expected.filter((field) => given[field] === undefined)
  if (missing.length === 0) return
  throw new Refusal(codes.badRequest, {
    errors: missing.map((field) => ({ path: `expected.${field}`, message: 'is required by the policy' })),
  })
}

function checkPersona(
  { personaRuns }: ManagingVerifications,
  { organisationId, isTest }: Caller,
  persona: string | undefined,
  policy: Policy,
): void {
  if (persona === undefined) return
  const fault = isTest ? personaFault(persona, policy) : 'is for test keys only'
  if (fault !== undefined) throw refuse(codes.badRequest, 'persona', fault)
  if (personaRuns.isFull(organisationId))
    throw refuseBecause(codes.unavailable, 'too many personas of this organisation wait for their turn', 30)
}

/** An endpoint by its id or its address. */
async function endpointNamed(
  { store }: ManagingVerifications,
  caller: Caller,
  webhook: string,
): Promise<string> {
  const endpoints = await listEndpoints(store.database, caller)
  const endpoint = endpoints.find(({ id, url }) => id === webhook || url === webhook)
  if (!endpoint)
    throw refuse(codes.badRequest, 'webhook', 'is neither id nor address of an endpoint of yours')
  return endpoint.id
}

/** A test key sees what test keys made; others see everything that they name. */
export async function found(
  { store }: ManagingVerifications,
  { organisationId, isTest }: Caller,
  id: string,
): Promise<VerificationRecord> {
  const verification = await findVerification(store.database, { organisationId, id })
  if (!verification || (isTest && !verification.isTest)) throw notFound()
  return verification
}

/** A list as a query asks for it. */
export interface ListQuery {
  readonly state?: VerificationFilter['state']
  readonly policy?: string | undefined
  readonly external_person_id?: string | undefined
  readonly document_number?: string | undefined
  readonly reason?: string | undefined
  readonly search?: string | undefined
  readonly created_from?: string | undefined
  readonly created_to?: string | undefined
  readonly is_test?: 'true' | 'false' | undefined
}

/** Numbers of documents are searched by their marks: they are kept in clear nowhere. */
export async function filterOf(
  judging: Pick<Judging, 'numberMark'>,
  { organisationId, isTest }: Caller,
  query: ListQuery,
): Promise<VerificationFilter> {
  if (isTest && query.is_test === 'false')
    throw refuse(codes.badRequest, 'is_test', 'must not be false with a test key')
  const { document_number: number } = query
  const time = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))
  return {
    isTest: isTest || query.is_test === 'true',
    state: query.state,
    policyId: query.policy,
    externalPersonId: query.external_person_id,
    numberMark: number === undefined ? undefined : await judging.numberMark(organisationId, number),
    reason: query.reason,
    search: query.search,
    createdFrom: time(query.created_from),
    createdTo: time(query.created_to),
  }
}

export const wrongState = (verification: VerificationRecord, what: string): Refusal =>
  refuseBecause(codes.conflict, `the verification is ${verification.state}, and cannot be ${what}`)

export async function cancel(
  managing: ManagingVerifications,
  caller: Caller,
  id: string,
): Promise<VerificationRecord> {
  const { store, now } = managing
  const before = await found(managing, caller, id)
  const { organisationId } = caller
  const eventId = randomUUID()
  const parts = { event: { part: 'event', id: eventId, value: {} } } as const
  await writeSealed(store, organisationId, parts, async (queries, { event }) => {
    const locked = (await lockVerification(queries, before)) ?? before
    if (locked.state === 'cancelled') return
    if (!mayHappen('cancel', locked.state)) throw wrongState(locked, 'cancelled')
    const { to, event: type } = transitions.cancel
    const at = now()
    const change = { from: locked.state, to, finishedAt: at }
    await changeState(queries, before, change, newEvent(eventId, type, at, 'organisation', event))
    await endAccess(queries, { organisationId, verificationId: id }, at)
  })
  return found(managing, caller, id)
}

export const newEvent = (
  id: string,
  type: EventType,
  at: number,
  actor: 'organisation' | 'reviewer',
  { bytes: data, keyVersion }: { readonly bytes: Uint8Array; readonly keyVersion: number },
) => ({ id, type, at, actor, data, keyVersion })

/** A new link ends the old ones and every token. */
export async function relink(
  managing: ManagingVerifications,
  caller: Caller,
  id: string,
  repeatable: Repeatable,
): Promise<Created> {
  const { store, now } = managing
  const { organisationId } = caller
  const secret = await linkSecret(store.keyring)
  const before = await found(managing, caller, id)
  const { policyId, policyVersion } = before
  const policy = await policyOfVersion(store.database, { organisationId, id: policyId }, policyVersion)
  const [at, eventId] = [now(), randomUUID()]
  const end = linkEnd(policy, at, before.expiresAt)
  const parts = { event: { part: 'event', id: eventId, value: {} } } as const
  const operation = operationOf('createVerificationLink', caller)
  try {
    const link = await writeSealed(store, organisationId, parts, async (queries, { event }) => {
      const locked = (await lockVerification(queries, before)) ?? before
      const request = { organisationId, operation, verificationId: id, linkNumber: null, createdAt: at }
      await takeKey(queries, repeatable && { ...repeatable, body: [id, repeatable.body] }, request)
      if (!isOpenForPerson(locked.state) || locked.expiresAt <= at)
        throw wrongState(locked, 'opened by a link')
      const made = await giveLink(queries, secret, locked, at, end)
      if (repeatable)
        await setLinkOfKey(queries, { organisationId, operation, key: repeatable.key }, made.number)
      await addEvent(
        queries,
        locked,
        newEvent(eventId, 'verification.link_created', at, 'organisation', event),
      )
      return made
    })
    return { verification: await found(managing, caller, id), link, isReplay: false }
  } catch (error) {
    if (!(error instanceof MadeBefore)) throw error
    const place = { organisationId, verificationId: id, number: error.first.linkNumber ?? 1 }
    return { verification: before, link: { token: linkAgain(secret, place), expiresAt: end }, isReplay: true }
  }
}
