// The citizen identity card with a chip, January 2021 to June 2024: QR on the front, chip and MRZ on the back.
import { seededDice } from '../../person/dice.ts'
import { chipSymbol } from '../drawing/chip.ts'
import { code } from '../drawing/codes.ts'
import { portrait, portraitOf } from '../drawing/portrait.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { rectangle } from '../drawing/svg.ts'
import { endOf, inline, type Making } from '../drawing/words.ts'
import type { FactsOf } from '../facts/record.ts'
import type { Run, Sheet } from '../sheet.ts'
import { chipBack, INK, LOOK } from './cccd-chip-back.ts'
import { frontGround } from './chip-ground.ts'
import { bilingualHead } from './chip-head.ts'
import {
  addressLines,
  cardSheet,
  labelRuns,
  misprinted,
  printed,
  type Row,
  rowRuns,
  valueRun,
} from './layout.ts'

const PORTRAIT = { x: 2.6, y: 17.6, width: 21.4, height: 28.6 }
const QR = { x: 69.4, y: 2.6, width: 13.4, height: 13.4 }
const LEFT = 26.4

const ROWS = {
  id: { x: LEFT, baseline: 24.8, label: 'Số', english: '/ No.:', field: 'id' },
  name: {
    x: LEFT,
    baseline: 28.7,
    label: 'Họ và tên',
    english: '/ Full name:',
    field: 'name',
    valueBaseline: 32.4,
  },
  birthday: { x: LEFT, baseline: 35.8, label: 'Ngày sinh', english: '/ Date of birth:', field: 'birthday' },
  sex: { x: LEFT, baseline: 39.1, label: 'Giới tính', english: '/ Sex:', field: 'sex' },
  national: { x: 53, baseline: 39.1, label: 'Quốc tịch', english: '/ Nationality:', field: 'national' },
  hometown: {
    x: LEFT,
    baseline: 42.3,
    label: 'Quê quán',
    english: '/ Place of origin:',
    field: 'hometown',
    valueBaseline: 45.5,
  },
  address: {
    x: LEFT,
    baseline: 48.6,
    label: 'Nơi thường trú',
    english: '/ Place of residence:',
    field: 'address',
  },
} as const satisfies Record<string, Row>

export function cccdChip(facts: FactsOf<'cccd-chip'>, making: Making): Sheet[] {
  return [front(facts, making), chipBack(facts, making)]
}

function front(facts: FactsOf<'cccd-chip'>, { cast, seed }: Making): Sheet {
  const { front: of, person } = facts
  const dice = seededDice(seed, 0xc1)
  const look = printed(LOOK, seed)
  const head = bilingualHead(cast, 45.4, INK, 41)
  const qr = code('qr', of.qr, QR, { errorLevel: 'L', ground: '#f3f6f2', colour: '#23262e' })
  const picture = portraitOf(facts.seed, person.sex === 'Nữ' ? 'f' : 'm')
  const runs: Run[] = [
    ...head.runs,
    ...inline(
      cast,
      LEFT,
      16.4,
      [{ text: 'CĂN CƯỚC CÔNG DÂN', typeface: 'sans-bold', sizeMm: 3.75, colour: '#d2232f', role: 'title' }],
      42,
    ),
    ...inline(
      cast,
      LEFT,
      20,
      [{ text: 'Citizen Identity Card', typeface: 'sans-bold', sizeMm: 2.15, colour: INK, role: 'title' }],
      21,
    ),
    ...rowRuns(cast, ROWS.id, of.id, { ...look, value: 'sans-bold', valueMm: 3.6 }),
    ...rowRuns(cast, ROWS.name, of.name, { ...look, valueMm: 2.8 }),
    ...rowRuns(cast, ROWS.birthday, of.birthday, look),
    ...rowRuns(cast, ROWS.sex, of.sex, look, 49),
    ...rowRuns(cast, ROWS.national, of.national, look),
    ...rowRuns(cast, ROWS.hometown, of.hometown.text, look),
    ...residence(),
    ...expiry(of.expiry),
    specimenMark(67.5, 20, 1.4),
  ]
  return cardSheet('cccd-chip', 'front', {
    plate:
      frontGround('cccd-chip', seed) +
      head.plate +
      chipSymbol(48.4, 17.8, 4, INK, '#eef3ee') +
      rectangle(PORTRAIT, { fill: '#e9eef0' }) +
      portrait(PORTRAIT, picture, { opacity: dice.between(0.9, 1) }) +
      qr.svg,
    runs: misprinted(runs, seed),
    codes: [qr.mark],
    portrait: PORTRAIT,
    fields: {
      id: of.id,
      name: of.name,
      birthday: of.birthday,
      sex: of.sex,
      national: of.national,
      hometown: of.hometown.text,
      address: of.address.text,
      expiry: of.expiry,
    },
  })

  /** The house part follows the label, the rest stands below. */
  function residence(): Run[] {
    const small = { ...look, valueMm: 2.5 }
    const labels = labelRuns(cast, ROWS.address, look)
    const x = endOf(cast, labels) + 0.9
    const [first, rest] = addressLines(of.address, [83 - x, 56.6], small, dice.next() < 0.5)
    return [
      ...labels,
      valueRun(first, x, ROWS.address.baseline, small, 'address', 83 - x),
      valueRun(rest, LEFT, 51.7, small, 'address', 56.6),
    ]
  }

  function expiry(text: string): Run[] {
    const small = { ...look, label: 'sans', labelMm: 1.75, valueMm: 1.9 } as const
    const row: Row = { x: 2.4, baseline: 49, label: 'Có giá trị đến:', field: 'expiry' }
    return [
      ...rowRuns(cast, row, text, small, 23.4),
      ...inline(cast, 2.4, 50.9, [
        { text: 'Date of expiry', typeface: 'sans-italic', sizeMm: 1.75, colour: INK, role: 'label' },
      ]),
    ]
  }
}
