// What is known of words before anything is read: how much likelier a word becomes for being one that documents hold.

export interface Lexicon {
  /** Added to the logarithm of a reading's probability for each such word in it; 0 for a word that is not known. */
  bonus(word: string): number
}

/** A known word counts as much as the network's word for it being up to so many times likelier. */
const MOST_TIMES = 8
/** Shorter words are known by chance; a word of this length counts in full. */
const SHORTEST = 2
const LONG = 5

export const nothingKnown: Lexicon = { bonus: () => 0 }

/** Words in any case with how usual each is, 0 to 1. */
export function lexiconOf(words: Iterable<readonly [word: string, usual: number]>): Lexicon {
  const bonuses = new Map<string, number>()
  for (const [word, usual] of words) {
    const key = word.normalize('NFC').toLowerCase()
    if (key.length < SHORTEST) continue
    // By length, or a line of noise would be cut into many short words for the sake of their bonuses.
    const weight = Math.min(1, (key.length - 1) / (LONG - 1))
    const bonus = Math.log(MOST_TIMES) * weight * Math.min(1, Math.max(0, usual))
    bonuses.set(key, Math.max(bonus, bonuses.get(key) ?? 0))
  }
  return { bonus: (word) => (isCased(word) ? (bonuses.get(word.toLowerCase()) ?? 0) : 0) }
}

/** All capitals, all small, or a capital first: `HOàng` is no word, whatever its letters. */
export function isCased(word: string): boolean {
  const [small, capital] = [word.toLowerCase(), word.toUpperCase()]
  return word === small || word === capital || word === capital.charAt(0) + small.slice(1)
}

/** Maximal runs of these are words. */
export function isLetter(character: string): boolean {
  return /^[\p{L}\p{M}]$/u.test(character)
}
