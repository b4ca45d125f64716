// Tests which documents are photographed: unseen seeds, both sides, the promised mixture, and rules broken one at a time.
import { describe, expect, test } from 'vitest'
import { BREAKS } from '../../../specimens/documents/facts/breaks.ts'
import { facts } from '../../../specimens/documents/facts/facts.ts'
import {
  abroadCases,
  brokenCases,
  CARDS,
  casesOf,
  dimCases,
  EACH,
  FIRST_SEED,
  hiddenCases,
  LEVEL_SHARES,
  LICENCES,
  levelOf,
  NUMBERED,
  PASSPORTS,
  tiltedSeeds,
} from '../../accuracy/documents/plan.ts'

const kinds = [...CARDS, ...PASSPORTS, ...LICENCES]
const TRAINING_SEED = 1_000_000

describe('documents', () => {
  test.each(kinds)('%s: as many as promised, each side once, of seeds nobody has seen', (kind) => {
    const cases = casesOf(kind)
    expect(cases).toHaveLength(EACH)
    const sides = PASSPORTS.some((one) => one === kind) ? ['front'] : ['front', 'back']
    for (const { shots } of cases) expect(shots.map(({ side }) => side)).toEqual(sides)
    const seeds = cases.flatMap(({ shots }) => shots.flatMap((shot) => [shot.seed, shot.sceneSeed]))
    expect(Math.min(...seeds)).toBeGreaterThanOrEqual(FIRST_SEED)
    expect(Math.max(...seeds)).toBeLessThan(TRAINING_SEED)
  })

  test('no two documents are of one person, whatever they are for', () => {
    const all = [
      ...kinds.flatMap(casesOf),
      ...NUMBERED.flatMap(abroadCases),
      ...BREAKS.flatMap((row) => brokenCases(row, row.kinds[0] ?? 'cmnd-9')),
      ...dimCases('cmnd-9', 'dark'),
      ...dimCases('cmnd-9', 'far'),
      ...kinds.flatMap((kind) => hiddenCases(kind, undefined)),
    ].map(({ seed }) => seed)
    const seeds = [...all, ...kinds.flatMap(tiltedSeeds)]
    expect(new Set(seeds).size).toBe(seeds.length)
    expect(Math.max(...seeds)).toBeLessThan(TRAINING_SEED)
  })

  test('levels come as often as they are said to', () => {
    const drawn = kinds.flatMap(casesOf).map(({ seed }) => levelOf(seed))
    for (const [level, share] of LEVEL_SHARES) {
      const found = drawn.filter((one) => one === level).length / drawn.length
      expect(Math.abs(found - share), level).toBeLessThan(0.03)
    }
  })
})

describe('rules', () => {
  test('are broken by every shot of a broken document, which is read on its own day', () => {
    for (const row of BREAKS)
      for (const { breaks, shots, today, kind, seed } of brokenCases(row, row.kinds[0] ?? 'cmnd-9').slice(
        0,
        2,
      )) {
        expect([breaks, ...shots.map((shot) => shot.breaks)]).toEqual(
          Array.from({ length: shots.length + 1 }, () => row.name),
        )
        if (kind !== 'other') expect(today).toEqual(facts(kind, seed, { breaks: row.name }).today)
      }
  })

  test.each(NUMBERED)('%s: those born abroad have the number of a country', (kind) => {
    const cases = abroadCases(kind)
    expect(cases.length).toBeGreaterThan(4)
    for (const { seed } of cases)
      expect(Number(facts(kind, seed).person.number.slice(0, 3))).toBeGreaterThan(100)
  })
})
