// Tests until when classes of driving licences are valid, and what the number of a licence encodes.
import { describe, expect, test } from 'vitest'
import { erasOf, expiriesOf, NEW_CLASSES, OLD_CLASSES } from '../../../src/documents/licence/classes.ts'
import { parseLicenceNumber } from '../../../src/documents/licence/rule-checks.ts'
import { type Day, formatDay, parseDate } from '../../../src/documents/text/dates.ts'
import { provinceByCode } from '../../../src/documents/text/knowledge/units.ts'
import { today } from './hand-written.ts'

const day = (text: string): Day => {
  const found = parseDate(text)
  if (!found) throw new Error(`${text} is no day`)
  return found
}
const until = (
  names: string[],
  era: typeof OLD_CLASSES,
  issued: string,
  born?: string,
  sexes: readonly ('Nam' | 'Nữ')[] = ['Nam'],
) =>
  expiriesOf(names, era, { birthday: born ? day(born) : undefined, issued: day(issued), sexes }).map((end) =>
    end === 'none' ? end : formatDay(end),
  )

describe('an expiry', () => {
  test.each([
    [['A1'], OLD_CLASSES, ['none']],
    [['A1', 'A2'], OLD_CLASSES, ['none']],
    [['A4'], OLD_CLASSES, ['07/08/2029']],
    [['A1', 'B2'], OLD_CLASSES, ['07/08/2029']],
    [['FE'], OLD_CLASSES, ['07/08/2024']],
    [['A', 'B1'], NEW_CLASSES, ['none']],
    [['B'], NEW_CLASSES, ['07/08/2029']],
    [['D2E'], NEW_CLASSES, ['07/08/2024']],
    // These classes are of the other list.
    [['A'], OLD_CLASSES, []],
    [['A1', 'B2'], NEW_CLASSES, []],
  ])('of %j', (names, era, ends) => expect(until(names, era, '07/08/2019')).toEqual(ends))

  test('of B1 before 2025 is the age of retirement, and ten years at least', () => {
    expect(until(['B1'], OLD_CLASSES, '07/08/2019', '01/02/1985')).toEqual(['01/02/2045'])
    expect(until(['B1'], OLD_CLASSES, '07/08/2019', '01/02/1985', ['Nữ'])).toEqual(['01/02/2040'])
    expect(until(['B1'], OLD_CLASSES, '07/08/2019', '01/02/1965')).toEqual(['07/08/2029'])
    expect(until(['B1'], OLD_CLASSES, '07/08/2019', '01/02/1985', ['Nam', 'Nữ'])).toHaveLength(2)
    expect(until(['B1'], OLD_CLASSES, '07/08/2019')).toEqual([])
    expect(until(['B11'], OLD_CLASSES, '07/08/2019', '01/02/1985')).toEqual(['01/02/2045'])
  })

  test('may be that of the terms before 2014 on a licence of that time', () => {
    expect(until(['B2'], OLD_CLASSES, '07/08/2010')).toEqual(['07/08/2020', '07/08/2015'])
    expect(until(['C'], OLD_CLASSES, '07/08/2010')).toEqual(['07/08/2015', '07/08/2013'])
    expect(until(['A1'], OLD_CLASSES, '07/08/2010')).toEqual(['none'])
  })

  test('of a licence issued on 29 February is on either day beside it', () => {
    expect(until(['C'], OLD_CLASSES, '29/02/2020')).toEqual(['28/02/2025', '01/03/2025'])
  })
})

test('the list of its time goes by form, and by day where the form had both', () => {
  expect(erasOf('licence-paper', undefined)).toEqual([OLD_CLASSES])
  expect(erasOf('licence-2025', day('01/03/2025'))).toEqual([NEW_CLASSES])
  expect(erasOf('licence-pet', day('31/12/2024'))).toEqual([OLD_CLASSES])
  expect(erasOf('licence-pet', day('01/01/2025'))).toEqual([OLD_CLASSES, NEW_CLASSES])
  expect(erasOf('licence-pet', undefined)).toEqual([OLD_CLASSES, NEW_CLASSES])
})

test('the number says province, sex, century of birth and year of the test', () => {
  expect(parseLicenceNumber('790201234567', today)).toEqual({
    province: provinceByCode('079'),
    sex: 'Nam',
    century: 1900,
    passed: 2020,
  })
  expect(parseLicenceNumber('013261234567', today)).toMatchObject({ sex: 'Nữ', century: 2000, passed: 2026 })
  expect(parseLicenceNumber('011991234567', today)).toMatchObject({ sex: 'Nữ', passed: 1999 })
  for (const none of [
    '030201234567',
    '014201234567',
    '010271234567',
    '010491234567',
    '01020123456',
    'AD123456',
  ])
    expect(parseLicenceNumber(none, today), none).toBeUndefined()
})
