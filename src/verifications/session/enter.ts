// How persons get in: a link becomes a token once, a token is renewed, and another device is handed a link.
import { randomUUID } from 'node:crypto'
import { isLinkVisit, type Visit } from '../../access/visits.ts'
import { codes, Refusal } from '../../codes.ts'
import type { Keyring } from '../../store/keyring.ts'
import type { Database } from '../../store/port.ts'
import { placeOfPart } from '../../store/records/frame-keys.ts'
import { changeState } from '../../store/records/verification-events.ts'
import { renewToken, repeatExchange, useLink } from '../../store/records/verification-links.ts'
import { findVerification, lockVerification } from '../../store/records/verifications.ts'
import type { Vault } from '../../store/vault.ts'
import { hashOfSecret } from '../../system/secret-text.ts'
import { linkSecret, type NewLink, newLink } from '../links.ts'
import { type NewToken, newToken } from '../tokens.ts'
import { checkGoesOn, type OpenVisits, placeOf } from './visits.ts'

export interface Entrance {
  readonly database: Database
  readonly vault: Vault
  readonly keyring: Keyring
  readonly visits: Pick<OpenVisits, 'policyOf'>
  readonly now: () => number
}

const minuteMs = 60_000
/** A code on a screen is scanned at once, or not at all. */
const handOverMs = 10 * minuteMs

/**
 * Takes the link or token of the visit, which is over from then on; of several who do so at once, one gets a token. Who
 * repeats the request with its key, because the answer was lost, gets another in the place of the first.
 */
export async function giveToken(
  { database, vault, visits, now }: Entrance,
  visit: Visit,
  idempotencyKey: string | undefined,
): Promise<NewToken> {
  const { organisationId, verificationId, hash } = visit
  const key = idempotencyKey === undefined ? null : hashOfSecret(idempotencyKey)
  const id = randomUUID()
  const place = placeOf(visit)
  const verification = await findVerification(database, place)
  checkGoesOn(verification, now())
  const { token_minutes } = await visits.policyOf(verification)
  const eventId = randomUUID()
  return vault.keep(
    organisationId,
    [],
    async (queries, { event }) => {
      // The row of the verification is locked first, as wherever a link is made, so that two requests cannot wait for each other.
      const locked = await lockVerification(queries, place)
      checkGoesOn(locked, now())
      const exchange = { hash, key, gaveTokenId: id, now: now() }
      const isOfLink = isLinkVisit(visit)
      if (!(await (isOfLink ? useLink : renewToken)(queries, exchange))) {
        const table = isOfLink ? 'verification_links' : 'verification_tokens'
        if (key === null || !(await repeatExchange(queries, table, { ...exchange, key })))
          throw new Refusal(visit.exchanged ?? (isOfLink ? codes.linkUsed : codes.tokenEnded))
      }
      if (locked.state === 'created')
        await changeState(
          queries,
          place,
          { from: 'created', to: 'started', finishedAt: null },
          {
            id: eventId,
            type: 'verification.started',
            at: now(),
            actor: 'person',
            data: event.bytes,
            keyVersion: event.keyVersion,
          },
        )
      const expiresAt = Math.min(now() + token_minutes * minuteMs, locked.expiresAt)
      return newToken(queries, { organisationId, verificationId }, { id, now: now(), expiresAt })
    },
    { event: { label: placeOfPart('event', organisationId, eventId).label, bytes: Buffer.from('{}') } },
  )
}

/** A link for another device; the token that asked for it lives on. */
export async function handOver({ database, keyring, now }: Entrance, visit: Visit): Promise<NewLink> {
  const secret = await linkSecret(keyring)
  const { organisationId, verificationId } = visit
  return database.transaction(async (queries) => {
    const locked = await lockVerification(queries, placeOf(visit))
    checkGoesOn(locked, now())
    const expiresAt = Math.min(now() + handOverMs, locked.expiresAt)
    const wanted = { organisationId, verificationId, madeBy: 'person', now: now(), expiresAt } as const
    const made = await newLink(queries, secret, wanted)
    if (!made) throw new Refusal(codes.unauthorized)
    return made
  })
}
