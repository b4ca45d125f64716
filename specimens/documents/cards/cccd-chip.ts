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
import { addressLines, cardSheet, labelRuns, misprinted, printed, type Row, valueRun } from './layout.ts'

const PORTRAIT = { x: 3.2, y: 18, width: 20.6, height: 28.2 }
const LEFT = 25.5

const ROWS = {
  id: { x: LEFT, baseline: 24.8, label: 'Số', english: '/ No.:', field: 'id' },
  name: { x: LEFT, baseline: 28.5, label: 'Họ và tên', english: '/ Full name:', field: 'name' },
  birthday: { x: LEFT, baseline: 34.7, label: 'Ngày sinh', english: '/ Date of birth:', field: 'birthday' },
  sex: { x: LEFT, baseline: 38.4, label: 'Giới tính', english: '/ Sex:', field: 'sex' },
  national: { x: 47.7, baseline: 38.4, label: 'Quốc tịch', english: '/ Nationality:', field: 'national' },
  hometown: { x: LEFT, baseline: 41.9, label: 'Quê quán', english: '/ Place of origin:', field: 'hometown' },
  address: {
    x: LEFT,
    baseline: 47.2,
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
  const head = bilingualHead(cast, 45, INK, 41)
  // The code stands on the engraving itself; a few cards have a paler patch below it.
  const side = dice.between(10.8, 12.6)
  const QR = { x: 79.8 - side + dice.about(0, 0.3), y: 3.2 + dice.about(0, 0.25), width: side, height: side }
  const qr = code('qr', of.qr, QR, { errorLevel: 'L', colour: dice.pick(['#23262e', '#2d3036', '#1b1d22']) })
  const patch = dice.next() < 0.35 ? rectangle(QR, { fill: '#f3f6f2', opacity: dice.between(0.15, 0.6) }) : ''
  const picture = portraitOf(facts.seed, person.sex === 'Nữ' ? 'f' : 'm')
  // Values are printed after the plate and sit lower than their labels, down to touching what stands below.
  const low = dice.between(0, 0.75)
  const runs: Run[] = [
    ...head.runs,
    ...inline(
      cast,
      LEFT,
      16.2,
      [{ text: 'CĂN CƯỚC CÔNG DÂN', typeface: 'sans-bold', sizeMm: 3.75, colour: '#d2232f', role: 'title' }],
      40.5,
    ),
    ...inline(
      cast,
      LEFT,
      20,
      [{ text: 'Citizen Identity Card', typeface: 'sans-bold', sizeMm: 2.05, colour: INK, role: 'title' }],
      17.6,
    ),
    ...row('id', of.id, 34.9, 25.2 + low * 0.4, 'sans-bold', dice.between(3.85, 4.15)),
    ...row('name', of.name, LEFT, 31.5 + low, 'sans', dice.between(2.75, 2.95)),
    ...row('birthday', of.birthday, 50.2, 34.7 + low),
    ...row('sex', of.sex, 41.2, 38.2 + low * 0.6),
    ...row('national', of.national, 69.6, 38.2 + low * 0.6),
    ...row('hometown', of.hometown.text, LEFT, 44.2 + low * 0.6),
    ...residence(),
    ...expiry(of.expiry),
    specimenMark(67.5, 20, 1.4),
  ]
  return cardSheet('cccd-chip', 'front', {
    plate:
      frontGround('cccd-chip', seed) +
      head.plate +
      chipSymbol(43.8, 17.9, 3.9, INK, '#eef3ee') +
      rectangle(PORTRAIT, { fill: '#e9eef0' }) +
      portrait(PORTRAIT, picture, { opacity: dice.between(0.9, 1) }) +
      patch +
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

  /** The label, and the value from its own place on or where the label ends. */
  function row(
    name: keyof typeof ROWS,
    text: string,
    x: number,
    baseline: number,
    value: Run['typeface'] = look.value,
    valueMm = look.valueMm,
  ): Run[] {
    const labels = labelRuns(cast, ROWS[name], look)
    const beside = x > LEFT ? Math.max(x, endOf(cast, labels) + 0.5) : x
    const right = name === 'sex' ? ROWS.national.x - 1.1 : 83.2
    return [
      ...labels,
      valueRun(text, beside, baseline, { ...look, value, valueMm }, ROWS[name].field, right - beside),
    ]
  }

  /** The house part follows the label a little lower, the rest stands below. */
  function residence(): Run[] {
    const small = { ...look, valueMm: 2.55 }
    const labels = labelRuns(cast, ROWS.address, look)
    const x = endOf(cast, labels) + dice.between(0.3, 0.9)
    const [first, rest] = addressLines(of.address, [83.2 - x, 57.4], small, dice.next() < 0.5)
    return [
      ...labels,
      valueRun(first, x, ROWS.address.baseline + low, small, 'address', 83.2 - x),
      valueRun(rest, LEFT, 50.5 + low * 0.5, small, 'address', 57.4),
    ]
  }

  /** The date begins on the colon of its label, or before, and reaches down to the English words. */
  function expiry(text: string): Run[] {
    const small = { ...look, label: 'sans-bold', labelMm: 1.85 } as const
    const labels = labelRuns(
      cast,
      { x: 3.5, baseline: 48.3, label: 'Có giá trị đến:', field: 'expiry' },
      small,
    )
    const x = Math.min(15.4, endOf(cast, labels)) - dice.between(0, 0.75)
    const size = dice.between(1.95, 2.12)
    return [
      ...labels,
      ...inline(cast, 3.5, 50.3, [
        { text: 'Date of expiry', typeface: 'sans-italic', sizeMm: 1.85, colour: INK, role: 'label' },
      ]),
      valueRun(text, x, 48.3 + 0.25 + low * 0.6, { ...small, valueMm: size }, 'expiry', LEFT - 0.8 - x),
    ]
  }
}
