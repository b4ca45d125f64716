// The old driving licence: salmon laminated paper with a foil disc, values of each office's own printer on wide dots.
import { type Dice, seededDice } from '../../person/dice.ts'
import { batch } from '../cards/layout.ts'
import { emblem, starPath } from '../drawing/emblem.ts'
import { seal, signature } from '../drawing/marks.ts'
import { braid, hatch, leader } from '../drawing/pattern.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import {
  circle,
  clipped,
  filled,
  glow,
  group,
  type Point,
  pathOf,
  plateText,
  rectangle,
  strokes,
  wash,
} from '../drawing/svg.ts'
import { ringPath } from '../drawing/texture.ts'
import { textWidth } from '../drawing/typefaces.ts'
import { brokenText, centred, inline, type Making, type Words } from '../drawing/words.ts'
import type { Licence } from '../facts/record.ts'
import type { Sheet, TypefaceRole } from '../sheet.ts'
import { brokenAtUnits, ringWords } from './licence-parts.ts'
import { hsl } from './motifs.ts'
import { hand, type Paper, paper } from './paper.ts'
import { photograph } from './photograph.ts'

const FORM = { kind: 'licence-paper', widthMm: 95, heightMm: 65, cornerMm: 2 } as const
const BOX = { x: 0, y: 0, width: FORM.widthMm, height: FORM.heightMm }
const [INK, RED] = ['#2a251e', '#c2262c']

/** Places on the form are known as shares of its width and height. */
const across = (share: number): number => share * FORM.widthMm
const down = (share: number): number => share * FORM.heightMm

/** Wide-spaced dots: from, to and height. */
const LEADERS = [
  [0.4, 0.95, 0.39],
  [0.395, 0.565, 0.456],
  [0.725, 0.95, 0.456],
  [0.41, 0.95, 0.522],
  [0.255, 0.95, 0.581],
  [0.255, 0.43, 0.643],
  [0.505, 0.59, 0.643],
  [0.675, 0.75, 0.643],
  [0.825, 0.95, 0.643],
] as const

type Role = 'title' | 'label' | 'value' | 'other'
const pen = (typeface: TypefaceRole, sizeMm: number, role: Role, colour = INK) =>
  hand({ typeface, sizeMm, role, colour })

export function licencePaper(facts: Licence, making: Making): Sheet[] {
  return [front(facts, making), back(facts, making)]
}

