// Documents that are none of ours: so that a finder learns what to leave alone.
import { seededDice } from '../../person/dice.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import type { Making } from '../drawing/words.ts'
import { citizen } from '../facts/citizen.ts'
import type { Sheet } from '../sheet.ts'
import { OTHER_CARDS } from './other-cards.ts'
import { FIRM_CARDS } from './other-firm-cards.ts'
import { OTHER_PAPERS } from './other-papers.ts'
import type { OtherDraw } from './other-parts.ts'
import { STATE_PAPERS } from './other-state-papers.ts'
import { paper } from './paper.ts'

const ID1 = { widthMm: 85.6, heightMm: 53.98, cornerMm: 3.18 } as const

/** Those that are not as large as a bank card. */
const SIZES: Readonly<
  Record<string, { readonly widthMm: number; readonly heightMm: number; readonly cornerMm: number }>
> = {
  employee: { widthMm: 54, heightMm: 85.6, cornerMm: 3 },
  visiting: { widthMm: 90, heightMm: 55, cornerMm: 0 },
  letter: { widthMm: 210, heightMm: 297, cornerMm: 0 },
  invoice: { widthMm: 210, heightMm: 297, cornerMm: 0 },
  vehicle: { widthMm: 95, heightMm: 65, cornerMm: 2 },
  birth: { widthMm: 210, heightMm: 297, cornerMm: 0 },
  marriage: { widthMm: 210, heightMm: 297, cornerMm: 0 },
  diploma: { widthMm: 210, heightMm: 297, cornerMm: 0 },
  receipt: { widthMm: 80, heightMm: 130, cornerMm: 0 },
}

const DESIGNS: Readonly<Record<string, OtherDraw>> = {
  ...OTHER_CARDS,
  ...FIRM_CARDS,
  ...OTHER_PAPERS,
  ...STATE_PAPERS,
}
export const OTHER_DESIGNS: readonly string[] = Object.keys(DESIGNS)

/** One of the designs by the seed, or the one that is asked for. */
export function other(making: Making, design?: string): Sheet[] {
  const dice = seededDice(making.seed, 0x07e2)
  const name = design ?? dice.pick(OTHER_DESIGNS)
  const draw = DESIGNS[name]
  if (draw === undefined) throw new Error(`no design ${name}; there are ${OTHER_DESIGNS.join(', ')}`)
  const page = paper({ kind: 'other', side: 'front', ...(SIZES[name] ?? ID1) })
  draw({ page, making, person: citizen(making.seed), dice, hue: dice.between(0, 360) })
  const { widthMm, heightMm } = page.form
  page.put([specimenMark(widthMm - 4, heightMm - 2.4, 1.4, 'end')])
  return [page.sheet()]
}
