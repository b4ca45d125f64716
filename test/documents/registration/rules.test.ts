// Tests the rules for a certificate, and the small parsers that they use.
import { describe, expect, test } from 'vitest'
import { moneyWords } from '../../../specimens/documents/facts/money.ts'
import type { Check } from '../../../src/checks.ts'
import { readCertificate } from '../../../src/documents/registration/certificate.ts'
import { checksOf, hasRightDigit } from '../../../src/documents/registration/checks.ts'
import { amountIn, amountInWords } from '../../../src/documents/registration/money.ts'
import { kindOfFiles } from '../../../src/documents/registration/read.ts'
import { areInDocument, parseSelectedPages } from '../../../src/documents/registration/selected-pages.ts'
import type { Sheet } from '../../../src/documents/registration/sheet.ts'
import { HOUSEHOLD, OLD_COMPANY } from './papers.ts'
import { drawnCertificate, writtenSheet } from './sheets.ts'

describe('sums of money', () => {
  test.each([
    7, 15, 21, 105, 1_000, 10_005, 600_000_000, 1_500_000_000, 21_055_000_000, 990_000_000_000,
    1_200_000_000_000, 45_301_010_000,
  ])('%i is the same in words', (amount) => {
    expect(amountInWords(moneyWords(amount))).toBe(amount)
  })

  test.each([
    ['Một ngàn hai trăm linh tư đồng', 1204],
    ['hai mươi nhăm triệu đồng chẵn', 25_000_000],
    ['Năm tỉ đồng Việt Nam', 5_000_000_000],
    ['Ba trăm con gà', undefined],
    ['', undefined],
  ])('%s', (words, amount) => {
    expect(amountInWords(words)).toBe(amount)
  })

  test.each([
    ['600.000.000.000 đồng', 600_000_000_000],
    ['1,500,000 VND', 1_500_000],
    ['69000', 69_000],
    ['1.5 tỷ', undefined],
    ['không', undefined],
  ])('%s in figures', (figures, amount) => {
    expect(amountIn(figures)).toBe(amount)
  })
})

test('the tenth digit of a code follows from the others', () => {
  expect(hasRightDigit('0100109106')).toBe(true)
  expect(hasRightDigit('0100109106-001')).toBe(true)
  expect(hasRightDigit('0100109107')).toBe(false)
  expect(hasRightDigit('41C8012345')).toBeUndefined()
  // Offices do not agree on the tenth digit of these nine.
  expect(hasRightDigit('0000000000')).toBeUndefined()
})

describe('selected pages', () => {
  test.each([
    ['1,3', [0, 2]],
    ['1-3', [0, 1, 2]],
    ['[1,3]', [0, 2]],
    [' 2 , 4-5 ', [1, 3, 4]],
    [
      ['3', '1'],
      [0, 2],
    ],
    ['2,2', [1]],
    ['0', [-1]],
    ['', undefined],
    ['all', undefined],
    ['3-1', undefined],
    ['1;;3', undefined],
    ['[1,3', undefined],
    ['1.5', undefined],
    ['-1', undefined],
  ])('%j', (given, pages) => {
    expect(parseSelectedPages([given].flat())).toEqual(pages)
  })

  test('are in the document or not', () => {
    expect(areInDocument([0, 2], 3)).toBe(true)
    expect(areInDocument([3], 3)).toBe(false)
    expect(areInDocument([-1], 3)).toBe(false)
  })
})

describe('files', () => {
  const jpeg = { bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) }
  const png = { bytes: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') }
  const pdf = { bytes: Buffer.from('%PDF-1.7') }
  const zip = { bytes: Buffer.from('PK\u0003\u0004 %PDF-1.7') }
  test.each([
    ['pictures of two kinds', [jpeg, png], 'pictures'],
    ['a PDF', [pdf], 'pdf'],
    ['two PDFs', [pdf, pdf], 117],
    ['a PDF and a picture', [pdf, jpeg], 118],
    ['an archive', [zip], 116],
    ['a picture and an archive', [jpeg, zip], 116],
  ])('%s', (_, files, expected) => {
    const what = kindOfFiles(files)
    expect('kind' in what ? what.kind : what.code.code).toBe(expected)
  })
})

describe('checks', () => {
  const checked = (sheets: readonly Sheet[]): Readonly<Record<string, Check['outcome']>> => {
    const certificate = readCertificate(sheets)
    if (!certificate) throw new Error('no certificate')
    return Object.fromEntries(checksOf(certificate, sheets).map(({ name, outcome }) => [name, outcome]))
  }

  test('of a paper that agrees with itself pass', () => {
    expect(checked([writtenSheet(OLD_COMPANY)])).toEqual({
      'business-code-digit': 'passed',
      'capital-in-words': 'passed',
      'capital-of-shares': 'passed',
      'id-number-structure': 'passed',
    })
  })

  test('hold a number against the person', () => {
    const wrong = HOUSEHOLD.map((row) =>
      row.replace('Giới tính: Nữ', 'Giới tính: Nam').replace('1968', '1969'),
    )
    expect(checked([writtenSheet(HOUSEHOLD)])).toMatchObject({
      'id-number-sex': 'passed',
      'id-number-birth-year': 'passed',
    })
    expect(checked([writtenSheet(wrong)])).toMatchObject({
      'id-number-sex': 'failed',
      'id-number-birth-year': 'failed',
    })
  })

  test('that fail on what was hardly read decide nothing', () => {
    const wrong = OLD_COMPANY.map((row) => row.replace('0100109106', '0100109107'))
    expect(checked([writtenSheet(wrong)])['business-code-digit']).toBe('failed')
    expect(checked([writtenSheet(wrong, 0.05)])['business-code-digit']).toBe('noted')
  })

  test.each([
    ['business-code', 'business-code-digit'],
    ['capital-words', 'capital-in-words'],
  ] as const)('notice a specimen that breaks %s', async (breaks, name) => {
    const { sheets } = await drawnCertificate(3, breaks)
    expect(checked(sheets)[name]).toBe('failed')
  })

  test('report a PDF whose text differs from what it shows', () => {
    const sheet = { ...writtenSheet(OLD_COMPANY), agreement: 0.3 }
    expect(checked([sheet])['pdf-text-agreement']).toBe('failed')
    expect(checked([{ ...sheet, source: 'text', agreement: 1 }])['pdf-text-agreement']).toBe('passed')
  })
})
