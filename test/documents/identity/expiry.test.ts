// Tests whether a document is valid on a day, and whether its expiry is the one the law gives it.
import { describe, expect, test } from 'vitest'
import {
  checkOf,
  failures,
  printed,
  recordOf,
  said,
  sideOf,
} from '../../../specimens/kit/readings/identity.ts'
import type { Kind } from '../../../src/documents/kinds/kinds.ts'

const card = (values: object, kind: Kind = 'cccd-12') =>
  recordOf([
    sideOf(kind, 'front', said('ocr', { ...printed, ...values })),
    sideOf(kind, 'back', said('ocr', { issue_date: '20/08/2021', ...values })),
  ])

describe('expired', () => {
  test.each([
    ['yesterday', '14/11/2026', -1, 'failed'],
    ['today', '15/11/2026', 0, 'passed'],
    ['after a leap day', '01/03/2028', 472, 'passed'],
  ])('%s', (_when, expiry, days, outcome) => {
    expect(checkOf(card({ expiry }), 'days-until-expiry')).toMatchObject({
      score: days,
      outcome,
      field: 'expiry',
    })
  })

  test('never, where there is no end to it', () => {
    expect(checkOf(card({ expiry: 'Không thời hạn' }), 'days-until-expiry')).toBeUndefined()
  })

  test('by the rule of fifteen years, and never answered as if it had been read', () => {
    const old = card({ id: '182345678', expiry: '', issue_date: '20/08/2008' }, 'cmnd-9')
    const { expiry: _, ...rest } = printed
    const without = recordOf([
      sideOf('cmnd-9', 'front', said('ocr', { ...rest, id: '182345678' })),
      sideOf('cmnd-9', 'back', said('ocr', { issue_date: '20/08/2008' })),
    ])
    expect(without.expiry).toBe('')
    expect(failures(without)).toEqual(['days-until-expiry expiry', 'days-until-cmnd-ended'])
    expect(old.document).toBe('CMND')
  })
})

test('every CMND ended with the year 2024', () => {
  expect(checkOf(card({}, 'cmnd-12'), 'days-until-cmnd-ended')).toMatchObject({
    score: -684,
    outcome: 'failed',
  })
  expect(checkOf(card({}, 'cccd-12'), 'days-until-cmnd-ended')).toBeUndefined()
})

describe('the rule of ages', () => {
  test('holds for a card that runs to the fortieth birthday', () => {
    expect(checkOf(card({}), 'expiry-by-rule')).toMatchObject({
      outcome: 'passed',
      values: { ocr: '05/03/2030', rule: '05/03/2030' },
    })
  })

  test('is broken by another day, and reported with both', () => {
    const record = card({ expiry: '05/03/2031' })
    expect(checkOf(record, 'expiry-by-rule')).toMatchObject({
      outcome: 'failed',
      values: { ocr: '05/03/2031', rule: '05/03/2030' },
    })
    expect(record.warning_code).toEqual([193])
  })

  test('is not asked where a date is missing', () => {
    const { birthday: _, ...rest } = printed
    expect(
      checkOf(recordOf([sideOf('cccd-12', 'front', said('ocr', rest))]), 'expiry-by-rule'),
    ).toBeUndefined()
  })
})
