// The back of the 9-digit card: peoples and religion on top, fingerprints left, marks, date, authority, seal.
import { seededDice } from '../../person/dice.ts'
import { fingerprint, seal, signature } from '../drawing/marks.ts'
import { leader } from '../drawing/pattern.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { plateText } from '../drawing/svg.ts'
import { brokenText, centred, inline, type Making } from '../drawing/words.ts'
import type { FactsOf } from '../facts/record.ts'
import type { Run, Sheet } from '../sheet.ts'
import { cmnd9Ground, INK, laminate } from './cmnd-9-ground.ts'
import { cardSheet, misprinted, type RowLook, signedDate, valueRun } from './layout.ts'

const PRINTS = [
  { x: 3, y: 10.6, width: 19, height: 19.6, words: 'NGÓN TRỎ TRÁI' },
  { x: 3, y: 31.4, width: 19, height: 19.6, words: 'NGÓN TRỎ PHẢI' },
] as const

export function cmnd9Back(facts: FactsOf<'cmnd-9'>, { cast, seed }: Making, look: RowLook): Sheet {
  const { back: of } = facts
  const dice = seededDice(seed, 0x92)
  const [middle, left] = [56, 30.6]
  const marks = brokenText(of.characteristics, look.value, look.valueMm, [50, 50])
  const label = { typeface: 'sans', sizeMm: 2.4, colour: INK, role: 'label' } as const
  const value = {
    typeface: look.value,
    sizeMm: look.valueMm,
    colour: look.valueColour,
    role: 'value',
  } as const
  const authority = {
    typeface: 'sans-bold',
    sizeMm: 2.3,
    colour: INK,
    role: 'value',
    field: 'issue_by',
  } as const
  const runs: Run[] = [
    ...inline(
      cast,
      4,
      7,
      [
        { ...label, text: 'Dân tộc:' },
        { ...value, text: of.ethnicity, field: 'ethnicity', gapEm: 0.4 },
      ],
      36,
    ),
    ...inline(
      cast,
      44,
      7,
      [
        { ...label, text: 'Tôn giáo:' },
        { ...value, text: of.religion, field: 'religion', gapEm: 0.4 },
      ],
      38,
    ),
    ...centred(
      cast,
      middle,
      13.6,
      [{ ...label, text: 'DẤU VẾT RIÊNG VÀ DỊ HÌNH', typeface: 'sans-bold' }],
      50,
    ),
    ...marks.map((text, k) => valueRun(text, left + 1, 18 + 4 * k, look, 'characteristics', 51)),
    ...centred(cast, middle, 29.4, signedDate(of.issueDate, look), 48),
    ...of.authority.lines.flatMap((text, k) =>
      centred(cast, middle, 33 + 2.8 * k, [{ ...authority, text }], 50),
    ),
    ...centred(cast, middle + 2, 50.4, [{ ...value, text: of.signer, role: 'other' }], 44),
    specimenMark(82.6, 52.6, 1.2, 'end'),
  ]
  const small = { typeface: 'sans', sizeMm: 1.9, colour: INK } as const
  const frame = 'M2.4 9.4H83.2M2.4 30.8H29.4M29.4 9.4V51.6M23 9.4V51.6M29.4 25H83.2M2.4 2.6H83.2V51.6H2.4Z'
  return cardSheet('cmnd-9', 'back', {
    plate:
      cmnd9Ground(seed, 2) +
      `<path d="${frame}" stroke="${INK}" stroke-width="0.14" fill="none" opacity="0.7"/>` +
      leader(15, 40, 7.3, INK) +
      leader(56, 82, 7.3, INK) +
      leader(left + 1, 82, 18.3, INK) +
      leader(left + 1, 82, 22.3, INK) +
      PRINTS.map(
        ({ words, ...box }, k) =>
          fingerprint(box, seed * 2 + k) +
          plateText(words, small, { x: 25.6, y: box.y + box.height / 2, degrees: 90, middle: true }),
      ).join('') +
      seal(middle - 3 + dice.about(0, 1.5), 42, 7.6, { words: 'CÔNG AN TỈNH - BỘ CÔNG AN', seed }) +
      signature(middle - 4, 43, 17, facts.seed % 9) +
      laminate,
    runs: misprinted(runs, seed, 0.7),
    cornerMm: 1.5,
    fields: {
      ethnicity: of.ethnicity,
      religion: of.religion,
      characteristics: of.characteristics,
      issue_date: of.issueDate,
      issue_by: of.issueBy,
    },
  })
}
