// The 9-digit identity card: laminated paper, green net and rosette, dotted leaders, values printed or typed on them later.
import { seededDice } from '../../person/dice.ts'
import { emblem } from '../drawing/emblem.ts'
import { leader } from '../drawing/pattern.ts'
import { portrait, portraitOf } from '../drawing/portrait.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { group, rectangle, short } from '../drawing/svg.ts'
import { textWidth } from '../drawing/typefaces.ts'
import { endOf, type Making } from '../drawing/words.ts'
import type { FactsOf } from '../facts/record.ts'
import type { Run, Sheet, TypefaceRole } from '../sheet.ts'
import { cmnd9Back } from './cmnd-9-back.ts'
import { blankOf, frontGround, INK, sleeved } from './cmnd-9-ground.ts'
import { type Layer, layered, layerOf, numberRun, writtenDay } from './cmnd-9-values.ts'
import { addressLines, cardSheet, labelRuns, underline } from './layout.ts'

const STAMPED_SHARE = 0.35
/** Offices that stamped the number mostly typed the rest. */
const TYPED_SHARE = { stamped: 0.75, printed: 0.12 } as const
const OLDER_BLANK_SHARE = 0.07
/** Where leaders end, as a fraction of the width. */
const RIGHT = 0.948

export function cmnd9(facts: FactsOf<'cmnd-9'>, making: Making): Sheet[] {
  const dice = seededDice(making.seed, 0x9)
  const isStamped = dice.next() < STAMPED_SHARE
  const isTyped = dice.next() < TYPED_SHARE[isStamped ? 'stamped' : 'printed']
  const isOlder = dice.next() < OLDER_BLANK_SHARE
  const layer = layerOf(making.seed, isTyped, facts.front.address.text.length, {
    label: isOlder ? 'serif-bold' : 'sans',
    labelMm: isOlder ? 2.45 : 2.27,
    labelColour: dice.pick([INK, '#1f2824', '#33403a']),
  })
  return [front(facts, making, layer, isStamped, isOlder), cmnd9Back(facts, making, layer)]
}

