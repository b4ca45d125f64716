// Compares texts: normalises them, and counts the fewest letters to change, add and remove.
import { editDistance } from '../../../src/documents/text/likeness.ts'
import charset from '../../../training/text-reader/charset.json' with { type: 'json' }

const same: ReadonlyMap<string, string> = new Map(Object.entries(charset.same))
const readable: ReadonlySet<string> = new Set(charset.characters)

/** Look-alikes become one letter, leaders of dots a space, and spaces one space, as the reader was trained. */
export function writtenAlike(text: string): string {
  return Array.from(
    text.normalize('NFC').replaceAll(/\.{3,}|…/gu, ' '),
    (letter) => same.get(letter) ?? letter,
  )
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

/** Counts the letters of a text that the reader has no class for. */
export function unreadableLetters(text: string): number {
  return Array.from(writtenAlike(text)).filter((letter) => !readable.has(letter)).length
}

export interface Compared {
  /** The count of letters to change, add or remove. */
  readonly wrong: number
  readonly letters: number
}

export function compareTexts(truth: string, read: string): Compared {
  const wanted = writtenAlike(truth)
  return { wrong: editDistance(writtenAlike(read), wanted), letters: Array.from(wanted).length }
}

/** The rate is wrong letters by letters of the truth. */
export function errorRate(lines: readonly Compared[]): number {
  let [wrong, letters] = [0, 0]
  for (const line of lines) {
    wrong += line.wrong
    letters += line.letters
  }
  return letters === 0 ? Number.NaN : wrong / letters
}
