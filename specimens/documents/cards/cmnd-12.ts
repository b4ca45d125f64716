// The 12-digit identity card of 2012 to 2015: blue, plastic; parents on the back of the first ones.
import { type Dice, seededDice } from '../../person/dice.ts'
import { drum } from '../drawing/drum.ts'
import { emblem } from '../drawing/emblem.ts'
import { leader, rosette, waves } from '../drawing/pattern.ts'
import { portrait, portraitOf } from '../drawing/portrait.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { glow, group, rectangle, short, wash } from '../drawing/svg.ts'
import { engraving } from '../drawing/texture.ts'
import { textWidth } from '../drawing/typefaces.ts'
import { endOf, type Making } from '../drawing/words.ts'
import type { FactsOf } from '../facts/record.ts'
import type { Run, Sheet, TypefaceRole } from '../sheet.ts'
import { barcodeBack } from './barcode-back.ts'
import {
  addressLines,
  batch,
  CARD,
  cardSheet,
  labelRuns,
  misprinted,
  printed,
  type RowLook,
  underline,
} from './layout.ts'

const LOOK: RowLook = {
  label: 'sans',
  english: 'sans-italic',
  value: 'sans',
  labelMm: 2.25,
  valueMm: 2.5,
  labelColour: '#192d82',
  valueColour: '#16181c',
}
const PHOTO = { x: 3, y: 21, width: 23.1, height: 28 }
const RIGHT = 83
const atX = (fraction: number): number => fraction * CARD.width
const atY = (fraction: number): number => fraction * CARD.height

export function cmnd12(facts: FactsOf<'cmnd-12'>, making: Making): Sheet[] {
  const { back } = facts
  const dice = seededDice(making.seed, 0x12)
  const look = {
    ...printed(LOOK, making.seed),
    labelColour: batch(dice.pick(['#192d82', '#28334a', '#27303c', '#22458c']), dice, 12),
  }
  const rows = [
    ...(back.father === undefined ? [] : [{ label: 'Họ và tên cha:', field: 'father', value: back.father }]),
    ...(back.mother === undefined ? [] : [{ label: 'Họ và tên mẹ:', field: 'mother', value: back.mother }]),
  ]
  return [
    front(facts, making, look, dice),
    barcodeBack(
      { kind: 'cmnd-12', of: back, look, frame: '#4d8fb3', rows, documentSeed: facts.seed },
      making,
    ),
  ]
}

