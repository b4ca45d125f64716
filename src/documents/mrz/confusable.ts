// Knows the characters of a zone that are taken for each other, and which one is meant where the one read cannot stand.
import type { PlaceClass } from './formats.ts'

const DIGIT = /^[0-9]$/
const LETTER = /^[A-Z]$/

const ALLOWED: Readonly<Record<PlaceClass, RegExp>> = {
  head: LETTER,
  letters: /^[A-Z<]$/,
  names: /^[A-Z<]$/,
  filler: /^<$/,
  digits: /^[0-9<]$/,
  any: /^[A-Z0-9<]$/,
  sex: /^[MFX<]$/,
  check: /^[0-9<]$/,
}

/** Any character of a group may be misread as any other of it. */
const GROUPS = ['0ODQ', '1IL', '2Z', '5S', '6G', '8B', '<KCL', 'MN', 'VY', '4A', '7T'] as const

export const mayStand = (sign: string, place: PlaceClass): boolean => ALLOWED[place].test(sign)

/** Returns the digits and letters that the sign may have been instead. */
export function confusables(sign: string): string[] {
  return [...new Set(GROUPS.filter((group) => group.includes(sign)).flatMap((group) => [...group]))].filter(
    (other) => other !== sign,
  )
}

/** The one digit or letter that looks most like the sign. */
const AS_DIGIT: Readonly<Record<string, string>> = {
  O: '0',
  D: '0',
  Q: '0',
  U: '0',
  I: '1',
  L: '1',
  Z: '2',
  A: '4',
  S: '5',
  G: '6',
  T: '7',
  B: '8',
}
const AS_LETTER: Readonly<Record<string, string>> = {
  0: 'O',
  1: 'I',
  2: 'Z',
  4: 'A',
  5: 'S',
  6: 'G',
  7: 'T',
  8: 'B',
}
const AS_SEX: Readonly<Record<string, string>> = { N: 'M', H: 'M', W: 'M', P: 'F', E: 'F' }

const AS_FILLER: Readonly<Record<string, string>> = { K: '<', C: '<', L: '<', X: '<', E: '<' }

/** Returns what must have been meant where the sign itself cannot stand; undefined where nothing looks like it. */
export function forced(sign: string, place: PlaceClass): string | undefined {
  if (mayStand(sign, place)) return sign
  const table =
    place === 'filler' ? AS_FILLER : place === 'sex' ? AS_SEX : DIGIT.test(sign) ? AS_LETTER : AS_DIGIT
  const meant = table[sign]
  return meant !== undefined && mayStand(meant, place) ? meant : undefined
}

/** The characters that each first letter of a zone is misread as. */
const AS_HEAD: Readonly<Record<string, string>> = { I: '1LTJ', P: 'FRB', V: 'YU', A: '4', C: 'GO0' }

/** Returns the one of these letters that was meant; undefined where the sign looks like none of them. */
export function forcedHead(sign: string, heads: string): string | undefined {
  return [...heads].find((head) => head === sign) ?? [...heads].find((head) => AS_HEAD[head]?.includes(sign))
}
