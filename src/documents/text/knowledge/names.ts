// How often surnames, middle names and given names occur, and the syllables in any of them.
import data from './names.json' with { type: 'json' }

type NamePart = 'surname' | 'middle' | 'given'

const parts = new Map<NamePart, ReadonlyMap<string, number>>()

/** Counts in a register of some ten thousand people; a middle name may have two syllables. */
export function nameCounts(part: NamePart): ReadonlyMap<string, number> {
  const kept = parts.get(part) ?? new Map<string, number>(Object.entries(data[part]))
  parts.set(part, kept)
  return kept
}

let tokens: ReadonlyMap<string, number> | undefined

/** Returns every syllable that occurs in a name, with its count in all parts. */
export function nameTokens(): ReadonlyMap<string, number> {
  if (tokens !== undefined) return tokens
  const counts = new Map<string, number>()
  for (const part of ['surname', 'middle', 'given'] as const) {
    for (const [name, count] of nameCounts(part)) {
      for (const token of name.split(' ')) counts.set(token, (counts.get(token) ?? 0) + count)
    }
  }
  tokens = counts
  return counts
}