function front(facts: Licence, { cast, seed }: Making): Sheet {
  const page = paper({ ...FORM, side: 'front' })
  const dice = seededDice(seed, 0x11ce)
  const { name, birthday, nationality, address, expiry, id, issueDate, issuePlace, authority, signer } =
    facts.front
  const office = officeHand(dice)
  page.draw(salmonGround(seed), strip(seed), foilDisc(across(0.134), down(0.255), across(0.066), dice))
  const photo = { x: across(0.022), y: down(0.367), width: across(0.2), height: down(0.38) }
  page.draw(rectangle(photo, { fill: '#f3eee6' }), photograph(facts.person, seed, photo))
  page.portrait(photo)
  const ministry = { typeface: 'sans', sizeMm: 3.1, colour: INK, role: 'other', spacingMm: 0.35 } as const
  page.put(inline(cast, across(0.05), down(0.112), [{ ...ministry, text: 'BỘ GTVT' }], across(0.19)))
  page.draw(line(across(0.085), across(0.17), down(0.131), INK))
  page.put(
    centred(
      cast,
      across(0.583),
      down(0.077),
      [pen('serif', 2.75, 'title')('CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM')],
      across(0.535),
    ),
  )
  page.put(
    centred(
      cast,
      across(0.583),
      down(0.126),
      [pen('serif', 2.7, 'title')('Độc lập - Tự do - Hạnh phúc')],
      across(0.31),
    ),
  )
  page.draw(line(across(0.42), across(0.745), down(0.142), INK))
  page.put(
    centred(
      cast,
      across(0.59),
      down(0.224),
      [pen('sans-bold', 3.8, 'title', batch(RED, dice))('GIẤY PHÉP LÁI XE')],
      across(0.37),
    ),
  )

  const label = pen('serif', 3, 'label')
  const italic = pen('serif-italic', 2.85, 'label')
  const at = (x: number, share: number, words: Words) =>
    page.put(inline(cast, across(x), down(share), [words]))
  const write = (x: number, share: number, text: string, field: string, room: number) =>
    page.put(
      inline(
        cast,
        across(x) + office.x,
        down(share) + office.y,
        [{ ...office.words, text, field }],
        across(room),
      ),
    )
  writeNumber()
  for (const [from, to, share] of LEADERS)
    page.draw(leader(across(from), across(to), down(share), '#4b4234', 1.28, 0.26))
  at(0.255, 0.388, label('Họ và tên'))
  write(0.43, 0.387, name, 'name', 0.375)
  at(0.255, 0.455, label('Năm sinh'))
  write(0.44, 0.451, yearOf(birthday), 'birthday', 0.1)
  at(0.59, 0.454, label('Quốc tịch'))
  write(0.745, 0.452, nationality, 'nationality', 0.15)
  at(0.252, 0.524, label('Nơi cư trú'))
  const joined = dice.next() < 0.7 ? address.text.replaceAll(', ', ' - ') : address.text
  page.state('address', joined)
  const [first = '', second = ''] = brokenAtUnits(joined, across(0.49), office.words)
  write(0.435, 0.518, first, 'address', 0.5)
  if (second !== '') write(dice.between(0.262, 0.33), 0.577, second, 'address', 0.62)
  writeDate()
  at(0.047, 0.786, italic('Có giá trị đến'))
  page.put(
    centred(
      cast,
      across(0.15),
      down(0.842),
      [
        {
          ...office.words,
          typeface: dice.next() < 0.7 ? 'serif-italic' : office.words.typeface,
          text: expiry,
          field: 'expiry',
        },
      ],
      across(0.21),
    ),
  )
  close()
  page.put([specimenMark(across(0.975), down(0.968), 1.4, 'end')])
  return page.sheet()

  /** Two printed letters, then six digits of a numbering machine, far apart. */
  function writeNumber(): void {
    const red = batch('#c2423f', dice, 18)
    page.state('id', id)
    at(0.363, 0.324, pen('serif-italic', 3, 'label')('Số'))
    page.put(
      inline(cast, across(0.457), down(0.33), [pen('serif-bold', 4, 'value', red)(id.slice(0, 2), 'id')]),
    )
    const sizeMm = dice.between(4.2, 4.7)
    const typeface = dice.pick(['numbering', 'numbering', 'sans'] as const)
    const spacingMm = across(dice.between(0.0365, 0.0395)) - textWidth(cast, typeface, '0', sizeMm)
    page.put(
      inline(cast, across(0.53) + dice.about(0, 0.4), down(0.332) + dice.about(0, 0.3), [
        {
          text: id.slice(2),
          typeface,
          sizeMm,
          colour: red,
          role: 'value',
          field: 'id',
          spacingMm,
          ink: dice.between(0.7, 0.95),
          strike: {
            seed,
            liftMm: dice.between(0, 0.22),
            uneven: dice.between(0.05, 0.35),
            hollow: dice.between(0, 0.4),
          },
        },
      ]),
    )
  }

  function writeDate(): void {
    const [day = '', month = '', year = ''] = issueDate.split('/')
    page.state('issue_place', issuePlace)
    page.state('issue_date', issueDate)
    const place = {
      ...office.words,
      typeface: 'serif-italic',
      text: issuePlace,
      field: 'issue_place',
    } as const
    page.put(inline(cast, across(0.26), down(0.636), [place], across(0.165)))
    for (const [x, word, middle, value] of [
      [0.44, 'ngày', 0.547, day],
      [0.6, 'tháng', 0.712, month],
      [0.76, 'năm', 0.897, year],
    ] as const) {
      at(x, 0.643, italic(word))
      page.put(
        centred(
          cast,
          across(middle),
          down(0.638) + office.y,
          [{ ...office.words, text: value, field: 'issue_date' }],
          across(0.09),
        ),
      )
    }
  }

  function close(): void {
    const title = pen(dice.next() < 0.6 ? 'serif-bold' : 'serif', 2.5, 'other')
    for (const [index, text] of authority.lines.entries())
      page.put(centred(cast, across(0.67), down(0.69 + index * 0.042), [title(text)], across(0.5)))
    page.draw(
      seal(
        across(0.522) + dice.about(0, 1.2),
        down(0.815) + dice.about(0, 1),
        across(dice.between(0.098, 0.11)),
        {
          words: ringWords(authority.lines),
          ...(authority.lines.length > 1 ? { centre: ['SỞ', 'GIAO THÔNG', 'VẬN TẢI'] } : {}),
          colour: batch('#cf4338', dice, 20),
          seed,
        },
      ),
      signature(across(0.53), down(0.82), across(0.24), seed, dice.pick(['#2f3350', '#25262e'])),
    )
    page.put(centred(cast, across(0.66), down(0.925), [pen('serif-bold', 2.6, 'other')(signer)], across(0.3)))
  }
}

const yearOf = (birthday: string): string => birthday.split('/').at(-1) ?? birthday

