// The back of the cards with a barcode: code on top, fingerprints left, marks, date, authority, seal.
import type { Kind } from '../../../src/documents/kinds/kinds.ts'
import { seededDice } from '../../person/dice.ts'
import { code } from '../drawing/codes.ts'
import { fingerprint, hologram, seal, signature } from '../drawing/marks.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { plateText, rectangle } from '../drawing/svg.ts'
import { brokenText, centred, inline, type Making } from '../drawing/words.ts'
import type { Issue } from '../facts/record.ts'
import type { Run, Sheet } from '../sheet.ts'
import { barcodeGround } from './barcode-ground.ts'
import { cccd12Ground } from './cccd-12-ground.ts'
import { cardSheet, labelRuns, misprinted, type RowLook, signedDate, valueRun } from './layout.ts'

const FRAME = { x: 1.8, y: 10.8, width: 82, height: 41.2 }
const PRINTS = [
  { x: 2.4, y: 11.4, width: 25.6, height: 19.6, words: 'NGÓN TRỎ TRÁI' },
  { x: 2.4, y: 31.8, width: 25.6, height: 19.6, words: 'NGÓN TRỎ PHẢI' },
] as const
const MIDDLE = 59
const LEFT = 36.6

interface BarcodeBack {
  readonly kind: Extract<Kind, 'cmnd-12' | 'cccd-12'>
  readonly of: Issue & { readonly barcode: string }
  readonly look: RowLook
  readonly frame: string
  /** Rows above the marks: parents on the first 12-digit cards. */
  readonly rows: readonly { readonly label: string; readonly field: string; readonly value: string }[]
  readonly documentSeed: number
}

export function barcodeBack(parts: BarcodeBack, { cast, seed }: Making): Sheet {
  const { of, look, kind, rows } = parts
  const dice = seededDice(seed, 0xbb)
  const bars = code(
    'pdf417',
    of.barcode,
    { x: 2.4, y: 2.2, width: 80.8, height: 7 },
    { columns: 18, correction: 5, ground: '#f4f6f4' },
  )
  const top = 15.4
  const under = top + 3.1 * rows.length
  const marks = brokenText(of.characteristics, look.value, look.valueMm, [45, 45])
  const authority = {
    typeface: 'sans-bold',
    sizeMm: 1.95,
    colour: look.labelColour,
    role: 'value',
    field: 'issue_by',
  } as const
  const runs: Run[] = [
    ...rows.flatMap(({ label, field, value }, k) =>
      inline(
        cast,
        LEFT,
        top + 3.1 * k,
        [
          {
            text: label,
            typeface: look.label,
            sizeMm: look.labelMm,
            colour: look.labelColour,
            role: 'label',
          },
          {
            text: value,
            typeface: look.value,
            sizeMm: look.valueMm,
            colour: look.valueColour,
            role: 'value',
            field,
          },
        ],
        45.6,
      ),
    ),
    ...labelRuns(
      cast,
      { x: LEFT, baseline: under, label: 'Đặc điểm nhận dạng:', field: 'characteristics' },
      look,
    ),
    ...marks.map((text, k) => valueRun(text, LEFT, under + 3 + 2.8 * k, look, 'characteristics', 46)),
    ...centred(cast, MIDDLE, 29, signedDate(of.issueDate, look), 42),
    ...of.authority.lines.flatMap((text, k) =>
      centred(cast, MIDDLE, 32 + 2.5 * k, [{ ...authority, text }], 46),
    ),
    ...centred(
      cast,
      MIDDLE + 2,
      50.4,
      [{ text: of.signer, typeface: 'sans-bold', sizeMm: 2.2, colour: '#25262e', role: 'other' }],
      40,
    ),
    specimenMark(83.4, 53.5, 1.3, 'end'),
  ]
  const small = { typeface: 'sans', sizeMm: 1.9, colour: look.labelColour } as const
  return cardSheet(kind, 'back', {
    plate:
      (kind === 'cccd-12' ? cccd12Ground('back', seed) : barcodeGround(kind, 'back', seed)) +
      rectangle(FRAME, { fill: '#ffffff', opacity: 0.25 }) +
      rectangle(FRAME, { stroke: parts.frame, widthMm: 0.14 }) +
      `<path d="M28.6 10.8V52M34.4 10.8V52M1.8 31.4H34.4" stroke="${parts.frame}" stroke-width="0.14" fill="none"/>` +
      PRINTS.map(
        ({ words, ...box }, k) =>
          fingerprint(box, seed * 2 + k) +
          plateText(words, small, { x: 30.9, y: box.y + box.height / 2, degrees: 90, middle: true }),
      ).join('') +
      hologram({ x: 37, y: 40.2, width: 9, height: 9.6 }) +
      seal(MIDDLE + dice.about(0, 1.2), 43, 7.2, { words: 'BỘ CÔNG AN - TỔNG CỤC CẢNH SÁT', seed }) +
      signature(MIDDLE - 3, 43, 15, parts.documentSeed % 6, '#2a3052') +
      bars.svg,
    runs: misprinted(runs, seed),
    codes: [bars.mark],
    fields: {
      characteristics: of.characteristics,
      issue_date: of.issueDate,
      issue_by: of.issueBy,
      ...Object.fromEntries(rows.map(({ field, value }) => [field, value])),
    },
  })
}
