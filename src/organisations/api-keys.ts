// API keys: their form, and how they are created, rotated, revoked and forgotten.

import type { Database } from '../store/port.ts'
import * as records from '../store/records/api-keys.ts'
import {
  drawLetters,
  hasGoodChecksum,
  hashOfSecret,
  secretLetters,
  withChecksum,
} from '../system/secret-text.ts'

/**
 * `ssk_live_ID_SECRET`, or `ssk_test_ID_SECRET` for the sandbox: the first word is for scanners of leaked secrets, the
 * second is the mode, and the last six letters are a checksum. A double click selects all of it.
 */
const form = /^ssk_(?:live|test)_([a-z0-9]{12})_[A-Za-z0-9]{49}$/
const idLetters = 12

function newKey(id: string, isTest: boolean): string {
  return withChecksum(`ssk_${isTest ? 'test' : 'live'}_${id}_${drawLetters(secretLetters, 62)}`)
}

/** The id in a key; undefined where the text is not one, or was mistyped. */
export function idInKey(text: string): string | undefined {
  const id = form.exec(text)?.[1]
  return id !== undefined && hasGoodChecksum(text) ? id : undefined
}

export const hashOfKey = hashOfSecret

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
  /** For the sandbox. */
  readonly isTest?: boolean
  /** Null where it does not expire. */
  readonly expiresAt: number | null
}

type At = { readonly database: Database; readonly now: number }

export const newKeyId = (): string => drawLetters(idLetters, 36)

export async function createKey({ database, now }: At, wanted: Wanted): Promise<NewKey> {
  const { id, scopes, isTest = false } = wanted
  const key = newKey(id, isTest)
  await database.transaction(async (queries) => {
    await records.addApiKey(queries, {
      ...wanted,
      scopes: scopes.join(','),
      isTest: Number(isTest),
      createdAt: now,
    })
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
  return database.transaction(async (queries) => {
    // The update holds the row, so that no revocation comes between the question and the new secret.
    await records.setExpiry(queries, id, expiresAt)
    const found = await records.findApiKey(queries, id)
    if (!found || found.revokedAt !== null) return undefined
    const key = newKey(id, found.isTest === 1)
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
