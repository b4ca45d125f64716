// Tests decoding the scores of a line: plainly, with known words, within an alphabet, and the confidence of each.
import { describe, expect, test } from 'vitest'
import { align, likelihood } from '../../../src/documents/text/decoding/align.ts'
import { allowedClasses, looksLikeMrz } from '../../../src/documents/text/decoding/alphabets.ts'
import { weighReadings } from '../../../src/documents/text/decoding/beam.ts'
import { greedyPath } from '../../../src/documents/text/decoding/greedy.ts'
import { isCased, lexiconOf, nothingKnown } from '../../../src/documents/text/decoding/lexicon.ts'
import { readLine } from '../../../src/documents/text/decoding/read-line.ts'
import { sharesOf } from '../../../src/documents/text/decoding/shares.ts'
import { voted } from '../../../src/documents/text/decoding/vote.ts'
import type { LineScores } from '../../../src/models/text-reader.ts'

const charset = [...' 0123456789ABCDEGHNOUY<aêễghnuy']
type Column = Readonly<Record<string, number>>

/** Sets the shares of each column; other characters share the small rest evenly. The blank is `_`. */
function scored(columns: readonly Column[]): LineScores {
  const classes = charset.length + 1
  const logits = new Float32Array(columns.length * classes).fill(Math.log(1e-7))
  for (const [i, column] of columns.entries())
    for (const [character, share] of Object.entries(column))
      logits[i * classes + (character === '_' ? 0 : charset.indexOf(character) + 1)] = Math.log(share)
  return { columns: columns.length, classes, logits }
}

/** Puts each character in a column of its own with a blank behind it. */
const written = (text: string, share = 0.999): Column[] =>
  [...text].flatMap((one) => [
    { [one]: share, _: 1 - share },
    { _: 0.999, [one]: 0.001 },
  ])

const labels = (text: string) => Int32Array.from([...text], (one) => charset.indexOf(one) + 1)
const known = (...words: string[]) => lexiconOf(words.map((word) => [word, 1] as const))
const plain = { charset, lexicon: nothingKnown, temperature: 1 }

describe('the plain reading', () => {
  test('joins equal neighbours and parts them at blanks', () => {
    const shown = [
      ['A', 0.9],
      ['A', 0.95],
      ['_', 0.9],
      ['A', 0.8],
      ['B', 0.7],
      ['B', 0.6],
    ] as const
    const line = sharesOf(scored(shown.map(([one, share]) => ({ [one]: share, H: 1 - share }))), 1)
    const { labels: found, confidences } = greedyPath(line)
    expect([...found]).toEqual([...labels('AAB')])
    for (const [i, wanted] of [0.95, 0.8, 0.7].entries()) expect(confidences[i]).toBeCloseTo(wanted, 3)
  })

  test('has one space between words and none around', () => {
    const { text, characters } = readLine(scored(written('  AB  C ')), plain)
    expect(text).toBe('AB C')
    expect(characters.map((one) => one.text).join('')).toBe(text)
  })

  test('of nothing is nothing', () => {
    expect(readLine(scored([{ _: 1 }, { _: 1 }]), plain)).toMatchObject({ text: '', characters: [] })
    expect(readLine(scored([]), plain).text).toBe('')
  })

  test('is as sure as all ways to lay it together', () => {
    const columns = [
      { A: 0.6, _: 0.4 },
      { A: 0.5, B: 0.3, _: 0.2 },
    ]
    const line = sharesOf(scored(columns), 1)
    // The paths are AA, A_ and _A.
    expect(likelihood(line, labels('A'))).toBeCloseTo(0.6 * 0.5 + 0.6 * 0.2 + 0.4 * 0.5, 4)
    expect(likelihood(line, labels('AB'))).toBeCloseTo(0.6 * 0.3, 4)
    expect(likelihood(line, labels(''))).toBeCloseTo(0.4 * 0.2, 4)
    expect(likelihood(line, labels('AAA'))).toBe(0)
  })

  test('is less sure at a higher temperature, and reads the same', () => {
    const scores = scored(written('BACH', 0.9))
    const [cold, warm] = [readLine(scores, plain), readLine(scores, { ...plain, temperature: 2 })]
    expect(warm.raw.text).toBe(cold.raw.text)
    expect(warm.raw.confidence).toBeLessThan(0.8 * cold.raw.confidence)
  })
})

describe('what is known', () => {
  const mixed = scored([...written('NGUY'), { ê: 0.55, ễ: 0.44 }, ...written('n')])
  const names = scored([...written('N'), ...written('guy'), { ê: 0.55, ễ: 0.44 }, ...written('n')])

  test('decides between what the network saw, and leaves the raw reading beside', () => {
    const read = readLine(names, { ...plain, lexicon: known('nguyễn') })
    expect(read.text).toBe('Nguyễn')
    expect(read.raw.text).toBe('Nguyên')
    expect(read.confidence).toBeGreaterThan(0.7)
    expect(read.raw.confidence).toBeLessThan(0.6)
    expect(read.characters[4]).toMatchObject({ text: 'ễ' })
    expect(read.characters[4]?.confidence).toBeCloseTo(0.44, 1)
  })

  test('says nothing where both or none are known, or where case makes it no word', () => {
    expect(readLine(names, { ...plain, lexicon: known('nguyễn', 'nguyên') }).text).toBe('Nguyên')
    expect(readLine(names, plain).text).toBe('Nguyên')
    expect(readLine(mixed, { ...plain, lexicon: known('nguyễn') }).text).toBe('NGUYên')
  })

  test('never makes a character that the network gave less than the floor', () => {
    const scores = scored([...written('Nguy'), { ê: 0.993, ễ: 0.005 }, ...written('n', 0.9)])
    const line = sharesOf(scores, 1)
    const lexicon = { bonus: (word: string) => (word === 'Nguyễn' ? 20 : 0) }
    expect([...weighReadings(line, charset, lexicon).labels]).toEqual([...labels('Nguyên')])
    expect([...weighReadings(line, charset, lexicon, 0.001).labels]).toEqual([...labels('Nguyễn')])
  })

  test('is worth a limited bonus: a strong reading stands against it', () => {
    const scores = scored([...written('Nguy'), { ê: 0.95, ễ: 0.04 }, ...written('n')])
    expect(readLine(scores, { ...plain, lexicon: known('nguyễn') }).text).toBe('Nguyên')
  })

  test('counts for words inside a line too, and confidences are shares', () => {
    const scores = scored([
      ...written('HA '),
      ...written('N'),
      { O: 0.5, '0': 0.49 },
      ...written('N'),
      ...written(' 12'),
    ])
    const read = readLine(scores, { ...plain, lexicon: known('non') })
    expect(read.text).toBe('HA NON 12')
    expect(read.confidence).toBeGreaterThan(0.7)
    expect(read.confidence).toBeLessThanOrEqual(1)
  })
})

