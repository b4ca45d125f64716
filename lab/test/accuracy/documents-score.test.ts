// Tests how answers about documents are judged, and how confidences are scored.
import { describe, expect, test } from 'vitest'
import { areaUnderErrorCurve, evaluateConfidence } from '../../accuracy/documents/confidence.ts'
import { fieldFigures, fieldTable, groupTargets, levelTable } from '../../accuracy/documents/field-tables.ts'
import {
  type Answer,
  beyondTruth,
  exactOf,
  identityGroups,
  isExact,
  isMisread,
  type Judged,
  judged,
  type Said,
} from '../../accuracy/documents/score.ts'

const subject = { set: 'cccd-chip', kind: 'cccd-chip', seed: 1, level: 'photo' } as const

const answer = (values: Readonly<Record<string, string>>, confidence = 0.99): Answer =>
  new Map(
    Object.entries(values).map(([field, value]): [string, Said] => [
      field,
      { value, confidence, source: 'ocr' },
    ]),
  )

describe('exact', () => {
  test.each([
    ['NGUYỄN VĂN AN', 'NGUYỄN VĂN AN', true],
    ['NGUYỄN  VĂN AN ', 'NGUYỄN VĂN AN', true],
    ['Nguyễn', 'Nguyễn'.normalize('NFD'), true],
    ['Bà Rịa – Vũng Tàu', 'Bà Rịa - Vũng Tàu', true],
    ['NGUYỄN VĂN ÂN', 'NGUYỄN VĂN AN', false],
    ['NGUYEN VAN AN', 'NGUYỄN VĂN AN', false],
    ['Nguyễn Văn An', 'NGUYỄN VĂN AN', false],
    ['01/02/1990', '1/2/1990', false],
    ['Ấp 3 Xã A, Tỉnh B', 'Ấp 3, Xã A, Tỉnh B', false],
    ['', 'NGUYỄN', false],
  ])('%s for %s: %s', (said, truth, is) => {
    expect(isExact(said, truth)).toBe(is)
  })
})

describe('misread', () => {
  test.each([
    ['name', 'NGUYÊN XUÂN LỆ', 'NGUYỄN XUÂN LỆ', true],
    ['hometown', 'Long An cf rCMND / ID card No', 'Long An', false],
    ['hometown', 'Kon', 'Kon Tum', false],
    ['name', 'NGUYỄN XUÂN LỆ', 'NGUYỄN XUÂN LỆ', false],
    ['name', '', 'NGUYỄN XUÂN LỆ', false],
    ['id', '001090000007', '001090000001', false],
    ['expiry', '01/01/2031', '01/01/2030', false],
  ])('%s %s for %s: %s', (field, said, truth, is) => {
    expect(isMisread(field, said, truth)).toBe(is)
  })
})

describe('an answer', () => {
  const truth = { id: '001090000001', name: 'NGUYỄN VĂN AN', expiry: '', father: 'Ông', mrz: 'IDVNM' }

  test('is judged by every field that stands on the document, said or not', () => {
    const rows = judged(subject, answer({ id: '001090000001' }), truth)
    expect(rows.map(({ field, said, isRight }) => [field, said, isRight])).toEqual([
      ['id', '001090000001', true],
      ['name', '', false],
    ])
  })

  test('carries confidence and source into the list of misses', () => {
    const [row] = judged(subject, answer({ id: '001090000007' }, 0.6), truth)
    expect(row).toMatchObject({ ...subject, confidence: 0.6, source: 'ocr', isRight: false })
  })

  test('says too much where the document has no such field, unless it follows from a code', () => {
    const said = answer({ id: '1', religion: 'Không', country: 'VNM', ethnicity: '' })
    expect(beyondTruth(said, truth).map(({ field }) => field)).toEqual(['religion'])
  })
})

const row = (over: Partial<Judged>): Judged => ({
  ...subject,
  field: 'id',
  said: 'x',
  truth: 'x',
  confidence: 0.99,
  source: 'ocr',
  isRight: true,
  ...over,
})

const wrong = { said: 'y', isRight: false }

