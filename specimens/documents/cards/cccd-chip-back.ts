// The back of the chip card: marks, date, authority, chip, two fingerprints, MRZ.
import { seededDice } from '../../person/dice.ts'
import { chipPlate } from '../drawing/chip.ts'
import { fingerprint, seal, signature } from '../drawing/marks.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { rectangle } from '../drawing/svg.ts'
import { brokenText, centred, type Making } from '../drawing/words.ts'
import type { FactsOf } from '../facts/record.ts'
import type { Run, Sheet } from '../sheet.ts'
import { backGround } from './chip-ground.ts'
import { cardSheet, labelRuns, misprinted, printed, type RowLook, rowRuns, valueRun } from './layout.ts'
import { mrzRuns } from './mrz-zone.ts'

export const INK = '#1d2b55'
export const LOOK: RowLook = {
  label: 'sans-bold',
  english: 'sans-italic',
  value: 'sans',
  labelMm: 2.2,
  valueMm: 2.6,
  labelColour: INK,
  valueColour: '#1c1d22',
}

const PRINTS = [
  {
    x: 67,
    y: 3,
    width: 14.6,
    height: 12.2,
    label: 'Ngón trỏ trái',
    english: 'Left index finger',
    baseline: 2.4,
  },
  {
    x: 67,
    y: 19.2,
    width: 14.6,
    height: 12,
    label: 'Ngón trỏ phải',
    english: 'Right index finger',
    baseline: 18.5,
  },
] as const

export function chipBack(facts: FactsOf<'cccd-chip'>, { cast, seed }: Making): Sheet {
  const { back: of } = facts
  const dice = seededDice(seed, 0xc2)
  const label = printed({ ...LOOK, labelMm: 1.9, valueMm: 2.3 }, seed)
  const marks = brokenText(of.characteristics, 'sans', 2.3, [57, 57])
  const middle = 42.4
  const runs: Run[] = [
    ...labelRuns(
      cast,
      {
        x: 4,
        baseline: 4.4,
        label: 'Đặc điểm nhận dạng',
        english: '/ Personal identification:',
        field: 'characteristics',
      },
      label,
    ),
    ...marks.map((text, k) => valueRun(text, 4, 7.3 + 2.6 * k, label, 'characteristics', 58)),
    ...rowRuns(
      cast,
      {
        x: 18,
        baseline: 13.3,
        label: 'Ngày, tháng, năm',
        english: '/ Date, month, year:',
        field: 'issue_date',
      },
      of.issueDate,
      label,
      65,
    ),
    ...of.authority.lines.flatMap((text, k) =>
      centred(
        cast,
        middle,
        15.8 + 2.4 * k,
        [{ text, typeface: 'sans-bold', sizeMm: 1.9, colour: INK, role: 'value', field: 'issue_by' }],
        44,
      ),
    ),
    ...(of.authority.english ?? []).flatMap((text, k) =>
      centred(
        cast,
        middle,
        20.2 + 1.6 * k,
        [{ text, typeface: 'sans', sizeMm: 1.25, colour: INK, role: 'label' }],
        42,
      ),
    ),
    ...centred(
      cast,
      middle,
      31,
      [{ text: of.signer, typeface: 'sans-bold', sizeMm: 2.1, colour: '#23242c', role: 'other' }],
      40,
    ),
    ...PRINTS.flatMap(({ x, width, baseline, label: text, english }) =>
      centred(
        cast,
        x + width / 2,
        baseline,
        [
          { text, typeface: 'sans-bold', sizeMm: 1.25, colour: INK, role: 'label' },
          { text: `/ ${english}`, typeface: 'sans-italic', sizeMm: 1.2, colour: INK, role: 'label' },
        ],
        17.4,
      ),
    ),
    ...mrzRuns(cast, of.mrz, { left: 4.4, right: 81.2, baselines: [39.2, 44.6, 50] }),
    specimenMark(4, 31, 1.4),
  ]
  return cardSheet('cccd-chip', 'back', {
    plate:
      backGround('cccd-chip', seed) +
      chipPlate({ x: 4.6, y: 14.6, width: 12.6, height: 11.6 }) +
      PRINTS.map(
        (box, k) => rectangle(box, { fill: '#f4f5f0', opacity: 0.55 }) + fingerprint(box, seed * 2 + k),
      ).join('') +
      seal(middle - 4 + dice.about(0, 1), 26 + dice.about(0, 0.5), 5.4, {
        words: 'BỘ CÔNG AN * CỤC CẢNH SÁT QLHC VỀ TTXH',
        seed,
      }) +
      signature(middle - 5, 26, 13, facts.seed % 5, '#2a3052'),
    runs: misprinted(runs, seed),
    fields: {
      characteristics: of.characteristics,
      issue_date: of.issueDate,
      issue_by: of.issueBy,
      mrz: of.mrz.join('\n'),
    },
  })
}
