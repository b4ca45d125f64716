// The code that pairs a browser with the bridge: both prove that they have it, and neither ever sends it.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { CommandError } from '../terminal.ts'

/** Without letters that look like others. 80 bits: what is signed with it may be guessed at for ever, by whoever saw it. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LETTERS_OF_CODE = 16
const written = /^[0-9A-HJKMNP-TV-Z]{16}$/

export const newCode = (): string =>
  Array.from({ length: LETTERS_OF_CODE }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** In groups of four, to be typed. */
export const shownCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/** The code of the file, which is made where it is not there: browsers then stay paired. */
export function codeOfFile(path: string): string {
  if (!existsSync(path)) {
    const code = newCode()
    writeFileSync(path, `${shownCode(code)}\n`, { mode: 0o600, flag: 'wx' })
    return code
  }
  const code = readFileSync(path, 'utf8').trim().replaceAll('-', '').toUpperCase()
  if (!written.test(code))
    throw new CommandError(`${path} holds no pairing code. Remove it, and another is made.`)
  return code
}

/** What either side proves: its part, for this page, in this opening. */
export interface Opening {
  readonly origin: string
  /** Of the page. */
  readonly nonce: string
  /** Of the bridge. */
  readonly challenge: string
}

/** The same is in the studio: a proof of one part is none of the other, nor for another page. */
export const proofOf = (
  code: string,
  part: 'bridge' | 'studio',
  { origin, nonce, challenge }: Opening,
): string =>
  createHmac('sha256', code)
    .update(['selfsame-chip-bridge-v1', part, origin, nonce, challenge].join('\n'))
    .digest('hex')

export function isProof(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => Buffer.from(text))
  return (
    one !== undefined && other !== undefined && one.length === other.length && timingSafeEqual(one, other)
  )
}
