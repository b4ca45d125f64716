// The back of the 9-digit card: peoples and religion on top, fingerprints left, marks, date, authority, seal.
import { seededDice } from '../../person/dice.ts'
import { fingerprint, seal, signature } from '../drawing/marks.ts'
import { leader } from '../drawing/pattern.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { plateText, short } from '../drawing/svg.ts'
import { brokenText, endOf, inline, type Making } from '../drawing/words.ts'
import type { FactsOf } from '../facts/record.ts'
import type { Run, Sheet, TypefaceRole } from '../sheet.ts'
import { backGround, blankOf, sleeved } from './cmnd-9-ground.ts'
import { type Layer, layered } from './cmnd-9-values.ts'
import { cardSheet } from './layout.ts'

const RULE = '#1f2226'
const FINGERS = [
  { y0: 0.143, y1: 0.56, words: 'NGÓN TRỎ TRÁI' },
  { y0: 0.56, y1: 0.98, words: 'NGÓN TRỎ PHẢI' },
] as const

export function cmnd9Back(facts: FactsOf<'cmnd-9'>, { cast, seed }: Making, layer: Layer): Sheet {
  const { back: of } = facts
  const dice = seededDice(seed, 0x92)
  const blank = blankOf(seed)
  const { x: atX, y: atY } = blank
  const ink = dice.pick(['#26282c', '#33363b', '#1f2226'])
  let leaders = ''
  const dots = (from: number, to: number, y: number): void => {
    leaders += leader(from + 0.3, atX(to), atY(y), ink, 0.55, 0.26)
  }
  const label = (
    text: string,
    x: number,
    y: number,
    sizeMm: number,
    typeface: TypefaceRole = layer.look.label,
  ): Run[] =>
    inline(cast, atX(x), atY(y) + sizeMm * 0.36, [{ text, typeface, sizeMm, colour: ink, role: 'label' }])
  /** Above the dots by a little more than on the front. */
  const value = (text: string, field: string, x0: number, x1: number, y: number, isLeft = false): Run =>
    layered(layer, text, field, {
      ...(isLeft ? { left: atX(x0) } : { middle: (atX(x0) + atX(x1)) / 2 }),
      baseline: atY(y) - 0.15,
      roomMm: atX(x1) - atX(x0),
    })
  const people = label('Dân tộc:', 0.032, 0.095, 2.56)
  const belief = label('Tôn giáo:', 0.49, 0.095, 2.56)
  dots(endOf(cast, people), 0.485, 0.11)
  dots(endOf(cast, belief), 0.97, 0.108)
  const marks = brokenText(of.characteristics, layer.look.value, layer.look.valueMm, [46, 48])
  dots(atX(0.4), 0.98, 0.328)
  dots(atX(0.4), 0.98, 0.426)
  const head = label('DẤU VẾT RIÊNG VÀ DỊ HÌNH', 0.5, 0.19, 2.72)
  const [day = '', month = '', year = ''] = of.issueDate.split('/')
  const dates = [
    ['Ngày', 0.416, day, 0.505, 0.585],
    ['tháng', 0.592, month, 0.685, 0.75],
    ['năm', 0.759, year, 0.838, 0.94],
  ] as const
  dots(atX(0.49), 0.95, 0.545)
  const authority = label('GIÁM ĐỐC CA', 0.42, 0.612, 2.6).map(
    (run): Run => ({ ...run, role: 'value', field: 'issue_by' }),
  )
  const from = endOf(cast, authority)
  dots(from, 0.96, 0.63)
  const province = of.issueBy.replace(/^Công an (tỉnh|thành phố) /u, '')
  const isCity = of.issueBy.includes('thành phố')
  const prefix = dice.pick(isCity ? ['TP. ', 'TP.', 'Thành phố ', ''] : ['tỉnh ', 'Tỉnh ', '', ''])
  const signerDegrees = dice.about(0, 1.3)
  const isPressed = dice.next() < 0.5
  const runs: Run[] = [
    ...people,
    value(of.ethnicity, 'ethnicity', 0.16, 0.46, 0.11),
    ...belief,
    value(of.religion, 'religion', 0.63, 0.95, 0.108),
    ...head,
    ...marks.map((text, k) => value(text, 'characteristics', 0.405, 0.985, k === 0 ? 0.328 : 0.426, true)),
    ...dates.flatMap(([words, x, text, x0, x1]) => [
      ...label(words, x, 0.533, 2.6, 'sans-italic'),
      value(text, 'issue_date', x0, x1, 0.54),
    ]),
    ...authority,
    layered(layer, `${prefix}${province}`, 'issue_by', {
      middle: (from + 0.8 + atX(0.96)) / 2,
      baseline: atY(0.63) - 0.2,
      roomMm: atX(0.975) - from - 0.8,
    }),
    {
      text: of.signer,
      typeface: isPressed ? 'serif-bold' : layer.look.value,
      sizeMm: dice.between(2.8, 3.3),
      x: atX(0.72) + dice.about(0, 1.2),
      baseline: atY(0.945) + dice.about(0, 0.3),
      anchor: 'middle',
      colour: isPressed ? dice.pick(['#2a2f5c', '#3a2f4c', '#26282c', '#7a2438']) : layer.look.valueColour,
      turnDegrees: signerDegrees,
      maxWidthMm: 38,
      role: 'other',
      ink: isPressed ? 0.9 : 0.97,
      strike: { seed, liftMm: 0.05, uneven: 0.3, gaps: isPressed ? dice.between(0, 0.5) : 0 },
    },
    specimenMark(atX(0.985), atY(0.972), 1.1, 'end'),
  ]
  const line = (path: string, widthMm: number) =>
    `<path d="${path}" stroke="${RULE}" stroke-width="${widthMm}" fill="none" opacity="0.85"/>`
  const h = (x0: number, x1: number, y: number) => `M${short(atX(x0))} ${short(atY(y))}H${short(atX(x1))}`
  const v = (x: number, y0: number, y1: number) => `M${short(atX(x))} ${short(atY(y0))}V${short(atY(y1))}`
  const around = (by: number) =>
    `M${short(atX(by))} ${short(atY(by * 1.5))}H${short(atX(1 - by))}V${short(atY(1 - by * 1.5))}H${short(atX(by))}Z`
  const small = { typeface: 'sans', sizeMm: 2, colour: ink } as const
  return sleeved(
    cardSheet('cmnd-9', 'back', {
      plate:
        backGround(seed, blank) +
        line(around(0.008), 0.34) +
        line(around(0.017), 0.14) +
        line(
          h(0.017, 0.985, 0.143) +
            h(0.017, 0.396, 0.56) +
            v(0.338, 0.143, 0.98) +
            v(0.396, 0.143, 0.98) +
            h(0.396, 0.985, 0.23) +
            h(0.396, 0.985, 0.478),
          0.18,
        ) +
        leaders +
        FINGERS.map(
          ({ words, y0, y1 }, k) =>
            fingerprint(
              blank.box(0.05, 0.31, y0 + 0.02, y1 - 0.02),
              seed * 2 + k,
              '#2b2c30',
              dice.between(0.25, 0.85),
            ) + plateText(words, small, { x: atX(0.358), y: atY((y0 + y1) / 2), degrees: 90, middle: true }),
        ).join('') +
        `<g opacity="${short(dice.between(0.2, 1))}">${seal(
          atX(0.55) + dice.about(0, 1.6),
          atY(0.74) + dice.about(0, 1),
          9.6,
          {
            words: 'CÔNG AN TỈNH - BỘ CÔNG AN',
            seed,
            colour: dice.pick(['#e63c6e', '#d5485a', '#e0607a', '#c94052']),
          },
        )}</g>` +
        signature(atX(0.6), atY(0.77), 22, facts.seed % 9, dice.pick(['#1d2a6b', '#23262e', '#2a2f5c'])),
      runs,
      fields: {
        ethnicity: of.ethnicity,
        religion: of.religion,
        characteristics: of.characteristics,
        issue_date: of.issueDate,
        issue_by: of.issueBy,
      },
    }),
    seed,
    blank,
  )
}
