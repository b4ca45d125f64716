// Tests how the evaluation of the reader compares texts and ranks.
import { describe, expect, test } from 'vitest'
import { compareTexts, errorRate, writtenAlike } from '../../accuracy/reader/letters.ts'
import { rankCorrelation } from '../../accuracy/reader/ranks.ts'

describe('texts are written alike before they are compared', () => {
  test('marks put together, look-alikes as one, leaders as a space', () => {
    expect(writtenAlike('Nguye\u0302\u0303n')).toBe('Nguyễn')
    expect(writtenAlike('“A” – Ðà')).toBe('"A" - Đà')
    expect(writtenAlike('Họ tên .......... AN')).toBe('Họ tên AN')
    expect(writtenAlike(' a \n b\f')).toBe('a b')
  })

  test('an abbreviation keeps its dots', () => {
    expect(writtenAlike('TP. Hồ Chí Minh, P.1..')).toBe('TP. Hồ Chí Minh, P.1..')
  })
})

describe('letters that are wrong', () => {
  test.each([
    ['', '', 0],
    ['Hà Nội', 'Hà Nội', 0],
    ['Hà Nội', 'Ha Nội', 1],
    ['Hà Nội', 'Hà Nộii', 1],
    ['Hà Nội', 'HàNội', 1],
    ['Hà Nội', '', 6],
    ['kitten', 'sitting', 3],
  ])('%s read as %s', (truth, read, wrong) => {
    expect(compareTexts(truth, read)).toEqual({ wrong, letters: Array.from(truth).length })
  })

  test('the rate is by letters, not by lines', () => {
    const lines = [compareTexts('0123456789', '0123456789'), compareTexts('ab', 'xy')]
    expect(errorRate(lines)).toBeCloseTo(2 / 12)
    expect(errorRate([])).toBeNaN()
  })
})

describe('correlation of ranks', () => {
  test('goes by order alone', () => {
    expect(
      rankCorrelation([
        [1, 10],
        [2, 11],
        [3, 1000],
      ]),
    ).toBeCloseTo(1)
    expect(
      rankCorrelation([
        [1, 9],
        [2, 4],
        [3, -1],
      ]),
    ).toBeCloseTo(-1)
  })

  test('ties share their rank, and what never changes says nothing', () => {
    // The ranks are 0.5 0.5 2 against 0 1 2.
    expect(
      rankCorrelation([
        [1, 1],
        [1, 2],
        [5, 3],
      ]),
    ).toBeCloseTo(0.866, 3)
    expect(
      rankCorrelation([
        [1, 1],
        [1, 2],
      ]),
    ).toBeNaN()
  })
})
