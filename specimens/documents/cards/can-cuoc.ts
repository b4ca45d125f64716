// The identity card since July 2024, in both age forms: no portrait below six; QR, chip and MRZ on the back.
import { seededDice } from '../../person/dice.ts'
import { chipPlate, chipSymbol } from '../drawing/chip.ts'
import { code } from '../drawing/codes.ts'
import { portrait, portraitOf } from '../drawing/portrait.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { glow, rectangle } from '../drawing/svg.ts'
import { brokenText, inline, type Making } from '../drawing/words.ts'
import type { FactsOf } from '../facts/record.ts'
import type { Run, Sheet } from '../sheet.ts'
import { backGround, frontGround } from './chip-ground.ts'
import { bilingualHead } from './chip-head.ts'
import {
  cardSheet,
  labelRuns,
  misprinted,
  printed,
  type Row,
  type RowLook,
  rowRuns,
  valueRun,
} from './layout.ts'
import { mrzRuns } from './mrz-zone.ts'

const INK = '#1a2459'
const LOOK: RowLook = {
  label: 'sans-bold',
  english: 'sans-italic',
  value: 'sans',
  labelMm: 2.1,
  valueMm: 2.7,
  labelColour: INK,
  valueColour: '#1a1b20',
}
const LEFT = 25.4
const PORTRAIT = { x: 3.8, y: 19, width: 19.8, height: 28.8 }

const FRONT = {
  id: {
    x: LEFT,
    baseline: 24,
    label: 'Số định danh cá nhân',
    english: '/ Personal identification number:',
    field: 'id',
    valueBaseline: 28,
  },
  name: {
    x: LEFT,
    baseline: 31.6,
    label: 'Họ, chữ đệm và tên khai sinh',
    english: '/ Full name:',
    field: 'name',
    valueBaseline: 35.4,
  },
  birthday: {
    x: LEFT,
    baseline: 39.8,
    label: 'Ngày, tháng, năm sinh',
    english: '/ Date of birth:',
    field: 'birthday',
    valueBaseline: 43.2,
  },
  sex: { x: 64, baseline: 39.8, label: 'Giới tính', english: '/ Sex:', field: 'sex', valueBaseline: 43.2 },
  national: {
    x: LEFT,
    baseline: 46.8,
    label: 'Quốc tịch',
    english: '/ Nationality:',
    field: 'national',
    valueBaseline: 50.2,
  },
} as const satisfies Record<string, Row>

export function canCuoc(facts: FactsOf<'can-cuoc'>, making: Making): Sheet[] {
  return [front(facts, making), back(facts, making)]
}

function front(facts: FactsOf<'can-cuoc'>, { cast, seed }: Making): Sheet {
  const { front: of, person, form } = facts
  const look = printed(LOOK, seed)
  const head = bilingualHead(cast, 44.6, INK, 41)
  const shown = form === 'grown'
  const picture = portraitOf(facts.seed, person.sex === 'Nữ' ? 'f' : 'm')
  const title = { typeface: 'sans-bold', colour: '#c4202c', role: 'title' } as const
  const runs: Run[] = [
    ...head.runs,
    ...inline(cast, 31.8, 17.8, [{ ...title, text: 'CĂN CƯỚC', sizeMm: 3.7, spacingMm: 0.25 }], 27),
    ...inline(cast, 31.8, 20.6, [{ ...title, text: 'IDENTITY CARD', sizeMm: 1.75, colour: INK }], 13),
    ...rowRuns(cast, FRONT.id, of.id, { ...look, value: 'sans-bold', valueMm: 3.5 }, 80),
    ...rowRuns(cast, FRONT.name, of.name, { ...look, valueMm: 2.9 }, 82),
    ...rowRuns(cast, FRONT.birthday, of.birthday, look, 61),
    ...rowRuns(cast, FRONT.sex, of.sex, look, 82),
    ...rowRuns(cast, FRONT.national, of.national, look, 70),
    specimenMark(82.4, 52.6, 1.4, 'end'),
  ]
  return cardSheet('can-cuoc', 'front', {
    plate:
      frontGround('can-cuoc', seed) +
      head.plate +
      chipSymbol(45.4, 18.7, 4.1, INK, '#dfe9df') +
      (shown ? rectangle(PORTRAIT, { fill: '#e8eef1' }) + portrait(PORTRAIT, picture) : ''),
    runs: misprinted(runs, seed),
    ...(shown ? { portrait: PORTRAIT } : {}),
    fields: { id: of.id, name: of.name, birthday: of.birthday, sex: of.sex, national: of.national },
  })
}

