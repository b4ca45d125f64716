// What is printed on a document and opens its chip: three fields of the machine readable zone, or the card access number.
import { ascii, type Bytes } from './bytes.ts'
import { sha1 } from './suites.ts'

/** Fields as they stand in the zone, without check digits. */
export interface ZoneFields {
  /** Of a Vietnamese card the last nine of the twelve digits. */
  readonly documentNumber: string
  /** `YYMMDD`, or `YYYY-MM-DD`. */
  readonly dateOfBirth: string
  readonly dateOfExpiry: string
}

export type ChipPassword = { readonly mrz: ZoneFields } | { readonly can: string }

const WEIGHTS = [7, 3, 1]

function withCheckDigit(text: string): string {
  let sum = 0
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i)
    const value = letter === '<' ? 0 : Number.parseInt(letter, 36)
    sum += value * (WEIGHTS[i % 3] ?? 0)
  }
  return `${text}${sum % 10}`
}

function dateOf(text: string): string {
  const short = /^\d{4}-\d{2}-\d{2}$/.test(text) ? text.replaceAll('-', '').slice(2) : text
  if (!/^[\d<]{6}$/.test(short)) throw new TypeError(`no date of a zone: ${text}`)
  return withCheckDigit(short)
}

/** SHA-1 of number and dates with their check digits: BAC takes 16 bytes of it, PACE all. */
export function zoneSecret({ documentNumber, dateOfBirth, dateOfExpiry }: ZoneFields): Bytes {
  const number = documentNumber.toUpperCase().replaceAll(/[\s-]/g, '').padEnd(9, '<')
  if (!/^[0-9A-Z<]+$/.test(number)) throw new TypeError('no document number of a zone')
  return sha1(ascii(withCheckDigit(number) + dateOf(dateOfBirth) + dateOf(dateOfExpiry)))
}

/** What PACE makes its key of, and the number under which the chip knows the password. */
export function paceSecret(password: ChipPassword): { readonly secret: Bytes; readonly reference: number } {
  if ('mrz' in password) return { secret: zoneSecret(password.mrz), reference: 1 }
  if (!/^\d{6,}$/.test(password.can)) throw new TypeError('a card access number has six digits')
  return { secret: ascii(password.can), reference: 2 }
}
