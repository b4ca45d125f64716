// Identity cards and passports of other countries: enough of them to meet every letter of the ICAO table.
import { type Dice, seededDice } from '../../person/dice.ts'
import { type Asked, otherDay } from './cards.ts'
import { FOREIGN_COUNTRIES, type ForeignCountry } from './countries.ts'
import { type Day, slashed } from './days.ts'
import { spoilCheckDigit, td1, td3 } from './mrz.ts'
import { digits } from './numbers.ts'
import type { Foreign } from './record.ts'
import { drawDates, readingDay } from './timetable.ts'

/** Letters that are not taken for digits. */
const LETTERS = [...'CFGHJKLMNPRTVWXYZ'] as const

const drawNumber = (dice: Dice, form: string): string =>
  form.replace(/[A9]/g, (sign) => (sign === '9' ? digits(dice, 1) : dice.pick(LETTERS)))

/** Spain writes the holder's number into the first optional field. */
function optionalOf(country: ForeignCountry, kind: Foreign['kind'], dice: Dice): string {
  if (country.code !== 'ESP') return ''
  const number = digits(dice, 8)
  const letter = 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(number) % 23] ?? ''
  return kind === 'foreign-td1' ? number + letter : `A${number}${letter}`
}

export function foreigner(kind: Foreign['kind'], { seed, breaks, today: asked }: Asked): Foreign {
  const dice = seededDice(seed, 0xf03e)
  const today = readingDay(kind, breaks === 'expired', asked)
  const { birth, issue, expiry } = drawDates(dice, kind, today, breaks === 'expired')
  const card = kind === 'foreign-td1'
  const country = dice.pick(FOREIGN_COUNTRIES.filter(({ cardTitle }) => !card || cardTitle !== undefined))
  const woman = dice.next() < 0.5
  const surname = dice.pick(country.surnames)
  const givenNames = dice.pick(woman ? country.women : country.men)
  const documentNumber = drawNumber(dice, country.number)
  const sexLetter = woman ? 'F' : 'M'
  const input = {
    type: card ? (country.code === 'D' || country.code === 'FRA' ? 'ID' : 'I<') : 'P<',
    issuer: country.code,
    nationality: country.code,
    number: documentNumber,
    birth: breaks === 'mrz-mismatch' ? otherDay(birth) : birth,
    sex: sexLetter,
    expiry,
    surname,
    givenNames,
    optional: optionalOf(country, kind, dice),
  } as const
  const right = card ? td1(input) : td3(input)
  return {
    kind,
    seed,
    today,
    ...(breaks === undefined ? {} : { breaks }),
    front: {
      country: country.code,
      countryName: country.name,
      title: card ? (country.cardTitle ?? '') : country.passportTitle,
      documentNumber,
      surname: surname.toUpperCase(),
      givenNames: givenNames.toUpperCase(),
      nationality: country.nationality,
      birthday: slashed(birth),
      sexLetter,
      birthplace: dice.pick(country.towns),
      issueDate: slashed(issue),
      expiry: slashed(expiry as Day),
      authority: country.authority,
    },
    mrz: breaks === 'check-digit' ? spoilCheckDigit(right, dice) : right,
  }
}
