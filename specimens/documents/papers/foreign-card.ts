// Foreign identity cards (TD1): invented designs in four layouts, and backs with the machine-readable zone.
import { seededDice } from '../../person/dice.ts'
import { chipPlate } from '../drawing/chip.ts'
import { code } from '../drawing/codes.ts'
import { signature } from '../drawing/marks.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { rectangle } from '../drawing/svg.ts'
import { centred, endOf, inline, type Making } from '../drawing/words.ts'
import type { Foreign } from '../facts/record.ts'
import type { BoxMm, Sheet } from '../sheet.ts'
import { type ForeignRow, type RowName, rowsOf } from './foreign-rows.ts'
import { CARD, CARD_BOX } from './licence-parts.ts'
import { ground, hsl, motif } from './motifs.ts'
import { writeMrz } from './mrz.ts'
import { CARD_LAYOUTS, type CardLayout, nationOf } from './nations.ts'
import { hand, type Paper, paper } from './paper.ts'
import { photograph } from './photograph.ts'

/** x, baseline of the label, room. */
type Spot = readonly [x: number, y: number, room: number]
type Plan = Readonly<Partial<Record<RowName, Spot>>>

interface Layout {
  readonly photo: BoxMm
  readonly ghost?: BoxMm
  readonly chip?: BoxMm
  readonly plan: Plan
  /** The value stands beside its label instead of below it. */
  readonly beside?: boolean
  readonly numbered?: boolean
  readonly signature: Spot
}

const LAYOUTS: Readonly<Record<CardLayout, Layout>> = {
  left: {
    photo: { x: 4, y: 13.5, width: 22, height: 28.5 },
    ghost: { x: 70.5, y: 33, width: 11, height: 14 },
    plan: {
      surname: [29.5, 14, 50],
      given: [29.5, 20, 50],
      nationality: [29.5, 26, 24],
      sex: [56, 26, 12],
      birthday: [29.5, 32, 24],
      birthplace: [56, 32, 26],
      number: [29.5, 38, 24],
      expires: [29.5, 44, 24],
    },
    signature: [6, 47.5, 18],
  },
  right: {
    photo: { x: 59.5, y: 12.5, width: 22, height: 28.5 },
    plan: {
      number: [4, 13.5, 30],
      surname: [4, 19.5, 52],
      given: [4, 25.5, 52],
      sex: [4, 31.5, 12],
      nationality: [17, 31.5, 20],
      birthday: [38, 31.5, 20],
      birthplace: [4, 37.5, 30],
      issued: [4, 43.5, 25],
      expires: [34, 43.5, 24],
    },
    signature: [60, 47, 20],
  },
  numbered: {
    photo: { x: 4, y: 11.5, width: 19.5, height: 25.5 },
    ghost: { x: 69, y: 13, width: 12.5, height: 16 },
    plan: {
      surname: [27, 13, 40],
      given: [27, 18.6, 40],
      birthday: [27, 24.2, 20],
      sex: [50, 24.2, 14],
      birthplace: [27, 29.8, 40],
      nationality: [27, 35.4, 38],
      issued: [27, 41, 20],
      expires: [50, 41, 20],
      number: [4, 40.6, 21],
      authority: [27, 46.6, 50],
    },
    numbered: true,
    signature: [5, 49, 15],
  },
  beside: {
    photo: { x: 62, y: 17, width: 20, height: 26.6 },
    chip: { x: 5, y: 38.5, width: 11.5, height: 9.6 },
    plan: {
      number: [4, 15, 56],
      surname: [4, 19.2, 56],
      given: [4, 23.4, 56],
      birthplace: [4, 27.6, 56],
      birthday: [4, 31.8, 56],
      sex: [20, 36, 40],
      nationality: [20, 40.2, 40],
      expires: [20, 44.4, 40],
    },
    beside: true,
    signature: [63, 48.5, 16],
  },
}

export function foreignCard(facts: Foreign, making: Making): Sheet[] {
  return [front(facts, making), back(facts, making)]
}

function front(facts: Foreign, making: Making): Sheet {
  const page = paper({ kind: 'foreign-td1', side: 'front', ...CARD })
  const { cast, seed } = making
  const nation = nationOf(facts.front.country)
  const dice = seededDice(seed, 0xf01)
  // Few countries have cards, so a country has had several designs.
  const layout = LAYOUTS[dice.next() < 0.4 ? nation.layout : dice.pick(CARD_LAYOUTS)]
  const ink = hsl(nation.hues[0], 0.6, 0.24)
  page.draw(ground(CARD_BOX, nation.hues, nation.motif, seed))
  const bar = dice.next() < 0.35
  if (bar) page.draw(rectangle({ ...CARD_BOX, height: 9.4 }, { fill: hsl(nation.hues[0], 0.5, 0.38) }))
  const title = (sizeMm: number, bold = true) =>
    hand({ typeface: bold ? 'sans-bold' : 'sans', sizeMm, colour: bar ? '#ffffff' : ink, role: 'title' })
  const room = 62
  page.draw(motif(nation.motif, 8, 5, 3.6, bar ? '#ffffff' : ink, bar ? '#ffffff' : ink))
  page.put(inline(cast, 14, 4.6, [title(2.9)(facts.front.countryName.toUpperCase())], room))
  page.put(inline(cast, 14, 8, [title(2.1, false)(facts.front.title)], room))
  page.put(inline(cast, 77, 5.6, [title(3)(facts.front.country, 'country')], 7))
  page.draw(photograph({ sex: facts.front.sexLetter }, seed, layout.photo))
  if (layout.ghost !== undefined) {
    page.draw(photograph({ sex: facts.front.sexLetter }, seed, layout.ghost, { opacity: 0.4, tint: ink }))
  }
  if (layout.chip !== undefined) page.draw(chipPlate(layout.chip))
  page.portrait(layout.photo)
  const [x, y, width] = layout.signature
  page.draw(signature(x, y, width * 0.8, seed + 9, '#20242c'))
  writePlan(page, facts, making, layout, ink)
  stateAll(page, facts)
  page.put([specimenMark(83, 52.9, 1.3, 'end')])
  return page.sheet()
}

