// The letters of secrets that callers hold, such as API keys and links: digits of base 62, and a checksum at the end.
import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** 62^43 is just above 2^256. */
export const secretLetters = 43

/** Letters of the first `base` digits, each as likely as any other. */
export function drawLetters(length: number, base: number): string {
  const fair = 256 - (256 % base)
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length))
      if (byte < fair && text.length < length) text += digits[byte % base]
  return text
}

/** 32 bytes as 43 letters. */
export function lettersOf(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let written = ''
  for (let place = 0; place < secretLetters; place++) {
    written = (digits[Number(rest % 62n)] ?? '') + written
    rest /= 62n
  }
  return written
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

export const withChecksum = (text: string): string => text + checksumOf(text)

export const hasGoodChecksum = (text: string): boolean => checksumOf(text.slice(0, -6)) === text.slice(-6)

/** 256 random bits cannot be guessed from their hash: it needs neither salt nor cost. */
export const hashOfSecret = (text: string): Buffer => hash('sha256', text, 'buffer')
