// Tests the checks of a driving licence: its number, its classes, its terms and its dates.
import { describe, expect, test } from 'vitest'
import { breaksOf } from '../../../specimens/documents/facts/breaks.ts'
import { facts } from '../../../specimens/documents/facts/facts.ts'
import {
  failures,
  petBack,
  petFront,
  policeBack,
  policeFront,
  recordOf,
  rowOf,
  rows,
  said,
  sideOf,
  sidesOf,
  today,
} from './hand-written.ts'

const kinds = ['licence-paper', 'licence-pet', 'licence-2025'] as const
const RAISED: Readonly<Record<string, string | readonly string[]>> = {
  expired: 'days-until-expiry expiry',
  'expiry-rule': 'expiry-by-rule expiry',
  'qr-mismatch': ['qr-against-print id', 'one-identity'],
}

describe.each(kinds)('%s', (kind) => {
  test('a valid licence fails no check', () => {
    for (let seed = 0; seed < 400; seed++) {
      const licence = facts(kind, seed)
      const data = recordOf(sidesOf(licence), licence.today)
      expect([seed, failures(data), failures(data, 'noted')]).toEqual([seed, [], []])
    }
  })

  test.each(breaksOf(kind))('one that breaks $name fails just that', ({ name }) => {
    for (let seed = 0; seed < 100; seed++) {
      const licence = facts(kind, seed, { breaks: name })
      expect([seed, failures(recordOf(sidesOf(licence), licence.today))]).toEqual([
        seed,
        [RAISED[name]].flat(),
      ])
    }
  })
})

describe('the number', () => {
  const structure = (id: string) => failures(recordOf([petFront({ id })]))

  test.each([
    ['no such province', '030201234567'],
    ['a century to come', '016201234567'],
    ['a test yet to be passed', '010271234567'],
  ])('of %s fails', (_, id) => expect(structure(id)).toContain('number-structure id'))

  test('counts only where it was read surely', () => {
    const data = recordOf([petFront({ id: '030201234567' }, 0.4)])
    expect(failures(data)).toEqual(['number-certain id'])
    expect(failures(data, 'noted')).toContain('number-structure id')
  })

  test('of a test after the day of issue fails', () =>
    expect(structure('010251234567')).toEqual(['number-test-year issue_date']))

  test('with letters, as paper has it, has no structure to fail', () => {
    const { checks } = recordOf([sideOf('licence-paper', 'front', said({ id: 'AD123456' }))])
    expect(checks.map(({ name }) => name).filter((name) => name.startsWith('number'))).toEqual([
      'number-certain',
    ])
  })

  test('of another century than the birthday is noted, and of no year of the rows', () => {
    const data = recordOf([petFront({ id: '012191234567' }), petBack()])
    expect(failures(data)).toEqual([])
    expect(failures(data, 'noted')).toEqual([
      'number-birth-century birthday',
      'number-class-year back_side_info',
    ])
  })
})

describe('the expiry', () => {
  test('of yesterday has passed, of today not', () => {
    const on = (day: string) => {
      const front = sideOf('licence-pet', 'front', said({ expiry: day }))
      return failures(recordOf([front], today))
    }
    expect(on('14/11/2026')).toEqual(['days-until-expiry expiry'])
    expect(on('15/11/2026')).toEqual([])
    expect(on('Không thời hạn')).toEqual([])
  })

  test.each([
    ['A1', 'Không thời hạn', []],
    ['A1', '05/03/2030', ['expiry-by-rule expiry']],
    ['B2', 'Không thời hạn', ['expiry-by-rule expiry']],
    ['B2', '05/03/2031', ['expiry-by-rule expiry']],
    ['B1', '05/03/2050', []],
    ['C', '05/03/2030', ['expiry-by-rule expiry']],
    // The two run out on different days, and neither is a forgery.
    ['B2, C', '05/03/2030', []],
  ])('of %s until %s: %j', (class_type, expiry, failed) => {
    expect(failures(recordOf([petFront({ class_type, expiry })]))).toEqual(failed)
  })

  test('that fails is reported beside what the rule allows', () => {
    const data = recordOf([petFront({ expiry: '05/03/2032' })])
    expect(data.checks.find(({ name }) => name === 'expiry-by-rule')).toMatchObject({
      outcome: 'failed',
      values: { ocr: '05/03/2032', rule: '05/03/2030' },
    })
  })
})

describe('the classes', () => {
  test('of the list before 2025 do not stand on a card of 2025, nor the other way round', () => {
    expect(failures(recordOf([policeFront({ class_type: 'B2' })]))).toEqual([
      'class-names-unknown class_type',
    ])
    expect(failures(recordOf([petFront({ class_type: 'C1' })]))).toEqual(['class-names-unknown class_type'])
    expect(failures(recordOf([policeBack('', [rowOf('FB2', '01/04/2025')])]))).toEqual([
      'class-names-unknown back_side_info',
    ])
  })

  test('of either list may stand on the old card of the two months between', () => {
    for (const [class_type, expiry] of [
      ['B2', '03/02/2035'],
      ['C1', '03/02/2035'],
    ] as const)
      expect(failures(recordOf([petFront({ class_type, issue_date: '03/02/2025', expiry })]))).toEqual([])
    const both = recordOf([petFront({ class_type: 'B2, C1', issue_date: '03/02/2025' })])
    expect(failures(both)).toEqual(['class-names-unknown class_type'])
  })

  test('of the rows that are not those of the code beside them fail', () => {
    const data = recordOf([policeBack(undefined, [rowOf('A1', '01/02/2011')])])
    expect(failures(data)).toEqual(['class-rows-agree back_side_info'])
    const unread = recordOf([policeBack(undefined, [rowOf('A1', '01/02/2011'), rowOf('', '01/04/2025', 0)])])
    expect(failures(unread)).toEqual([])
    expect(failures(unread, 'noted')).toEqual(['class-rows-agree back_side_info'])
  })

  test('passed after the day of issue, or after today, fail', () => {
    const late = [...rows.slice(0, 1), rowOf('B2', '06/03/2020')]
    expect(failures(recordOf([petFront(), petBack(late)]))).toEqual(['class-days-too-late back_side_info'])
    expect(failures(recordOf([petBack(late)]))).toEqual([])
    expect(failures(recordOf([petBack([rowOf('B2', '16/11/2026')])]))).toEqual([
      'class-days-too-late back_side_info',
    ])
  })
})

test('a photocopy, a page in glare, blurred, dark or far fails each by itself; one off a screen is noted', () => {
  const { quality } = petFront()
  const screen = recordOf([{ ...petFront(), quality: { ...quality, recapture: 0.95 } }])
  expect(failures(screen)).toEqual([])
  expect(screen.checks.find(({ name }) => name === 'recapture')?.outcome).toBe('noted')
  for (const fault of ['photocopy', 'glare', 'blur', 'darkness'] as const) {
    const front = petFront()
    const data = recordOf([{ ...front, quality: { ...front.quality, [fault]: 0.95 } }])
    expect(failures(data)).toEqual([fault])
    expect(data.reliability.endsWith('-1.0]')).toBe(fault === 'photocopy')
  }
  expect(failures(recordOf([{ ...petFront(), pixelsPerMm: 3 }]))).toEqual(['pixels-per-millimetre'])
})
