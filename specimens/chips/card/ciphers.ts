// The ciphers of chips by node:crypto: keys from secrets, encryption in blocks, and authentication codes of eight bytes.
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { joined } from '../der.ts'

const CIPHERS = ['3des', 'aes128', 'aes192', 'aes256'] as const
export type Cipher = (typeof CIPHERS)[number]

/** The last number in the names of protocols. */
export const cipherNumber = (cipher: Cipher): number => CIPHERS.indexOf(cipher) + 1

const KEY_BYTES: Readonly<Record<Cipher, number>> = { '3des': 16, aes128: 16, aes192: 24, aes256: 32 }
const isDes = (cipher: Cipher): boolean => cipher === '3des'
export const blockOf = (cipher: Cipher): 8 | 16 => (isDes(cipher) ? 8 : 16)
export const keyBytesOf = (cipher: Cipher): number => KEY_BYTES[cipher]

export const ENCRYPTION = 1
export const AUTHENTICATION = 2
export const PASSWORD = 3

const hashOf = (name: string, ...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash(name)
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}

export const sha1 = (bytes: Uint8Array): Uint8Array => hashOf('sha1', bytes)

/** Bits of parity count for nothing in DES; they are set because the standard's examples show them. */
const withParity = (key: Uint8Array): Uint8Array =>
  key.map((byte) => {
    const ones = (byte >> 1).toString(2).replaceAll('0', '').length
    return (byte & 0xfe) | (ones % 2 === 0 ? 1 : 0)
  })

export function deriveKey(secret: Uint8Array, cipher: Cipher, purpose: number): Uint8Array {
  const hash = cipher === 'aes192' || cipher === 'aes256' ? 'sha256' : 'sha1'
  const key = hashOf(hash, secret, Uint8Array.of(0, 0, 0, purpose)).slice(0, KEY_BYTES[cipher])
  return isDes(cipher) ? withParity(key) : key
}

const NAMES: Readonly<Record<Cipher, string>> = {
  '3des': 'des-ede-cbc',
  aes128: 'aes-128-cbc',
  aes192: 'aes-192-cbc',
  aes256: 'aes-256-cbc',
}

function inBlocks(
  make: typeof createCipheriv | typeof createDecipheriv,
  cipher: Cipher,
  key: Uint8Array,
  data: Uint8Array,
  start?: Uint8Array,
): Uint8Array {
  const machine = make(NAMES[cipher], key, start ?? new Uint8Array(blockOf(cipher)))
  machine.setAutoPadding(false)
  return new Uint8Array(Buffer.concat([machine.update(data), machine.final()]))
}

export const encrypt = (cipher: Cipher, key: Uint8Array, data: Uint8Array, start?: Uint8Array): Uint8Array =>
  inBlocks(createCipheriv, cipher, key, data, start)

export const decrypt = (cipher: Cipher, key: Uint8Array, data: Uint8Array, start?: Uint8Array): Uint8Array =>
  inBlocks(createDecipheriv, cipher, key, data, start)

export function padded(data: Uint8Array, block: number): Uint8Array {
  const filled = new Uint8Array((Math.floor(data.length / block) + 1) * block)
  filled.set(data)
  filled[data.length] = 0x80
  return filled
}

/** Nothing for data that no padding ends. */
export function unpadded(data: Uint8Array): Uint8Array | undefined {
  const end = data.findLastIndex((byte) => byte !== 0)
  return data[end] === 0x80 ? data.subarray(0, end) : undefined
}

/** The retail MAC: all blocks by single DES, which is 3DES with one key three times, and the last by both keys. */
function retailCode(key: Uint8Array, data: Uint8Array): Uint8Array {
  const first = key.subarray(0, 8)
  const single = createCipheriv('des-ede3-cbc', joined(first, first, first), new Uint8Array(8))
  single.setAutoPadding(false)
  const start = single.update(data.subarray(0, -8)).subarray(-8)
  const last = data.subarray(-8).map((byte, i) => byte ^ (start[i] ?? 0))
  return encrypt('3des', key, last)
}

const doubled = (block: Uint8Array): Uint8Array =>
  block.map((byte, i) => {
    const carry = i === 15 ? ((block[0] ?? 0) >> 7) * 0x87 : (block[i + 1] ?? 0) >> 7
    return ((byte << 1) & 0xff) ^ carry
  })

/** CMAC of NIST SP 800-38B, of which the first eight bytes are used. */
function cmac(cipher: Cipher, key: Uint8Array, data: Uint8Array): Uint8Array {
  const whole = doubled(encrypt(cipher, key, new Uint8Array(16)))
  const isWhole = data.length > 0 && data.length % 16 === 0
  const blocks = isWhole ? data.slice() : padded(data, 16)
  const mask = isWhole ? whole : doubled(whole)
  const at = blocks.length - 16
  for (const [i, byte] of mask.entries()) blocks[at + i] = (blocks[at + i] ?? 0) ^ byte
  return encrypt(cipher, key, blocks).slice(-16, -8)
}

/** Of data that the code itself pads. */
export const codeOf = (cipher: Cipher, key: Uint8Array, data: Uint8Array): Uint8Array =>
  isDes(cipher) ? retailCode(key, padded(data, 8)) : cmac(cipher, key, data)

/** Of a protected message, which is padded before AES as well. */
export const messageCode = (cipher: Cipher, key: Uint8Array, data: Uint8Array): Uint8Array =>
  isDes(cipher) ? retailCode(key, padded(data, 8)) : cmac(cipher, key, padded(data, 16))
