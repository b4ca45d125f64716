// Tests the rows of a zone: joined from pieces, brought to one length, guessed where one is missing, and merged from several readings.
import { describe, expect, test } from 'vitest'
import { asCountry } from '../../../src/documents/mrz/countries.ts'
import { votedLines } from '../../../src/documents/mrz/look.ts'
import { parseMrz } from '../../../src/documents/mrz/parse.ts'
import { rectangle } from '../../../src/documents/mrz/plane.ts'
import type { MrzReading } from '../../../src/documents/mrz/reading.ts'
import { expectedRows, joinedRows, levelled, stackedRows } from '../../../src/documents/mrz/rows.ts'
import { zoneCharacters } from '../../../src/documents/pages/zone-lines.ts'
import type { Quad } from '../../../src/image/geometry/perspective.ts'
import { type Doubt, PASSPORT, textsOf, zone } from './zone-texts.ts'

const sides = (quads: readonly Quad[]) => quads.map(([a, , c]) => [a.x, a.y, c.x, c.y].map(Math.round))

describe('rows', () => {
  test('pieces of one row are one', () => {
    const rows = joinedRows([rectangle(0, 0, 200, 12), rectangle(0, 30, 90, 42), rectangle(110, 31, 200, 43)])
    expect(sides(rows)).toEqual([
      [0, 0, 200, 12],
      [0, 30, 200, 43],
    ])
  })

  test('those of a zone are long and stand over each other', () => {
    const long = [rectangle(0, 0, 300, 15), rectangle(5, 40, 300, 55)]
    const others = [rectangle(0, 80, 100, 95), rectangle(400, 0, 600, 15)]
    expect(stackedRows([...long, ...others])).toEqual(long)
  })

  test('all reach as far as the one that reaches furthest', () => {
    const rows = levelled([rectangle(10, 0, 290, 10), rectangle(0, 30, 300, 40)], 0)
    expect(sides(rows)).toEqual([
      [0, 0, 300, 10],
      [0, 30, 300, 40],
    ])
  })

  test('one that was not found is looked for a pitch above and below', () => {
    const row = rectangle(0, 100, 440, 112)
    const missing = expectedRows(row, 44, [row, rectangle(0, 125, 440, 137)])
    expect(sides(missing)).toEqual([
      [0, 50, 440, 62],
      [0, 75, 440, 87],
      [0, 150, 440, 162],
    ])
  })
})

describe('several readings', () => {
  const read = (doubts: readonly Doubt[]): MrzReading => {
    const reading = parseMrz(zone(PASSPORT, doubts))
    if (!reading) throw new Error('no zone')
    return reading
  }

  test('what most of them saw counts, and what they saw surely', () => {
    const wrong = read([{ line: 0, at: 6, read: 'C', confidence: 0.5 }])
    expect(textsOf(votedLines([wrong, read([]), read([])]))).toEqual(PASSPORT)
    expect(textsOf(votedLines([wrong, read([])]))).toEqual(PASSPORT)
    expect(votedLines([wrong, read([])])[0]?.characters[6]?.confidence).toBeLessThan(0.6)
  })
})

describe('codes of states', () => {
  const code = (text: string, unsure: number, others = '') =>
    [...text].map((sign, at) => ({
      text: sign,
      confidence: at === unsure ? 0.6 : 0.999,
      others: at === unsure ? [...others].map((other) => ({ text: other, confidence: 0.2 })) : [],
    }))
  const meant = (characters: ReturnType<typeof code>, like: string) =>
    asCountry(characters, like)
      .map(({ text }) => text)
      .join('')

  test('one letter misread is known by what else was seen, or by the other code', () => {
    expect(meant(code('VNN', 2, 'MH'), '')).toBe('VNM')
    expect(meant(code('ONK', 0), 'DNK')).toBe('DNK')
  })

  test('a code that is unknown stays where two could be meant, or its letters are sure', () => {
    expect(meant(code('TVN', 1, 'WU'), 'XXX')).toBe('TVN')
    expect(meant(code('TVN', 1, 'WU'), 'TWN')).toBe('TWN')
    expect(meant(code('CMW', -1), 'CMR')).toBe('CMW')
  })
})

test('fillers printed the wrong way round are fillers, and the other characters seen are kept', () => {
  const charset = ['<', '>', 'K', 'a']
  const column = (blank: number, ...signs: number[]) => [blank, ...signs]
  const logits = Float32Array.from([
    ...column(0, -9, 9, 6, 12),
    ...column(9, -9, -9, -9, -9),
    ...column(0, 8, -9, -9, -9),
  ])
  const characters = zoneCharacters({ columns: 3, classes: 5, logits }, charset, 1)
  expect(characters.map(({ text }) => text)).toEqual(['<', '<'])
  expect(characters[0]?.others?.[0]).toMatchObject({ text: 'K' })
  expect(characters[0]?.others?.[0]?.confidence).toBeCloseTo(0.047, 2)
})