function front(
  facts: FactsOf<'cmnd-9'>,
  { cast, seed }: Making,
  layer: Layer,
  isStamped: boolean,
  isOlder: boolean,
): Sheet {
  const { front: of } = facts
  const { look } = layer
  const dice = seededDice(seed, 0x91)
  const blank = blankOf(seed)
  const { x: atX, y: atY } = blank
  const right = atX(RIGHT)
  const ink = look.labelColour
  let leaders = ''
  const dots = (from: number, y: number): void => {
    leaders += leader(from + 0.25, right, atY(y), ink, 0.55, 0.26)
  }
  /** From its left to its right as measured, letters drawn apart or together. */
  const head = (
    text: string,
    typeface: TypefaceRole,
    sizeMm: number,
    x0: number,
    x1: number,
    y: number,
    colour: string,
  ): Run => {
    const roomMm = atX(x1) - atX(x0)
    const spacingMm = (roomMm - textWidth(cast, typeface, text, sizeMm)) / (text.length - 1)
    const run = { text, typeface, sizeMm, x: atX(x0), baseline: atY(y), colour, role: 'title' } as const
    return {
      ...run,
      ...(spacingMm > 0 ? { spacingMm: Math.min(spacingMm, 0.22 * sizeMm) } : { maxWidthMm: roomMm }),
    }
  }
  const labels = (text: string, x: number, y: number): Run[] =>
    labelRuns(cast, { x: atX(x), baseline: atY(y), label: text, field: '' }, look)
  /** A label, its leader, and its value about the middle of what is free of the leader; a second line has a leader of its own. */
  const entry = (
    field: string,
    text: string,
    [x, y]: readonly [number, number],
    lines: readonly [first: string, second?: string],
    secondY?: number,
  ): Run[] => {
    const label = labels(text, x, y + 0.018)
    const from = endOf(cast, label)
    dots(from, y + 0.02)
    if (secondY !== undefined) dots(atX(0.322), secondY)
    const place = (left: number, dotsY: number) => ({
      middle: (left + right) / 2,
      baseline: atY(dotsY) - 0.1,
      roomMm: right - left + (layer.isTyped ? 1.2 : 0.4),
    })
    const [first, second = ''] = lines
    const growth = field === 'name' ? 1.06 : 1
    return [
      ...label,
      ...(first === '' ? [] : [layered(layer, first, field, { ...place(from + 0.6, y + 0.02), growth })]),
      ...(second === '' || secondY === undefined
        ? []
        : [layered(layer, second, field, { ...place(atX(0.33), secondY), growth })]),
    ]
  }
  const residence = isOlder ? 'Nơi thường trú:' : 'Nơi ĐKHK thường trú:'
  const room = (from: number): [number, number] => [right - atX(from), right - atX(0.33)]
  const isLow = dice.next() < 0.14
  const motto = head('Độc lập - Tự do - Hạnh phúc', 'sans', 2.26, 0.452, 0.8, 0.137, ink)
  const red = dice.pick(['#d8443c', '#c63a44', '#e05a4a', '#bf4846', '#b8343f', '#d4716a'])
  const bar = blank.box(0.48, 0.885, 0.262, 0.325)
  const label = look.label
  const runs: Run[] = [
    head('CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM', label, 2.56, 0.34, 0.915, 0.085, ink),
    { ...motto, typeface: label },
    head('GIẤY CHỨNG MINH NHÂN DÂN', 'heavy', 3.6, 0.366, 0.925, 0.227, red),
    {
      text: 'SỐ',
      typeface: label,
      sizeMm: 2.87,
      x: atX(0.417),
      baseline: atY(0.313),
      colour: ink,
      role: 'label',
    },
    numberRun(of.id, isStamped, seed, bar),
    ...entry('name', 'Họ tên:', [0.316, 0.405], isLow ? ['', of.name] : [of.name], 0.508),
    ...entry('birthday', 'Sinh ngày', [0.318, 0.583], [writtenDay(of.birthday, dice, layer.isTyped)]),
    ...entry(
      'hometown',
      'Nguyên quán:',
      [0.32, 0.67],
      addressLines(of.hometown, room(0.53), look, false),
      0.78,
    ),
    ...entry(
      'address',
      residence,
      [0.322, 0.848],
      addressLines(of.address, room(0.64), look, dice.next() < 0.5),
      0.95,
    ),
    specimenMark(atX(0.06), atY(0.962), 1.2),
  ]
  const photo = blank.box(0.06, 0.29, 0.41, 0.887)
  return sleeved(
    cardSheet('cmnd-9', 'front', {
      plate:
        frontGround(seed, blank) +
        group(emblem(atX(0.17), atY(0.218), 13.4), `opacity="${short(dice.between(0.6, 1))}"`) +
        underline(cast, { ...motto, x: motto.x + 2.2, maxWidthMm: atX(0.775) - atX(0.478) }, 0.62, 0.12) +
        glued(photo, facts, dice.about(0, 0.7), dice.next() < 0.35, dice.between(0.75, 1)) +
        (dice.next() < 0.3 ? emboss(photo.x + photo.width * 0.9, photo.y + photo.height * 0.85) : '') +
        leaders,
      runs,
      portrait: photo,
      fields: {
        id: of.id,
        name: of.name,
        birthday: of.birthday,
        hometown: of.hometown.text,
        address: of.address.text,
      },
    }),
    seed,
    blank,
  )
}

/** A photograph with its white edge, stuck on not quite straight. */
function glued(
  box: { x: number; y: number; width: number; height: number },
  facts: FactsOf<'cmnd-9'>,
  degrees: number,
  isGrey: boolean,
  opacity: number,
): string {
  const edge = { x: box.x - 0.35, y: box.y - 0.35, width: box.width + 0.7, height: box.height + 0.7 }
  const picture = portraitOf(facts.seed, facts.person.sex === 'Nữ' ? 'f' : 'm')
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2]
  return group(
    rectangle({ ...edge, x: edge.x + 0.2, y: edge.y + 0.25 }, { fill: '#3a4a42', opacity: 0.25 }) +
      rectangle(edge, { fill: '#f4f5f3' }) +
      portrait(box, picture, isGrey ? { tint: '#26262a' } : {}) +
      rectangle(box, { fill: '#e9ece8', opacity: 1 - opacity }),
    `transform="rotate(${short(degrees)} ${short(cx)} ${short(cy)})"`,
  )
}

/** A seal pressed into the paper without ink: light on one side, shade on the other. */
function emboss(cx: number, cy: number): string {
  const rings = (colour: string, off: number) =>
    [4.6, 3.2, 4.2]
      .map(
        (r) =>
          `<circle cx="${short(cx + off)}" cy="${short(cy + off)}" r="${r}" fill="none" stroke="${colour}" stroke-width="0.16" stroke-opacity="0.4"/>`,
      )
      .join('')
  return rings('#ffffff', -0.08) + rings('#3c4a44', 0.08)
}