const QR = { x: 64.4, y: 3.2, width: 17, height: 17 }
const BACK = {
  address: { x: 3.6, baseline: 3.6, label: 'Nơi cư trú', english: '/ Place of residence:', field: 'address' },
  hometown: {
    x: 3.6,
    baseline: 11.6,
    label: 'Nơi đăng ký khai sinh',
    english: '/ Place of birth:',
    field: 'hometown',
  },
  issue_date: {
    x: 28.4,
    baseline: 18.2,
    label: 'Ngày, tháng, năm cấp',
    english: '/ Date of issue:',
    field: 'issue_date',
    valueX: 36,
    valueBaseline: 21,
  },
  expiry: {
    x: 28.4,
    baseline: 24,
    label: 'Ngày, tháng, năm hết hạn',
    english: '/ Date of expiry:',
    field: 'expiry',
    valueX: 36,
    valueBaseline: 26.8,
  },
} as const satisfies Record<string, Row>

function back(facts: FactsOf<'can-cuoc'>, { cast, seed }: Making): Sheet {
  const { back: of } = facts
  const dice = seededDice(seed, 0xcc2)
  const look = printed({ ...LOOK, labelMm: 1.95, valueMm: 2.35 }, seed)
  const qr = code('qr', of.qr, QR, { errorLevel: 'L', ground: '#eef2ee', colour: '#22252c' })
  const place = (row: Row, text: string): Run[] => [
    ...labelRuns(cast, row, look),
    ...brokenText(text, 'sans', look.valueMm, [58, 58]).map((line, k) =>
      valueRun(line, row.x, row.baseline + 2.75 * (k + 1), look, row.field, 59.5),
    ),
  ]
  const runs: Run[] = [
    ...place(BACK.address, of.address.text),
    ...place(BACK.hometown, of.hometown.text),
    ...rowRuns(cast, BACK.issue_date, of.issueDate, look, 63),
    ...rowRuns(cast, BACK.expiry, of.expiry, look, 63),
    ...inline(
      cast,
      24.4,
      30.4,
      [
        {
          text: 'BỘ CÔNG AN',
          typeface: 'sans-bold',
          sizeMm: 2.5,
          colour: INK,
          role: 'value',
          field: 'issue_by',
        },
        { text: '/', typeface: 'sans', sizeMm: 2.5, colour: INK, role: 'label', gapEm: 0.06 },
        {
          text: 'MINISTRY OF PUBLIC SECURITY',
          typeface: 'sans-italic',
          sizeMm: 1.75,
          colour: INK,
          role: 'label',
          gapEm: 0.08,
        },
      ],
      42,
    ),
    ...mrzRuns(cast, of.mrz, { left: 4.6, right: 81, baselines: [39, 44.4, 49.8] }),
    specimenMark(42.8, 53, 1.4, 'middle'),
  ]
  return cardSheet('can-cuoc', 'back', {
    plate:
      backGround('can-cuoc', seed) +
      glow(72.9, 11.7, 13, '#eef4f1', dice.between(0.85, 1)) +
      chipPlate({ x: 8.6, y: 18.4, width: 12.8, height: 11.6 }) +
      qr.svg,
    runs: misprinted(runs, seed),
    codes: [qr.mark],
    fields: {
      address: of.address.text,
      hometown: of.hometown.text,
      issue_date: of.issueDate,
      expiry: of.expiry,
      issue_by: of.issueBy,
      mrz: of.mrz.join('\n'),
    },
  })
}
