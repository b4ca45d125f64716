// Nonces by which devices register their keys: random, short-lived, for one organisation or person, and good once.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Queries } from '../store/port.ts'
import { takeNonce } from '../store/records/capture-keys.ts'
import { hashOfSecret } from '../system/secret-text.ts'

/** Hardware makes a key within seconds; networks of phones and questions to Google take longer. */
const LIFE_MS = 5 * 60_000
const RANDOM_BYTES = 24
const END_BYTES = 6

export interface NonceOwner {
  readonly organisationId: string
  /** Undefined where the organisation asks. */
  readonly verificationId: string | undefined
}

export interface Nonces {
  make(owner: NonceOwner): Promise<{ readonly nonce: string; readonly expiresAt: number }>
  /** When it ends; undefined where this server did not give it to the owner, or it is over. */
  read(nonce: string, owner: NonceOwner): Promise<number | undefined>
}

/** Nothing is kept of a nonce until it is used: a signature over it and its owner says that it is one of ours. */
export function openNonces({
  secret,
  now,
}: {
  readonly secret: () => Promise<Uint8Array>
  readonly now: () => number
}): Nonces {
  const signatureOf = async (signed: Buffer, { organisationId, verificationId = '' }: NonceOwner) =>
    createHmac('sha256', await secret())
      .update(`nonce:${organisationId}:${verificationId}:`)
      .update(signed)
      .digest()
  return {
    async make(owner) {
      const expiresAt = now() + LIFE_MS
      const signed = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(END_BYTES)])
      signed.writeUIntBE(expiresAt, RANDOM_BYTES, END_BYTES)
      return {
        nonce: Buffer.concat([signed, await signatureOf(signed, owner)]).toString('base64url'),
        expiresAt,
      }
    },
    async read(nonce, owner) {
      const bytes = Buffer.from(nonce, 'base64url')
      const isWhole =
        bytes.byteLength === RANDOM_BYTES + END_BYTES + 32 && bytes.toString('base64url') === nonce
      if (!isWhole) return undefined
      const signed = bytes.subarray(0, RANDOM_BYTES + END_BYTES)
      if (!timingSafeEqual(bytes.subarray(signed.byteLength), await signatureOf(signed, owner)))
        return undefined
      const expiresAt = signed.readUIntBE(RANDOM_BYTES, END_BYTES)
      return expiresAt > now() && expiresAt <= now() + LIFE_MS ? expiresAt : undefined
    },
  }
}

/** True for the first request that takes it. */
export const useNonce = (queries: Queries, nonce: string, expiresAt: number): Promise<boolean> =>
  takeNonce(queries, hashOfSecret(nonce), expiresAt)
