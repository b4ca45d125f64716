// Machine-readable zones written by the ICAO rules and in the Vietnamese form, check digits included.
import type { Dice } from '../../person/dice.ts'
import { type Day, short } from './days.ts'
import { mrzNames } from './mrz-names.ts'

interface MrzInput {
  /** Two characters: `ID`, `I<`, `P<`. */
  readonly type: string
  /** Up to three letters. */
  readonly issuer: string
  readonly nationality: string
  readonly number: string
  readonly birth: Day
  readonly sex: 'M' | 'F'
  /** No expiry is written as the last day of the century. */
  readonly expiry: Day | null
  readonly surname: string
  readonly givenNames: string
  /** The personal number of a TD3, the first optional field of a TD1. */
  readonly optional?: string
}

const value = (sign: string): number =>
  sign === '<' ? 0 : /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 55

/** Weights 7, 3, 1 over digits, letters from A = 10, and `<` = 0. */
export function checkDigit(text: string): string {
  return String(
    [...text].reduce((sum, sign, index) => sum + value(sign) * ([7, 3, 1][index % 3] ?? 0), 0) % 10,
  )
}

const fill = (text: string, width: number): string => text.slice(0, width).padEnd(width, '<')
const checked = (text: string): string => text + checkDigit(text)
const NO_EXPIRY_MRZ = '991231'
const expiryField = (expiry: Day | null): string => (expiry === null ? NO_EXPIRY_MRZ : short(expiry))

function td1Lines(first: string, input: MrzInput): string[] {
  const second = checked(short(input.birth)) + input.sex + checked(expiryField(input.expiry))
  const rest = second + fill(input.nationality, 3) + '<'.repeat(11)
  const bare = [first, `${rest}0`, mrzNames(input.surname, input.givenNames, 30)]
  return withComposite(bare)
}

/** Three lines of thirty; a number of more than nine characters runs on in the optional field. */
export function td1(input: MrzInput): string[] {
  const { type, issuer, number, optional = '' } = input
  const head = fill(type, 2) + fill(issuer, 3)
  if (number.length <= 9) return td1Lines(head + checked(fill(number, 9)) + fill(optional, 15), input)
  const rest = number.slice(9)
  const long = `${number.slice(0, 9)}<${rest}${checkDigit(number)}<${optional}`
  return td1Lines(head + fill(long, 25), input)
}

const VIETNAMESE = 'IDVNM'

/** The Vietnamese form: the last nine digits, then all twelve with a check digit of their own. */
export function vietnameseTd1(
  input: Omit<MrzInput, 'type' | 'issuer' | 'nationality' | 'optional'>,
): string[] {
  const first = `${VIETNAMESE}${checked(input.number.slice(-9))}${checked(fill(input.number, 14))}`
  return td1Lines(first, { ...input, type: 'ID', issuer: 'VNM', nationality: 'VNM' })
}

/** Two lines of forty-four. */
export function td3(input: MrzInput): string[] {
  const first = fill(input.type, 2) + fill(input.issuer, 3) + mrzNames(input.surname, input.givenNames, 39)
  const second =
    checked(fill(input.number, 9)) +
    fill(input.nationality, 3) +
    checked(short(input.birth)) +
    input.sex +
    checked(expiryField(input.expiry)) +
    checked(fill(input.optional ?? '', 14))
  return withComposite([first, `${second}0`])
}

type Place = readonly [line: number, at: number]

interface Layout {
  readonly digits: readonly Place[]
  readonly composite: Place
  readonly covered: (lines: readonly string[]) => string
}

const at = (lines: readonly string[], line: number, from: number, to: number): string =>
  (lines[line] ?? '').slice(from, to)

const LAYOUTS: Readonly<Record<number, Layout>> = {
  3: {
    digits: [
      [0, 14],
      [1, 6],
      [1, 14],
    ],
    composite: [1, 29],
    covered: (lines) => at(lines, 0, 5, 30) + at(lines, 1, 0, 7) + at(lines, 1, 8, 15) + at(lines, 1, 18, 29),
  },
  2: {
    digits: [
      [1, 9],
      [1, 19],
      [1, 27],
      [1, 42],
    ],
    composite: [1, 43],
    covered: (lines) => at(lines, 1, 0, 10) + at(lines, 1, 13, 20) + at(lines, 1, 21, 43),
  },
}

const layoutOf = (lines: readonly string[]): Layout => {
  const layout = LAYOUTS[lines.length]
  if (layout === undefined) throw new Error('an MRZ of two or three lines was expected')
  return layout
}

const put = (lines: readonly string[], [line, place]: Place, sign: string): string[] =>
  lines.map((text, index) => (index === line ? text.slice(0, place) + sign + text.slice(place + 1) : text))

const withComposite = (lines: readonly string[]): string[] => {
  const { composite, covered } = layoutOf(lines)
  return put(lines, composite, checkDigit(covered(lines)))
}

/** Makes exactly one check digit wrong: the composite is written anew over a wrong digit it covers. */
export function spoilCheckDigit(lines: readonly string[], dice: Dice): string[] {
  const { digits, composite } = layoutOf(lines)
  const own: readonly Place[] = lines[0]?.startsWith(VIETNAMESE) === true ? [[0, 29]] : []
  const place = dice.pick([...digits, ...own, composite])
  const right = value(at(lines, place[0], place[1], place[1] + 1))
  const spoilt = put(lines, place, String((right + 1 + Math.floor(dice.between(0, 9))) % 10))
  return place === composite ? spoilt : withComposite(spoilt)
}