const order: readonly RowName[] = [
  'surname',
  'given',
  'sex',
  'nationality',
  'birthday',
  'birthplace',
  'issued',
  'expires',
  'number',
  'authority',
]

function writePlan(page: Paper, facts: Foreign, { cast, seed }: Making, layout: Layout, ink: string): void {
  const dice = seededDice(seed, 0xf02)
  const rows = rowsOf(facts, nationOf(facts.front.country))
  const face = dice.pick(['sans-bold', 'sans', 'serif-bold', 'typewriter'] as const)
  const label = hand({
    typeface: dice.pick(['sans', 'sans-italic']),
    sizeMm: 1.55,
    colour: ink,
    role: 'label',
  })
  const wide = hand({ typeface: 'sans', sizeMm: 1.8, colour: ink, role: 'label' })
  const value = hand({ typeface: face, sizeMm: dice.between(2.25, 2.6), colour: '#17181c', role: 'value' })
  let count = 0
  for (const name of order) {
    const spot = layout.plan[name]
    if (spot === undefined) continue
    const [x, y, room] = spot
    const row: ForeignRow = rows[name]
    const text = layout.numbered ? `${++count}. ${row.label}` : row.label
    if (layout.beside) {
      const runs = inline(cast, x, y, [wide(`${text}:`)], room * 0.5)
      page.put(runs)
      page.put(
        inline(cast, endOf(cast, runs) + 1, y, [value(row.text, row.field)], room - (endOf(cast, runs) - x)),
      )
    } else {
      page.put(inline(cast, x, y, [label(text)], room))
      page.put(inline(cast, x, y + 2.9, [value(row.text, row.field)], room))
    }
  }
}

/** The truth has dates as the specification writes them, whatever the country prints. */
export function stateAll(page: Paper, { front }: Foreign): void {
  page.state('name', `${front.surname} ${front.givenNames}`)
  page.state('birthday', front.birthday)
  page.state('expiry', front.expiry)
  page.state('issue_date', front.issueDate)
}

function back(facts: Foreign, making: Making): Sheet {
  const page = paper({ kind: 'foreign-td1', side: 'back', ...CARD })
  const { cast, seed } = making
  const nation = nationOf(facts.front.country)
  const dice = seededDice(seed, 0xf03)
  const ink = hsl(nation.hues[0], 0.6, 0.24)
  page.draw(ground({ ...CARD_BOX, height: 32 }, [nation.hues[1], nation.hues[0]], nation.motif, seed + 1))
  const pale = rectangle(
    { x: 0, y: 32, width: 85.6, height: 21.98 },
    { fill: hsl(nation.hues[0], 0.4, 0.96) },
  )
  page.draw(pale)
  const rows = rowsOf(facts, nation)
  const label = hand({ typeface: 'sans', sizeMm: 1.55, colour: ink, role: 'label' })
  const value = hand({ typeface: 'sans-bold', sizeMm: 2.2, colour: '#17181c', role: 'value' })
  for (const [index, row] of [rows.authority, rows.issued, rows.birthplace].entries()) {
    const y = 5.5 + index * 6.2
    page.put(inline(cast, 5, y, [label(row.label)], 42))
    page.put(inline(cast, 5, y + 2.8, [value(row.text, row.field)], 42))
  }
  page.state('issue_date', facts.front.issueDate)
  if (dice.next() < 0.5) page.draw(chipPlate({ x: 66, y: 6, width: 12.6, height: 11 }))
  else
    page.mark(
      code(
        'pdf417',
        facts.mrz.join('\n'),
        { x: 52, y: 6, width: 29, height: 10 },
        { ground: '#fff', columns: 4 },
      ),
    )
  const found = hand({ typeface: 'sans', sizeMm: 1.6, colour: ink, role: 'other' })
  page.put(
    centred(
      cast,
      42.8,
      28.6,
      [found(`If found please return to: ${facts.front.authority}, ${facts.front.countryName}`)],
      76,
    ),
  )
  writeMrz(page, facts.mrz, { x: 4.7 + dice.about(0, 0.3), baseline: 38 + dice.about(0, 0.3), lineMm: 5.6 })
  page.put([specimenMark(83, 3, 1.3, 'end')])
  return page.sheet()
}
