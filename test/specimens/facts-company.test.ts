// Tests the facts of business-registration certificates by the rules of codes, capital and people.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { facts } from '../../specimens/documents/facts/facts.ts'
import { grouped, moneyWords, numberWords } from '../../specimens/documents/facts/money.ts'
import { businessCheckDigit } from '../../specimens/documents/facts/numbers.ts'
import type { BreakName, Company } from '../../specimens/documents/facts/record.ts'
import { COMPANY_TITLES } from '../../src/documents/kinds/parts/company-words.ts'
import { ymd } from './facts-rules.ts'

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const kind = 'business-registration'
const amount = (text: string): number => Number(text.replace(/\D/g, ''))

const WORDS = ['không', 'một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín']

/** Parses words back into a number; what stands before a scale word is multiplied by it. */
function amountOf(words: string): number {
  let [total, upToBillion, group, digit] = [0, 0, 0, 0]
  for (const word of words.toLowerCase().split(' ')) {
    if (WORDS.includes(word)) digit = WORDS.indexOf(word)
    else if (word === 'mốt') digit = 1
    else if (word === 'lăm') digit = 5
    else if (word === 'mười') group += 10
    else if (word === 'mươi' || word === 'trăm') {
      group += digit * (word === 'trăm' ? 100 : 10)
      digit = 0
    } else if (word === 'nghìn' || word === 'triệu') {
      upToBillion += (group + digit) * (word === 'nghìn' ? 1000 : 1_000_000)
      ;[group, digit] = [0, 0]
    } else if (word === 'tỷ') {
      total += (upToBillion + group + digit) * 1_000_000_000
      ;[upToBillion, group, digit] = [0, 0, 0]
    } else if (word !== 'lẻ' && word !== 'đồng') throw new Error(`no such word: ${word}`)
  }
  return total + upToBillion + group + digit
}

function codeHolds(code: string): boolean {
  const digits = [...code.slice(0, 10)].map(Number)
  const sum = [31, 29, 23, 19, 17, 13, 7, 5, 3].reduce(
    (total, weight, index) => total + weight * (digits[index] ?? 0),
    0,
  )
  return digits[9] === 10 - (sum % 11)
}

function faultsOf(company: Company): BreakName[] {
  const { businessCode, capital } = company
  const faults: BreakName[] = []
  if (!codeHolds(businessCode)) faults.push('business-code')
  if (capital !== undefined && amount(capital.figures) !== amountOf(capital.words))
    faults.push('capital-words')
  return faults
}

describe('money', () => {
  test('is written as people say it', () => {
    expect(grouped(1_500_000)).toBe('1.500.000')
    expect(moneyWords(1_500_000)).toBe('Một triệu năm trăm nghìn đồng')
    expect(numberWords(21)).toBe('hai mươi mốt')
    expect(numberWords(115)).toBe('một trăm mười lăm')
    expect(numberWords(1005)).toBe('một nghìn không trăm lẻ năm')
    expect(numberWords(10_000_000_000)).toBe('mười tỷ')
    expect(numberWords(9_900_000_000_000)).toBe('chín nghìn chín trăm tỷ')
  })

  test('in words is the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (value) => {
        expect(amountOf(moneyWords(value))).toBe(value)
      }),
      { numRuns: 1000 },
    )
  })
})

test('the check digit of a known code comes out', () => {
  expect(businessCheckDigit('010010910')).toBe('6')
})

describe('a certificate', () => {
  test('obeys every rule', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const company = facts(kind, seed)
        expect(faultsOf(company)).toEqual([])
        const dependent = company.form === 'branch' || company.form === 'office'
        expect(company.businessCode).toMatch(dependent ? /^\d{10}-\d{3}$/ : /^\d{10}$/)
        expect(company.capital === undefined).toBe(dependent)
        expect(company.parent?.businessCode).toBe(dependent ? company.businessCode.slice(0, 10) : undefined)
        if (company.form === 'joint-stock') {
          const capital = amount(company.parValue ?? '') * amount(company.totalShares ?? '')
          expect(capital).toBe(amount(company.capital?.figures ?? ''))
        } else expect(company.totalShares).toBeUndefined()
        expect(company.changeDate === undefined).toBe(company.changeCount === 0)
      }),
    )
  })

  test('has shares that make up the capital', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { members, capital, form } = facts(kind, seed)
        expect(members.length > 0).toBe(form === 'two-members' || form === 'partnership')
        if (members.length === 0) return
        const sum = members.reduce((total, member) => total + amount(member.capital), 0)
        expect(sum).toBe(amount(capital?.figures ?? ''))
        const percent = members.reduce((total, member) => total + Number(member.share.replace(',', '.')), 0)
        expect(percent).toBeCloseTo(100, 6)
      }),
    )
  })

  test('names people of age whose papers were issued before it was printed', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { representatives, firstRegister, changeDate } = facts(kind, seed)
        const [day = '', month = '', year = ''] = (changeDate ?? firstRegister).match(/\d+/g) ?? []
        const printed = Number(year + month + day)
        expect(representatives.length).toBeGreaterThan(0)
        for (const one of representatives) {
          expect(ymd(one.idIssueDate)).toBeLessThan(printed)
          expect(printed - ymd(one.birthday)).toBeGreaterThanOrEqual(180_000)
          expect(one.idNumber).toMatch(/chứng minh/.test(one.idType) ? /^\d{9}$/ : /^\d{12}$/)
          expect(one.title).not.toBe('')
        }
      }),
    )
  })

  test.each(['business-code', 'capital-words'] as const)(
    'breaks %s and nothing else when asked',
    (breaks) => {
      fc.assert(
        fc.property(seeds, (seed) => {
          expect(faultsOf(facts(kind, seed, { breaks }))).toEqual([breaks])
        }),
      )
    },
  )

  test('is met in every form, with one and with several representatives, small and large', () => {
    const all = Array.from({ length: 200 }, (_, seed) => facts(kind, seed))
    expect(new Set(all.map(({ form }) => form))).toEqual(new Set(COMPANY_TITLES.map(({ form }) => form)))
    expect(new Set(all.map(({ era }) => era)).size).toBe(2)
    expect(Math.max(...all.map(({ representatives }) => representatives.length))).toBeGreaterThan(2)
    expect(Math.max(...all.map(({ members }) => members.length))).toBeGreaterThan(20)
  })
})
