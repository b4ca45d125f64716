// The data pages of Vietnamese passports: the green series and the indigo one since 2022.
import { type Dice, seededDice } from '../../person/dice.ts'
import { chipSymbol } from '../drawing/chip.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { rectangle } from '../drawing/svg.ts'
import { centred, inline, type Making, type Words } from '../drawing/words.ts'
import type { Passport } from '../facts/record.ts'
import type { Sheet, TypefaceRole } from '../sheet.ts'
import { writeMrz } from './mrz.ts'
import { hand, type Paper, paper } from './paper.ts'
import { greenGround, indigoGround } from './passport-grounds.ts'
import { LEFT, NEAR, NEW, OLD, RIGHT, type Row, varied } from './passport-rows.ts'
import { photograph } from './photograph.ts'

type Front = Passport['front']

interface Look {
  readonly label: TypefaceRole
  readonly english: TypefaceRole
  readonly value: TypefaceRole
  readonly labelMm: number
  readonly valueMm: number
  /** From label to value. */
  readonly dropMm: number
  readonly labelInk: string
  readonly valueInk: string
}

const FORM = { side: 'front', widthMm: 125, heightMm: 88, cornerMm: 3.2 } as const

export function passportOld({ front, person }: Passport, making: Making): Sheet[] {
  const page = paper({ kind: 'passport-old', ...FORM })
  const dice = seededDice(making.seed, 0x9a55)
  const look: Look = {
    label: 'serif',
    english: 'serif-italic',
    value: dice.pick(['sans', 'serif-bold', 'sans-bold', 'typewriter']),
    labelMm: 2.75,
    valueMm: dice.between(2.8, 3.2),
    dropMm: 3.9,
    labelInk: '#23262a',
    valueInk: '#17181c',
  }
  page.draw(greenGround(making.seed))
  const shift = shiftOf(dice)
  const photo = { x: 6.8 + shift.x, y: 22 + shift.y, width: 30.5, height: 41 }
  page.draw(photograph(person, making.seed, photo))
  page.portrait(photo)
  const title = { sizeMm: 2.95, colour: '#23262a', role: 'title' } as const
  const republic: Words[] = [
    hand({ ...title, typeface: 'serif-bold' })('CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM -'),
    hand({ ...title, typeface: 'serif-italic' })('SOCIALIST REPUBLIC OF VIETNAM'),
  ]
  page.put(centred(making.cast, 64, 8, republic, 114))
  const name: Words[] = [
    hand({ ...title, typeface: 'serif-bold' })('HỘ CHIẾU'),
    hand({ ...title, typeface: 'serif-italic' })('/ PASSPORT'),
  ]
  page.put(inline(making.cast, 8.7, 14.6, name, 32))
  writeRows(page, varied(OLD, dice), front, look, making, shift)
  const label = labelWords(['Quốc tịch', 'Nationality'], look)
  page.put(inline(making.cast, LEFT, 31, label))
  // The nationality is printed with the form, beside its label.
  const national = hand({ typeface: 'serif', sizeMm: 2.75, colour: look.labelInk, role: 'value' })
  const english = hand({ typeface: 'serif-italic', sizeMm: 2.75, colour: look.labelInk, role: 'value' })
  page.put(
    inline(making.cast, RIGHT, 31, [
      national(front.national.toUpperCase(), 'national'),
      english(`/ ${front.nationalEnglish.toUpperCase()}`),
    ]),
  )
  page.put(inline(making.cast, LEFT, 59.8, labelWords(['Nơi cấp', 'Place of issue'], look)))
  const issued = hand({ typeface: 'serif-bold', sizeMm: 3.4, colour: look.valueInk, role: 'value' })
  page.put(inline(making.cast, LEFT + shift.x, 64.4 + shift.y, [issued(front.issueBy, 'issue_by')], 76))
  page.state('sex', front.sex)
  page.state('national', front.national)
  writeMrz(page, front.mrz, { x: 6.6 + shift.x, baseline: 75.4 + shift.y * 0.5 })
  page.put([specimenMark(121, 86.2, 1.5, 'end')])
  return [page.sheet()]
}

