// Tests the QR code of a driving licence: fields are known by their shape, and ambiguous ones are left out.
import { expect, test } from 'vitest'
import { facts } from '../../../specimens/documents/facts/facts.ts'
import { readingsOfLicenceCode } from '../../../src/documents/qr/readings.ts'
import { policeCode } from '../licence/hand-written.ts'

const valuesOf = (text: string) =>
  Object.fromEntries(readingsOfLicenceCode(text).map(({ field, value }) => [field, value]))
const whole = {
  id: '010251234567',
  name: 'NGUYỄN VĂN AN',
  birthday: '05/03/1990',
  class_type: 'A1, C1',
  issue_date: '10/04/2025',
}

test('says number, name, birthday, classes and day of issue, in any order', () => {
  expect(valuesOf(policeCode)).toEqual(whole)
  expect(valuesOf(policeCode.split('|').toReversed().join('|'))).toEqual(whole)
  expect(valuesOf('010251234567|Nguyễn Văn An|05/03/1990|A1, C1|10/04/2025\r\n')).toEqual(whole)
  expect(readingsOfLicenceCode(policeCode)[0]).toMatchObject({ source: 'qr', confidences: [1] })
})

test('of specimens says what is printed on them', () => {
  for (let seed = 0; seed < 200; seed++) {
    const { front, back } = facts('licence-2025', seed)
    const { id, name, birthday, classType, issueDate } = front
    expect(valuesOf(back.qr ?? '')).toEqual({
      ...{ id, name, birthday },
      class_type: classType,
      issue_date: issueDate,
    })
  }
})

test('leaves out what could be one of two', () => {
  const { name: _, ...nameless } = whole
  expect(valuesOf(policeCode.replace('|', '|Trần Thị Bình|'))).toEqual(nameless)
  expect(valuesOf(`${policeCode}|10042035`)).toEqual({ id: whole.id, name: whole.name, class_type: 'A1, C1' })
  expect(valuesOf('010251234567|05031990|10041995')).toEqual({ id: whole.id })
})

test.each([
  ['an address of the web', 'https://example.org/010251234567'],
  ['nothing', ''],
  ['a number alone', '010251234567'],
  ['no number', 'Nguyễn Văn An|05031990'],
  ['two numbers', `010251234568|${policeCode}`],
  ['hidden signs', `${policeCode}|\u202Eabc`],
  ['too many fields', `${policeCode}${'|'.repeat(30)}`],
  ['too long a text', `${policeCode}|${'a'.repeat(1000)}`],
])('with %s says nothing', (_, text) => expect(valuesOf(text)).toEqual({}))