function front(facts: FactsOf<'cmnd-12'>, { cast, seed }: Making, look: RowLook, dice: Dice): Sheet {
  const { front: of } = facts
  const isEarly = dice.next() < 0.5
  const isDotted = dice.next() < 0.5
  const red = batch(dice.pick(['#d32433', '#c43a30', '#cf3f3f']), dice, 12)
  const ink = look.labelColour
  let leaders = ''
  const dots = (from: number, to: number, y: number): void => {
    if (isDotted) leaders += leader(from + 0.3, to, y + 0.4, ink, 0.6, 0.22)
  }
  /** A label, and its value after it or about the middle of what is left of the line. */
  const entry = (
    field: string,
    label: string,
    [x, y]: readonly [number, number],
    value: string,
    how: { isCentred?: boolean; dropMm?: number; until?: number; typeface?: TypefaceRole } = {},
  ): Run[] => {
    const baseline = atY(y) + 0.8
    const labels = labelRuns(cast, { x: atX(x), baseline, label, field }, look)
    const [from, until] = [endOf(cast, labels) + 0.8, how.until ?? RIGHT]
    dots(from - 0.6, until, baseline + (how.dropMm ?? 0))
    if (value === '') return labels
    return [...labels, valueAt(field, value, from, until, baseline + (how.dropMm ?? 0), how)]
  }
  const valueAt = (
    field: string,
    text: string,
    from: number,
    until: number,
    baseline: number,
    how: { isCentred?: boolean; typeface?: TypefaceRole },
  ): Run => ({
    text,
    typeface: how.typeface ?? look.value,
    sizeMm: look.valueMm,
    x: how.isCentred === true ? (from + until) / 2 + dice.about(0, 0.9) : from + dice.between(0, 0.8),
    baseline: baseline + dice.about(0, 0.12),
    anchor: how.isCentred === true ? 'middle' : 'start',
    colour: look.valueColour,
    role: 'value',
    field,
    maxWidthMm: until - from,
  })
  const place = (field: 'hometown' | 'address', label: string, y: number, secondY: number): Run[] => {
    const baseline = atY(y) + 0.8
    const labels = labelRuns(cast, { x: atX(0.335), baseline, label, field }, look)
    const from = endOf(cast, labels) + 0.9
    const [first, rest] = addressLines(of[field], [RIGHT - from, RIGHT - atX(0.335)], look, dice.next() < 0.5)
    dots(from - 0.5, RIGHT, baseline)
    dots(atX(0.335), RIGHT, atY(secondY) + 0.8)
    return [
      ...labels,
      valueAt(field, first, from, RIGHT, baseline + dice.between(0, 0.4), { isCentred }),
      ...(rest === '' ? [] : [valueAt(field, rest, atX(0.335), RIGHT, atY(secondY) + 0.8, { isCentred })]),
    ]
  }
  const isCentred = dice.next() < 0.6
  const head = (
    text: string,
    typeface: TypefaceRole,
    sizeMm: number,
    y: number,
    colour: string,
    widest = 52,
  ): Run => ({
    text,
    typeface,
    sizeMm,
    x: atX(0.645),
    baseline: atY(y),
    anchor: 'middle',
    colour,
    maxWidthMm: widest,
    role: 'title',
  })
  const black = batch('#2a3038', dice, 12)
  const headFace = dice.pick(['schoolbook', 'serif'] as const)
  const motto = head(
    'Độc lập - Tự do - Hạnh phúc',
    headFace === 'serif' ? 'serif-bold' : headFace,
    2.5,
    0.138,
    black,
  )
  const title = isEarly ? 'GIẤY CHỨNG MINH NHÂN DÂN' : 'CHỨNG MINH NHÂN DÂN'
  const wantedMm = dice.between(30, 33.5)
  const numberMm = dice.between(3.9, 4.3)
  const numberFace: TypefaceRole = dice.pick(['ocr-b', 'ocr-b', 'sans', 'sans-bold'] as const)
  const number = labelRuns(
    cast,
    { x: atX(0.4), baseline: atY(0.349), label: 'Số:', field: 'id' },
    { ...look, labelMm: 2.6 },
  )
  const runs: Run[] = [
    head('CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM', `${headFace}-bold`, 2.6, 0.08, black),
    motto,
    head(title, 'geometric-bold', isEarly ? 3.3 : 3.7, 0.242, red, 48),
    ...number,
    {
      text: of.id,
      typeface: numberFace,
      sizeMm: numberMm,
      x: endOf(cast, number) + dice.between(0.8, 1.6),
      baseline: atY(0.354),
      colour: batch(dice.pick(['#cd4b37', '#d32433', '#c8553c']), dice, 14),
      spacingMm: Math.max(0, Math.min(1.1, (wantedMm - textWidth(cast, numberFace, of.id, numberMm)) / 11)),
      maxWidthMm: 38,
      role: 'value',
      field: 'id',
    },
    ...entry('name', 'Họ và tên khai sinh:', [0.335, 0.415], of.name, {
      isCentred: true,
      typeface: dice.next() < 0.7 ? 'sans-bold' : 'sans',
      dropMm: dice.between(0.2, 0.9),
    }),
    ...entry('other_name', 'Họ và tên gọi khác:', [0.335, 0.492], of.otherName, { isCentred: true }),
    ...entry('birthday', 'Ngày, tháng, năm sinh:', [0.335, 0.566], of.birthday),
    ...entry('sex', 'Giới tính:', [0.335, 0.643], of.sex, { until: atX(0.58) }),
    ...entry('ethnicity', 'Dân tộc:', [0.595, 0.641], of.ethnicity),
    ...place('hometown', 'Quê quán:', 0.72, 0.785),
    ...place('address', 'Nơi thường trú:', 0.853, 0.92),
    ...labelRuns(
      cast,
      { x: 2.4, baseline: atY(0.957), label: 'Có giá trị đến:', field: 'expiry' },
      { ...look, labelMm: 1.95 },
      15,
    ),
  ]
  const expiry = runs.at(-1)
  if (expiry !== undefined)
    runs.push({
      text: of.expiry,
      typeface: look.value,
      sizeMm: 2.1,
      x: endOf(cast, [expiry]) + dice.between(0.15, 0.7),
      baseline: expiry.baseline + dice.between(0, 0.5),
      colour: look.valueColour,
      maxWidthMm: 12.5,
      role: 'value',
      field: 'expiry',
    })
  return cardSheet('cmnd-12', 'front', {
    plate:
      ground(seed) +
      emblem(atX(0.162), atY(0.175), 13.6) +
      underline(cast, motto, 0.7, 0.12) +
      faded(portraitOf(facts.seed, facts.person.sex === 'Nữ' ? 'f' : 'm'), dice.between(0.82, 1)) +
      leaders,
    runs: [...misprinted(runs, seed), specimenMark(2.4, 53.3, 1.1)],
    portrait: PHOTO,
    fields: {
      id: of.id,
      name: of.name,
      ...(of.otherName === '' ? {} : { other_name: of.otherName }),
      birthday: of.birthday,
      sex: of.sex,
      ethnicity: of.ethnicity,
      hometown: of.hometown.text,
      address: of.address.text,
      expiry: of.expiry,
    },
  })
}

