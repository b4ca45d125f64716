// Tokens of persons: what a link is exchanged for, how they are looked up, renewed and ended.

import type { Queries } from '../store/port.ts'
import * as records from '../store/records/verification-links.ts'
import {
  drawLetters,
  hasGoodChecksum,
  hashOfSecret,
  secretLetters,
  withChecksum,
} from '../system/secret-text.ts'

const form = /^sst_[A-Za-z0-9]{49}$/

export const isToken = (text: string): boolean => form.test(text) && hasGoodChecksum(text)

export interface NewToken {
  /** To be shown once. */
  readonly token: string
  readonly id: string
  readonly expiresAt: number
}

export async function newToken(
  queries: Queries,
  place: records.OwningVerification,
  { id, now, expiresAt }: { readonly id: string; readonly now: number; readonly expiresAt: number },
): Promise<NewToken> {
  const token = withChecksum(`sst_${drawLetters(secretLetters, 62)}`)
  await records.addToken(queries, { ...place, hash: hashOfSecret(token), id, createdAt: now, expiresAt })
  return { token, id, expiresAt }
}
