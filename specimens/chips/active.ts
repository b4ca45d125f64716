// How a chip answers a challenge: ISO 9796-2 by RSA, or ECDSA as r and s without any structure.
import { constants, createHash, type KeyObject, privateEncrypt, randomBytes, sign } from 'node:crypto'
import type { Hash } from './algorithms.ts'
import { fromHex, joined } from './der.ts'

/** The last bytes of the recovered message: which hash it is. */
const TRAILERS: Readonly<Record<Hash, string>> = {
  sha1: 'bc',
  sha224: '38cc',
  sha256: '34cc',
  sha384: '36cc',
  sha512: '35cc',
}

/** Chips fill the message with chance of their own; partial recovery, the challenge itself is not in it. */
function answerByRsa(challenge: Uint8Array, key: KeyObject, hash: Hash, trailer: Uint8Array): Uint8Array {
  const bytes = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8
  const hashBytes = createHash(hash).digest().length
  const own = new Uint8Array(randomBytes(bytes - 1 - hashBytes - trailer.length))
  const digest = new Uint8Array(createHash(hash).update(own).update(challenge).digest())
  const message = joined(Uint8Array.of(0x6a), own, digest, trailer)
  return new Uint8Array(privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, message))
}

export function answerChallenge(
  challenge: Uint8Array,
  key: KeyObject,
  hash: Hash,
  trailer: Uint8Array = fromHex(TRAILERS[hash]),
): Uint8Array {
  if (key.asymmetricKeyType === 'rsa') return answerByRsa(challenge, key, hash, trailer)
  return new Uint8Array(sign(hash, challenge, { key, dsaEncoding: 'ieee-p1363' }))
}
