// Signs receipts with Ed25519, and tells whether a signature is good; needs neither settings nor a database.
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { canonical } from './canonical.ts'
import type { SignedReceipt } from './receipt.ts'

/** A public key as JSON Web Key, RFC 8037. */
export interface PublicJwk {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly kid: string
  readonly alg: 'EdDSA'
  readonly use: 'sig'
}

/** RFC 7638: of the members that make the key, in the order of their names. */
const thumbprint = (x: string): string =>
  createHash('sha256')
    .update(canonical({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')

export const jwkOf = (x: string): PublicJwk => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x,
  kid: thumbprint(x),
  alg: 'EdDSA',
  use: 'sig',
})

export interface SigningKey {
  readonly jwk: PublicJwk
  readonly privateKey: KeyObject
}

export function newSigningKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { jwk: jwkOf(publicKey.export({ format: 'jwk' }).x ?? ''), privateKey }
}

export function signReceipt(receipt: SignedReceipt['receipt'], { jwk, privateKey }: SigningKey) {
  const value = sign(null, Buffer.from(canonical(receipt)), privateKey).toString('base64url')
  return { receipt, signature: { alg: 'Ed25519' as const, kid: jwk.kid, x: jwk.x, value } }
}

/** That the receipt is what the key that it names has signed, letter by letter. Whose key that is, is another question. */
export function isSignedAsItSays({ receipt, signature }: SignedReceipt): boolean {
  const { alg, kid, x, value } = signature
  if (alg !== 'Ed25519' || thumbprint(x) !== kid) return false
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const bytes = Buffer.from(value, 'base64url')
    // Other spellings of the same bytes are not what was signed.
    if (bytes.toString('base64url') !== value) return false
    return verify(null, Buffer.from(canonical(receipt)), key, bytes)
  } catch {
    return false
  }
}
