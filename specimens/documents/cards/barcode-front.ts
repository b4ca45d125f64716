// The front of the cards with a barcode: emblem and portrait left, red title and number, values on dotted leaders.
import { seededDice } from '../../person/dice.ts'
import { emblem } from '../drawing/emblem.ts'
import { leader } from '../drawing/pattern.ts'
import { portrait, portraitOf } from '../drawing/portrait.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { rectangle } from '../drawing/svg.ts'
import { centred, endOf, type Making } from '../drawing/words.ts'
import type { Address } from '../facts/record.ts'
import type { Run, Sheet } from '../sheet.ts'
import { barcodeGround } from './barcode-ground.ts'
import {
  addressLines,
  cardSheet,
  labelRuns,
  misprinted,
  type RowLook,
  rowRuns,
  underline,
  valueRun,
} from './layout.ts'

const LEFT = 27
const RIGHT = 82.6
const PITCH = 4
const TOP = 26.4
const MIDDLE = 54
const PORTRAIT = { x: 4.6, y: 23.6, width: 19.4, height: 25 }

/** One value, two short ones side by side, or an address over two lines. */
export type FrontRow =
  | { readonly cells: readonly { readonly label: string; readonly field: string; readonly value: string }[] }
  | { readonly label: string; readonly field: string; readonly address: Address }

interface BarcodeFront {
  readonly kind: 'cmnd-12' | 'cccd-12'
  readonly title: string
  readonly titleMm: number
  readonly id: string
  readonly expiry: string
  readonly rows: readonly FrontRow[]
  readonly look: RowLook
  /** Early cards have dots to write on. */
  readonly dotted: boolean
  readonly sex: 'f' | 'm'
  readonly documentSeed: number
  readonly fields: Readonly<Record<string, string>>
}

export function barcodeFront(parts: BarcodeFront, { cast, seed }: Making): Sheet {
  const { kind, look, rows, dotted } = parts
  const dice = seededDice(seed, 0xbf)
  const runs: Run[] = []
  let leaders = ''
  let baseline = TOP
  const pitch = (51.4 - TOP) / Math.max(1, rows.reduce((sum, row) => sum + ('address' in row ? 2 : 1), 0) - 1)
  const step = Math.min(PITCH, pitch)
  for (const row of rows) {
    if ('cells' in row) {
      const share = (RIGHT - LEFT) / row.cells.length
      for (const [k, cell] of row.cells.entries()) {
        const x = LEFT + share * k
        const drawn = rowRuns(cast, { ...cell, x, baseline }, cell.value, look, x + share - 0.6)
        runs.push(...drawn)
        dots(endOf(cast, labelRuns(cast, { ...cell, x, baseline }, look)), x + share - 1)
      }
    } else {
      const labels = labelRuns(cast, { ...row, x: LEFT, baseline }, look)
      const x = endOf(cast, labels) + 0.9
      const [first, rest] = addressLines(row.address, [RIGHT - x, RIGHT - LEFT], look, dice.next() < 0.5)
      runs.push(...labels, valueRun(first, x, baseline, look, row.field, RIGHT - x))
      dots(x, RIGHT)
      baseline += step
      if (rest !== '') runs.push(valueRun(rest, LEFT, baseline, look, row.field, RIGHT - LEFT))
      dots(LEFT, RIGHT)
    }
    baseline += step
  }
  const head = (text: string, sizeMm: number, y: number): Run[] =>
    centred(
      cast,
      MIDDLE,
      y,
      [{ text, typeface: 'serif-bold', sizeMm, colour: look.labelColour, role: 'title' }],
      54,
    )
  const motto = head('Độc lập - Tự do - Hạnh phúc', 2.6, 8.8)
  const number = centred(
    cast,
    MIDDLE,
    21.2,
    [
      { text: 'Số:', typeface: 'sans', sizeMm: 2.6, colour: look.labelColour, role: 'label' },
      {
        text: parts.id,
        typeface: 'sans-bold',
        sizeMm: 4.2,
        colour: '#d32433',
        role: 'value',
        field: 'id',
        gapEm: 0.25,
      },
    ],
    50,
  )
  runs.push(
    ...head('CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM', 2.6, 5.4),
    ...motto,
    ...centred(
      cast,
      MIDDLE,
      15.2,
      [{ text: parts.title, typeface: 'sans-bold', sizeMm: parts.titleMm, colour: '#d32433', role: 'title' }],
      54,
    ),
    ...number,
    ...rowRuns(
      cast,
      { x: 2.6, baseline: 51.4, label: 'Có giá trị đến:', field: 'expiry' },
      parts.expiry,
      { ...look, labelMm: 1.7, valueMm: 1.95 },
      24.2,
    ),
    specimenMark(2.6, 53.4, 1.2),
  )
  const [mottoRun] = motto
  return cardSheet(kind, 'front', {
    plate:
      barcodeGround(kind, 'front', seed) +
      emblem(14.4, 12, 14.4) +
      (mottoRun === undefined ? '' : underline(cast, mottoRun, 0.8, 0.12)) +
      rectangle(PORTRAIT, { fill: '#eef0f2' }) +
      portrait(PORTRAIT, portraitOf(parts.documentSeed, parts.sex)) +
      leaders,
    runs: misprinted(runs, seed),
    portrait: PORTRAIT,
    fields: parts.fields,
  })

  function dots(from: number, to: number): void {
    if (dotted) leaders += leader(from + 0.3, to, baseline + 0.35, look.labelColour, 0.72, 0.2)
  }
}
