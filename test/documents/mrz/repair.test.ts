// Tests the repair by check digits, and the confidence of each field before and after.
import { describe, expect, test } from 'vitest'
import { facts } from '../../../specimens/documents/facts/facts.ts'
import { parseMrz } from '../../../src/documents/mrz/parse.ts'
import { isProved } from '../../../src/documents/mrz/reading.ts'
import { CARD, FOREIGN_CARD, FOREIGN_PASSPORT, PASSPORT, textsOf, zone } from './zone-texts.ts'

describe('by the class of a place', () => {
  test('letters among digits become the digits they are like, and are trusted less', () => {
    const read = zone(CARD, [
      { line: 1, at: 2, read: 'O' },
      { line: 1, at: 5, read: 'I' },
    ])
    const reading = parseMrz(read)
    expect(textsOf(reading?.lines)).toEqual(CARD)
    expect(reading?.repairs).toEqual([])
    const sure = parseMrz(zone(CARD))
    expect(reading?.lines[1]?.characters[2]?.confidence).toBeLessThan(0.7)
    expect(reading?.fields.birth.confidence ?? 1).toBeLessThan(sure?.fields.birth.confidence ?? 0)
  })

  test.each(['1', 'L', 'T'])('%s at the head of a card is I', (read) => {
    expect(textsOf(parseMrz(zone(CARD, [{ line: 0, at: 0, read }]))?.lines)).toEqual(CARD)
  })

  test('a K among fillers is one, unless it is seen surely', () => {
    const at = FOREIGN_CARD[2]?.length ?? 0
    const read = (confidence: number) =>
      textsOf(parseMrz(zone(FOREIGN_CARD, [{ line: 2, at: at - 4, read: 'K', confidence }]))?.lines)
    expect(read(0.8)).toEqual(FOREIGN_CARD)
    expect(read(0.99)?.[2]).toBe('ERIKSSON<<ANNA<MARIA<<<<<<K<<<')
  })
})

describe('by check digits', () => {
  test('one character that makes its digit and the composite right', () => {
    const reading = parseMrz(zone(FOREIGN_CARD, [{ line: 0, at: 5, read: '0' }]))
    expect(textsOf(reading?.lines)).toEqual(FOREIGN_CARD)
    expect(reading?.repairs).toEqual([{ line: 0, at: 5, read: '0', repaired: 'D', by: 'documentNumber' }])
    expect(reading?.checkDigits.find(({ name }) => name === 'documentNumber')).toEqual({
      name: 'documentNumber',
      isRight: true,
      repaired: true,
    })
  })

  test('what the network saw beside it, of digits', () => {
    const reading = parseMrz(zone(PASSPORT, [{ line: 1, at: 13, read: '4', others: '9' }]))
    expect(textsOf(reading?.lines)).toEqual(PASSPORT)
    expect(reading?.repairs).toMatchObject([{ read: '4', repaired: '9', by: 'birth' }])
  })

  test('in two fields at once', () => {
    const reading = parseMrz(
      zone(PASSPORT, [
        { line: 1, at: 4, read: '5', others: '4' },
        { line: 1, at: 22, read: '8', others: '0' },
      ]),
    )
    expect(textsOf(reading?.lines)).toEqual(PASSPORT)
    expect(reading?.repairs.map(({ by }) => by)).toEqual(['documentNumber', 'expiry'])
  })

  test('not where two ways would make it right', () => {
    // Both places weigh 7 in the check digit of the field, and 3 in the composite.
    const read = [
      { line: 1, at: 13, read: '8', others: '7' },
      { line: 1, at: 16, read: '8', others: '7' },
    ]
    const reading = parseMrz(zone(FOREIGN_PASSPORT, read))
    expect(reading?.repairs).toEqual([])
    expect(reading?.fields.birth).toMatchObject({ text: '840812', proof: 'wrong' })
    expect(parseMrz(zone(FOREIGN_PASSPORT, read.slice(0, 1)))?.repairs).toHaveLength(1)
  })

  test('not where an end was lost, which would make up for any change', () => {
    const read = zone(FOREIGN_PASSPORT, [{ line: 1, at: 30, read: 'I', others: '1' }])
    const [first, second] = read.map(({ characters }) => characters)
    const torn = second?.slice(2) ?? []
    const lines = [first ?? [], torn].map((characters) => ({
      text: characters.map(({ text }) => text).join(''),
      characters,
    }))
    const reading = parseMrz(lines)
    expect(reading?.repairs).toEqual([])
    expect(reading?.fields.documentNumber.confidence).toBeLessThan(0.01)
  })

  test('not of a character that was read surely', () => {
    const reading = parseMrz(zone(FOREIGN_CARD, [{ line: 0, at: 5, read: '0', confidence: 0.999 }]))
    expect(reading?.repairs).toEqual([])
    expect(reading?.fields.documentNumber).toMatchObject({ text: '023145890', proof: 'wrong' })
  })

  test.each(['cccd-chip', 'can-cuoc', 'passport-new', 'foreign-td1', 'foreign-td3'] as const)(
    'a digit printed wrong stays wrong: %s',
    (kind) => {
      for (let seed = 1; seed <= 20; seed++) {
        const record = facts(kind, seed, { breaks: 'check-digit' })
        const texts = mrzOf(record).map((text) => text.replaceAll('>', '<'))
        const reading = parseMrz(zone(texts))
        expect(textsOf(reading?.lines)).toEqual(texts)
        expect(reading && isProved(reading)).toBe(false)
      }
    },
  )
})

type WithMrz = { mrz?: readonly string[]; front?: object; back?: object }

function mrzOf(record: WithMrz): readonly string[] {
  const holders: WithMrz[] = [record, record.front ?? {}, record.back ?? {}]
  return holders.find(({ mrz }) => mrz)?.mrz ?? []
}

describe('confidences', () => {
  const doubt = { line: 1, at: 13, read: '9', confidence: 0.8 }

  test('a digit that is right raises its field, one that is wrong lowers it, others stay', () => {
    const plain = parseMrz(zone(FOREIGN_PASSPORT, [{ ...doubt, read: '7' }]))
    const wrong = parseMrz(zone(FOREIGN_PASSPORT, [doubt]))
    expect(plain?.fields.birth.confidence).toBeGreaterThan(0.95)
    expect(plain?.fields.birth.proof).toBe('right')
    expect(wrong?.fields.birth.confidence).toBeLessThan(0.2)
    expect(wrong?.fields.birth.proof).toBe('wrong')
    expect(wrong?.fields.expiry.confidence).toBeGreaterThan(0.98)
    expect(wrong?.confidence ?? 1).toBeLessThan(0.2)
  })

  test('a repaired field is trusted less than one that was read', () => {
    const repaired = parseMrz(zone(FOREIGN_CARD, [{ line: 0, at: 5, read: '0' }]))
    const read = parseMrz(zone(FOREIGN_CARD))
    const [less, more] = [
      repaired?.fields.documentNumber.confidence ?? 1,
      read?.fields.documentNumber.confidence ?? 0,
    ]
    expect(less).toBeLessThan(more)
    expect(less).toBeGreaterThan(0.5)
  })

  test('no digit proves a name', () => {
    const reading = parseMrz(zone(PASSPORT, [{ line: 0, at: 6, read: 'G', confidence: 0.5 }]))
    expect(reading?.fields.surname).toMatchObject({ text: 'NGUYEN', proof: 'none' })
    expect(reading?.fields.surname.confidence).toBeLessThan(0.5)
    expect(reading?.fields.givenNames.confidence).toBeGreaterThan(0.95)
  })
})
