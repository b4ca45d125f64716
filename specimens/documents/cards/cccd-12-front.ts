// The front of the barcode CCCD: blue labels, values of black Arial that are centred on their own, thin orange digits, no leaders.
import { type Dice, seededDice } from '../../person/dice.ts'
import { emblem } from '../drawing/emblem.ts'
import { fadingPortrait, portraitOf } from '../drawing/portrait.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { textWidth } from '../drawing/typefaces.ts'
import { centred, inline, type Making, type Words } from '../drawing/words.ts'
import type { Address, FactsOf } from '../facts/record.ts'
import type { Run, Sheet } from '../sheet.ts'
import { cccd12Ground } from './cccd-12-ground.ts'
import { addressLines, batch, CARD, cardSheet, misprinted, type RowLook } from './layout.ts'

/** Places on the card are known as shares of its width and height. */
const across = (share: number): number => share * CARD.width
const down = (share: number): number => share * CARD.height

const PORTRAIT = { x: across(0.037), y: down(0.392), width: across(0.266), height: down(0.512) }
const LABELS = across(0.336)
const RIGHT = across(0.965)
/** From digit to digit, whatever the letters are. */
const PITCH_MM = across(0.0345)

export function cccd12Front(facts: FactsOf<'cccd-12'>, look: RowLook, { cast, seed }: Making): Sheet {
  const { front: of, person } = facts
  const dice = seededDice(seed, 0xbf12)
  const blue = batch(dice.pick(['#1c2f82', '#22307a', '#28386b']), dice)
  const black = batch('#2a2c33', dice)
  const [red, orange] = [batch(dice.pick(['#cb2a2c', '#c9392f']), dice), batch('#d2573f', dice, 16)]
  const labelMm = dice.between(2.12, 2.3)
  const valueMm = labelMm * dice.between(1.08, 1.22)
  const [nameMm, digitsMm] = [valueMm * dice.between(1.02, 1.1), dice.between(3.45, 3.8)]
  const head = { colour: black, role: 'title' } as const
  const label = (text: string, sizeMm = labelMm): Words => ({
    text,
    typeface: 'sans',
    sizeMm,
    colour: blue,
    role: 'label',
  })
  const value = (text: string, field: string, more: Partial<Words> = {}): Words => ({
    text,
    typeface: 'sans',
    sizeMm: valueMm,
    colour: look.valueColour,
    role: 'value',
    field,
    ...more,
  })
  const motto = centred(
    cast,
    across(0.641),
    down(0.136),
    ['Độc lập', '–', 'Tự do', '–', 'Hạnh phúc'].map((text) => ({
      ...head,
      text,
      typeface: 'schoolbook',
      sizeMm: 2.3,
      gapEm: 0.52,
    })),
    33.5,
  )
  const spacingMm = PITCH_MM - textWidth(cast, 'ocr-b', '0', digitsMm)
  const runs: Run[] = [
    ...centred(
      cast,
      across(0.641),
      down(0.079),
      [{ ...head, text: 'CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM', typeface: 'schoolbook-bold', sizeMm: 2.55 }],
      51,
    ),
    ...motto,
    ...centred(
      cast,
      across(0.641),
      down(0.243),
      [{ text: 'CĂN CƯỚC CÔNG DÂN', typeface: 'geometric-bold', sizeMm: 3.65, colour: red, role: 'title' }],
      41.5,
    ),
    ...inline(cast, across(0.398), down(0.348), [label('Số:', labelMm * 1.12)]),
    ...inline(cast, across(0.46), down(0.354), [
      value(of.id, 'id', { typeface: 'ocr-b', sizeMm: digitsMm, colour: orange, spacingMm }),
    ]),
    ...inline(cast, LABELS, down(0.448), [label('Họ và tên:')]),
    ...centred(
      cast,
      across(0.71),
      down(dice.between(0.488, 0.5)),
      [value(of.name, 'name', { typeface: 'sans-bold', sizeMm: nameMm })],
      across(0.44),
    ),
    ...inline(cast, LABELS, down(0.577), [label('Ngày, tháng, năm sinh:')], across(0.595) - LABELS),
    ...inline(cast, across(dice.between(0.602, 0.615)), down(0.579), [value(of.birthday, 'birthday')]),
    ...inline(cast, LABELS, down(0.659), [label('Giới tính:')], across(0.443) - LABELS),
    ...inline(cast, across(0.45), down(0.66), [value(of.sex, 'sex')]),
    ...inline(cast, across(0.595), down(0.655), [label('Quốc tịch:')], across(0.12)),
    ...inline(cast, across(0.727), down(0.659), [value(of.national, 'national')]),
    ...place('Quê quán:', 'hometown', of.hometown, [0.741, 0.742, 0.797]),
    ...place('Nơi thường trú:', 'address', of.address, [0.859, 0.86, 0.924]),
    ...inline(cast, across(0.028), down(0.966), [label('Có giá trị đến:')], across(0.176)),
    ...inline(cast, across(0.211), down(dice.between(0.966, 0.976)), [
      value(of.expiry, 'expiry', { sizeMm: labelMm }),
    ]),
    specimenMark(83.4, 53.2, 1.2, 'end'),
  ]
  return cardSheet('cccd-12', 'front', {
    plate:
      cccd12Ground('front', seed) +
      emblem(13.8, 9.6, 14) +
      `<path d="M${across(0.478)} ${down(0.158)}H${across(0.805)}" stroke="${black}" stroke-width="0.18" stroke-dasharray="0.3 0.1"/>` +
      fadingPortrait(
        PORTRAIT,
        portraitOf(facts.seed, person.sex === 'Nữ' ? 'f' : 'm'),
        dice.between(0.6, 1.4),
      ),
    runs: misprinted(runs, seed, 0.35),
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

  /** Each line is centred for itself between the label's end and the edge; the second may stand under the label. */
  function place(
    name: string,
    field: string,
    address: Address,
    [labelAt, first, second]: readonly [number, number, number],
  ): Run[] {
    const labels = inline(cast, LABELS, down(labelAt), [label(name)])
    const from = LABELS + textWidth(cast, 'sans', name, labelMm) + 0.5
    const small = { ...look, value: 'sans', valueMm } as const
    const [one, two] = addressLines(
      inTwo(address, dice),
      [RIGHT - from, RIGHT - LABELS],
      small,
      dice.next() < 0.5,
    )
    const middle = across(dice.between(0.65, 0.67))
    return [
      ...labels,
      ...about(Math.max(middle, from + 0.1), one, first, [from, RIGHT]),
      ...(two === '' ? [] : about(middle, two, second, [LABELS - 1, RIGHT])),
    ]

    function about(at: number, text: string, share: number, [least, most]: readonly [number, number]): Run[] {
      const width = Math.min(most - least, textWidth(cast, 'sans', text, valueMm))
      const centre = Math.min(most - width / 2, Math.max(least + width / 2, at))
      return centred(cast, centre, down(share), [value(text, field)], most - least)
    }
  }
}

/** The province, or the district too, often stands on a line of its own. */
function inTwo(address: Address, dice: Dice): Address {
  const parts = address.text.split(', ')
  if (address.lines.length > 1 || parts.length < 3 || dice.next() < 0.4) return address
  const first = dice.pick([1, 2])
  return { ...address, lines: [parts.slice(0, first).join(', '), parts.slice(first).join(', ')] }
}
