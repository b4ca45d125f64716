// Makes an organisation that owns one of everything, so that another can name what is not its own.
import { randomUUID } from 'node:crypto'
import { fileDocument } from '../../../src/documents/filing.ts'
import { invite } from '../../../src/members/manage.ts'
import { createKey, newKeyId } from '../../../src/organisations/api-keys.ts'
import { writeMark } from '../../../src/persons/export.ts'
import type { Runtime } from '../../../src/runtime.ts'
import type { Database } from '../../../src/store/port.ts'
import { addCaptureKey } from '../../../src/store/records/capture-keys.ts'
import type { CollectionKey } from '../../../src/store/records/collections.ts'
import { addSearch, stopSearch } from '../../../src/store/records/duplicate-searches.ts'
import { placeOfPart } from '../../../src/store/records/frame-keys.ts'
import { findOrganisation } from '../../../src/store/records/organisations.ts'
import { addReceipt } from '../../../src/store/records/receipts.ts'
import { makeChip } from '../../chips/chip.ts'
import { bodyOf } from '../../chips/commands.ts'
import { photo } from '../photographs/pictures.ts'
import { type Call, start } from '../servers/challenge-caller.ts'
import { keepChallenge, keepDocument, keepFace, keepVerification } from './kept-people.ts'

/** Lists every kind of id that a caller ever gets or sends. */
export const idKinds = [
  'open distance challenge',
  'open nose challenge',
  'open profile challenge',
  'open light challenge',
  'judged challenge',
  'document',
  'certificate',
  'chip',
  'open chip challenge',
  'collection',
  'face',
  'photo of a face',
  'duplicate search',
  'person',
  'request',
  'mark in an export',
  'organisation',
  'policy',
  'verification',
  'open verification',
  'webhook endpoint',
  'webhook delivery',
  'member',
  'API key',
  'capture key',
] as const
export type IdKind = (typeof idKinds)[number]
export type OwnIds = Readonly<Record<IdKind, string>>

/** Makes an id of the same length and letters as existing ids, which belongs to nobody. */
export function unknownId(kind: IdKind): string {
  const id = randomUUID()
  return kind === 'mark in an export' ? writeMark({ kind: 'documents', id }) : id
}

export interface Owner {
  readonly name: string
  readonly call: Call
}

/** Stopped, because what goes on in the background would change the rows that a trial counts. */
async function keepDuplicateSearch(database: Database, key: CollectionKey): Promise<string> {
  const id = randomUUID()
  const about = { ...key, id, sameThreshold: 8000, otherThreshold: 4000, upTo: 1, faces: 1, createdAt: 0 }
  await addSearch(database, about)
  await stopSearch(database, about, Date.now())
  return id
}

/** Stores one of each kind, every time under new ids. */
export async function ownOneOfEach({ store, now }: Runtime, { name, call }: Owner): Promise<OwnIds> {
  const organisationId = (await findOrganisation(store.database, name))?.id ?? ''
  const person = { organisationId, externalPersonId: randomUUID() }
  const open = async (family: 'distance' | 'nose' | 'profile') =>
    (await start(call, family, { external_person_id: person.externalPersonId })).id
  const size = { image_width: 360, image_height: 480 }
  const light = await call('POST', '/light-liveness-challenge/start', {
    external_person_id: person.externalPersonId,
    ...size,
  })
  const collection = randomUUID()
  const face = await keepFace(store, person, now(), { collectionId: collection })
  const document = await keepDocument(store, person, now())
  const body = { ...(await chipBody()), external_person_id: person.externalPersonId }
  const chip = await call('POST', '/chip-documents', body)
  const challenge = await call('POST', '/chip-documents/challenge', {})
  const [policyId, endpointId] = [randomUUID(), randomUUID()]
  // What is sent in the background would change the rows that a trial counts.
  const kept = { policyId, endpointId, isSent: false }
  const { id: verification, deliveryId } = await keepVerification(store, person, now(), kept)
  const managing = { ...store, now, invitationMs: 60_000 }
  const colleague = { organisationId, email: `${randomUUID()}@acme.example`, name: 'Lan', role: 'viewer' }
  const key = { id: newKeyId(), organisationId, name: 'crossing', scopes: ['read'], expiresAt: null }
  const reviewed = { state: 'review', finishedAt: null, ...kept }
  return {
    'open distance challenge': await open('distance'),
    'open nose challenge': await open('nose'),
    'open profile challenge': await open('profile'),
    'open light challenge': String(light.body.id),
    'judged challenge': await keepChallenge(store, person, now(), 1),
    document,
    certificate: await keepCertificate(store, person, now()),
    chip: String(chip.body.id),
    'open chip challenge': String(challenge.body.challenge_id),
    collection,
    face: face.id,
    'photo of a face': face.fileId,
    'duplicate search': await keepDuplicateSearch(store.database, {
      organisationId,
      collectionId: collection,
    }),
    person: person.externalPersonId,
    request: await keepReceipt(store, organisationId, now()),
    'mark in an export': writeMark({ kind: 'documents', id: document }),
    organisation: organisationId,
    policy: policyId,
    verification: await keepReceipt(store, organisationId, now(), verification),
    'open verification': (await keepVerification(store, person, now(), reviewed)).id,
    'webhook endpoint': endpointId,
    'webhook delivery': deliveryId,
    member: (await invite(managing, colleague)).member.id,
    'API key': (await createKey({ ...store, now: now() }, key)).id,
    'capture key': await keepCaptureKey(store, organisationId, now()),
  }
}

/** Its page is shown, so that its file must be a picture. */
async function keepCertificate(
  { vault }: Runtime['store'],
  person: { readonly organisationId: string; readonly externalPersonId: string },
  now: number,
): Promise<string> {
  const parts = [{ bytes: photo(1), reading: Buffer.from('null') }]
  return (await fileDocument(vault, { ...person, kind: 'business-registration', parts, now })).id
}

async function keepCaptureKey(
  { database }: Runtime['store'],
  organisationId: string,
  now: number,
): Promise<string> {
  const id = randomUUID()
  const made = { platform: 'web', level: 'signed', deviceClass: 'browser', details: '{}' } as const
  const times = { createdAt: now, expiresAt: now + 3_600_000 }
  const publicKey = Buffer.from('a key')
  await addCaptureKey(database, { organisationId, id, verificationId: null, publicKey, ...made, ...times })
  return id
}

let made: Promise<Record<string, unknown>> | undefined

/** A whole chip of a state that nobody trusts, made once. */
export function chipBody(): Promise<Record<string, unknown>> {
  made ??= makeChip({ kind: 'cccd-chip', seed: 11, algorithm: 'p256-sha256' }).then(bodyOf)
  return made
}

/** A receipt is fetched by the id of its request. */
async function keepReceipt(
  { keyring, database }: Runtime['store'],
  organisationId: string,
  madeAt: number,
  requestId: string = randomUUID(),
): Promise<string> {
  const id = randomUUID()
  const seal = await keyring.seal(placeOfPart('receipt', organisationId, id), Buffer.from('{}'))
  await addReceipt(database, { organisationId, id, requestId, madeAt, ...seal })
  return requestId
}
