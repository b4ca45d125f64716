// Tests the readings of a zone in the words of the specification, for identity documents and for the mrz-reader.
import { describe, expect, test } from 'vitest'
import { parseMrz } from '../../../src/documents/mrz/parse.ts'
import { readingsOfMrz, travelReadings } from '../../../src/documents/mrz/readings.ts'
import {
  CARD,
  CARD_WITHOUT_END,
  type Doubt,
  FOREIGN_CARD,
  FOREIGN_PASSPORT,
  PASSPORT,
  VISA_A,
  zone,
} from './zone-texts.ts'

const today = { day: 15, month: 11, year: 2026 }

function parsed(texts: readonly string[], doubts: readonly Doubt[] = []) {
  const reading = parseMrz(zone(texts, doubts))
  if (!reading) throw new Error('no zone')
  return reading
}

const valuesOf = (readings: readonly { field: string; value: string }[]) =>
  Object.fromEntries(readings.map(({ field, value }) => [field, value]))

describe('identity documents', () => {
  const values = (texts: readonly string[]) => valuesOf(readingsOfMrz(parsed(texts), today))

  test('a Vietnamese card', () => {
    expect(values(CARD)).toEqual({
      id: '001090000001',
      name: 'NGUYEN VAN AN',
      birthday: '01/01/1990',
      sex: 'Nam',
      national: 'Việt Nam',
      country: 'VNM',
      expiry: '01/01/2030',
    })
  })

  test('one that does not expire', () => {
    expect(values(CARD_WITHOUT_END)).toMatchObject({
      expiry: 'Không thời hạn',
      sex: 'Nữ',
      birthday: '29/02/1960',
    })
  })

  test('a Vietnamese passport', () => {
    expect(values(PASSPORT)).toMatchObject({
      id: 'C1234567',
      optional_data: '001090000001',
      passport_type: 'P',
      national: 'Việt Nam',
    })
  })

  test('a foreign card', () => {
    expect(values(FOREIGN_CARD)).toEqual({
      id: 'D23145890',
      name: 'ERIKSSON ANNA MARIA',
      birthday: '12/08/1974',
      sex: 'Nữ',
      national: 'UTO',
      country: 'UTO',
      expiry: '15/04/2012',
    })
  })

  test('a number whose two places differ is doubted', () => {
    const idOf = (doubts: readonly Doubt[]) =>
      readingsOfMrz(parsed(CARD, doubts), today).find(({ field }) => field === 'id')
    const agreed = idOf([])?.confidences[0] ?? 0
    const differing = idOf([{ line: 0, at: 8, read: '7', confidence: 0.99 }])
    expect(differing?.value).toBe('001090000001')
    expect(agreed).toBeGreaterThan(0.99)
    expect(differing?.confidences[0]).toBeLessThan(0.6)
  })

  test('what is missing is left out, and no day is made up', () => {
    const read = parsed(FOREIGN_CARD, [
      { line: 1, at: 7, read: '<' },
      { line: 1, at: 2, read: '9' },
    ])
    const found = valuesOf(readingsOfMrz(read, today))
    expect(found).not.toHaveProperty('sex')
    expect(found).not.toHaveProperty('birthday')
    expect(found).toHaveProperty('expiry')
  })
})

describe('the mrz-reader', () => {
  const values = (texts: readonly string[]) => valuesOf(travelReadings(parsed(texts), today))

  test('a Vietnamese passport has its own number, and that of the person apart', () => {
    expect(values(PASSPORT)).toEqual({
      country: 'VNM',
      id: 'C1234567',
      passport_id: 'C1234567',
      optional_data: '001090000001',
      birthday: '01/01/1990',
      expiry: '01/01/2030',
      national: 'VNM',
      name: 'NGUYEN VAN AN',
      sex: 'M',
    })
  })

  test('a foreign passport has its own for both', () => {
    expect(values(FOREIGN_PASSPORT)).toMatchObject({ id: 'L898902C3', passport_id: 'L898902C3', sex: 'F' })
  })

  test('a document has the number that it has as an identity document', () => {
    for (const texts of [PASSPORT, CARD, FOREIGN_PASSPORT, FOREIGN_CARD]) {
      const { id, optional_data } = valuesOf(readingsOfMrz(parsed(texts), today))
      expect([values(texts).id, values(texts).optional_data]).toEqual([id, optional_data])
    }
  })

  test('cards and visas have no passport number', () => {
    expect(values(CARD)).toMatchObject({ id: '001090000001' })
    expect(values(FOREIGN_CARD)).toMatchObject({ id: 'D23145890' })
    for (const texts of [CARD, FOREIGN_CARD, VISA_A]) expect(values(texts)).not.toHaveProperty('passport_id')
  })
})
