// The 9-digit identity card: laminated paper, pale green-blue ground, dotted leaders, values typed or printed later.
import { seededDice } from '../../person/dice.ts'
import { emblem } from '../drawing/emblem.ts'
import { seal } from '../drawing/marks.ts'
import { leader } from '../drawing/pattern.ts'
import { portrait, portraitOf } from '../drawing/portrait.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { rectangle } from '../drawing/svg.ts'
import { brokenText, centred, endOf, type Making } from '../drawing/words.ts'
import type { FactsOf } from '../facts/record.ts'
import type { Run, Sheet, TypefaceRole } from '../sheet.ts'
import { cmnd9Back } from './cmnd-9-back.ts'
import { cmnd9Ground, INK, laminate, RED } from './cmnd-9-ground.ts'
import {
  addressLines,
  cardSheet,
  labelRuns,
  misprinted,
  type RowLook,
  underline,
  valueRun,
} from './layout.ts'

const LEFT = 27.4
const RIGHT = 83
const PORTRAIT = { x: 4.2, y: 22, width: 20.4, height: 27.2 }
/** Offices typed, then printed. */
const VALUES: readonly { readonly value: TypefaceRole; readonly valueMm: number }[] = [
  { value: 'serif-bold', valueMm: 3 },
  { value: 'typewriter', valueMm: 2.6 },
  { value: 'sans-bold', valueMm: 2.5 },
  { value: 'serif', valueMm: 3 },
]

export function cmnd9(facts: FactsOf<'cmnd-9'>, making: Making): Sheet[] {
  const dice = seededDice(making.seed, 0x9)
  const look: RowLook = {
    label: 'sans',
    english: 'sans-italic',
    labelMm: 2.4,
    labelColour: INK,
    valueColour: dice.pick(['#1b1c22', '#22263a', '#2a2a2e']),
    ...dice.pick(VALUES),
  }
  return [front(facts, making, look), cmnd9Back(facts, making, look)]
}

function front(facts: FactsOf<'cmnd-9'>, { cast, seed }: Making, look: RowLook): Sheet {
  const { front: of } = facts
  const dice = seededDice(seed, 0x91)
  let leaders = ''
  const dots = (from: number, baseline: number): void => {
    leaders += leader(from + 0.4, RIGHT, baseline + 0.3, INK, 0.78, 0.22)
  }
  const title = (
    text: string,
    typeface: TypefaceRole,
    sizeMm: number,
    baseline: number,
    colour: string,
  ): Run[] => centred(cast, 55, baseline, [{ text, typeface, sizeMm, colour, role: 'title' }], 54)
  const motto = title('Độc lập - Tự do - Hạnh phúc', 'serif-bold', 2.7, 8.8, INK)
  /** Label and dots, then the value over one line or two. */
  const entry = (label: string, field: string, baseline: number, lines: readonly string[]): Run[] => {
    const row = { x: LEFT, baseline, label, field }
    const labels = labelRuns(cast, row, look)
    const x = endOf(cast, labels) + 1.2
    dots(endOf(cast, labels), baseline)
    if (lines.length > 1) dots(LEFT, baseline + 4.3)
    const lift = dice.about(-0.15, 0.2)
    return [
      ...labels,
      ...lines.flatMap((text, k) =>
        text === ''
          ? []
          : [
              valueRun(
                text,
                k === 0 ? x : LEFT + 1,
                baseline + 4.3 * k + lift,
                look,
                field,
                RIGHT - (k === 0 ? x : LEFT + 1),
              ),
            ],
      ),
    ]
  }
  const room = (labelMm: number): [number, number] => [RIGHT - LEFT - labelMm, RIGHT - LEFT - 1]
  const runs: Run[] = [
    ...title('CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM', 'serif-bold', 2.7, 5.2, INK),
    ...motto,
    ...title('GIẤY CHỨNG MINH NHÂN DÂN', 'sans-bold', 3.7, 14.6, RED),
    ...centred(cast, 55, 20.6, [
      { text: 'SỐ', typeface: 'sans-bold', sizeMm: 2.8, colour: INK, role: 'label' },
      {
        text: of.id,
        typeface: 'sans',
        sizeMm: 4.9,
        colour: RED,
        role: 'value',
        field: 'id',
        spacingMm: 0.55,
        gapEm: 0.3,
      },
    ]),
    ...entry('Họ tên:', 'name', 26, brokenText(of.name, look.value, look.valueMm, [44, 52])),
    ...entry('Sinh ngày:', 'birthday', 34, [of.birthday]),
    ...entry('Nguyên quán:', 'hometown', 38.4, addressLines(of.hometown, room(16), look, false)),
    ...entry(
      'Nơi ĐKHK thường trú:',
      'address',
      47,
      addressLines(of.address, room(26), look, dice.next() < 0.5),
    ),
    specimenMark(4.2, 52.2, 1.2),
  ]
  dots(LEFT, 30)
  const [mottoRun] = motto
  return cardSheet('cmnd-9', 'front', {
    plate:
      cmnd9Ground(seed, 1) +
      emblem(14.4, 12, 14) +
      (mottoRun === undefined ? '' : underline(cast, mottoRun, 0.8, 0.12)) +
      rectangle(PORTRAIT, { fill: '#dfe4e6' }) +
      portrait(
        PORTRAIT,
        portraitOf(facts.seed, facts.person.sex === 'Nữ' ? 'f' : 'm'),
        dice.next() < 0.4 ? { tint: '#1c1c20' } : {},
      ) +
      seal(21.5, 44.5, 5.4, { words: 'CÔNG AN TỈNH', seed, colour: '#c98a90' }) +
      leaders +
      laminate,
    runs: misprinted(runs, seed, 0.7),
    portrait: PORTRAIT,
    cornerMm: 1.5,
    fields: {
      id: of.id,
      name: of.name,
      birthday: of.birthday,
      hometown: of.hometown.text,
      address: of.address.text,
    },
  })
}
