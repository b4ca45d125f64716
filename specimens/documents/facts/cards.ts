// The identity cards, CMND to Căn cước: what stands on their two sides.
import { provinceByCode } from '../../../src/documents/text/knowledge/units.ts'
import {
  AUTHORITIES,
  type Authority,
  NATIONALITY,
  NO_EXPIRY,
} from '../../../src/documents/text/knowledge/words.ts'
import { type Dice, seededDice } from '../../person/dice.ts'
import { underFormerName } from './addresses.ts'
import { citizen } from './citizen.ts'
import { addYears, ageOn, before, type Day, dayOf, inWords, slashed } from './days.ts'
import { spoilCheckDigit, vietnameseTd1 } from './mrz.ts'
import { capitals, drawName } from './names.ts'
import { oldNumber } from './numbers.ts'
import { cardBarcode, cardQr, chipQr, otherNumber } from './qr.ts'
import type {
  BreakName,
  CanCuoc,
  CardFront,
  Cccd12,
  CccdChip,
  Cmnd9,
  Cmnd12,
  Issue,
  Person,
} from './record.ts'
import { type Dates, drawDates, readingDay } from './timetable.ts'

export interface Asked {
  readonly seed: number
  readonly breaks?: BreakName | undefined
  readonly today?: Day | undefined
}

type CardKind = 'cmnd-9' | 'cmnd-12' | 'cccd-12' | 'cccd-chip' | 'can-cuoc'

interface Holder {
  readonly person: Person
  readonly dates: Dates
}

interface Drawn extends Holder {
  readonly dice: Dice
  /** Whose back it is. */
  readonly back: Holder
  readonly base: { readonly seed: number; readonly today: Day; readonly breaks?: BreakName }
  readonly persons: { readonly person: Person; readonly backPerson: Person }
}

/** Of the oldest cards. */
const FORMER_SHARE = 0.12
/** Of the oldest cards: no more of the day of birth was known. */
const YEAR_ALONE_SHARE = 0.1
const SINCE_TWO_LEVELS = dayOf(2025, 7, 1)
const SOCIAL_ORDER_SINCE = dayOf(2018, 10, 10)
/** Another seed for the second of two people. */
const OTHER = 0x07e4

function drawHolder(kind: CardKind, seed: number, today: Day, breaks: BreakName | undefined): Holder {
  const dates = drawDates(seededDice(seed, 0xda7e), kind, today, breaks === 'expired')
  const person = citizen(seed, { birth: dates.birth, breaks })
  return { person, dates: breaks === 'expiry-rule' ? wronglyDated(dates, today) : dates }
}

/** Five years past what the rule says, or a date where none is due: still valid, on the right day and month. */
export function wronglyDated(dates: Dates, today: Day): Dates {
  const { birth, expiry } = dates
  const age = expiry === null ? ageOn(birth, today) + 8 : expiry.year - birth.year + 5
  return { ...dates, expiry: addYears(expiry ?? birth, expiry === null ? age : 5) }
}

function draw(kind: CardKind, { seed, breaks, today: asked }: Asked): Drawn {
  const today = readingDay(kind, breaks === 'expired', asked)
  const holder = drawHolder(kind, seed, today, breaks)
  const back = breaks === 'two-people' ? drawHolder(kind, seed ^ OTHER, today, undefined) : holder
  return {
    ...holder,
    back,
    dice: seededDice(seed, 0xca2d),
    base: { seed, today, ...(breaks === undefined ? {} : { breaks }) },
    persons: { person: holder.person, backPerson: back.person },
  }
}

export const expiryText = (expiry: Day | null): string => (expiry === null ? NO_EXPIRY : slashed(expiry))

function frontOf({ person, dates }: Holder): CardFront {
  return {
    id: person.number,
    name: capitals(person.name),
    birthday: slashed(person.birth),
    sex: person.sex,
    national: NATIONALITY,
    hometown: person.hometown,
    address: person.residence,
    expiry: expiryText(dates.expiry),
  }
}

function issueOf({ person, dates }: Holder, authority: Authority, dice: Dice): Issue {
  return {
    issueDate: slashed(dates.issue),
    issueWords: inWords(dates.issue),
    authority,
    issueBy: authority.value,
    signer: drawName(dice, 'Nam').name,
    characteristics: person.characteristics,
  }
}

export function policeOf(province: string): Authority {
  const { name = '', city = false } = provinceByCode(province) ?? {}
  const place = `${city ? 'Thành phố' : 'Tỉnh'} ${name}`
  return {
    lines: [`GIÁM ĐỐC CA ${city ? 'TP.' : 'TỈNH'} ${capitals(name)}`],
    value: `Công an ${place.slice(0, 1).toLowerCase()}${place.slice(1)}`,
  }
}

