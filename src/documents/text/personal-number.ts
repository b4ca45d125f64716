// Parses personal numbers: the parts of the twelve digits, and the provinces that issued a number of nine.
import { type Country, countryByCode, type Province, provinceByCode } from './knowledge/units.ts'

/** There is a province where the birth was registered in Việt Nam, else a country. */
interface PersonalNumber {
  readonly province?: Province
  readonly country?: Country
  readonly sex: 'Nam' | 'Nữ'
  readonly birthYear: number
}

/** Numbers are issued at birth, so the later centuries of the table are yet to come. */
const LAST_YEAR = 2099

/** PPP G YY RRRRRR: place of registration, century and sex, year, and six digits that mean nothing. */
export function parsePersonalNumber(id: string): PersonalNumber | undefined {
  if (!/^\d{12}$/.test(id)) return undefined
  const [code, digit] = [id.slice(0, 3), Number(id[3])]
  const [province, country] = [provinceByCode(code), countryByCode(code)]
  const birthYear = 1900 + Math.floor(digit / 2) * 100 + Number(id.slice(4, 6))
  if ((province === undefined && country === undefined) || birthYear > LAST_YEAR) return undefined
  return {
    ...(province && { province }),
    ...(country && { country }),
    sex: digit % 2 === 0 ? 'Nam' : 'Nữ',
    birthYear,
  }
}

/** First digits of the nine, and the provinces (of the 63) whose police had them. Splits of a block are less sure than the block: a province stays in all of it. */
const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  '01': ['001'],
  '02': ['079'],
  '03': ['031'],
  '04': ['011', '012'],
  '05': ['014'],
  '06': ['010', '015'],
  '07': ['002', '008'],
  '08': ['020', '004'],
  '09': ['019'],
  '095': ['006', '019'],
  '10': ['022'],
  '11': ['001', '017'],
  '12': ['024', '027'],
  '13': ['025', '026'],
  '14': ['030', '033'],
  '15': ['034'],
  '16': ['035', '036', '037'],
  '17': ['038'],
  '18': ['042', '040'],
  '19': ['044', '045', '046'],
  '20': ['049', '048'],
  '21': ['051', '052'],
  '22': ['056', '054'],
  '23': ['064', '062'],
  '24': ['066'],
  '245': ['067', '066'],
  '25': ['068'],
  '26': ['058', '060'],
  '27': ['077', '075'],
  '28': ['074', '070'],
  '280': ['074'],
  '281': ['074'],
  '285': ['070'],
  '29': ['072'],
  '30': ['080'],
  '31': ['082'],
  '32': ['083'],
  '33': ['086', '084'],
  '34': ['087'],
  '35': ['089'],
  '36': ['093', '094', '092'],
  '37': ['091'],
  '38': ['095', '096'],
}

/** Returns codes of the 63; none where the block is unknown or the text is not nine digits. */
export function provincesOfCmnd9(id: string): readonly string[] {
  if (!/^\d{9}$/.test(id)) return []
  return BLOCKS[id.slice(0, 3)] ?? BLOCKS[id.slice(0, 2)] ?? []
}
