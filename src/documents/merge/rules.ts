// The rule of each field: which source gives its value, and when two sources say the same.
import type { FieldName, Source } from '../fields/reading.ts'
import { sameAddress } from '../text/addresses.ts'
import { foldName } from '../text/knowledge/fold.ts'
import { editDistance } from '../text/likeness.ts'
import { sameName } from '../text/names.ts'

export interface FieldRule {
  readonly field: FieldName
  /** Whose value is taken first. */
  readonly order: readonly Source[]
  /** 0 to 1; the first value comes from the source that stands first in `order`. */
  readonly likeness: (one: string, other: string, sources: readonly [Source, Source]) => number
  /** From this likeness on both say the same. */
  readonly same: number
  /** From here on a misreading explains the difference, if one of the two was not sure. */
  readonly near: number
  /** What is printed stays where the sources truly differ: letters with tones are the printer's, digits the machine's. */
  readonly printStays?: true
}

/** Signs that differ, by how many there are. */
function lettersAlike(one: string, other: string): number {
  const length = Math.max([...one].length, [...other].length)
  return length === 0 ? 1 : 1 - editDistance(one, other) / length
}

const exact = (one: string, other: string): number => (foldName(one) === foldName(other) ? 1 : 0)
/** The tones are the QR code's own to give: only letters are compared. */
const letters = (one: string, other: string): number => lettersAlike(foldName(one), foldName(other))

/** An MRZ may cut a name at its width. */
const names: FieldRule['likeness'] = (one, other, sources) => {
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

const DIGITS: Pick<FieldRule, 'order' | 'likeness' | 'same' | 'near'> = {
  order: ['mrz', 'qr', 'ocr'],
  likeness: lettersAlike,
  same: 1,
  near: 0.8,
}
const WORDS = { order: ['ocr', 'qr', 'mrz'], likeness: letters, same: 1, near: 0.7 } as const
const CHOICE = { order: ['qr', 'mrz', 'ocr'], likeness: exact, same: 1, near: 1 } as const
const TONES = { order: ['qr', 'ocr', 'mrz'], printStays: true } as const

export const FIELD_RULES: readonly FieldRule[] = [
  { field: 'id', ...DIGITS },
  { field: 'name', ...TONES, likeness: names, same: 1, near: 0.8 },
  { field: 'birthday', ...DIGITS },
  { field: 'sex', ...CHOICE },
  { field: 'national', ...WORDS, likeness: exact },
  { field: 'ethnicity', ...WORDS },
  { field: 'religion', ...WORDS },
  { field: 'hometown', ...WORDS },
  { field: 'address', ...TONES, likeness: sameAddress, same: 0.97, near: 0.8 },
  { field: 'expiry', ...DIGITS },
  { field: 'issue_date', ...DIGITS },
  { field: 'issue_by', ...WORDS },
  { field: 'characteristics', ...WORDS },
  { field: 'country', ...WORDS, likeness: exact },
  { field: 'passport_type', ...WORDS, likeness: exact },
  { field: 'optional_data', ...DIGITS },
  { field: 'class_type', ...CHOICE, likeness: classes },
  { field: 'issue_place', ...WORDS },
  { field: 'nationality', ...WORDS, likeness: exact },
  { field: 'seri_id', ...DIGITS },
]