/** Each office had its own printer: one hand for all values of a licence, a little off the leaders. */
function officeHand(dice: Dice): {
  readonly words: Omit<Words, 'text'>
  readonly x: number
  readonly y: number
} {
  const typeface = dice.pick([
    'serif',
    'serif',
    'serif',
    'serif-bold',
    'serif-bold',
    'geometric-bold',
    'geometric-bold',
    'typewriter',
  ] as const)
  const sizeMm =
    typeface === 'typewriter'
      ? 2.5
      : typeface === 'geometric-bold'
        ? dice.between(2.4, 2.7)
        : dice.between(2.75, 3.05)
  const colour = dice.pick(['#1c1c20', '#26262c', '#2b2a3a', '#3a3740'])
  return {
    words: { typeface, sizeMm, colour, role: 'value' },
    x: dice.about(0, 0.6),
    y: dice.about(-0.1, 0.32),
  }
}

const line = (from: number, to: number, y: number, colour: string): string =>
  strokes(
    [
      pathOf([
        [from, y],
        [to, y],
      ]),
    ],
    colour,
    0.16,
  )

/** Salmon running into tan, rays from below, a pale emblem, a rope of orange along the edge. */
function salmonGround(seed: number): string {
  const dice = seededDice(seed, 0x9e110)
  const hue = dice.between(22, 38)
  const light = dice.between(0.72, 0.85)
  const tint = (shift: number, lightness: number) => hsl(hue + shift, dice.between(0.35, 0.65), lightness)
  const rays: string[] = []
  for (let k = 0; k < 150; k++) {
    const angle = -Math.PI * (0.03 + (0.94 * k) / 150)
    const points: Point[] = []
    for (let r = 4; r < 78; r += 3) {
      const bent = angle + 0.035 * Math.sin(r / 6 + k * 0.35)
      points.push([47.5 + r * 1.15 * Math.cos(bent), 62 + r * Math.sin(bent)])
    }
    rays.push(pathOf(points))
  }
  const rope = (inset: number, width: number) => {
    const [w, h] = [BOX.width - 2 * inset, BOX.height - 2 * inset]
    const colours = [hsl(18, 0.65, 0.62), hsl(26, 0.6, 0.7)]
    return (
      braid({ x: inset, y: inset, width: w, height: width }, colours, 3, 2.2, 0.16, 0.8) +
      braid({ x: inset, y: inset + h - width, width: w, height: width }, colours, 3, 2.2, 0.16, 0.8) +
      braid({ x: inset, y: inset, width, height: h }, colours, 3, 2.2, 0.16, 0.8) +
      braid({ x: inset + w - width, y: inset, width, height: h }, colours, 3, 2.2, 0.16, 0.8)
    )
  }
  const faded = { red: tint(-8, 0.72), gold: tint(6, 0.8), dark: tint(0, 0.62) }
  return clipped(
    wash(BOX, [tint(0, light), tint(8, light + 0.03), tint(-6, light - 0.02)], dice.between(0, 90)) +
      strokes(rays, hsl(hue - 10, 0.45, 0.6), 0.1, dice.between(0.3, 0.55)) +
      hatch(BOX, hsl(hue + 14, 0.4, 0.7), 0.8, 18, 0.07, 0.5) +
      group(emblem(52, 34, 23, faded), 'opacity="0.4"') +
      rope(1, 1) +
      rectangle(
        { x: 2.5, y: 2.5, width: BOX.width - 5, height: BOX.height - 5 },
        { stroke: hsl(18, 0.6, 0.6), widthMm: 0.15 },
      ),
    BOX,
  )
}

/** The blue band from top to bottom: the roads administration's letters on their side. */
function strip(seed: number): string {
  const blue = hsl(205, 0.45, 0.48)
  const [left, width] = [across(0.81), across(0.032)]
  const type = { typeface: 'sans-bold', sizeMm: 2, colour: blue, spacingMm: 0.9 } as const
  let letters = ''
  for (let k = 0, y = -12 + (seed % 7); k < 8; k++, y += 14.2)
    letters +=
      plateText('CĐBVN', type, { x: left + width * 0.28, y, degrees: 90 }) +
      filled([starPath(left + width / 2, y + 12.4, 0.75)], blue)
  return clipped(
    group(
      letters + strokes([`M${left} 0V${BOX.height}M${left + width} 0V${BOX.height}`], blue, 0.28),
      'opacity="0.7"',
    ),
    BOX,
  )
}

