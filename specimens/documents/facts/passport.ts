// Vietnamese passports, green and indigo: what stands on the data page.
import { provinceByCode } from '../../../src/documents/text/knowledge/units.ts'
import { AUTHORITIES, NATIONALITY } from '../../../src/documents/text/knowledge/words.ts'
import { type Dice, seededDice } from '../../person/dice.ts'
import { provinceText } from './addresses.ts'
import { type Asked, otherDay, wronglyDated } from './cards.ts'
import { citizen } from './citizen.ts'
import { before, type Day, dayOf, slashed } from './days.ts'
import { spoilCheckDigit, td3 } from './mrz.ts'
import { capitals, drawName } from './names.ts'
import { digits } from './numbers.ts'
import type { Passport, Person } from './record.ts'
import { drawDates, readingDay } from './timetable.ts'

/** From here on the new booklets print the place of birth again. */
const BIRTHPLACE_SINCE = dayOf(2023, 1, 1)
const REVERSED_SHARE = 0.08

export function passport(
  kind: 'passport-old' | 'passport-new',
  { seed, breaks, today: asked }: Asked,
): Passport {
  const dice = seededDice(seed, 0x9a55)
  const today = readingDay(kind, breaks === 'expired', asked)
  const ruled = drawDates(dice, kind, today, breaks === 'expired')
  const { birth, issue, expiry } = breaks === 'expiry-rule' ? wronglyDated(ruled, today) : ruled
  const person = citizen(seed, { birth, breaks })
  const { surname, middle, given } = person
  const number = dice.pick(kind === 'passport-old' ? ['B', 'C', 'N'] : ['P', 'C', 'E', 'K', 'Q'])
  const passportId = number + digits(dice, kind === 'passport-old' ? 7 : 8)
  const id =
    kind === 'passport-old' && person.oldNumber !== undefined && dice.next() < 0.6
      ? person.oldNumber
      : person.number
  const right = td3({
    type: 'P<',
    issuer: 'VNM',
    nationality: 'VNM',
    number: passportId,
    birth: breaks === 'mrz-mismatch' ? otherDay(birth) : birth,
    sex: person.sex === 'Nam' ? 'M' : 'F',
    expiry,
    surname,
    givenNames: `${middle} ${given}`,
    optional: id,
  })
  const lines = breaks === 'check-digit' ? spoilCheckDigit(right, dice) : right
  const reversedFiller = dice.next() < REVERSED_SHARE
  const hometown = birthplaceOf(kind, person, issue)
  return {
    kind,
    seed,
    today,
    ...(breaks === undefined ? {} : { breaks }),
    person,
    front: {
      passportType: 'P',
      country: 'VNM',
      passportId,
      id,
      name: capitals(person.name),
      surname: capitals(surname),
      givenNames: capitals(`${middle} ${given}`),
      national: NATIONALITY,
      nationalEnglish: 'Vietnamese',
      birthday: slashed(birth),
      ...(hometown === undefined ? {} : { hometown }),
      sex: person.sex,
      sexLetter: person.sex === 'Nam' ? 'M' : 'F',
      issueDate: slashed(issue),
      expiry: expiry === null ? '' : slashed(expiry),
      ...signature(dice),
      mrz: reversedFiller ? lines.map((line) => line.replaceAll('<', '>')) : lines,
      reversedFiller,
    },
  }
}

const signature = (dice: Dice) => ({
  authority: AUTHORITIES.immigration,
  issueBy: AUTHORITIES.immigration.value,
  signer: drawName(dice, 'Nam').name,
})

function birthplaceOf(kind: Passport['kind'], person: Person, issue: Day): string | undefined {
  if (kind === 'passport-new' && before(issue, BIRTHPLACE_SINCE)) return undefined
  const province = provinceByCode(person.provinces.birth)
  return province === undefined ? person.birthplace.text : provinceText(province.name, province.city, 'bare')
}