/** Printed into the plastic: no edge of its own. */
const faded = (picture: string, opacity: number): string =>
  rectangle(
    { x: PHOTO.x - 0.5, y: PHOTO.y - 0.5, width: PHOTO.width + 1, height: PHOTO.height + 1 },
    { fill: '#f4f8fa', radius: 1.4, opacity: 0.55 },
  ) + group(portrait(PHOTO, picture), `opacity="${short(opacity)}"`)

const PALES = [
  ['#c3e0ee', '#dcecf2', '#cfe4ec'],
  ['#c2c3be', '#d6dcdc', '#cfd6d8'],
  ['#aabedc', '#c9d8e6', '#bfd0e2'],
  ['#cfe6e6', '#e3efe6', '#d3e6ea'],
] as const

function ground(seed: number): string {
  const dice = seededDice(seed, 0xba3)
  const [line, other] = [batch('#59a0cf', dice, 14), batch('#9ec0b8', dice, 14)]
  return [
    wash(
      CARD,
      dice.pick(PALES).map((colour) => batch(colour, dice)),
      dice.between(0, 40),
    ),
    glow(54, 30, 26, batch('#eef3e2', dice), 0.8),
    waves(CARD, {
      colours: [line, other],
      pitchMm: 0.75,
      amplitudeMm: 0.8,
      lengthMm: 6.4,
      widthMm: 0.08,
      opacity: 0.4,
      seed: 4,
    }),
    engraving(CARD, {
      colour: line,
      pitchMm: 0.36,
      widthMm: 0.1,
      opacity: dice.between(0.12, 0.3),
      degrees: -18,
    }),
    drum(54, 31, 21, {
      line: batch('#6fa8c8', dice),
      sun: '#fdf6e6',
      sunOpacity: 0.5,
      opacity: dice.between(0.35, 0.6),
    }),
    rosette(14, 9.4, 10.6, { colours: [line, '#b98fb5'], petals: 16, rings: 20, hollow: 0.55, opacity: 0.4 }),
    rosette(82, 4, 11, { colours: [other], petals: 10, rings: 16, opacity: 0.35 }),
  ].join('')
}
