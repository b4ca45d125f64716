// Tests the facts of driving licences by the rules of numbers, classes and terms.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { breaksOf } from '../../specimens/documents/facts/breaks.ts'
import { facts } from '../../specimens/documents/facts/facts.ts'
import { NEW_CLASSES, OLD_CLASSES } from '../../specimens/documents/facts/licence-classes.ts'
import type { BreakName, Licence } from '../../specimens/documents/facts/record.ts'
import { provinceByCode } from '../../src/documents/text/knowledge/units.ts'
import { NO_EXPIRY, ymd } from './facts-rules.ts'

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const kinds = ['licence-paper', 'licence-pet', 'licence-2025'] as const

/** Gives the years by class; B1 of the old list runs to an age. */
const OLD_TERMS: Readonly<Record<string, number>> = {
  A4: 10,
  B2: 10,
  C: 5,
  D: 5,
  E: 5,
  FB2: 5,
  FC: 5,
  FD: 5,
  FE: 5,
}
const NEW_TERMS: Readonly<Record<string, number>> = {
  ...{ B: 10, C1: 10, C: 5, D1: 5, D2: 5, D: 5 },
  ...{ BE: 5, C1E: 5, CE: 5, D1E: 5, D2E: 5, DE: 5 },
}

function lawful({ kind, front, person }: Licence): string {
  const terms = kind === 'licence-2025' ? NEW_TERMS : OLD_TERMS
  const names = front.classType.split(', ')
  if (kind !== 'licence-2025' && names.includes('B1')) {
    const retired = ymd(front.birthday) + (person.sex === 'Nam' ? 60 : 55) * 10_000
    const ten = ymd(front.issueDate) + 100_000
    const from = retired > ten ? front.birthday : front.issueDate
    return `${from.slice(0, 6)}${Math.floor(Math.max(retired, ten) / 10_000)}`
  }
  const years = names.flatMap((name) => terms[name] ?? [])
  return years.length === 0
    ? NO_EXPIRY
    : `${front.issueDate.slice(0, 6)}${Number(front.issueDate.slice(6)) + Math.min(...years)}`
}

function faultsOf(licence: Licence): BreakName[] {
  const { front, back, today } = licence
  const now = today.year * 10_000 + today.month * 100 + today.day
  const faults: BreakName[] = []
  if (front.expiry !== NO_EXPIRY && ymd(front.expiry) < now) faults.push('expired')
  if (front.expiry !== lawful(licence)) faults.push('expiry-rule')
  if (back.qr !== undefined && !back.qr.startsWith(`${front.id}|`)) faults.push('qr-mismatch')
  return faults
}

describe.each(kinds)('%s', (kind) => {
  test('obeys every rule', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const licence = facts(kind, seed)
        expect(faultsOf(licence)).toEqual([])
        const { front, back, person } = licence
        expect(back.rows.map(({ className }) => className).join(', ')).toBe(front.classType)
        for (const { classDate } of back.rows)
          expect(ymd(classDate)).toBeLessThanOrEqual(ymd(front.issueDate))
        expect(ymd(front.issueDate) - ymd(front.birthday)).toBeGreaterThanOrEqual(180_000)
        if (kind === 'licence-paper') {
          expect(front.id).not.toMatch(/^\d{12}$/)
          return
        }
        expect(front.id).toMatch(/^\d{12}$/)
        expect(provinceByCode(`0${front.id.slice(0, 2)}`)).toBeDefined()
        const sexAndCentury = (person.birth.year < 2000 ? 0 : 2) + (person.sex === 'Nam' ? 0 : 1)
        expect(Number(front.id[2])).toBe(sexAndCentury)
        expect(front.id.slice(3, 5)).toBe(back.rows.at(-1)?.classDate.slice(8))
      }),
    )
  })

  test.each(breaksOf(kind).map(({ name }) => name))('breaks %s and nothing else when asked', (breaks) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(faultsOf(facts(kind, seed, { breaks }))).toEqual([breaks])
      }),
    )
  })
})

test('only the form of 2025 has a code on the back', () => {
  expect(kinds.map((kind) => facts(kind, 3).back.qr !== undefined)).toEqual([false, false, true])
})

test('every class of both lists is met', () => {
  const met = (kind: Licence['kind']) => {
    const names = Array.from({ length: 400 }, (_, seed) =>
      facts(kind, seed).front.classType.split(', '),
    ).flat()
    return new Set(names)
  }
  expect(met('licence-2025')).toEqual(new Set(NEW_CLASSES.map(({ name }) => name)))
  expect(met('licence-pet')).toEqual(new Set(OLD_CLASSES.map(({ name }) => name)))
  expect(NEW_CLASSES).toHaveLength(15)
  expect(OLD_CLASSES).toHaveLength(13)
})
