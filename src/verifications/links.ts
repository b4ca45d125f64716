// Links that open a journey once: made from a secret of the server, so that a repeated request gets the same one again.
import { createHmac } from 'node:crypto'
import type { Queries } from '../store/port.ts'
import * as records from '../store/records/verification-links.ts'
import { hasGoodChecksum, hashOfSecret, lettersOf, withChecksum } from '../system/secret-text.ts'

/** `ssl_` is for scanners of leaked secrets; the last six letters are a checksum. */
const form = /^ssl_[A-Za-z0-9]{49}$/

export const isLink = (text: string): boolean => form.test(text) && hasGoodChecksum(text)

interface Keyring {
  secretNamed(name: string): Promise<Uint8Array>
}

/** Ask for it before a transaction is begun: the first call of a server reads the database. */
export const linkSecret = (keyring: Keyring): Promise<Uint8Array> => keyring.secretNamed('links')

interface Address {
  /** Empty where the server does not know its own. */
  readonly publicUrl: string
  readonly basePath: string
}

/** Where a link leads; a path alone where the server does not know its address, because a Host header can be forged. */
export const linkUrl = ({ publicUrl, basePath }: Address, token: string): string =>
  `${publicUrl.replace(/\/+$/, '')}${basePath}/verify/${token}`

interface LinkPlace extends records.OwningVerification {
  readonly number: number
}

/** The link of this number, which `newLink` made. */
export function linkAgain(secret: Uint8Array, { organisationId, verificationId, number }: LinkPlace): string {
  const made = createHmac('sha256', secret).update(`link:${organisationId}:${verificationId}:${number}`)
  return withChecksum(`ssl_${lettersOf(made.digest())}`)
}

interface Wanted extends records.OwningVerification {
  readonly madeBy: records.LinkMaker
  readonly now: number
  readonly expiresAt: number
}

export interface NewLink {
  /** To be shown once. */
  readonly token: string
  readonly number: number
  readonly expiresAt: number
}

/**
 * A link of the organisation ends every older link and every token. One that a person made for another device ends only
 * those that a person made and that were not used. Undefined where there is no such verification.
 */
export async function newLink(
  queries: Queries,
  secret: Uint8Array,
  { organisationId, verificationId, madeBy, now, expiresAt }: Wanted,
): Promise<NewLink | undefined> {
  const place = { organisationId, verificationId }
  const number = await records.takeLinkNumber(queries, place)
  if (number === undefined) return undefined
  if (madeBy === 'organisation') await endAccess(queries, place, now)
  else await records.endLinks(queries, place, now, madeBy)
  const token = linkAgain(secret, { ...place, number })
  const hash = hashOfSecret(token)
  await records.addLink(queries, { ...place, hash, number, madeBy, createdAt: now, expiresAt })
  return { token, number, expiresAt }
}

/** Ends all links and tokens of a verification that came to its end. The transaction must hold its row. */
export async function endAccess(
  queries: Queries,
  place: records.OwningVerification,
  now: number,
): Promise<void> {
  await records.endLinks(queries, place, now)
  await records.endTokens(queries, place, now)
}
