// Raises the probability of words that documents hold.

export interface Lexicon {
  /** Returns what to add to the logarithm of a reading's probability for this word; 0 for an unknown word. */
  bonus(word: string): number
}

/** A known word makes a reading up to eight times likelier. */
export const MOST_BONUS = Math.log(8)
/** Shorter words are known by chance; a word of this length counts in full. */
const SHORTEST = 2
const LONG = 5

export const nothingKnown: Lexicon = { bonus: () => 0 }

/** The words may have any case; `usual` is 0 to 1. */
export function lexiconOf(words: Iterable<readonly [word: string, usual: number]>): Lexicon {
  const bonuses = new Map<string, number>()
  for (const [word, usual] of words) {
    const key = word.normalize('NFC').toLowerCase()
    if (key.length < SHORTEST) continue
    // The bonus grows with the length, or noise would be cut into many short words for their bonuses.
    const weight = Math.min(1, (key.length - 1) / (LONG - 1))
    const bonus = MOST_BONUS * weight * Math.min(1, Math.max(0, usual))
    bonuses.set(key, Math.max(bonus, bonuses.get(key) ?? 0))
  }
  return { bonus: (word) => (isCased(word) ? (bonuses.get(word.toLowerCase()) ?? 0) : 0) }
}

/** The bonus of all words of a text. */
export const bonusOf = (text: string, { bonus }: Lexicon): number =>
  text.split(/[^\p{L}\p{M}]+/u).reduce((sum, word) => sum + bonus(word), 0)

/** A word is all capitals, all small, or begins with a capital: `HOàng` is none. */
export function isCased(word: string): boolean {
  const [small, capital] = [word.toLowerCase(), word.toUpperCase()]
  return word === small || word === capital || word === capital.charAt(0) + small.slice(1)
}

/** Maximal runs of these are words. */
export function isLetter(character: string): boolean {
  return /^[\p{L}\p{M}]$/u.test(character)
}
