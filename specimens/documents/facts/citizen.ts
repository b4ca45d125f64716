// A person who does not exist and obeys every rule of the register, or breaks the one that is asked for.
import { countryByCode, PROVINCES, provinceByCode } from '../../../src/documents/text/knowledge/units.ts'
import { ETHNIC_GROUPS, RELIGIONS } from '../../../src/documents/text/knowledge/words.ts'
import { type Dice, seededDice } from '../../person/dice.ts'
import { type AddressStyle, drawPlace, newForm, oldForm } from './addresses.ts'
import { type Day, dayOf, drawDay } from './days.ts'
import { drawMark } from './marks.ts'
import { drawName } from './names.ts'
import { oldNumber, personalNumber, type Sex } from './numbers.ts'
import type { BreakName, Person } from './record.ts'

interface CitizenOptions {
  readonly birth?: Day
  readonly sex?: Sex
  /** Someone whose birth was registered in the country: no foreign code. */
  readonly homeBorn?: boolean
  readonly breaks?: BreakName | undefined
}

const PEOPLES: readonly string[] = ETHNIC_GROUPS.slice(1)
/** Few enough to be rare, many enough to be met in a thousand specimens. */
const ABROAD_SHARE = 0.02
const MOVED_SHARE = 0.25
/** Of the provinces, by weight of people: the two great cities again and again. */
const GREAT = ['001', '079'] as const

const drawProvince = (dice: Dice): string =>
  dice.next() < 0.2 ? dice.pick(GREAT) : dice.pick(PROVINCES).code

export function citizen(seed: number, options: CitizenOptions = {}): Person {
  const dice = seededDice(seed, 0xc171)
  const sex = options.sex ?? (dice.next() < 0.5 ? 'Nam' : 'Nữ')
  const birth = options.birth ?? drawDay(dice, dayOf(1946, 1, 1), dayOf(2007, 12, 31))
  const father = drawName(dice, 'Nam')
  const full = drawName(dice, sex, father.surname)
  const mother = drawName(dice, 'Nữ')
  const style = drawStyle(dice)

  const home = drawProvince(dice)
  const abroad = dice.next() < ABROAD_SHARE && options.homeBorn !== true && options.breaks !== 'province'
  const moved = dice.next() < MOVED_SHARE
  // Someone who moved keeps one of the two at the place of birth, or every honest card would look forged.
  const keepsHome = dice.next() < 0.5
  const other = drawProvince(dice)
  const provinces = {
    birth: abroad ? foreignCode(dice) : home,
    hometown: moved && !keepsHome ? other : home,
    residence: moved && keepsHome ? other : home,
  }
  const places = {
    birthplace: drawPlace(dice, home, false),
    hometown: drawPlace(dice, provinces.hometown, false),
    residence: drawPlace(dice, provinces.residence, true),
  }
  const country = countryByCode(provinces.birth)?.name
  const elsewhere = country === undefined ? undefined : { text: country, lines: [country] }
  const old = dice.next() < 0.85 && birth.year <= 2002 ? oldNumber(dice, provinces.residence) : undefined
  return {
    ...full,
    sex,
    birth,
    number: drawNumber(dice, { sex, birth, provinces }, options.breaks),
    ...(old === undefined ? {} : { oldNumber: old }),
    provinces,
    birthplace: elsewhere ?? oldForm(places.birthplace, style),
    birthplace2025: elsewhere ?? newForm(places.birthplace, style),
    hometown: oldForm(places.hometown, style),
    hometown2025: newForm(places.hometown, style),
    residence: oldForm(places.residence, style),
    residence2025: newForm(places.residence, style),
    ethnicity: dice.next() < 0.8 ? 'Kinh' : dice.pick(PEOPLES),
    religion: dice.next() < 0.7 ? 'Không' : dice.pick(RELIGIONS),
    characteristics: drawMark(dice),
    father: father.name,
    mother: mother.name,
  }
}

function drawStyle(dice: Dice): AddressStyle {
  const share = dice.next()
  return share < 0.7 ? 'bare' : share < 0.9 ? 'short' : 'full'
}

const foreignCode = (dice: Dice): string => String(101 + Math.floor(dice.next() * 195))

function drawNumber(
  dice: Dice,
  { sex, birth, provinces }: Pick<Person, 'sex' | 'birth' | 'provinces'>,
  breaks: BreakName | undefined,
): string {
  const shift = 1 + Math.floor(dice.next() * 9)
  const other = dice.pick(otherProvinces(Object.values(provinces)))
  const code = breaks === 'province' ? other : provinces.birth
  const saidSex = breaks === 'sex-digit' ? (sex === 'Nam' ? 'Nữ' : 'Nam') : sex
  // Within the century, so that the digit of sex and century stays right.
  const century = Math.floor(birth.year / 100) * 100
  const saidYear = breaks === 'birth-year' ? century + ((birth.year - century + shift) % 100) : birth.year
  return personalNumber(dice, code, saidSex, saidYear)
}

/** Provinces that neither were nor have become one of those given. */
function otherProvinces(codes: readonly string[]): readonly string[] {
  const known = new Set(codes.map((code) => provinceByCode(code)?.code2025))
  return PROVINCES.filter(({ code2025 }) => !known.has(code2025)).map(({ code }) => code)
}
