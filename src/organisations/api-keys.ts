// API keys: their form, and how they are created, rotated, revoked and forgotten.
import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Database } from '../store/port.ts'
import * as records from '../store/records/api-keys.ts'

/**
 * `ssk_live_ID_SECRET`: the first word is for scanners of leaked secrets, the second is the mode, and the last six
 * letters are a checksum. A double click selects all of it.
 */
const form = /^ssk_live_([a-z0-9]{12})_[A-Za-z0-9]{43}([A-Za-z0-9]{6})$/
const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const idLetters = 12
/** 62^43 is just above 2^256. */
const secretLetters = 43

/** The first `base` of the digits, each as likely as any other. */
function draw(length: number, base: number): string {
  const fair = 256 - (256 % base)
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length))
      if (byte < fair && text.length < length) text += digits[byte % base]
  return text
}

/** The CRC-32 as six digits: it finds what was mistyped or cut off, and is no secret. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let written = ''
  for (let place = 0; place < 6; place++) {
    written = (digits[rest % 62] ?? '') + written
    rest = Math.floor(rest / 62)
  }
  return written
}

function newKey(id: string): string {
  const text = `ssk_live_${id}_${draw(secretLetters, 62)}`
  return text + checksumOf(text)
}

/** The id in a key; undefined where the text is not one, or was mistyped. */
export function idInKey(text: string): string | undefined {
  const [, id, checksum] = form.exec(text) ?? []
  return id !== undefined && checksumOf(text.slice(0, -6)) === checksum ? id : undefined
}

/** 256 random bits cannot be guessed from their hash: it needs neither salt nor cost. */
export const hashOfKey = (text: string): Buffer => hash('sha256', text, 'buffer')

export const keyNameRule = '1 to 64 characters, without a space at either end'
export const isKeyName = (name: string): boolean => /^[^\p{C}\s](?:[^\p{C}]{0,62}[^\p{C}\s])?$/u.test(name)

export interface NewKey {
  readonly id: string
  /** The whole key, to be shown once. */
  readonly key: string
}

interface Wanted {
  readonly id: string
  readonly organisationId: string
  readonly name: string
  readonly scopes: readonly string[]
  /** Null where it does not expire. */
  readonly expiresAt: number | null
}

type At = { readonly database: Database; readonly now: number }

export const newKeyId = (): string => draw(idLetters, 36)

export async function createKey({ database, now }: At, wanted: Wanted): Promise<NewKey> {
  const { id, scopes } = wanted
  const key = newKey(id)
  await database.transaction(async (queries) => {
    await records.addApiKey(queries, { ...wanted, scopes: scopes.join(','), createdAt: now })
    await records.addSecret(queries, { keyId: id, hash: hashOfKey(key), createdAt: now })
  })
  return { id, key }
}

/** The old secret goes on working for `graceMs`. Undefined where the key was revoked meanwhile. */
export async function rotateKey(
  { database, now }: At,
  id: string,
  { graceMs, expiresAt }: { readonly graceMs: number; readonly expiresAt: number | null },
): Promise<NewKey | undefined> {
  const key = newKey(id)
  return database.transaction(async (queries) => {
    // The update holds the row, so that no revocation comes between the question and the new secret.
    await records.setExpiry(queries, id, expiresAt)
    const found = await records.findApiKey(queries, id)
    if (!found || found.revokedAt !== null) return undefined
    await records.endSecrets(queries, id, now + graceMs, now)
    await records.addSecret(queries, { keyId: id, hash: hashOfKey(key), createdAt: now })
    return { id, key }
  })
}

/** Every server asks for every request, so the key is refused from here on. False where it was revoked before. */
export const revokeKey = ({ database, now }: At, id: string): Promise<boolean> =>
  database.transaction((queries) => records.markRevoked(queries, id, now))

/** Ended secrets go at once; keys stay for `keepMs` after their end, so that the audit trail can be read. */
export async function forgetEnded({ database, now }: At, keepMs: number): Promise<number> {
  await records.forgetEndedSecrets(database, now)
  return records.forgetEndedKeys(database, now - keepMs)
}
