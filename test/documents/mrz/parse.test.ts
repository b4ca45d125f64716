// Tests parsing lines of text into zones: every format, lines that lost or gained fillers, and lines that are no zone.
import { describe, expect, test } from 'vitest'
import { checkDigit } from '../../../src/documents/mrz/check-digits.ts'
import { FORMATS } from '../../../src/documents/mrz/formats.ts'
import { parseMrz } from '../../../src/documents/mrz/parse.ts'
import { isProved } from '../../../src/documents/mrz/reading.ts'
import {
  CARD,
  CARD_WITHOUT_END,
  FOREIGN_CARD,
  FOREIGN_PASSPORT,
  PASSPORT,
  TD2,
  textsOf,
  VISA_A,
  VISA_B,
  zone,
} from './zone-texts.ts'

test('a check digit counts 7, 3, 1 over digits, letters and fillers', () => {
  expect(checkDigit('D23145890')).toBe('7')
  expect(checkDigit('520727')).toBe('3')
  expect(checkDigit('<<<')).toBe('0')
  expect(checkDigit('a')).toBe('NaN')
})

test('no field of a format lies outside its lines, and none on another', () => {
  for (const { name, lines, width, fields } of FORMATS) {
    const taken = new Set<string>()
    for (const { span } of fields)
      for (let at = span.from; at < span.to; at++) {
        const place = `${span.line} ${at}`
        expect(span.line < lines && at < width && !taken.has(place), `${name} ${place}`).toBe(true)
        taken.add(place)
      }
  }
})

describe('formats', () => {
  test.each([
    ['TD1', FOREIGN_CARD],
    ['TD1', CARD],
    ['TD1', CARD_WITHOUT_END],
    ['TD2', TD2],
    ['TD3', FOREIGN_PASSPORT],
    ['TD3', PASSPORT],
    ['MRVA', VISA_A],
    ['MRVB', VISA_B],
  ] as const)('%s is known and proved', (format, texts) => {
    const reading = parseMrz(zone(texts))
    expect(reading?.format).toBe(format)
    expect(textsOf(reading?.lines)).toEqual(texts)
    expect(reading && isProved(reading)).toBe(true)
    expect(reading?.repairs).toEqual([])
  })

  test('fields stand where the tables say', () => {
    const fields = parseMrz(zone(FOREIGN_PASSPORT))?.fields
    const texts = Object.fromEntries(Object.entries(fields ?? {}).map(([name, { text }]) => [name, text]))
    expect(texts).toEqual({
      documentCode: 'P',
      issuer: 'UTO',
      documentNumber: 'L898902C3',
      optional1: 'ZE184226B',
      optional2: '',
      birth: '740812',
      sex: 'F',
      expiry: '120415',
      nationality: 'UTO',
      surname: 'ERIKSSON',
      givenNames: 'ANNA MARIA',
    })
  })

  test('a Vietnamese card has a digit of its own over the twelve', () => {
    const reading = parseMrz(zone(CARD))
    expect(reading?.checkDigits.map(({ name }) => name)).toContain('personal')
    expect(reading?.fields.optional1).toMatchObject({ text: '001090000001', proof: 'right' })
  })

  test('a number too long for its place goes on in the optional data', () => {
    const reading = parseMrz(
      zone([
        'IDBEL000590696<1015<<<<<<<<<<<',
        '9401013F2710017BEL000101123453',
        'SPECIMEN<<SPECIMEN<<<<<<<<<<<<',
      ]),
    )
    expect(reading?.fields.documentNumber).toMatchObject({ text: '000590696101', proof: 'right' })
    expect(reading?.fields.optional1.text).toBe('')
    expect(reading && isProved(reading)).toBe(true)
  })

  test('an empty personal number may have a filler for its digit', () => {
    const texts = [
      'P<POLKOWALSKA<<JOANNA<<<<<<<<<<<<<<<<<<<<<<<',
      'AA00000000POL6002084F1412314<<<<<<<<<<<<<<<4',
    ]
    const reading = parseMrz(zone(texts))
    expect(reading && isProved(reading)).toBe(true)
  })

  test('other lines may stand above and below', () => {
    const reading = parseMrz(zone(['VIETNAMESE<MINISTRY<OF', ...PASSPORT, 'SOMETHING<ELSE<THAT<IS<NO<ZONE']))
    expect(textsOf(reading?.lines)).toEqual(PASSPORT)
  })
})

describe('lines of another length', () => {
  const cut = (texts: readonly string[], line: number, from: string, to: string) =>
    texts.map((text, i) => (i === line ? text.replace(from, to) : text))

  test.each([
    ['a filler lost in a run', cut(CARD, 1, 'VNM<<<<', 'VNM<<<'), CARD],
    ['a filler doubled', cut(CARD, 1, 'VNM<', 'VNM<<'), CARD],
    ['five fillers lost at the end of the names', cut(PASSPORT, 0, 'AN<<<<<<', 'AN<'), PASSPORT],
    ['a filler lost between the names', cut(PASSPORT, 0, 'NGUYEN<<', 'NGUYEN<'), PASSPORT],
    ['something read before the first letter', cut(FOREIGN_CARD, 0, 'I<', '<I<'), FOREIGN_CARD],
    ['spaces between', cut(CARD, 0, 'IDVNM', 'ID VNM '), CARD],
    ['fillers the wrong way round', PASSPORT.map((text) => text.replaceAll('<', '>')), PASSPORT],
  ])('%s', (_, read, texts) => {
    const reading = parseMrz(zone(read))
    expect(textsOf(reading?.lines)).toEqual(texts)
    expect(reading && isProved(reading)).toBe(true)
  })

  test('what an end has lost is not made up', () => {
    const reading = parseMrz(zone([PASSPORT[0] ?? '', (PASSPORT[1] ?? '').slice(0, -2)]))
    expect(reading?.checkDigits.filter(({ isRight }) => !isRight).map(({ name }) => name)).toEqual([
      'optional',
      'composite',
    ])
    expect(reading?.fields.documentNumber.proof).toBe('right')
  })
})

describe('what is no zone', () => {
  test.each([
    ['nothing', []],
    ['one line of two', PASSPORT.slice(1)],
    ['two lines of three', CARD.slice(0, 2)],
    [
      'printed text',
      ['CONG HOA XA HOI CHU NGHIA VIET NAM DOC LAP', 'CUC TRUONG CUC CANH SAT QUAN LY HANH CHINH'],
    ],
    [
      'a zone that was made up, no digit right and its fields elsewhere',
      ['P<VNMVOQUETHU<<<<<<<<<<<<<<<<<<<<<<<', 'Q12646165VNM5855747F8618234837<005977'],
    ],
  ])('%s', (_, texts) => {
    expect(parseMrz(zone(texts))).toBeUndefined()
  })

  test('a line of thousands of characters is none, and takes no time to be known', () => {
    expect(parseMrz(zone(['<'.repeat(50_000), 'P'.repeat(50_000)]))).toBeUndefined()
  })
})
