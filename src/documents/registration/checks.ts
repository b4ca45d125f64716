// Holds what a certificate says against itself: its code, its capital, and the numbers of its people.
import { atLeast, type Check, softly } from '../../checks.ts'
import { parseDate } from '../text/dates.ts'
import { parsePersonalNumber, provincesOfCmnd9 } from '../text/personal-number.ts'
import { hasRightDigit } from './business-code.ts'
import type { Certificate, Representative } from './certificate.ts'
import { amountIn, amountInWords } from './money.ts'
import type { Sheet } from './sheet.ts'
import type { Value } from './values.ts'

/** A mismatch counts where it is likelier than a misreading of either side of it. */
const SURE_ENOUGH = 0.5
/** Of the letters of a PDF, those that are shown as they are written. */
export const LEAST_AGREEMENT = 0.85

export function checksOf(certificate: Certificate, sheets: readonly Sheet[]): Check[] {
  const { representatives } = certificate
  return [
    ...textChecks(sheets),
    ...codeChecks(certificate),
    ...capitalChecks(certificate),
    ...representatives.flatMap((person, i) => personChecks(person, i === 0 ? '' : `representatives.${i}.`)),
  ]
}

/** Where a PDF writes letters of its own. */
function textChecks(sheets: readonly Sheet[]): Check[] {
  const agreements = sheets.flatMap(({ agreement }) => agreement ?? [])
  if (agreements.length === 0) return []
  const least = Math.min(...agreements)
  const isTrusted = sheets.every(({ agreement, source }) => agreement === undefined || source === 'text')
  const check = atLeast('pdf-text-agreement', least, LEAST_AGREEMENT)
  return [isTrusted ? check : { ...check, outcome: 'failed' }]
}

function codeChecks({ company: { business_code: code } }: Certificate): Check[] {
  const isRight = hasRightDigit(code.text)
  if (isRight === undefined) return []
  const check = { ...atLeast('business-code-digit', isRight ? 1 : 0, 1), field: 'business_code' }
  return [weighed(check, code)]
}

function capitalChecks({ company, capitalWords }: Certificate): Check[] {
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

/** `place` goes before the names of the fields of a further representative. */
function personChecks({ id_number: number, gender, birthday }: Representative, place: string): Check[] {
  const field = `${place}id_number`
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
            compared('id-number-sex', `${place}gender`, { number: parts.sex, printed: gender.text }),
            number,
            gender,
          ),
        ]),
    ...(year === undefined
      ? []
      : [
          weighed(
            compared('id-number-birth-year', `${place}birthday`, {
              number: String(parts.birthYear),
              printed: String(year),
            }),
            number,
            birthday,
          ),
        ]),
  ]
}

function compared(name: string, field: string, values: Readonly<Record<string, string>>): Check {
  const isSame = new Set(Object.values(values)).size === 1
  return { ...atLeast(name, isSame ? 1 : 0, 1), field, values }
}

/** What may have been misread is told, and decides nothing. */
const weighed = (check: Check, ...values: readonly Value[]): Check =>
  values.reduce((product, { confidence }) => product * confidence, 1) > SURE_ENOUGH ? check : softly(check)
