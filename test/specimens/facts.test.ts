// Tests the facts of specimens by every rule of the documents, and that each requested break breaks that rule alone.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BREAKS, breaksOf } from '../../specimens/documents/facts/breaks.ts'
import { citizen } from '../../specimens/documents/facts/citizen.ts'
import { FOREIGN_COUNTRIES } from '../../specimens/documents/facts/countries.ts'
import { dayOf } from '../../specimens/documents/facts/days.ts'
import { FACT_KINDS, facts } from '../../specimens/documents/facts/facts.ts'
import { transliterate } from '../../specimens/documents/facts/mrz-names.ts'
import { oldPrefixesOf } from '../../specimens/documents/facts/numbers.ts'
import type { FactKind } from '../../specimens/documents/facts/record.ts'
import { KINDS } from '../../src/documents/kinds/kinds.ts'
import { FORMER_PROVINCES } from '../../src/documents/text/knowledge/province-aliases.ts'
import {
  countryByCode,
  foldedProvince,
  PROVINCES,
  provinceByCode,
} from '../../src/documents/text/knowledge/units.ts'
import { faultsOf, ymd } from './facts-rules.ts'

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const runs = { numRuns: 60 }
const personal: readonly FactKind[] = FACT_KINDS.filter((kind) => !/^licence|^business/.test(kind))

test('every kind but the unknown has facts, and the same seed the same ones', () => {
  expect(FACT_KINDS.toSorted()).toEqual(
    KINDS.map(({ kind }) => kind)
      .filter((kind) => kind !== 'other')
      .toSorted(),
  )
  for (const kind of FACT_KINDS) {
    expect(facts(kind, 11)).toEqual(facts(kind, 11))
    expect(facts(kind, 11)).not.toEqual({ ...facts(kind, 12), seed: 11 })
  }
})

describe.each(personal)('%s', (kind) => {
  test('obeys every rule', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(faultsOf(facts(kind, seed))).toEqual([])
      }),
      runs,
    )
  })

  test.each(breaksOf(kind).map(({ name }) => name))('breaks %s and nothing else when asked', (breaks) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(faultsOf(facts(kind, seed, { breaks }))).toEqual([breaks])
      }),
      runs,
    )
  })

  test('is valid on another day too', () => {
    const today = /^cmnd/.test(kind) ? dayOf(2019, 3, 5) : dayOf(2027, 2, 3)
    fc.assert(
      fc.property(seeds, (seed) => {
        const made = facts(kind, seed, { today })
        expect(made.today).toEqual(today)
        expect(faultsOf(made)).toEqual([])
      }),
      runs,
    )
  })
})

test('a kind refuses to break a rule it does not have', () => {
  expect(() => facts('cmnd-9', 1, { breaks: 'check-digit' })).toThrow('no rule')
  expect(() => facts('business-registration', 1, { breaks: 'sex-digit' })).toThrow('no rule')
})

test('the warnings of the specification are all among the breaks', () => {
  expect(BREAKS.flatMap(({ code }) => code ?? []).toSorted()).toEqual([110, 111, 112, 113])
})

describe('a citizen', () => {
  test('has numbers built from the tables', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const person = citizen(seed)
        expect(person.number).toMatch(/^\d{12}$/)
        const code = person.number.slice(0, 3)
        expect(provinceByCode(code) ?? countryByCode(code)).toBeDefined()
        expect(person.number.slice(4, 6)).toBe(String(person.birth.year).slice(2))
        if (person.oldNumber === undefined) return
        expect(person.oldNumber).toMatch(/^\d{9}$/)
        const prefixes = oldPrefixesOf(person.provinces.residence)
        expect(prefixes.some((prefix) => person.oldNumber?.startsWith(prefix))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('every province has a prefix of old numbers', () => {
    expect(PROVINCES.filter(({ code }) => oldPrefixesOf(code).length === 0)).toEqual([])
  })

  test('is named by sex and family', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { sex, middle, surname, father, name } = citizen(seed)
        if (sex === 'Nam') expect(middle).not.toMatch(/^Thị/)
        else expect(middle).not.toMatch(/^Văn/)
        expect(father.startsWith(`${surname} `)).toBe(true)
        expect(name.split(' ').length).toBeGreaterThanOrEqual(3)
      }),
      { numRuns: 300 },
    )
  })

  test('lives at three levels before 2025 and at two since', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { residence, residence2025, hometown } = citizen(seed)
        expect(residence.lines[1]?.split(', ')).toHaveLength(3)
        expect(residence2025.lines[1]?.split(', ')).toHaveLength(2)
        expect(hometown.text.split(', ')).toHaveLength(3)
        expect(residence.text).toBe(residence.lines.join(', '))
      }),
      { numRuns: 300 },
    )
  })
})

