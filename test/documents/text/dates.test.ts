// Tests the readers of dates on every printed form, and that they refuse what is no date.
import { describe, expect, test } from 'vitest'
import { dayOf, drawDay, inWords, joined, short, slashed } from '../../../specimens/documents/facts/days.ts'
import { dated } from '../../../specimens/documents/papers/foreign-rows.ts'
import { seededDice } from '../../../specimens/person/dice.ts'
import {
  addYears,
  compareDays,
  formatDay,
  isNoExpiry,
  mrzDay,
  NO_EXPIRY,
  parseDate,
  parseJoinedDate,
  today,
} from '../../../src/documents/text/dates.ts'

const NOW = dayOf(2026, 6, 1)
const MARCH = dayOf(2014, 3, 5)

const days = Array.from({ length: 400 }, (_, seed) =>
  drawDay(seededDice(seed, 0x7e57), dayOf(1925, 1, 1), dayOf(2065, 12, 31)),
)

describe('a printed date', () => {
  test.each(days.map((day) => [slashed(day), day] as const))('%s is read in every form', (text, day) => {
    const [dd = '', mm = '', yyyy = ''] = text.split('/')
    const forms = [
      text,
      `${Number(dd)}-${Number(mm)}-${yyyy}`,
      `${dd}.${mm}.${yyyy}`,
      `${dd} ${mm} ${yyyy}`,
      [...`${dd}/${mm}/${yyyy}`].join(' '),
      inWords(day),
      inWords(day).toUpperCase(),
      inWords(day).normalize('NFD').replace(/\p{M}/gu, ''),
      `Hà Nội, ngày/date ${dd} tháng/month ${mm} năm/year ${yyyy}`,
      `Ngày${dd}tháng${mm}năm${yyyy}`,
      dated(text, 'month'),
      `${dd} THÁNG ${Number(mm)}/${dated(text, 'month').slice(3, 6)} ${yyyy}`,
      `Có giá trị đến: ${text}`,
      `${yyyy}-${mm}-${dd}`,
    ]
    expect(forms.map((form) => parseDate(form))).toEqual(forms.map(() => day))
    expect(formatDay(day)).toBe(text)
    expect(parseJoinedDate(joined(day))).toEqual(day)
  })

  test.each([
    ['O5/O3/2014'],
    ['05/03/2O14'],
    ['o5/03/20l4'],
    ['05 / 03 / 2014'],
    ['05|03|2014'],
    ['05,03,2014.'],
    ['0503/2014'],
    ['05/032014'],
    ['05103/2014'],
    ['05/0372014'],
    ['ngày O5 tháng O3 năm 2014'],
    ['Ngày 05 tháng 03 năm - 2014'],
    ['Ngay 05 thang 03 nam 2Ol4'],
    ['ngày 05 tháug 03 nam 2014'],
    ['05 MAR/MARS 2014'],
    ['ngàydate 05 thángmonth 03 nămyear 2014'],
    ['ngày/date 05 thánglmonth 03 năm year 2014'],
    ['5 March 2014'],
    ['Ngày, tháng, năm / Date, month, year: 05/03/2014'],
  ])('%s is read though misread', (text) => {
    expect(parseDate(text)).toEqual(MARCH)
  })

  test('a typed month of two strokes is the eleventh', () => {
    expect(parseDate('Ngày 05 tháng ll năm 2014')).toEqual({ day: 5, month: 11, year: 2014 })
    expect(parseDate('Ngày l1 tháng. 07 năm 2010')).toEqual({ day: 11, month: 7, year: 2010 })
    expect(parseDate('Ngày ll tháng 07 năm 2010')).toEqual({ day: 11, month: 7, year: 2010 })
    expect(parseDate('Ngày ll tháng ll năm ll')).toBeUndefined()
  })

  test.each([
    [''],
    ['2014'],
    ['03/2014'],
    ['30/02/2014'],
    ['29/02/2013'],
    ['31/04/2014'],
    ['05/13/2014'],
    ['00/03/2014'],
    ['05/03/3014'],
    ['05/03/0014'],
    ['05/03/201'],
    ['05/03/20145'],
    ['105/03/2014'],
    ['05/03/14'],
    ['05032014'],
    ['001090000001'],
    ['001 090 000 001'],
    ['12/5/3 Lê Lợi'],
    ['12/5 1990 Lê Lợi'],
    ['OO/OO/OOOO'],
    ['lO/Ol/2O14x'],
    ['SOS/IO/BBSO'],
    ['05/03/2014 - 06/03/2014'],
    ['05 MAR/APR 2014'],
    ['05 XYZ 2014'],
    ['ngày 05 tháng 03'],
    ['ngày tháng năm 2014'],
    ['Không thời hạn'],
    ['C1234567'],
    ['192.168.1.1990'],
  ])('%s is none', (text) => {
    expect(parseDate(text)).toBeUndefined()
  })

  test('with a year of two figures needs to know what it is', () => {
    expect(parseDate('05 MAR/MARS 85')).toBeUndefined()
    expect(parseDate('05 MAR/MARS 85', { as: 'birth', today: NOW })).toEqual(dayOf(1985, 3, 5))
    expect(parseDate('05 MAR/MARS 31', { as: 'expiry', today: NOW })).toEqual(dayOf(2031, 3, 5))
    expect(parseDate('05.03.04', { as: 'birth', today: NOW })).toEqual(dayOf(2004, 3, 5))
  })
})

