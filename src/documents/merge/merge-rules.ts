// How what several sources say of a field is merged: which source gives the value, and when two sources say the same.
import type { Source } from '../fields/source.ts'
import { foldName } from '../text/knowledge/fold.ts'
import { editDistance } from '../text/likeness.ts'
import { mrzNameOf, sameName } from '../text/names.ts'
import { sameAddress } from '../text/same-address.ts'
import { misreadName, misreadSigns, misreadWord } from './misreading.ts'

export interface MergeRule {
  /** The source that stands first gives the value. */
  readonly order: readonly Source[]
  /** 0 to 1; the first value comes from the source that stands first in `order`. */
  readonly likeness: (one: string, other: string, sources: readonly [Source, Source]) => number
  /** From this likeness on, two sources say the same. */
  readonly same: number
  /** From this likeness on, a misreading explains the difference if one of the two was not sure. */
  readonly near: number
  /** By how many misread signs two values differ; where it is given, it decides in place of `near`. */
  readonly misread?: (one: string, other: string) => number
  /** The printed value stays where the sources truly differ: the print has the right tones, the machine the right digits. */
  readonly printStays?: true
  /** The printed value without words that stood beside it; undefined where none is too many by the machine's spelling. */
  readonly withoutExtraWords?: (printed: string, spelled: string) => string | undefined
}

/** Counts the letters that differ, as a share of the longer text. */
function lettersAlike(one: string, other: string): number {
  const length = Math.max([...one].length, [...other].length)
  return length === 0 ? 1 : 1 - editDistance(one, other) / length
}

const exact = (one: string, other: string): number => (foldName(one) === foldName(other) ? 1 : 0)
/** The tones are the QR code's own to give: only letters are compared. */
const letters = (one: string, other: string): number => lettersAlike(foldName(one), foldName(other))

/** The zone may cut a name at its width. */
const names: MergeRule['likeness'] = (one, other, sources) => {
  const [withTones, bare] = sources[0] === 'mrz' ? [other, one] : [one, other]
  return sources.includes('mrz') && sameName(withTones, bare) ? 1 : letters(one, other)
}

/** `A1, B2` in any order. */
const classes = (one: string, other: string): number => exact(sortedParts(one), sortedParts(other))
const sortedParts = (text: string): string =>
  text
    .split(',')
    .map((part) => part.trim())
    .toSorted()
    .join(' ')

/** At most one word at each end is dropped. What is left is still as printed: no word is changed. */
function partOfName(printed: string, spelled: string): string | undefined {
  const words = printed.split(' ')
  const parts = [words.slice(0, -1), words.slice(1), words.slice(1, -1)].map((part) => part.join(' '))
  const name = mrzNameOf(spelled)
  return sameName(printed, name) ? undefined : parts.find((part) => sameName(part, name))
}

export const MERGE_DIGITS: MergeRule = {
  order: ['mrz', 'qr', 'ocr'],
  likeness: lettersAlike,
  same: 1,
  near: 0.8,
  misread: misreadSigns,
}
/** Where one source has the year alone, the years are compared. */
const asFarAs =
  <Result>(compared: (one: string, other: string) => Result) =>
  (one: string, other: string): Result => {
    const shortest = Math.min(one.length, other.length)
    return compared(one.slice(-shortest), other.slice(-shortest))
  }
export const MERGE_BIRTHDAYS: MergeRule = {
  ...MERGE_DIGITS,
  likeness: asFarAs(lettersAlike),
  misread: asFarAs(misreadSigns),
}
export const MERGE_WORDS: MergeRule = { order: ['ocr', 'qr', 'mrz'], likeness: letters, same: 1, near: 0.7 }
/** One of a few words: a value is the same or another one. */
export const MERGE_ONE_OF: MergeRule = { ...MERGE_WORDS, likeness: exact }
const CODE_FIRST = { order: ['qr', 'mrz', 'ocr'], same: 1, near: 1 } as const
export const MERGE_SEX: MergeRule = { ...CODE_FIRST, likeness: exact, misread: misreadWord }
export const MERGE_CLASSES: MergeRule = { ...CODE_FIRST, likeness: classes }

const TONES = { order: ['qr', 'ocr', 'mrz'], printStays: true } as const
export const MERGE_NAMES: MergeRule = {
  ...TONES,
  likeness: names,
  same: 1,
  near: 0.8,
  misread: misreadName,
  withoutExtraWords: partOfName,
}
export const MERGE_ADDRESSES: MergeRule = { ...TONES, likeness: sameAddress, same: 0.97, near: 0.8 }
