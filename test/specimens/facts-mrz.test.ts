// Tests the MRZ writer by the ICAO rules: the known examples, the widths, the digits, names that are too long.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf } from '../../specimens/documents/facts/days.ts'
import { checkDigit, spoilCheckDigit, td1, td3, vietnameseTd1 } from '../../specimens/documents/facts/mrz.ts'
import { mrzNames, transliterate } from '../../specimens/documents/facts/mrz-names.ts'
import { seededDice } from '../../specimens/person/dice.ts'
import { zoneDigits } from './facts-rules.ts'

const an = {
  number: '001090000001',
  birth: dayOf(1990, 1, 1),
  sex: 'M',
  expiry: dayOf(2030, 1, 1),
  surname: 'Nguyễn',
  givenNames: 'Văn An',
} as const

describe('the Vietnamese card', () => {
  test('is written as the synthetic example has it', () => {
    expect(vietnameseTd1(an)).toEqual([
      'IDVNM0900000018001090000001<<9',
      '9001011M3001019VNM<<<<<<<<<<<6',
      'NGUYEN<<VAN<AN<<<<<<<<<<<<<<<<',
    ])
  })

  test('writes no expiry as the last day of the century', () => {
    const binh = {
      number: '079160000002',
      birth: dayOf(1960, 2, 29),
      sex: 'F',
      expiry: null,
      surname: 'Trần',
      givenNames: 'Thị Bình',
    } as const
    expect(vietnameseTd1(binh)).toEqual([
      'IDVNM1600000027079160000002<<7',
      '6002291F9912315VNM<<<<<<<<<<<6',
      'TRAN<<THI<BINH<<<<<<<<<<<<<<<<',
    ])
  })
})

const book = {
  ...an,
  type: 'P<',
  issuer: 'VNM',
  nationality: 'VNM',
  number: 'C1234567',
  optional: an.number,
} as const

test('the passport is written as the synthetic example has it', () => {
  expect(td3(book)).toEqual([
    'P<VNMNGUYEN<<VAN<AN<<<<<<<<<<<<<<<<<<<<<<<<<',
    'C1234567<0VNM9001011M3001019001090000001<<94',
  ])
})

test('the specimens of ICAO 9303 come out as published', () => {
  const anna = {
    birth: dayOf(1974, 8, 12),
    sex: 'F',
    expiry: dayOf(2012, 4, 15),
    surname: 'Eriksson',
    givenNames: 'Anna Maria',
    issuer: 'UTO',
    nationality: 'UTO',
  } as const
  expect(td3({ ...anna, type: 'P<', number: 'L898902C3', optional: 'ZE184226B' })).toEqual([
    'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
    'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
  ])
  expect(td1({ ...anna, type: 'I<', number: 'D23145890' })).toEqual([
    'I<UTOD231458907<<<<<<<<<<<<<<<',
    '7408122F1204159UTO<<<<<<<<<<<6',
    'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
  ])
  expect(td1({ ...anna, type: 'I<', number: 'D23145890734' })[0]).toBe('I<UTOD23145890<7349<<<<<<<<<<<')
})

test('letters are transliterated by the table', () => {
  expect(transliterate('Müller-Großmann')).toBe('MUELLER<GROSSMANN')
  expect(transliterate('Åkesson Sjöström')).toBe('AAKESSON<SJOESTROEM')
  expect(transliterate("D'Aubigné Œuvrard Łukasz Ñuño")).toBe('DAUBIGNE<OEUVRARD<LUKASZ<NUNO')
  expect(transliterate('Đặng Thị Ướt')).toBe('DANG<THI<UOT')
})

describe('names that are too long', () => {
  test('are cut so that the field is full and ends in a letter', () => {
    expect(mrzNames('Nilavadhanananda', 'Chayapa Dejthamrong Krasuang', 39)).toBe(
      'NILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K',
    )
    expect(mrzNames('Nilavadhanananda', 'Arnpol Petch Charonguang', 39)).toBe(
      'NILAVADHANANANDA<<ARNPOL<PETCH<CHARONGU',
    )
  })

  const word = fc.stringMatching(/^[A-Z]{1,24}$/)
  const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))
  test('keep the beginning of both surname and given names, whatever their lengths', () => {
    fc.assert(
      fc.property(words, words, fc.constantFrom(30, 39), (surname, given, width) => {
        const field = mrzNames(surname, given, width)
        expect(field).toHaveLength(width)
        expect(field).toMatch(/^[A-Z][A-Z<]*$/)
        const [primary = '', secondary = ''] = field.split('<<')
        expect(primary[0]).toBe(surname[0])
        expect(secondary[0]).toBe(given[0])
        const whole = `${surname.replaceAll(' ', '<')}<<${given.replaceAll(' ', '<')}`
        if (whole.length <= width) expect(field).toBe(whole.padEnd(width, '<'))
        else expect(field).toMatch(/[A-Z]$/)
      }),
      { numRuns: 1000, examples: [['AAAA AAAAAAAA AAA AAAAAAAA', 'A A', 30]] },
    )
  })
})

test('a requested wrong digit changes that digit alone', () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom('td1', 'td3'), (seed, form) => {
      const lines = form === 'td1' ? vietnameseTd1(an) : td3(book)
      const wrong = zoneDigits(spoilCheckDigit(lines, seededDice(seed))).filter((right) => !right)
      expect(wrong).toHaveLength(1)
    }),
  )
})

test('the check digit of nothing is nought', () => {
  expect(checkDigit('<<<<<<')).toBe('0')
  expect(checkDigit('520727')).toBe('3')
})