export function cmnd9(asked: Asked): Cmnd9 {
  const { person, dates, back, dice, base, persons } = draw('cmnd-9', asked)
  const number = person.oldNumber ?? oldNumber(dice, person.provinces.residence)
  const { sex: _sex, national: _national, expiry: _expiry, ...front } = frontOf({ person, dates })
  const former = underFormerName(dice, front.hometown, person.provinces.hometown)
  return {
    kind: 'cmnd-9',
    ...base,
    ...persons,
    person: { ...person, oldNumber: number },
    front: {
      ...front,
      id: number,
      hometown: dice.next() < FORMER_SHARE ? former : front.hometown,
      birthday: dice.next() < YEAR_ALONE_SHARE ? String(person.birth.year) : front.birthday,
    },
    back: {
      ...issueOf(back, policeOf(back.person.provinces.residence), dice),
      ethnicity: back.person.ethnicity,
      religion: back.person.religion,
    },
  }
}

const registerOf = (issue: Day): Authority =>
  AUTHORITIES[before(issue, SOCIAL_ORDER_SINCE) ? 'population-register' : 'social-order']

export function cmnd12(asked: Asked): Cmnd12 {
  const drawn = draw('cmnd-12', asked)
  const { person, back, dice, base, persons } = drawn
  const { national: _national, ...front } = frontOf(drawn)
  const early = before(back.dates.issue, dayOf(2014, 1, 1))
  return {
    kind: 'cmnd-12',
    ...base,
    ...persons,
    front: { ...front, ethnicity: person.ethnicity, otherName: '' },
    back: {
      ...issueOf(back, registerOf(back.dates.issue), dice),
      religion: back.person.religion,
      ...(early ? { father: back.person.father, mother: back.person.mother } : {}),
      barcode: cardBarcode(back.person, back.dates.issue),
    },
  }
}

export function cccd12(asked: Asked): Cccd12 {
  const drawn = draw('cccd-12', asked)
  const { back, dice, base, persons } = drawn
  return {
    kind: 'cccd-12',
    ...base,
    ...persons,
    front: frontOf(drawn),
    back: {
      ...issueOf(back, registerOf(back.dates.issue), dice),
      barcode: cardBarcode(back.person, back.dates.issue),
    },
  }
}

/** Another day of the same month: the MRZ stays well formed and agrees with the number. */
export const otherDay = (day: Day): Day => ({ ...day, day: day.day > 14 ? day.day - 9 : day.day + 9 })

function zoneOf({ person, dates }: Holder, dice: Dice, breaks: BreakName | undefined): string[] {
  const lines = vietnameseTd1({
    number: person.number,
    birth: breaks === 'mrz-mismatch' ? otherDay(person.birth) : person.birth,
    sex: person.sex === 'Nam' ? 'M' : 'F',
    expiry: dates.expiry,
    surname: person.surname,
    givenNames: `${person.middle} ${person.given}`,
  })
  return breaks === 'check-digit' ? spoilCheckDigit(lines, dice) : lines
}

/** The person as the QR code has them. */
const inQr = (person: Person, dice: Dice, breaks: BreakName | undefined): Person =>
  breaks === 'qr-mismatch' ? { ...person, number: otherNumber(dice, person.number) } : person

export function cccdChip(asked: Asked): CccdChip {
  const drawn = draw('cccd-chip', asked)
  const { person, dates, back, dice, base, persons } = drawn
  const qr = chipQr(inQr(person, dice, asked.breaks), person.residence.text, dates.issue)
  return {
    kind: 'cccd-chip',
    ...base,
    ...persons,
    front: { ...frontOf(drawn), qr },
    back: {
      ...issueOf(back, AUTHORITIES['social-order'], dice),
      mrz: zoneOf(back, dice, asked.breaks),
    },
  }
}

export function canCuoc(asked: Asked): CanCuoc {
  const drawn = draw('can-cuoc', asked)
  const { back, dice, base, persons } = drawn
  const { hometown: _hometown, address: _address, expiry: _expiry, ...front } = frontOf(drawn)
  const holder = back.person
  const twoLevels = !before(back.dates.issue, SINCE_TWO_LEVELS)
  const under6 = ({ person, dates }: Holder) => ageOn(person.birth, dates.issue) < 6
  const address = twoLevels ? holder.residence2025 : holder.residence
  const extra = {
    ...(under6(back) ? { parents: { father: holder.father, mother: holder.mother } } : {}),
    ...(dice.next() < 0.05 ? { cancelledNumber: otherNumber(dice, holder.number) } : {}),
    trailing: dice.next() < 0.5,
  }
  const {
    characteristics: _marks,
    signer: _signer,
    ...issue
  } = issueOf(back, AUTHORITIES['public-security'], dice)
  return {
    kind: 'can-cuoc',
    ...base,
    ...persons,
    form: under6(drawn) ? 'child' : 'grown',
    front,
    back: {
      ...issue,
      address,
      hometown: twoLevels ? holder.birthplace2025 : holder.birthplace,
      expiry: expiryText(back.dates.expiry),
      qr: cardQr(inQr(holder, dice, asked.breaks), address.text, back.dates.issue, extra),
      mrz: zoneOf(back, dice, asked.breaks),
    },
  }
}
