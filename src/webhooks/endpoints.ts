// Endpoints of an organisation: how they are made and removed, and how their secrets are kept, opened and rotated.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Keyring } from '../store/keyring.ts'
import { type Database, type Queries, StoreUnavailable } from '../store/port.ts'
import { placeOfPart } from '../store/records/frame-keys.ts'
import * as endpoints from '../store/records/webhook-endpoints.ts'
import { newSecret, secretText } from './signature.ts'

interface Kept {
  readonly database: Database
  readonly keyring: Keyring
}

/** The types of events, and whether an endpoint that asks for none in particular gets them. */
const eventTable = {
  'verification.created': false,
  'verification.started': false,
  'verification.step_passed': false,
  'verification.step_failed': false,
  'verification.step_doubtful': false,
  'verification.processing': false,
  'verification.approved': true,
  'verification.declined': true,
  'verification.review': true,
  'verification.proposed': false,
  'verification.cancelled': true,
  'verification.expired': true,
  'verification.redacted': true,
  'verification.link_created': false,
  'verification.ask_again': false,
} as const

export const eventTypes = Object.keys(eventTable)
export const usualEvents = Object.entries(eventTable).flatMap(([type, isUsual]) => (isUsual ? [type] : []))

/** Every event is sent to each of them. */
export const mostEndpoints = 20
export const longestGraceHours = 24 * 30

const idLetters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** 20 of 36 letters; an id is no secret, and must only be unlike any other. */
const newEndpointId = (): string =>
  `whe_${Array.from(randomBytes(20), (byte) => idLetters[byte % idLetters.length]).join('')}`

export interface MadeEndpoint {
  readonly endpoint: endpoints.Endpoint
  /** To be shown once. */
  readonly secret: string
}

/** Undefined where the organisation has as many as it may. */
export async function createEndpoint(
  kept: Kept,
  wanted: Pick<endpoints.Endpoint, 'organisationId' | 'url' | 'description' | 'events' | 'isTest'>,
  now: number,
): Promise<MadeEndpoint | undefined> {
  const place = { organisationId: wanted.organisationId, id: newEndpointId() }
  const { organisationId, isTest } = wanted
  const others = await endpoints.listEndpoints(kept.database, { organisationId, isTest })
  if (others.length >= mostEndpoints) return undefined
  const secret = await withSecret(kept, place, now, (queries) =>
    endpoints.addEndpoint(queries, { ...wanted, ...place, createdAt: now }),
  )
  const endpoint = {
    ...wanted,
    ...place,
    isEnabled: true,
    disabledBecause: null,
    createdAt: now,
    updatedAt: now,
  }
  return { endpoint, secret }
}

/** Old secrets sign beside the new one for `graceMs`. */
export const rotateSecret = (
  kept: Kept,
  place: endpoints.EndpointPlace,
  graceMs: number,
  now: number,
): Promise<string> =>
  withSecret(kept, place, now, (queries) => endpoints.endWebhookSecrets(queries, place, now + graceMs, now))

/** Adds a secret in one transaction with what `first` does, and returns its text. */
async function withSecret(
  { database, keyring }: Kept,
  place: endpoints.EndpointPlace,
  now: number,
  first: (queries: Queries) => Promise<void>,
): Promise<string> {
  const secret = newSecret()
  const id = randomUUID()
  for (let turn = 0; turn < 2; turn++) {
    const sealing = await keyring.seal(placeOfPart('secret', place.organisationId, id), secret)
    const isKept = await database
      .transaction(async (queries) => {
        await first(queries)
        const row = { id, secret: sealing.sealed, keyVersion: sealing.keyVersion, createdAt: now }
        if (!(await endpoints.addWebhookSecret(queries, place, row))) throw new KeyGone()
        return true
      })
      .catch((error: unknown) => {
        if (error instanceof KeyGone) return false
        throw error
      })
    if (isKept) return secretText(secret)
    // The key was rotated away since it was read.
    keyring.forget(place.organisationId)
  }
  throw new StoreUnavailable('the key of the organisation is being rotated')
}

class KeyGone extends Error {}

/** What signs at `now`, the newest first. */
export async function openSecrets(
  { database, keyring }: Kept,
  place: endpoints.EndpointPlace,
  now: number,
): Promise<Uint8Array[]> {
  const rows = await endpoints.secretsOf(database, place, now)
  return Promise.all(
    rows.map(({ id, secret }) => keyring.unseal(placeOfPart('secret', place.organisationId, id), secret)),
  )
}
