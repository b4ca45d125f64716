// Tells which characters a line of an expected kind can hold.

export type ExpectedLine = 'digits' | 'date' | 'name' | 'address' | 'mrz'

const LETTER = /^[\p{L}\p{M}]$/u

const isOneOf =
  (characters: string) =>
  (character: string): boolean =>
    characters.includes(character)

const alphabets: Readonly<Record<ExpectedLine, (character: string) => boolean>> = {
  digits: isOneOf('0123456789'),
  date: isOneOf('0123456789/-. '),
  name: (character) => LETTER.test(character) || isOneOf(" '-.")(character),
  address: (character) => LETTER.test(character) || isOneOf("0123456789 ,.-/'()&")(character),
  mrz: isOneOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'),
}

const masks = new WeakMap<readonly string[], Map<ExpectedLine, Uint8Array>>()

/** The entry is 1 for the blank and for every class whose character is allowed. */
export function allowedClasses(charset: readonly string[], expected: ExpectedLine): Uint8Array {
  const known = masks.get(charset) ?? new Map<ExpectedLine, Uint8Array>()
  masks.set(charset, known)
  const found =
    known.get(expected) ?? Uint8Array.from([1, ...charset.map((one) => Number(alphabets[expected](one)))])
  known.set(expected, found)
  return found
}

/** Machine-readable lines are known by their fillers. */
export function looksLikeMrz(text: string): boolean {
  const letters = text.replaceAll(' ', '')
  const fillers = letters.length - letters.replaceAll('<', '').length
  const foreign = letters.replaceAll(/[A-Z0-9<]/g, '').length
  return letters.length >= 20 && fillers >= 2 && foreign <= letters.length / 6
}