export function passportNew({ front, person }: Passport, making: Making): Sheet[] {
  const page = paper({ kind: 'passport-new', ...FORM })
  const dice = seededDice(making.seed, 0x9a56)
  const look: Look = {
    label: 'sans',
    english: 'sans-italic',
    value: dice.pick(['sans-bold', 'sans', 'sans-bold']),
    labelMm: 1.95,
    valueMm: dice.between(2.8, 3.1),
    dropMm: 3.6,
    labelInk: '#2b3568',
    valueInk: '#16171d',
  }
  page.draw(indigoGround(making.seed))
  const shift = shiftOf(dice)
  const photo = { x: 5.6 + shift.x, y: 19.5 + shift.y, width: 33, height: 43 }
  const ghost = { x: 108, y: 15.5, width: 12, height: 15.5 }
  page.draw(
    photograph(person, making.seed, photo),
    photograph(person, making.seed, ghost, { opacity: 0.42, tint: '#4a4f86' }),
  )
  page.draw(
    rectangle(photo, { stroke: '#6b74a8', widthMm: 0.15 }),
    chipSymbol(111, 5.2, 8.6, '#8b7a3d', '#f2effa'),
  )
  page.portrait(photo)
  const title = (typeface: TypefaceRole, sizeMm: number) =>
    hand({ typeface, sizeMm, colour: '#b0222c', role: 'title' })
  const republic = dice.next() < 0.5 ? 'SOCIALIST REPUBLIC OF VIET NAM' : 'SOCIALIST REPUBLIC OF VIETNAM'
  page.put(centred(making.cast, 60, 6.2, [title('sans-bold', 3.1)('CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM')], 96))
  page.put(centred(making.cast, 60, 9.6, [title('sans', 2.3)(republic)], 96))
  page.put(
    inline(
      making.cast,
      5.6,
      15.4,
      [title('sans-bold', 3)('HỘ CHIẾU'), title('sans-italic', 2.6)('/ PASSPORT')],
      36,
    ),
  )
  const rows = varied(NEW, dice).filter(({ field, value }) => field !== 'hometown' || value(front) !== '')
  writeRows(page, rows, front, look, making, shift)
  page.put(inline(making.cast, NEAR, 60, labelWords(['Nơi cấp', 'Place of issue'], look)))
  const issued = hand({ typeface: look.value, sizeMm: 2.7, colour: look.valueInk, role: 'value' })
  page.put(inline(making.cast, NEAR + shift.x, 63.3 + shift.y, [issued(front.issueBy, 'issue_by')], 78))
  page.state('sex', front.sex)
  page.state('name', front.name)
  page.state('national', front.national)
  writeMrz(page, front.mrz, { x: 6.6 + shift.x, baseline: 75.2 + shift.y * 0.5 })
  page.put([specimenMark(121, 86.2, 1.5, 'end')])
  return [page.sheet()]
}

/** What a machine prints later never stands quite where the form wants it. */
const shiftOf = (dice: Dice) => ({ x: dice.about(0, 0.35), y: dice.about(0, 0.3) })

function labelWords([vietnamese, english]: Row['label'], look: Look): Words[] {
  const pen = { sizeMm: look.labelMm, colour: look.labelInk, role: 'label' } as const
  return [
    hand({ ...pen, typeface: look.label })(`${vietnamese} /`),
    hand({ ...pen, typeface: look.english })(english),
  ]
}

function writeRows(
  page: Paper,
  rows: readonly Row[],
  front: Front,
  look: Look,
  { cast }: Making,
  shift: { readonly x: number; readonly y: number },
): void {
  const value = hand({ typeface: look.value, sizeMm: look.valueMm, colour: look.valueInk, role: 'value' })
  for (const each of rows) {
    page.put(inline(cast, each.x, each.y, labelWords(each.label, look), 38))
    const words = [value(each.value(front), each.field)]
    const [x, y] = [each.x + (each.middle ?? 0) + shift.x, each.y + look.dropMm + shift.y]
    page.put(
      each.middle === undefined ? inline(cast, x, y, words, each.room ?? 38) : centred(cast, x, y, words, 30),
    )
  }
}
