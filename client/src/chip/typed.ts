// Turns what somebody types off a document, or a camera reads of its zone, into what opens the chip.
import { type ChipPassword, paceSecret, type ZoneFields } from './password.ts'

/** As printed: on Vietnamese cards the day comes first. */
const printedDate = /^(\d{2})[./-](\d{2})[./-](\d{4})$/
const vietnameseNumber = /^\d{12}$/

/** Undefined where it is neither a date of a zone nor one as documents print it. */
function dateOf(text: string): string | undefined {
  const [, day, month, year] = printedDate.exec(text) ?? []
  const date = day === undefined ? text : `${year}-${month}-${day}`
  return /^\d{6}$|^\d{4}-\d{2}-\d{2}$/.test(date) ? date : undefined
}

/** The number and dates as printed. Undefined for what opens no chip. */
export function typedZone({
  documentNumber,
  dateOfBirth,
  dateOfExpiry,
}: ZoneFields): ChipPassword | undefined {
  const [birth, expiry] = [dateOf(dateOfBirth.trim()), dateOf(dateOfExpiry.trim())]
  if (birth === undefined || expiry === undefined) return undefined
  const number = documentNumber.replaceAll(/[\s-]/g, '')
  if (number === '') return undefined
  // The zone of a Vietnamese card has the last nine of its twelve digits as the number of the document.
  const ofZone = vietnameseNumber.test(number) ? number.slice(-9) : number
  return whole({ mrz: { documentNumber: ofZone, dateOfBirth: birth, dateOfExpiry: expiry } })
}

export const typedAccessNumber = (text: string): ChipPassword | undefined => {
  const can = text.replaceAll(/\s/g, '')
  return /^\d{6,10}$/.test(can) ? whole({ can }) : undefined
}

/** Lines of a zone: three of thirty letters, or two of thirty-six or forty-four. */
export function passwordOfLines(lines: readonly string[]): ChipPassword | undefined {
  const [first = '', second = ''] = lines.map((line) => line.replaceAll(/\s/g, '').toUpperCase())
  if (lines.length === 3 && first.length === 30 && second.length === 30)
    return whole({
      mrz: {
        documentNumber: numberOfCard(first),
        dateOfBirth: second.slice(0, 6),
        dateOfExpiry: second.slice(8, 14),
      },
    })
  if (lines.length !== 2 || first.length !== second.length || ![36, 44].includes(second.length))
    return undefined
  return whole({
    mrz: {
      documentNumber: filledOff(second.slice(0, 9)),
      dateOfBirth: second.slice(13, 19),
      dateOfExpiry: second.slice(21, 27),
    },
  })
}

const filledOff = (text: string): string => text.replace(/<+$/, '')

/** A number of more than nine letters has a filler where its check digit would be, and goes on behind it. */
function numberOfCard(line: string): string {
  const number = line.slice(5, 14)
  if (line[14] !== '<') return filledOff(number)
  const rest = line.slice(15).split('<', 1)[0] ?? ''
  return rest.length < 2 ? filledOff(number) : number + rest.slice(0, -1)
}

/** One text with all of it: six digits, number and dates with spaces between, or the lines of the zone. */
export function typedPassword(text: string): ChipPassword | undefined {
  const words = text.trim().split(/\s+/)
  const [number = '', birth, expiry] = words
  if (words.length === 1) return typedAccessNumber(number)
  const zone = passwordOfLines(words)
  if (zone !== undefined || words.length !== 3) return zone
  return typedZone({ documentNumber: number, dateOfBirth: birth ?? '', dateOfExpiry: expiry ?? '' })
}

/** What cannot be a password is told now, and not when the card lies on the reader. */
function whole(password: ChipPassword): ChipPassword | undefined {
  try {
    paceSecret(password)
    return password
  } catch {
    return undefined
  }
}