/** A round sticker of foil: a star in a sunflower, gold on silver; grey where it is worn. */
function foilDisc(cx: number, cy: number, radius: number, dice: Dice): string {
  const gold = hsl(36, dice.between(0.4, 0.65), 0.52)
  const worn = dice.next() < 0.4
  const petals: string[] = []
  for (const [ring, count, from, to] of [
    [0, 24, 0.42, 0.62],
    [1, 24, 0.55, 0.78],
  ] as const)
    for (let k = 0; k < count; k++) {
      const angle = ((k + ring / 2) / count) * 2 * Math.PI
      const point = (r: number, turn: number): Point => [
        cx + radius * r * Math.cos(angle + turn),
        cy + radius * r * Math.sin(angle + turn),
      ]
      petals.push(
        pathOf(
          [point(from, 0), point((from + to) / 2, 0.11), point(to, 0), point((from + to) / 2, -0.11)],
          true,
        ),
      )
    }
  const foil = worn ? hsl(40, 0.12, 0.55) : hsl(40, 0.06, 0.95)
  return (
    circle(cx, cy, radius, foil, worn ? 0.75 : 0.95) +
    group(
      strokes(petals, gold, 0.34) +
        filled([starPath(cx, cy, radius * 0.2)], gold) +
        strokes([ringPath(cx, cy, radius * 0.36, radius * 0.32)], gold, 0.16),
      `opacity="${worn ? 0.55 : 0.95}"`,
    ) +
    (worn ? glow(cx + radius * 0.2, cy - radius * 0.2, radius * 0.8, hsl(34, 0.6, 0.6), 0.5) : '')
  )
}

function back(facts: Licence, making: Making): Sheet {
  const page = paper({ ...FORM, side: 'back' })
  const { cast, seed } = making
  page.draw(salmonGround(seed))
  page.put(
    centred(
      cast,
      47.5,
      7.4,
      [pen('serif-bold', 2.8, 'title')('CÁC LOẠI XE CƠ GIỚI ĐƯỜNG BỘ ĐƯỢC ĐIỀU KHIỂN')],
      86,
    ),
  )
  const [top, bottom] = [10, 49]
  const edges = [4, 15, 71, 91]
  const upright = edges.map((x) =>
    pathOf([
      [x, top],
      [x, bottom],
    ]),
  )
  const flat = [top, 16, bottom].map((y) =>
    pathOf([
      [4, y],
      [91, y],
    ]),
  )
  page.draw(strokes([...upright, ...flat], INK, 0.18))
  for (const [index, head] of ['HẠNG', 'LOẠI XE', 'NGÀY TRÚNG TUYỂN'].entries()) {
    const [from, to] = [edges[index] ?? 0, edges[index + 1] ?? 0]
    page.put(centred(cast, (from + to) / 2, 13.9, [pen('serif-bold', 2.1, 'label')(head)], to - from - 1))
  }
  const step = Math.min(10, (bottom - 16) / Math.max(1, facts.back.rows.length))
  for (const [index, row] of facts.back.rows.entries()) {
    const y = 16 + (index + 0.5) * step
    const field = `back_side_info.${index}`
    page.put(
      centred(cast, 9.5, y + 1, [pen('serif-bold', 3, 'value')(row.className, `${field}.class_name`)], 10),
    )
    page.put(
      centred(cast, 81, y + 1, [pen('typewriter', 2.5, 'value')(row.classDate, `${field}.class_date`)], 19),
    )
    writeVehicles(page, making, row.vehicles, y)
    if (index > 0)
      page.draw(
        strokes(
          [
            pathOf([
              [4, y - step / 2],
              [91, y - step / 2],
            ]),
          ],
          INK,
          0.12,
          0.7,
        ),
      )
  }
  const rules = [
    'Giấy phép lái xe chỉ cấp cho người có tên trong giấy này.',
    'Phải mang theo khi lái xe và xuất trình khi được kiểm tra.',
  ]
  for (const [index, rule] of rules.entries()) {
    page.put(inline(cast, 5, 53.5 + index * 3.4, [pen('serif-italic', 2.4, 'other')(rule)], 84))
  }
  page.put(
    inline(cast, 5, 61.4, [
      pen('serif', 2.6, 'label')('Số seri:'),
      pen('serif-bold', 3, 'value', RED)(facts.back.seriId, 'seri_id'),
    ]),
  )
  page.put([specimenMark(92, 62.6, 1.4, 'end')])
  return page.sheet()
}

function writeVehicles(page: Paper, { cast }: Making, text: string, middle: number): void {
  const lines = brokenText(text, 'serif', 2.3, [54, 54])
  for (const [index, words] of lines.entries()) {
    const baseline = middle + 0.9 + (index - (lines.length - 1) / 2) * 2.9
    page.put(inline(cast, 16.2, baseline, [pen('serif', 2.3, 'other')(words)], 54))
  }
}
