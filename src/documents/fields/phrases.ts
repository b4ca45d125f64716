// Finds a printed phrase in a line that may have been misread: tones, case, spaces and punctuation aside.
import { foldName } from '../text/knowledge/fold.ts'
import { distancesFromStart } from '../text/likeness.ts'

/** The letters and digits of a text, folded, and where each of them stands in it. */
export interface Folded {
  readonly letters: string
  /** The index of the character of the text, for each letter. */
  readonly at: readonly number[]
  /** 1 where a word begins. */
  readonly starts: readonly number[]
  readonly pairs: ReadonlySet<number>
}

/** Letters from..to of the folded text, `to` not included. */
export interface PhraseMatch {
  readonly from: number
  readonly to: number
  readonly errors: number
}

/** Takes one text for each character read, so that a place in the fold is a place among the characters. */
export function foldCharacters(characters: readonly string[]): Folded {
  let letters = ''
  const at: number[] = []
  const starts: number[] = []
  let begins = 1
  for (const [i, character] of characters.entries()) {
    const folded = foldLetter(character)
    if (folded === '' || isGlued(characters, i)) begins = 1
    for (const letter of folded) {
      letters += letter
      at.push(i)
      starts.push(begins)
      begins = 0
    }
  }
  return { letters, at, starts, pairs: pairsOf(letters) }
}

/** A value whose space was lost begins with a capital after a small letter, or with two digits after a letter. */
function isGlued(characters: readonly string[], at: number): boolean {
  if (at === 0) return false
  const [before = '', own = '', next = ''] = characters.slice(at - 1, at + 2)
  return (
    (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(own)) ||
    (/\p{L}/u.test(before) && /\d/.test(own) && /\d/.test(next))
  )
}

/** A cache: there are few characters, and every page has them all. */
const foldedLetters = new Map<string, string>()

function foldLetter(character: string): string {
  const folded = foldedLetters.get(character) ?? foldPhrase(character)
  if (character.length === 1) foldedLetters.set(character, folded)
  return folded
}

export const foldPhrase = (phrase: string): string => foldName(phrase).replaceAll(' ', '')

const pairAt = (letters: string, i: number): number =>
  letters.charCodeAt(i) * 65_536 + letters.charCodeAt(i + 1)

function pairsOf(letters: string): Set<number> {
  const pairs = new Set<number>()
  for (let i = 0; i + 1 < letters.length; i++) pairs.add(pairAt(letters, i))
  return pairs
}

/** A phrase of up to four letters must be right; of longer ones about a fifth may be wrong. */
const mostErrors = (length: number): number => (length < 5 ? 0 : Math.floor((length + 2) / 5))

/** The best place of a folded phrase that begins with a word, if any is good enough. */
export function findPhrase(
  text: Folded,
  phrase: string,
  most: number = mostErrors(phrase.length),
): PhraseMatch | undefined {
  if (phrase.length - most > text.letters.length || !sharesPairs(text.pairs, phrase, most)) return undefined
  return most === 0 ? exactly(text, phrase) : nearly(text, phrase, most)
}

/** Matches a phrase at one letter of the text: for what must follow at once. */
export function phraseAt(text: Folded, from: number, phrase: string): PhraseMatch | undefined {
  const most = phrase.length < 3 ? 0 : Math.max(1, mostErrors(phrase.length))
  const rest = text.letters.slice(from, from + phrase.length + most)
  let best: PhraseMatch | undefined
  for (const [j, errors] of distancesFromStart(phrase, rest).entries())
    if (errors <= most && (best === undefined || errors < best.errors)) best = { from, to: from + j, errors }
  return best
}

/** A quick test, since most phrases are not there at all: one wrong letter spoils two pairs. */
function sharesPairs(pairs: ReadonlySet<number>, phrase: string, most: number): boolean {
  let missing = 0
  for (let i = 0; i + 1 < phrase.length; i++)
    if (!pairs.has(pairAt(phrase, i)) && ++missing > 2 * most) return false
  return true
}

function exactly({ letters, starts }: Folded, phrase: string): PhraseMatch | undefined {
  for (let from = letters.indexOf(phrase); from >= 0; from = letters.indexOf(phrase, from + 1)) {
    const to = from + phrase.length
    // Other words begin with so few letters too.
    if (starts[from] && (to === letters.length || starts[to])) return { from, to, errors: 0 }
  }
  return undefined
}

/** Edit distance with the phrase down and the text across; each cell carries along where its match began. */
function nearly({ letters, starts }: Folded, phrase: string, most: number): PhraseMatch | undefined {
  const width = letters.length + 1
  let costs = new Float64Array(width)
  let begins = new Int32Array(width)
  let next = new Float64Array(width)
  let nextBegins = new Int32Array(width)
  // A match begins with a word, of which the first letter may have been lost.
  for (let j = 0; j < width; j++) {
    costs[j] = starts[j] ? 0 : starts[j - 1] ? 0.5 : 99
    begins[j] = j
  }
  for (let i = 1; i <= phrase.length; i++) {
    const letter = phrase.charCodeAt(i - 1)
    next[0] = i
    nextBegins[0] = 0
    let least = i
    for (let j = 1; j < width; j++) {
      const same = (costs[j - 1] ?? 0) + (letters.charCodeAt(j - 1) === letter ? 0 : 1)
      const lost = (costs[j] ?? 0) + 1
      const added = (next[j - 1] ?? 0) + 1
      const cost = Math.min(same, lost, added)
      next[j] = cost
      nextBegins[j] = (cost === same ? begins[j - 1] : cost === lost ? begins[j] : nextBegins[j - 1]) ?? 0
      if (cost < least) least = cost
    }
    // No row is better than the one before.
    if (least > most) return undefined
    ;[costs, next] = [next, costs]
    ;[begins, nextBegins] = [nextBegins, begins]
  }
  let best: { readonly match: PhraseMatch; readonly cost: number } | undefined
  for (let j = 1; j < width; j++) {
    const errors = costs[j] ?? 99
    // Of ends that are equally good, the one at the end of a word is taken.
    const cost = errors + (j === letters.length || starts[j] ? 0 : 0.5)
    if (errors <= most && (best === undefined || cost < best.cost))
      best = { match: { from: begins[j] ?? 0, to: j, errors }, cost }
  }
  return best?.match
}