describe('a line looked at through several boxes', () => {
  const box = (share: number) => scored([...written('Nguy'), { ê: share, ễ: 0.99 - share }, ...written('n')])
  const vote = (shares: readonly number[], lexicon = nothingKnown) => {
    const boxes = shares.map(box)
    const knowledge = { ...plain, lexicon }
    return voted(readLine(boxes[0] as LineScores, knowledge), boxes, knowledge)
  }

  test('says what is likeliest in all of them together', () => {
    expect(vote([0.6, 0.1, 0.2]).text).toBe('Nguyễn')
    expect(vote([0.6, 0.45, 0.5]).text).toBe('Nguyên')
    expect(vote([0.6, 0.1, 0.2]).raw.text).toBe('Nguyên')
  })

  test('is less sure where they differ, and knows what else was seen', () => {
    const [apart, alike] = [vote([0.9, 0.2, 0.9]), vote([0.9, 0.9, 0.9])]
    expect(apart.text).toBe(alike.text)
    expect(apart.confidence).toBeLessThan(alike.confidence - 0.1)
    expect(apart.characters[4]?.confidence).toBeCloseTo(2 / 3, 1)
    expect(apart.characters[4]?.rivals?.ễ).toBeCloseTo((0.09 + 0.79 + 0.09) / 3, 1)
    expect(apart.characters[3]).not.toHaveProperty('rivals')
  })

  test('takes a known word where the boxes leave it open', () => {
    expect(vote([0.6, 0.5, 0.5]).text).toBe('Nguyên')
    expect(vote([0.6, 0.5, 0.5], known('nguyễn')).text).toBe('Nguyễn')
  })
})

test('a short word counts for less than a long one, or noise would be cut into short words', () => {
  const lexicon = known('an', 'anh', 'nguyễn')
  expect(lexicon.bonus('an')).toBeLessThan(lexicon.bonus('anh'))
  expect(2 * lexicon.bonus('an')).toBeLessThan(lexicon.bonus('nguyễn'))
})

test('the search without knowledge finds the likeliest reading and its probability', () => {
  const columns = [
    { A: 0.4, _: 0.6 },
    { A: 0.45, _: 0.55 },
    { B: 0.7, _: 0.3 },
  ]
  const line = sharesOf(scored(columns), 1)
  const { labels: found, confidence } = weighReadings(line, charset, nothingKnown)
  expect([...found]).toEqual([...labels('AB')])
  expect(confidence).toBeCloseTo(likelihood(line, labels('AB')), 3)
})

test('a text is laid over the columns that show it', () => {
  const line = sharesOf(
    scored([
      { A: 0.9, _: 0.1 },
      { _: 0.8, A: 0.2 },
      { B: 0.3, C: 0.7 },
      { B: 0.25, _: 0.75 },
    ]),
    1,
  )
  const [first, second] = align(line, labels('AB')).confidences
  expect(first).toBeCloseTo(0.9, 2)
  expect(second).toBeCloseTo(0.3, 2)
})

describe('alphabets', () => {
  test('leave only what can stand there', () => {
    const scores = scored([...written('12'), { O: 0.6, '0': 0.39 }, ...written('3')])
    const read = readLine(scores, { ...plain, expected: 'digits' })
    expect([read.text, read.raw.text]).toEqual(['1203', '12O3'])
    expect(read.characters[2]?.confidence).toBeGreaterThan(0.9)
  })

  test('of machine-readable lines are found by themselves', () => {
    const scores = scored([...written('ABCD<<EGHNO<<<<<<<'), { u: 0.6, U: 0.39 }, ...written('<<<')])
    expect(readLine(scores, plain).text).toBe('ABCD<<EGHNO<<<<<<<U<<<')
    expect(looksLikeMrz('IDVNM0010000000001000000000<<0')).toBe(true)
    expect(looksLikeMrz('CỘNG HÒA XÃ HỘI CHỦ NGHĨA')).toBe(false)
  })

  test('always allow the blank', () => {
    for (const kind of ['digits', 'date', 'name', 'address', 'mrz'] as const)
      expect(allowedClasses(charset, kind)[0]).toBe(1)
    expect(allowedClasses(charset, 'name')[charset.indexOf('ễ') + 1]).toBe(1)
    expect(allowedClasses(charset, 'name')[charset.indexOf('7') + 1]).toBe(0)
  })
})

test.each([
  ['NGUYỄN', true],
  ['Nguyễn', true],
  ['nguyễn', true],
  ['NGuyễn', false],
  ['nguyỄn', false],
])('the case of %s is one of a word: %s', (word, isWord) => expect(isCased(word)).toBe(isWord))
