// How texts are compared: written alike, and the fewest letters to change, to add and to take away.
import { editDistance } from '../../../src/documents/text/likeness.ts'
import charset from '../../../training/text-reader/charset.json' with { type: 'json' }

const same: ReadonlyMap<string, string> = new Map(Object.entries(charset.same))
const readable: ReadonlySet<string> = new Set(charset.characters)

/** Look-alikes as one letter, leaders of dots as a space, one space between words: as the reader was taught. */
export function writtenAlike(text: string): string {
  return Array.from(
    text.normalize('NFC').replaceAll(/\.{3,}|…/gu, ' '),
    (letter) => same.get(letter) ?? letter,
  )
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

/** Letters of a text that the reader has no class for. */
export function unreadableLetters(text: string): number {
  return Array.from(writtenAlike(text)).filter((letter) => !readable.has(letter)).length
}

export interface Compared {
  /** Letters to change, add or take away. */
  readonly wrong: number
  readonly letters: number
}

export function compareTexts(truth: string, read: string): Compared {
  const wanted = writtenAlike(truth)
  return { wrong: editDistance(writtenAlike(read), wanted), letters: Array.from(wanted).length }
}

/** Wrong letters by letters of the truth. */
export function errorRate(lines: readonly Compared[]): number {
  let [wrong, letters] = [0, 0]
  for (const line of lines) {
    wrong += line.wrong
    letters += line.letters
  }
  return letters === 0 ? Number.NaN : wrong / letters
}
