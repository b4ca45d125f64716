// Foreign passports (TD3): the data page in an invented design for every country.
import { seededDice } from '../../person/dice.ts'
import { chipSymbol } from '../drawing/chip.ts'
import { signature } from '../drawing/marks.ts'
import { braid } from '../drawing/pattern.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { rectangle } from '../drawing/svg.ts'
import { centred, inline, type Making } from '../drawing/words.ts'
import type { Foreign } from '../facts/record.ts'
import type { Sheet } from '../sheet.ts'
import { stateAll } from './foreign-card.ts'
import { labelled, type RowName, rowsOf } from './foreign-rows.ts'
import { ground, hsl } from './motifs.ts'
import { writeMrz } from './mrz.ts'
import { nationOf } from './nations.ts'
import { hand, paper } from './paper.ts'
import { photograph } from './photograph.ts'

const BOX = { x: 0, y: 0, width: 125, height: 88 }

/** x, baseline of the label, room; the portrait stands left of all. */
const PLAN: readonly (readonly [name: RowName, x: number, y: number, room: number])[] = [
  ['surname', 42, 22.6, 76],
  ['given', 42, 29.4, 76],
  ['nationality', 42, 36.2, 52],
  ['birthday', 42, 43, 30],
  ['sex', 42, 49.8, 10],
  ['birthplace', 56, 49.8, 42],
  ['issued', 42, 56.6, 30],
  ['authority', 76, 56.6, 45],
  ['expires', 42, 63.4, 30],
]

export function foreignPassport(facts: Foreign, making: Making): Sheet[] {
  const page = paper({ kind: 'foreign-td3', side: 'front', widthMm: 125, heightMm: 88, cornerMm: 3.2 })
  const { cast, seed } = making
  const { front } = facts
  const nation = nationOf(front.country)
  const dice = seededDice(seed, 0xf73)
  const ink = hsl(nation.hues[0], 0.6, 0.26)
  page.draw(ground(BOX, nation.hues, nation.motif, seed))
  page.draw(
    rectangle({ ...BOX, y: 67.4, height: 20.6 }, { fill: '#ffffff', opacity: dice.between(0.3, 0.8) }),
  )
  if (dice.next() < 0.6) page.draw(braid({ x: 0, y: 9.8, width: 125, height: 1.4 }, [ink], 5, 4, 0.09, 0.6))
  const photo = { x: 5.5, y: 18.4 + dice.about(0, 0.6), width: 33, height: 43.5 }
  page.draw(photograph({ sex: front.sexLetter }, seed, photo))
  if (dice.next() < 0.6) {
    const ghost = { x: 103, y: 30, width: 16, height: 21 }
    page.draw(photograph({ sex: front.sexLetter }, seed, ghost, { opacity: 0.35, tint: ink }))
  }
  page.portrait(photo)
  page.draw(signature(86, 66.2, 19, seed + 4, '#1e2230'), chipSymbol(112, 3.4, 8, ink, '#f4f4f4'))
  const title = (sizeMm: number, bold = true) =>
    hand({ typeface: bold ? 'sans-bold' : 'sans', sizeMm, colour: ink, role: 'title' })
  const name = [title(3.6)(front.countryName.toUpperCase())]
  const wide = front.countryName.length > 26
  page.put(wide || dice.next() < 0.4 ? inline(cast, 5.5, 7.6, name, 102) : centred(cast, 60, 7.6, name, 92))
  for (const [index, word] of front.title.split(' / ').slice(0, 2).entries()) {
    page.put(inline(cast, 5.5, 13.4 + index * 2.8, [title(index === 0 ? 2.9 : 2.2)(word)], 34))
  }
  const label = hand({
    typeface: dice.pick(['sans', 'sans-italic']),
    sizeMm: 1.75,
    colour: ink,
    role: 'label',
  })
  const face = dice.pick(['sans', 'sans-bold', 'typewriter', 'serif-bold'] as const)
  const value = hand({ typeface: face, sizeMm: dice.between(2.8, 3.1), colour: '#16171b', role: 'value' })
  const put = (name: string, text: string, field: string, x: number, y: number, room: number) => {
    page.put(inline(cast, x, y, [label(name)], room))
    page.put(inline(cast, x, y + 3.4, [value(text, field)], room))
  }
  const rows = rowsOf(facts, nation)
  put(labelled(nation, 'type'), 'P', 'passport_type', 42, 14.6, 14)
  put(labelled(nation, 'code'), front.country, 'country', 60, 14.6, 18)
  put(rows.number.label, rows.number.text, rows.number.field, 86, 14.6, 35)
  for (const [name, x, y, room] of PLAN) {
    const row = rows[name]
    put(row.label, row.text, row.field, x, y - 0.4, room)
  }
  page.put(inline(cast, 76, 62.6, [label(labelled(nation, 'signature'))], 44))
  stateAll(page, facts)
  writeMrz(page, facts.mrz, { x: 6.4 + dice.about(0, 0.3), baseline: 75.2 + dice.about(0, 0.4) })
  page.put([specimenMark(121, 86.6, 1.5, 'end')])
  return [page.sheet()]
}
