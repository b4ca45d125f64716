// Tests reading numbers of known length from several looks: no figure lost or doubled, and doubt where the looks disagree.
import { describe, expect, test } from 'vitest'
import { readFigures } from '../../../src/documents/text/decoding/figures.ts'
import { nothingKnown } from '../../../src/documents/text/decoding/lexicon.ts'
import type { LineScores } from '../../../src/models/text-reader.ts'

const charset = [...'0123456789SO']
const knowledge = { charset, lexicon: nothingKnown, temperature: 1 }
type Column = Readonly<Record<string, number>>

/** Sets the shares of each column; the blank is `_`. */
function scored(columns: readonly Column[]): LineScores {
  const classes = charset.length + 1
  const logits = new Float32Array(columns.length * classes).fill(Math.log(1e-7))
  for (const [i, column] of columns.entries())
    for (const [character, share] of Object.entries(column))
      logits[i * classes + (character === '_' ? 0 : charset.indexOf(character) + 1)] = Math.log(share)
  return { columns: columns.length, classes, logits }
}

/** Each figure in a column of its own with a blank behind it; `changed` replaces some of them. */
const written = (text: string, changed: Readonly<Record<number, Column>> = {}): LineScores =>
  scored([...text].flatMap((one, i) => [changed[i] ?? { [one]: 0.99, _: 0.01 }, { _: 0.99, [one]: 0.01 }]))

describe('a number of nine figures', () => {
  test('that all looks show is read surely', () => {
    const read = readFigures([written('023456789'), written('023456789')], knowledge, 9, '023456789')
    expect(read?.text).toBe('023456789')
    expect(read?.confidence).toBeGreaterThan(0.97)
    expect(read?.countIsRight).toBeGreaterThan(0.8)
  })

  test('has the figure that hardly showed, and not the one that was nearly two', () => {
    const faint = written('023456789', { 8: { 9: 0.2, _: 0.8 } })
    const doubled = scored(
      [...'023456789'].flatMap((one) => [
        { [one]: 0.9, _: 0.1 },
        { [one]: one === '4' ? 0.4 : 0.9, _: one === '4' ? 0.6 : 0.1 },
        one === '4' ? { [one]: 0.6, _: 0.4 } : { _: 0.99, [one]: 0.01 },
      ]),
    )
    expect(readFigures([faint], knowledge, 9, '')?.text).toBe('023456789')
    expect(readFigures([doubled], knowledge, 9, '')?.text).toBe('023456789')
  })

  test('has no letters', () => {
    const lettered = written('023456789', { 0: { O: 0.9, 0: 0.08, _: 0.02 } })
    expect(readFigures([lettered], knowledge, 9, '')?.text).toBe('023456789')
  })

  test('of which the looks disagree in one figure is doubted there and nowhere else, with the other as its rival', () => {
    const looks = [
      written('023456789', { 4: { 5: 0.9, 6: 0.09, _: 0.01 } }),
      written('023456789', { 4: { 6: 0.85, 5: 0.14, _: 0.01 } }),
    ]
    const read = readFigures(looks, knowledge, 9, '')
    expect(read?.text).toBe('023456789')
    expect(read?.confidence).toBeLessThan(0.6)
    const sureness = read?.characters.map(({ confidence }) => confidence) ?? []
    expect(sureness[4]).toBeLessThan(0.7)
    expect(Math.min(...sureness.filter((_, i) => i !== 4))).toBeGreaterThan(0.97)
    expect(read?.characters[4]?.rivals?.['6']).toBeGreaterThan(0.3)
  })

  test('that was read otherwise before is never quite sure', () => {
    const looks = [written('023456789'), written('023456789')]
    expect(readFigures(looks, knowledge, 9, '023456189')?.confidence).toBeLessThan(0.9)
  })

  test('of which only seven figures show is told by how unlikely nine are', () => {
    const looks = [written('0234567'), written('0234567')]
    expect(readFigures(looks, knowledge, 9, '')?.countIsRight ?? 0).toBeLessThan(0.1)
  })
})
