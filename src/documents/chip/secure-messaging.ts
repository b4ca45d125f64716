// Secure messaging of ICAO 9303-11: keys from a shared secret, a command that only the chip with the same keys can open, and its answer.
import { createCipheriv, createHash, timingSafeEqual } from 'node:crypto'
import { contentOf, DerFault, Fields, readDer, TAG } from '../../der/der.ts'
import { element } from '../../der/write.ts'
import type { AgreementProtocol } from './security-infos.ts'

export interface MessageKeys {
  readonly cipher: AgreementProtocol['cipher']
  readonly encryption: Buffer
  readonly mac: Buffer
}

const MAC_BYTES = 8
const BLOCK_BYTES = { '3des': 8, aes: 16 } as const

/** Keys of Triple DES and of AES 128 come from SHA-1, longer ones from SHA-256. */
export function messageKeys({ cipher, keyBytes }: AgreementProtocol, secret: Uint8Array): MessageKeys {
  const key = (counter: number): Buffer =>
    createHash(keyBytes === 16 ? 'sha1' : 'sha256')
      .update(secret)
      .update(Uint8Array.of(0, 0, 0, counter))
      .digest()
      .subarray(0, keyBytes)
  return { cipher, encryption: key(1), mac: key(2) }
}

/** Protects a command without an answer of data: `counter` is the number that the chip counts to with it. */
export function protectedCommand(
  keys: MessageKeys,
  header: readonly [instruction: number, p1: number, p2: number],
  data: Uint8Array,
  counter = 1n,
): Buffer {
  const block = BLOCK_BYTES[keys.cipher]
  const whole = Uint8Array.of(0x0c, ...header)
  const hidden = encrypted(keys, padded(data, block), counter)
  const cryptogram = element(0x87, Uint8Array.of(1), hidden)
  const mac = macOf(keys, Buffer.concat([padded(whole, block), cryptogram]), counter)
  const body = Buffer.concat([cryptogram, element(0x8e, mac)])
  return Buffer.concat([whole, Uint8Array.of(body.byteLength), body, Uint8Array.of(0)])
}

/**
 * Says whether an answer to that command was made with the same keys: what it says does not matter, only that nobody
 * else could have said it. Every byte of it has its place.
 */
export function isProtectedAnswer(keys: MessageKeys, answer: Uint8Array, counter = 2n): boolean {
  try {
    // The status stands behind the objects once more, unprotected.
    const fields = new Fields(
      readDer(element(TAG.sequence, answer.subarray(0, -2))),
      TAG.sequence,
      'an answer',
    )
    const cryptogram = fields.takeIf(0x87)
    const status = fields.take(0x99, 'the status of an answer')
    const mac = fields.take(0x8e, 'the seal of an answer')
    fields.end()
    const objects = [
      ...(cryptogram ? [element(0x87, contentOf(cryptogram))] : []),
      element(0x99, contentOf(status)),
    ]
    const wanted = macOf(keys, Buffer.concat(objects), counter)
    return (
      contentOf(mac).byteLength === MAC_BYTES &&
      timingSafeEqual(contentOf(mac), wanted) &&
      Buffer.from(contentOf(status)).equals(answer.subarray(-2))
    )
  } catch (error) {
    if (error instanceof DerFault) return false
    throw error
  }
}

/** Method 2 of ISO 9797-1: a bit, and zeros up to a whole block. */
function padded(bytes: Uint8Array, block: number): Buffer {
  const zeros = block - 1 - (bytes.byteLength % block)
  return Buffer.concat([bytes, Uint8Array.of(0x80), new Uint8Array(zeros)])
}

const counterBytes = (counter: bigint, bytes: number): Buffer =>
  Buffer.from(counter.toString(16).padStart(2 * bytes, '0'), 'hex')

function encrypted({ cipher, encryption }: MessageKeys, data: Uint8Array, counter: bigint): Buffer {
  if (cipher === '3des') return cbc(tripleDes(encryption), data, new Uint8Array(8))
  // The first block is mixed with the counter, encrypted.
  const zero = new Uint8Array(16)
  return aesCbc(encryption, data, aesCbc(encryption, counterBytes(counter, 16), zero))
}

function macOf({ cipher, mac }: MessageKeys, data: Uint8Array, counter: bigint): Buffer {
  const block = BLOCK_BYTES[cipher]
  const message = padded(Buffer.concat([counterBytes(counter, block), data]), block)
  return cipher === '3des' ? retailMac(mac, message) : cmac(mac, message)
}

/** ISO 9797-1, algorithm 3: DES with the first half of the key, and around the last block the second half. */
function retailMac(key: Buffer, message: Buffer): Buffer {
  const first = key.subarray(0, 8)
  const last = message.byteLength - 8
  // One DES is three with one key; OpenSSL has no single one any more.
  const chained = cbc([first, first, first], message.subarray(0, last), new Uint8Array(8)).subarray(-8)
  const mixed = xor(last === 0 ? new Uint8Array(8) : chained, message.subarray(last))
  return cbc(tripleDes(key), mixed, new Uint8Array(8))
}

type DesKeys = readonly [Buffer, Buffer, Buffer]
const tripleDes = (key: Buffer): DesKeys => [key.subarray(0, 8), key.subarray(8, 16), key.subarray(0, 8)]

function cbc(keys: DesKeys, data: Uint8Array, start: Uint8Array): Buffer {
  const cipher = createCipheriv('des-ede3-cbc', Buffer.concat(keys), start).setAutoPadding(false)
  return Buffer.concat([cipher.update(data), cipher.final()])
}

function aesCbc(key: Buffer, data: Uint8Array, start: Uint8Array): Buffer {
  const cipher = createCipheriv(`aes-${key.byteLength * 8}-cbc`, key, start).setAutoPadding(false)
  return Buffer.concat([cipher.update(data), cipher.final()])
}

/** AES-CMAC of whole blocks (NIST SP 800-38B), of which messages carry the first half. */
function cmac(key: Buffer, message: Buffer): Buffer {
  const zero = new Uint8Array(16)
  const last = message.byteLength - 16
  const mixed = xor(message.subarray(last), doubled(aesCbc(key, zero, zero)))
  return aesCbc(key, Buffer.concat([message.subarray(0, last), mixed]), zero).subarray(-16, -16 + MAC_BYTES)
}

/** Twice the value in the field of 2^128. */
function doubled(block: Buffer): Buffer {
  const value = BigInt(`0x${block.toString('hex')}`) << 1n
  const carried = value >> 128n === 1n ? value ^ 0x87n : value
  return counterBytes(BigInt.asUintN(128, carried), 16)
}

const xor = (one: Uint8Array, other: Uint8Array): Buffer =>
  Buffer.from(one.map((byte, at) => byte ^ (other[at] ?? 0)))
