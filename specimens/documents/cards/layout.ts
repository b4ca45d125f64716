// What the cards share: their size, labels with values, values that the printer set a little off, small differences of hue.
import type { Kind, Side } from '../../../src/documents/kinds/kinds.ts'
import { type Dice, seededDice } from '../../person/dice.ts'
import { type Cast, REFERENCE } from '../drawing/casts.ts'
import { setting, textWidth } from '../drawing/typefaces.ts'
import { brokenText, inline, type Words } from '../drawing/words.ts'
import type { Address } from '../facts/record.ts'
import type { BoxMm, CodeMark, Run, Sheet, TypefaceRole } from '../sheet.ts'

export const CARD: BoxMm = { x: 0, y: 0, width: 85.6, height: 53.98 }

/** Where one labelled value stands. */
export interface Row {
  readonly x: number
  readonly baseline: number
  readonly label: string
  readonly english?: string
  readonly field: string
  /** Values that do not follow their label stand here. */
  readonly valueX?: number
  readonly valueBaseline?: number
}

export interface RowLook {
  readonly label: TypefaceRole
  readonly english: TypefaceRole
  readonly value: TypefaceRole
  readonly labelMm: number
  readonly valueMm: number
  readonly labelColour: string
  readonly valueColour: string
}

function labelWords(row: Row, look: RowLook): Words[] {
  const base = { sizeMm: look.labelMm, colour: look.labelColour, role: 'label' } as const
  const words: Words[] = [{ ...base, text: row.label, typeface: look.label }]
  if (row.english !== undefined) words.push({ ...base, text: row.english, typeface: look.english })
  return words
}

export function labelRuns(cast: Cast, row: Row, look: RowLook, maxWidthMm = Infinity): Run[] {
  return inline(cast, row.x, row.baseline, labelWords(row, look), maxWidthMm)
}

/** The value after its label, both squeezed alike before `right`, or where the row says. */
export function rowRuns(cast: Cast, row: Row, value: string, look: RowLook, right = 83): Run[] {
  const apart = row.valueX !== undefined || row.valueBaseline !== undefined
  if (apart || value === '') {
    const labels = labelRuns(cast, row, look, right - row.x)
    const x = row.valueX ?? row.x
    if (value === '') return labels
    return [...labels, valueRun(value, x, row.valueBaseline ?? row.baseline, look, row.field, right - x)]
  }
  const words: Words[] = [
    ...labelWords(row, look),
    {
      text: value,
      typeface: look.value,
      sizeMm: look.valueMm,
      colour: look.valueColour,
      role: 'value',
      field: row.field,
      gapEm: 0.42,
    },
  ]
  return inline(cast, row.x, row.baseline, words, right - row.x)
}

export function valueRun(
  text: string,
  x: number,
  baseline: number,
  look: RowLook,
  field: string,
  maxWidthMm: number,
): Run {
  return {
    text,
    typeface: look.value,
    sizeMm: look.valueMm,
    x,
    baseline,
    colour: look.valueColour,
    role: 'value',
    field,
    maxWidthMm,
  }
}

/** Two lines: the house on the first and the units on the second where both fit, else broken between words. */
export function addressLines(
  address: Address,
  widthsMm: readonly [number, number],
  look: RowLook,
  comma: boolean,
): [string, string] {
  const [house = '', units = ''] = address.lines
  const width = (text: string) => textWidth(REFERENCE, look.value, text, look.valueMm)
  if (address.lines.length === 2 && width(house) < widthsMm[0] * 1.1 && width(units) < widthsMm[1] * 1.2) {
    return [comma ? `${house},` : house, units]
  }
  const [first = '', ...rest] = brokenText(address.text, look.value, look.valueMm, widthsMm)
  return [first, rest.join(' ')]
}

/** `Ngày 05 tháng 03 năm 2014` with the figures filled in; far enough apart that they never touch. */
export function signedDate(date: string, look: RowLook): Words[] {
  const parts = date.split('/')
  const label = {
    typeface: look.english,
    sizeMm: look.labelMm,
    colour: look.labelColour,
    role: 'label',
  } as const
  const value = {
    typeface: look.value,
    sizeMm: look.valueMm,
    colour: look.valueColour,
    role: 'value',
  } as const
  return ['Ngày', 'tháng', 'năm'].flatMap((text, k) => [
    { ...label, text, gapEm: 0.55 },
    { ...value, text: parts[k] ?? '', field: 'issue_date', gapEm: 0.5 },
  ])
}

/** Data are printed after the plate, in another pass: all of them are off by the same little, and mostly away from their labels. */
export function misprinted(runs: readonly Run[], seed: number, mostMm = 0.5): Run[] {
  const dice = seededDice(seed, 0x0ff)
  const [x, y] = [dice.between(-0.25, 1) * mostMm, dice.about(0, 0.3) * mostMm]
  // The authority stands on the plate.
  const moves = (run: Run) => run.role === 'value' && run.field !== 'issue_by'
  return runs.map((run) => (moves(run) ? { ...run, x: run.x + x, baseline: run.baseline + y } : run))
}

/** One printer's values are larger or paler than another's. */
export function printed(look: RowLook, seed: number): RowLook {
  const dice = seededDice(seed, 0x1e7)
  const grey = Math.round(dice.between(0x12, 0x3c))
  const part = (value: number) => value.toString(16).padStart(2, '0')
  const valueColour = `#${part(grey)}${part(grey + 1)}${part(grey + Math.round(dice.between(2, 14)))}`
  return { ...look, valueColour, valueMm: look.valueMm * dice.between(0.94, 1.05) }
}

/** The same colour from another batch of ink. */
export function batch(colour: string, dice: Dice, spread = 9): string {
  const parts = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) + dice.about(0, spread / 2)
    return Math.max(0, Math.min(255, Math.round(value)))
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

/** A straight line under a run, as drawn under a motto. */
export function underline(cast: Cast, run: Run, belowMm: number, widthMm: number): string {
  const { x, width } = setting(cast, run)
  const y = (run.baseline + belowMm).toFixed(2)
  return `<path d="M${x.toFixed(2)} ${y}H${(x + width).toFixed(2)}" stroke="${run.colour}" stroke-width="${widthMm}"/>`
}

export function cardSheet(
  kind: Kind,
  side: Side,
  parts: {
    readonly plate: string
    readonly runs: readonly Run[]
    readonly fields: Readonly<Record<string, string>>
    readonly codes?: readonly CodeMark[]
    readonly portrait?: BoxMm
    readonly cornerMm?: number
  },
): Sheet {
  const { plate, runs, fields, codes = [], cornerMm = 3.18 } = parts
  return {
    kind,
    side,
    page: 1,
    widthMm: CARD.width,
    heightMm: CARD.height,
    cornerMm,
    plate,
    runs,
    codes,
    fields,
    ...(parts.portrait === undefined ? {} : { portrait: parts.portrait }),
  }
}
