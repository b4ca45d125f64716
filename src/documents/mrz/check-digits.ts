// Computes check digits of ICAO 9303: weights 7, 3, 1 over digits, letters from A = 10 on, and fillers = 0.
import type { CheckRow, ZoneSpan } from './formats.ts'
import type { MrzCharacter } from './reading.ts'

export const FILLER = '<'

/** The characters by line and place. */
export type ZoneGrid = readonly (readonly MrzCharacter[])[]

const WEIGHTS = [7, 3, 1] as const
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** A character that no zone can hold has the value NaN, and so has any sum with it. */
export function worthOf(sign: string): number {
  if (sign === FILLER) return 0
  const value = sign.length === 1 ? ALPHABET.indexOf(sign) : -1
  return value < 0 ? Number.NaN : value
}

export function checkDigit(text: string): string {
  const sum = [...text].reduce((total, sign, i) => total + worthOf(sign) * (WEIGHTS[i % 3] ?? 0), 0)
  return String(sum % 10)
}

export const textOf = (grid: ZoneGrid, { line, from, to }: ZoneSpan): string =>
  (grid[line] ?? [])
    .slice(from, to)
    .map(({ text }) => text)
    .join('')

export const signAt = (grid: ZoneGrid, line: number, at: number): string => grid[line]?.[at]?.text ?? ''

export function isRight(grid: ZoneGrid, { at, covers, mayBeFiller }: CheckRow): boolean {
  const covered = covers.map((span) => textOf(grid, span)).join('')
  const digit = signAt(grid, at.line, at.at)
  if (mayBeFiller && digit === FILLER) return isEmpty(covered)
  return digit !== '' && digit === checkDigit(covered)
}

const isEmpty = (text: string): boolean => [...text].every((sign) => sign === FILLER)
