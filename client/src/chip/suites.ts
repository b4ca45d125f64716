// The four sets of ciphers that a channel to a chip can have: how keys are derived, how data is encrypted, what a MAC is.
import { cbc, cmac } from '@noble/ciphers/aes.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type Bytes, joined } from './bytes.ts'
import { tampered } from './chip-error.ts'
import { decryptTripleDes, encryptTripleDes, retailMac } from './des.ts'

export { sha1 }

export interface Suite {
  readonly keyBytes: number
  readonly blockBytes: number
  /** Bytes of the nonce of PACE, and of each step of the pseudo-random function of integrated mapping. */
  readonly nonceBytes: number
  encrypt(key: Bytes, data: Bytes, iv: Bytes): Bytes
  decrypt(key: Bytes, data: Bytes, iv: Bytes): Bytes
  /** Eight bytes, over data of any length. */
  mac(key: Bytes, data: Bytes): Bytes
  /** Of a secret and a counter: 1 encrypts, 2 authenticates, 3 opens the nonce. */
  derive(secret: Bytes, counter: 1 | 2 | 3): Bytes
}

const counted = (secret: Bytes, counter: number): Bytes => joined(secret, Uint8Array.of(0, 0, 0, counter))

/** One bit of each byte of a DES key says only that their number is odd. */
function withParity(key: Bytes): Bytes {
  return key.map((byte) => {
    let ones = 0
    for (let rest = byte >> 1; rest > 0; rest >>= 1) ones += rest & 1
    return (byte & 0xfe) | (1 - (ones & 1))
  })
}

const aes = (keyBytes: number): Suite => ({
  keyBytes,
  blockBytes: 16,
  nonceBytes: keyBytes === 16 ? 16 : 32,
  encrypt: (key, data, iv) => cbc(key, iv, { disablePadding: true }).encrypt(data),
  decrypt: (key, data, iv) => cbc(key, iv, { disablePadding: true }).decrypt(data),
  mac: (key, data) => cmac(data, key).subarray(0, 8),
  derive: (secret, counter) => (keyBytes === 16 ? sha1 : sha256)(counted(secret, counter)).slice(0, keyBytes),
})

/** By the last number of the object identifiers of PACE and chip authentication. */
export const suites: Readonly<Record<number, Suite>> = {
  1: {
    keyBytes: 16,
    blockBytes: 8,
    nonceBytes: 16,
    encrypt: encryptTripleDes,
    decrypt: decryptTripleDes,
    mac: (key, data) => retailMac(key, padded(data, 8)),
    derive: (secret, counter) => withParity(sha1(counted(secret, counter)).slice(0, 16)),
  },
  2: aes(16),
  3: aes(24),
  4: aes(32),
}

/** ISO 9797-1 method 2: one bit, then none to the end of the block. */
export function padded(data: Bytes, blockBytes: number): Bytes {
  const all = new Uint8Array(blockBytes * (Math.floor(data.length / blockBytes) + 1))
  all.set(data)
  all[data.length] = 0x80
  return all
}

/** Some chips pad with a block more than they need; the MAC is over that, too. */
export function unpadded(data: Bytes): Bytes {
  let end = data.length - 1
  while (end >= 0 && data[end] === 0) end--
  if (data[end] !== 0x80) throw tampered('wrong padding')
  return data.subarray(0, end)
}
