// Tests the parser of card codes on specimens with seven or more fields, and that it refuses everything else.
import { describe, expect, test } from 'vitest'
import { facts } from '../../../specimens/documents/facts/facts.ts'
import { numberInCode, parseCitizenQr } from '../../../src/documents/qr/citizen-qr.ts'
import { readingsOfCitizenCode } from '../../../src/documents/qr/readings.ts'
import { formatDay } from '../../../src/documents/text/dates.ts'

const SEEDS = Array.from({ length: 400 }, (_, seed) => seed)
const GOOD = '001090000001|012345678|Nguyễn Văn An|01011990|Nam|Số 1, Phường A, Quận B, Hà Nội|15042021'
const with_ = (at: number, field: string): string => GOOD.split('|').with(at, field).join('|')

const valuesOf = (text: string): Record<string, string> =>
  Object.fromEntries(readingsOfCitizenCode(text).map(({ field, value }) => [field, value]))

test('the code of a chip card says what is printed on it', () => {
  for (const seed of SEEDS) {
    const { front, back, person } = facts('cccd-chip', seed)
    expect(valuesOf(front.qr)).toEqual({
      id: front.id,
      name: front.name,
      birthday: front.birthday,
      sex: front.sex,
      address: front.address.text,
      issue_date: back.issueDate,
      ...(person.oldNumber === undefined ? {} : { optional_data: person.oldNumber }),
    })
  }
})

test('the code of a Căn cước says more', () => {
  const extras = new Set<number>()
  let children = 0
  for (const seed of SEEDS) {
    const { front, back, form, backPerson } = facts('can-cuoc', seed)
    const qr = parseCitizenQr(back.qr)
    expect(qr).toMatchObject({ id: front.id, address: back.address.text })
    expect(qr?.issued && formatDay(qr.issued)).toBe(back.issueDate)
    extras.add(qr?.extra.length ?? -1)
    if (form === 'grown') continue
    children += 1
    expect(qr?.extra.slice(1)).toEqual([backPerson.father, backPerson.mother])
  }
  expect(extras).toEqual(new Set([0, 1, 3]))
  expect(children).toBeGreaterThan(10)
})

describe('a code by hand', () => {
  test('gives its parts, and says where it stands', () => {
    const place = [
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 9],
    ].map(([x = 0, y = 0]) => ({ x, y }))
    const [a, b, c, d] = place
    const qr = parseCitizenQr(GOOD)
    if (qr === undefined || !a || !b || !c || !d) throw new Error('not read')
    expect(qr.birthday).toBe('01/01/1990')
    expect(readingsOfCitizenCode(GOOD, { quad: [a, b, c, d] })[1]).toEqual({
      field: 'name',
      source: 'qr',
      value: 'NGUYỄN VĂN AN',
      lines: ['NGUYỄN VĂN AN'],
      confidences: [1],
      places: [[a, b, c, d]],
    })
  })

  test('may lack the old number and the day of issue', () => {
    expect(parseCitizenQr(with_(1, ''))?.oldId).toBe('')
    expect(parseCitizenQr(with_(6, ''))).not.toHaveProperty('issued')
    expect(parseCitizenQr(GOOD.split('|').slice(0, 6).join('|'))).not.toHaveProperty('issued')
    expect(valuesOf(with_(6, ''))).not.toHaveProperty('issue_date')
    expect(valuesOf(with_(1, ''))).not.toHaveProperty('optional_data')
  })

  test('may have the year of birth alone', () => {
    expect(valuesOf(with_(3, '1990')).birthday).toBe('1990')
    expect(valuesOf(with_(3, '00001990')).birthday).toBe('1990')
    expect(parseCitizenQr(with_(3, '00003990'))).toBeUndefined()
  })

  test('is the same decomposed and with a line end', () => {
    expect(parseCitizenQr(`${GOOD.normalize('NFD')}\r\n`)).toEqual(parseCitizenQr(GOOD))
  })
})

test.each([
  ['an empty text', ''],
  ['an address of a page', 'https://example.org/?id=001090000001'],
  ['too few fields', GOOD.split('|').slice(0, 5).join('|')],
  ['a short number', with_(0, '01090000001')],
  ['letters in the number', with_(0, '00109000000A')],
  ['digits of another script', with_(0, '٠٠١٠٩٠٠٠٠٠٠١')],
  ['an old number of ten', with_(1, '0123456789')],
  ['no name', with_(2, '')],
  ['figures in the name', with_(2, 'Nguyễn V4n An')],
  ['markup in the name', with_(2, '<b>An</b>')],
  ['a name too long', with_(2, 'An '.repeat(40).trim())],
  ['a day that is none', with_(3, '31021990')],
  ['a year first', with_(3, '19900101')],
  ['a date with signs', with_(3, '01/01/1990')],
  ['another sex', with_(4, 'X')],
  ['an address too long', with_(5, 'a'.repeat(301))],
  ['an issue that is no day', with_(6, '15132021')],
  ['a control character', with_(5, 'Hà Nội\u0000')],
  ['a line end within', with_(5, 'Số 1\nHà Nội')],
  ['a mark of direction', with_(2, 'An\u202e')],
  ['a lone surrogate', with_(5, 'Hà Nội\ud800')],
  ['a letter that was not decoded', with_(5, 'H\ufffd Nội')],
  ['too many fields', GOOD + '|'.repeat(20)],
  ['a field too long', `${GOOD}|${'a'.repeat(101)}`],
  ['a flood', `${GOOD}|${'a|'.repeat(100_000)}`],
])('%s is refused', (_name, text) => {
  expect(parseCitizenQr(text)).toBeUndefined()
})

test('other codes give the number alone', () => {
  for (const seed of SEEDS.slice(0, 100)) {
    for (const kind of ['cccd-12', 'cmnd-12'] as const) {
      const { back, backPerson } = facts(kind, seed)
      expect(parseCitizenQr(back.barcode)).toBeUndefined()
      expect(readingsOfCitizenCode(back.barcode).map(({ field, value }) => [field, value])).toEqual([
        ['id', backPerson.number],
      ])
    }
    const licence = facts('licence-2025', seed)
    expect(numberInCode(licence.back.qr ?? '')).toBe(licence.front.id)
  }
})

test.each([
  [''],
  ['0123456789'],
  ['x001090000001'],
  ['001090000001|001090000002'],
  [`001090000001|${'a'.repeat(1000)}`],
])('%s has no number', (text) => {
  expect(numberInCode(text)).toBeUndefined()
  expect(readingsOfCitizenCode(text)).toEqual([])
})