describe('the Căn cước', () => {
  test('under six names the parents in the code; older ones do not', () => {
    const forms = new Set<string>()
    for (let seed = 0; seed < 150; seed++) {
      const { form, back, front, backPerson } = facts('can-cuoc', seed)
      const [, , , , , , , , father = '', mother = ''] = back.qr.split('|')
      expect(form === 'child').toBe(ymd(back.issueDate) < ymd(front.birthday) + 60_000)
      expect([father, mother]).toEqual(form === 'child' ? [backPerson.father, backPerson.mother] : ['', ''])
      forms.add(form)
    }
    expect(forms.size).toBe(2)
  })

  test('writes two levels on cards since July 2025', () => {
    for (let seed = 0; seed < 150; seed++) {
      const { address, issueDate } = facts('can-cuoc', seed).back
      expect(address.lines[1]?.split(', ').length).toBe(ymd(issueDate) < 20250701 ? 3 : 2)
    }
  })
})

test('passports have numbers of their series, padded or not, and sometimes the filler reversed', () => {
  const reversed = new Set<boolean>()
  for (let seed = 0; seed < 150; seed++) {
    const old = facts('passport-old', seed).front
    expect(old.passportId).toMatch(/^[A-Z]\d{7}$/)
    expect(old.mrz[1]?.slice(0, 9)).toBe(old.passportId + (old.reversedFiller ? '>' : '<'))
    expect(old.mrz.join('').includes('>')).toBe(old.reversedFiller)
    const recent = facts('passport-new', seed).front
    expect(recent.passportId).toMatch(/^[A-Z]\d{8}$/)
    expect(recent.mrz[1]?.slice(0, 9)).toBe(recent.passportId)
    reversed.add(old.reversedFiller)
  }
  expect(reversed.size).toBe(2)
})

test('foreign names stand in the zone as the table writes them', () => {
  const countries = new Set<string>()
  for (const kind of ['foreign-td1', 'foreign-td3'] as const) {
    for (let seed = 0; seed < 150; seed++) {
      const { front, mrz } = facts(kind, seed)
      const zone = kind === 'foreign-td1' ? mrz[2] : mrz[0]?.slice(5)
      const whole = `${transliterate(front.surname)}<<${transliterate(front.givenNames)}`
      expect(zone?.slice(0, 12)).toBe(whole.padEnd(39, '<').slice(0, 12))
      for (const line of mrz)
        expect(line).toMatch(kind === 'foreign-td1' ? /^[A-Z0-9<]{30}$/ : /^[A-Z0-9<]{44}$/)
      countries.add(front.country)
    }
  }
  expect(countries.size).toBe(FOREIGN_COUNTRIES.length)
})

test('a former province stands on some old cards and can still be placed', () => {
  const last = (seed: number) => {
    const { front, person } = facts('cmnd-9', seed)
    return { printed: front.hometown.text.split(', ').at(-1) ?? '', code: person.provinces.hometown }
  }
  const all = Array.from({ length: 300 }, (_, seed) => last(seed))
  for (const { printed, code } of all) {
    expect(foldedProvince(printed)?.codes2025).toContain(provinceByCode(code)?.code2025)
  }
  const former = new Set<string>(FORMER_PROVINCES.map(([name]) => name))
  expect(all.filter(({ printed }) => former.has(printed)).length).toBeGreaterThan(5)
})
