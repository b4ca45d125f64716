// Tests the expiry rule on specimens that keep it or break it on purpose, and on the days at which it changes.
import { describe, expect, test } from 'vitest'
import { dayOf } from '../../../specimens/documents/facts/days.ts'
import { facts } from '../../../specimens/documents/facts/facts.ts'
import type { FactKind } from '../../../specimens/documents/facts/record.ts'
import { type Day, formatDay, NO_EXPIRY, parseDate } from '../../../src/documents/text/dates.ts'
import { expectedExpiry } from '../../../src/documents/text/expiry-rule.ts'

const SEEDS = Array.from({ length: 250 }, (_, seed) => seed)
const KINDS = [
  'cmnd-12',
  'cccd-12',
  'cccd-chip',
  'can-cuoc',
  'passport-old',
  'passport-new',
] as const satisfies readonly FactKind[]

const written = (expiry: Day | 'none'): string => (expiry === 'none' ? NO_EXPIRY : formatDay(expiry))

function printedAndAllowed(kind: (typeof KINDS)[number], seed: number, breaks?: 'expiry-rule') {
  const made = facts(kind, seed, { breaks })
  const said = (field: string): string => {
    const sides = [made.front, 'back' in made ? made.back : {}]
    const values = sides.flatMap((side) => Object.entries(side)).filter(([name]) => name === field)
    return String(values[0]?.[1] ?? '')
  }
  const [birthday, issued] = [parseDate(said('birthday')), parseDate(said('issueDate'))]
  if (birthday === undefined || issued === undefined) throw new Error('a specimen without its dates')
  return { printed: said('expiry'), allowed: expectedExpiry({ kind, birthday, issued }).map(written) }
}

describe.each(KINDS)('%s', (kind) => {
  test('keeps the rule', () => {
    for (const seed of SEEDS) {
      const { printed, allowed } = printedAndAllowed(kind, seed)
      expect(allowed).toContain(printed)
    }
  })

  test('is caught breaking it', () => {
    for (const seed of SEEDS) {
      const { printed, allowed } = printedAndAllowed(kind, seed, 'expiry-rule')
      expect(allowed).not.toContain(printed)
      expect(allowed.length).toBeGreaterThan(0)
    }
  })
})

const BIRTH = dayOf(1990, 5, 20)
const rule = (kind: Parameters<typeof expectedExpiry>[0]['kind'], issued: Day, birthday: Day = BIRTH) =>
  expectedExpiry({ kind, birthday, issued }).map(written)

test.each([
  [dayOf(2002, 5, 19), ['20/05/2004']],
  [dayOf(2002, 5, 20), ['20/05/2004', '20/05/2015']],
  [dayOf(2002, 5, 21), ['20/05/2015']],
  [dayOf(2013, 5, 19), ['20/05/2015']],
  [dayOf(2013, 5, 20), ['20/05/2015', '20/05/2030']],
  [dayOf(2013, 5, 21), ['20/05/2030']],
  [dayOf(2028, 5, 21), ['20/05/2050']],
  [dayOf(2048, 5, 20), ['20/05/2050', NO_EXPIRY]],
  [dayOf(2048, 5, 21), [NO_EXPIRY]],
  [dayOf(2080, 1, 1), [NO_EXPIRY]],
])('a card of %o', (issued, ends) => {
  expect(rule('can-cuoc', issued)).toEqual(ends)
})

test('someone born on 29 February', () => {
  expect(rule('cccd-chip', dayOf(2022, 1, 1), dayOf(2000, 2, 29))).toEqual(['28/02/2025', '01/03/2025'])
  expect(rule('cccd-chip', dayOf(2024, 1, 1), dayOf(2000, 2, 29))).toEqual(['29/02/2040'])
})

test('passports run ten years, those of children five', () => {
  expect(rule('passport-new', dayOf(2023, 7, 9))).toEqual(['09/07/2033'])
  expect(rule('passport-new', dayOf(2004, 5, 19))).toEqual(['19/05/2009'])
  expect(rule('passport-new', dayOf(2004, 5, 20))).toEqual(['20/05/2009', '20/05/2014'])
})

test('nothing is expected without a rule, or of a card older than its holder', () => {
  expect(rule('licence-pet', dayOf(2020, 1, 1))).toEqual([])
  expect(rule('foreign-td3', dayOf(2020, 1, 1))).toEqual([])
  expect(rule('cccd-chip', dayOf(1990, 5, 19))).toEqual([])
})
