// Checks a certificate against itself: its code, its capital, and the numbers of its people.
import { atLeast, type Check, holds, softly, type YesName } from '../../checks.ts'
import { parseDate } from '../text/dates.ts'
import { parsePersonalNumber, provincesOfCmnd9 } from '../text/personal-number.ts'
import type { RegistrationCertificate, Representative } from './certificate.ts'
import { amountIn, amountInWords } from './money.ts'
import type { Sheet } from './sheet.ts'
import type { SlotValue } from './slots.ts'

/** A mismatch fails a check if all values compared are right with more than this probability. */
const MIN_CONFIDENCE = 0.5
/** The share of the letters of a PDF that its picture must show the same. */
export const MIN_AGREEMENT = 0.85

export function checksOf(certificate: RegistrationCertificate, sheets: readonly Sheet[]): Check[] {
  const { representatives } = certificate
  return [
    ...textChecks(sheets),
    ...codeChecks(certificate),
    ...capitalChecks(certificate),
    ...representatives.flatMap((person, i) => personChecks(person, i === 0 ? '' : `representatives.${i}.`)),
  ]
}

/** A PDF that writes letters of its own must show the same ones. */
function textChecks(sheets: readonly Sheet[]): Check[] {
  const agreements = sheets.flatMap(({ agreement }) => agreement ?? [])
  if (agreements.length === 0) return []
  const least = Math.min(...agreements)
  const isTrusted = sheets.every(({ agreement, source }) => agreement === undefined || source === 'text')
  const check = atLeast('pdf-text-agreement', least, MIN_AGREEMENT)
  return [isTrusted ? check : { ...check, outcome: 'failed' }]
}

function codeChecks({ company: { business_code: code } }: RegistrationCertificate): Check[] {
  const isRight = hasRightDigit(code.text)
  if (isRight === undefined) return []
  const check = { ...atLeast('business-code-digit', isRight ? 1 : 0, 1), field: 'business_code' }
  return [weighed(check, code)]
}

function capitalChecks({ company, capitalWords }: RegistrationCertificate): Check[] {
  const { authorized_capital: capital, par_value: par, total_shares: shares } = company
  const amount = amountIn(capital.text)
  if (amount === undefined) return []
  const said = amountInWords(capitalWords.text)
  const [each, count] = [amountIn(par.text), amountIn(shares.text)]
  const words =
    said === undefined
      ? []
      : [
          weighed(
            compared('capital-in-words', 'authorized_capital', {
              figures: String(amount),
              words: String(said),
            }),
            capital,
            capitalWords,
          ),
        ]
  if (each === undefined || count === undefined) return words
  const product = compared('capital-of-shares', 'authorized_capital', {
    capital: String(amount),
    shares: String(each * count),
  })
  return [...words, weighed(product, capital, par, shares)]
}

/** `prefix` stands before the field names of further representatives. */
function personChecks({ id_number: number, gender, birthday }: Representative, prefix: string): Check[] {
  const field = `${prefix}id_number`
  if (/^\d{9}$/u.test(number.text)) {
    const known = provincesOfCmnd9(number.text).length
    return [softly({ ...atLeast('id-number-structure', Math.min(1, known), 1), field })]
  }
  if (!/^\d{12}$/u.test(number.text)) return []
  const parts = parsePersonalNumber(number.text)
  const structure = { ...atLeast('id-number-structure', parts ? 1 : 0, 1), field }
  if (!parts) return [weighed(structure, number)]
  const year = parseDate(birthday.text)?.year
  return [
    structure,
    ...(gender.text === ''
      ? []
      : [
          weighed(
            compared('id-number-sex', `${prefix}gender`, { number: parts.sex, printed: gender.text }),
            number,
            gender,
          ),
        ]),
    ...(year === undefined
      ? []
      : [
          weighed(
            compared('id-number-birth-year', `${prefix}birthday`, {
              number: String(parts.birthYear),
              printed: String(year),
            }),
            number,
            birthday,
          ),
        ]),
  ]
}

function compared(name: YesName, field: string, values: Readonly<Record<string, string>>): Check {
  const isSame = new Set(Object.values(values)).size === 1
  return { ...holds(name, isSame), field, values }
}

/** A check of values that may have been misread is reported and decides nothing. */
const weighed = (check: Check, ...values: readonly SlotValue[]): Check =>
  values.reduce((product, { confidence }) => product * confidence, 1) > MIN_CONFIDENCE ? check : softly(check)

/** Weights of the first nine digits of a business code, which is also the tax code. */
const WEIGHTS = [31, 29, 23, 19, 17, 13, 7, 5, 3]

/** Whether the tenth digit, of a branch's thirteen too, follows from the nine before it; undefined where no rule says so. */
export function hasRightDigit(code: string): boolean | undefined {
  if (!/^\d{10}(?:-\d{3})?$/u.test(code)) return undefined
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(code[i]), 0)
  const digit = 10 - (sum % 11)
  // Offices do not agree on what stands for ten.
  return digit === 10 ? undefined : digit === Number(code[9])
}