describe('tables', () => {
  const rows = [
    row({}),
    row({ seed: 2, ...wrong }),
    row({ field: 'name', said: '', isRight: false, confidence: 0 }),
    row({ kind: 'passport-old', field: 'passport_id', level: 'bad' }),
    row({ kind: 'licence-pet', field: 'back_side_info.0.class_name' }),
    row({ kind: 'licence-pet', field: 'back_side_info.1.class_name', ...wrong, confidence: 0.5 }),
  ]

  test('count by document and field, empty and wrong apart, rows of a class table together', () => {
    expect(
      fieldTable('', rows).rows.map(([kind, field, , count, ...rest]) => [kind, field, count, ...rest]),
    ).toEqual([
      ['cccd-chip', 'id', '1/2', 0, 1, 1],
      ['cccd-chip', 'name', '0/1', 1, 0, 0],
      ['passport-old', 'passport_id', '1/1', 0, 0, 0],
      ['licence-pet', 'back_side_info.class_name', '1/2', 0, 1, 0],
    ])
  })

  test('by level hold only what is of the group and the level', () => {
    const [ids] = levelTable('', rows, identityGroups).rows
    expect(ids?.slice(0, 3)).toEqual(['id', '99.5 %', '-'])
    expect(ids?.[3]).toContain('50.0 %')
    expect(ids?.[4]).toContain('100.0 %')
    expect(ids?.[5]).toContain('66.7 %')
  })

  test('promise of all kinds together and of each, and nothing of what was not seen', () => {
    const targets = groupTargets('documents', rows, identityGroups)
    expect(targets.map(({ name, value }) => [name, Number(value.toFixed(3))])).toEqual([
      ['documents_id', 0.667],
      ['documents_name', 0],
      ['documents_cccd_chip_id', 0.5],
      ['documents_cccd_chip_name', 0],
      ['documents_passport_old_id', 1],
    ])
    expect(targets.every(({ good }) => good === 'at least')).toBe(true)
  })

  test('become figures', () => {
    expect(fieldFigures(rows)['cccd-chip']?.id).toMatchObject({ count: 1, total: 2 })
    expect(exactOf([])).toMatchObject({ total: 0, value: Number.NaN })
  })
})

describe('confidences', () => {
  const forecast = (probability: number, outcome: boolean) => ({ probability, outcome })

  test('the area is the mean error over all shares that are kept', () => {
    // With 1, 2, 3, 4 of them kept, 0, 0, 0, 1 are wrong.
    const best = [forecast(0.9, true), forecast(0.8, true), forecast(0.7, true), forecast(0.1, false)]
    expect(areaUnderErrorCurve(best)).toBeCloseTo(0.25 / 4)
    // Here 1, 1, 1, 1 are wrong.
    const worst = [forecast(0.9, false), forecast(0.8, true), forecast(0.7, true), forecast(0.1, true)]
    expect(areaUnderErrorCurve(worst)).toBeCloseTo((1 + 1 / 2 + 1 / 3 + 1 / 4) / 4)
  })

  test('where all are as sure, the order in which they stand says nothing', () => {
    const tied = [forecast(0.9, false), forecast(0.9, true)]
    expect(areaUnderErrorCurve(tied)).toBeCloseTo(0.5)
    expect(areaUnderErrorCurve(tied.toReversed())).toBeCloseTo(0.5)
  })

  test('only what was said is judged', () => {
    const rows = [
      row({}),
      row({ ...wrong, confidence: 0.4 }),
      row({ said: '', isRight: false, confidence: 0 }),
    ]
    const { figures, tables } = evaluateConfidence(rows, 'cards')
    expect(figures.confidence).toMatchObject({ values: 2, wrong: 1, auc: 1 })
    expect(tables[0]?.rows.map(([band, count]) => [band, count])).toEqual([
      ['0 to 0.5', 1],
      ['0.99 to 0.995', 1],
    ])
  })

  test('of nothing nothing is said', () => {
    expect(evaluateConfidence([], 'cards').tables).toEqual([])
  })
})