describe('a date in an MRZ', () => {
  test.each(days.map((day) => [short(day), day] as const))('%s is read', (text, day) => {
    const isPast = compareDays(day, NOW) <= 0
    if (isPast && day.year > NOW.year - 100) expect(mrzDay(text, 'birth', NOW)).toEqual(day)
    if (day.year >= 2000) expect(mrzDay(text, 'expiry', NOW)).toEqual(day)
  })

  test('is in the century in which it can be', () => {
    expect(mrzDay('260601', 'birth', NOW)).toEqual(dayOf(2026, 6, 1))
    expect(mrzDay('260602', 'birth', NOW)).toEqual(dayOf(1926, 6, 2))
    expect(mrzDay('991231', 'birth', NOW)).toEqual(dayOf(1999, 12, 31))
    expect(mrzDay('991231', 'expiry', NOW)).toBe('none')
    expect(mrzDay('990101', 'expiry', NOW)).toEqual(dayOf(1999, 1, 1))
    // Only one of the centuries had such a day.
    expect(mrzDay('000229', 'birth', NOW)).toEqual(dayOf(2000, 2, 29))
  })

  test.each([['99<<<<'], ['850000'], ['851301'], ['850230'], ['85O301'], [''], ['19850301']])(
    '%s is none',
    (text) => {
      expect(mrzDay(text, 'birth', NOW)).toBeUndefined()
      expect(mrzDay(text, 'expiry', NOW)).toBeUndefined()
    },
  )
})

test('a joined date is eight digits and a day', () => {
  for (const text of ['31022014', '5032014', '050320145', '05/03/14', '20140305', '       '])
    expect(parseJoinedDate(text)).toBeUndefined()
})

test.each([
  [NO_EXPIRY],
  ['KHÔNG THỜI HẠN'],
  ['Khong thoi han'],
  ['Khôngthờihạn'],
  ['Khỏng thởi hạn'],
  ['Khôna thời hạn'],
  ['Có giá trị đến: Không thời hạn'],
  ['Vô thời hạn'],
])('%s does not expire', (text) => {
  expect(isNoExpiry(text)).toBe(true)
  expect(parseDate(text)).toBeUndefined()
})

test.each([
  ['Không'],
  ['thời hạn'],
  ['Có giá trị đến'],
  ['05/03/2034'],
  [''],
  ['Không tôn giáo'],
  ['Thời hạn 10 năm'],
])('%s says nothing of the kind', (text) => {
  expect(isNoExpiry(text)).toBe(false)
})

test('days are those of Việt Nam', () => {
  expect(today(new Date('2026-06-01T16:59:59Z'))).toEqual(NOW)
  expect(today(new Date('2026-06-01T17:00:00Z'))).toEqual(dayOf(2026, 6, 2))
  expect(today(new Date('2026-12-31T20:00:00Z'))).toEqual(dayOf(2027, 1, 1))
})

test('days are put in order and moved by years', () => {
  expect(compareDays(dayOf(2014, 3, 5), dayOf(2014, 3, 6))).toBeLessThan(0)
  expect(compareDays(dayOf(2014, 4, 1), dayOf(2014, 3, 6))).toBeGreaterThan(0)
  expect(compareDays(MARCH, MARCH)).toBe(0)
  expect(addYears(dayOf(2000, 2, 29), 25)).toEqual(dayOf(2025, 2, 28))
  expect(addYears(dayOf(2000, 2, 29), 40)).toEqual(dayOf(2040, 2, 29))
})
