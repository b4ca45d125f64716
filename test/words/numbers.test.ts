// Tests how each language writes numbers, days and lengths of time.
import { expect, test } from 'vitest'
import { decimalText, keptText, lengthText, numberText, stampText } from '../../src/words/numbers.ts'
import { words } from '../../src/words/words.ts'

const { en, vi } = words
const noon = Date.UTC(2026, 10, 18, 5, 0, 7)

test.each([
  ['a decimal', decimalText(93.25, 1, en.times), '93.3', decimalText(93.25, 1, vi.times), '93,3'],
  ['a large number', decimalText(12_345, 0, en.times), '12345', decimalText(12_345, 0, vi.times), '12345'],
  ['a number as it is', numberText(0.0005, en.times), '0.0005', numberText(-2.5, vi.times), '-2,5'],
  [
    'the time in Việt Nam',
    stampText(noon, en.times),
    '2026-11-18 12:00:07 +07',
    stampText(noon, vi.times),
    '18/11/2026 12:00:07 +07',
  ],
  ['days', keptText(720, en.times), '30 days', keptText(49, vi.times), '3 ngày'],
  ['hours', keptText(48, en.times), '48 hours', keptText(24, vi.times), '24 giờ'],
  ['seconds', lengthText(90_000, en.times), '90.0 s', lengthText(1_500, vi.times), '1,5 giây'],
  ['minutes', lengthText(120_000, en.times), '2.0 min', lengthText(150_000, vi.times), '2,5 phút'],
  ['hours of a length', lengthText(7_200_000, en.times), '2.0 h', lengthText(9_000_000, vi.times), '2,5 giờ'],
])('%s', (_, english, expected, vietnamese, alsoExpected) => {
  expect([english, vietnamese]).toEqual([expected, alsoExpected])
})
