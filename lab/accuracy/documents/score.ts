// Judges an answer: each field must equal what is printed on the document, except for how spaces and dashes are written.
import type { Level } from '../../../specimens/camera/scene.ts'
import type { Kind } from '../../../src/documents/kinds/kinds.ts'
import { type Proportion, proportionOf } from '../../kit/statistics/proportion.ts'
import { compareTexts, writtenAlike } from '../reader/letters.ts'

/** One field of an answer. */
export interface Said {
  readonly value: string
  /** The confidence that all lines are right, which is that of the least sure line. */
  readonly confidence: number
  /** The source is ocr, qr or mrz; several are joined by `+`. */
  readonly source: string
}

export type Answer = ReadonlyMap<string, Said>
export type Truth = Readonly<Record<string, string>>

export interface Judged {
  readonly set: string
  readonly kind: Kind
  readonly seed: number
  readonly level: Level
  readonly field: string
  readonly said: string
  readonly truth: string
  readonly confidence: number
  readonly source: string
  readonly isRight: boolean
}

interface Subject {
  readonly set: string
  readonly kind: Kind
  readonly seed: number
  readonly level: Level
}

/** These fields are on documents but in no answer of the specification. */
const UNASKED: ReadonlySet<string> = new Set(['father', 'mother', 'mrz', 'header'])

export const isExact = (said: string, truth: string): boolean => writtenAlike(said) === writtenAlike(truth)

/** Numbers and dates are right or wrong; words may be a letter or a tone off and still be recognisable. */
const STRICT: ReadonlySet<string> = new Set(['id', 'passport_id', 'birthday', 'expiry', 'issue_date'])
const MISREAD_SHARE = 0.2

/** A misread value is wrong, but plainly the words of the document and no invention. */
export function isMisread(field: string, said: string, truth: string): boolean {
  if (said === '' || STRICT.has(field) || isExact(said, truth)) return false
  const { wrong, letters } = compareTexts(truth, said)
  return wrong <= MISREAD_SHARE * letters
}

const nothing: Said = { value: '', confidence: 0, source: '' }

/** The result has every field of the document, answered or not. */
export function judged({ set, kind, seed, level }: Subject, answer: Answer, truth: Truth): Judged[] {
  const wanted = Object.entries(truth).filter(([field, value]) => value !== '' && !UNASKED.has(field))
  return wanted.map(([field, value]) => {
    const { value: said, confidence, source } = answer.get(field) ?? nothing
    return {
      set,
      kind,
      seed,
      level,
      field,
      said,
      truth: value,
      confidence,
      source,
      isRight: isExact(said, value),
    }
  })
}

/** These fields are not on the document; what follows from a code or the kind is no invention. */
export function beyondTruth(answer: Answer, truth: Truth): { readonly field: string; readonly said: Said }[] {
  return [...answer]
    .filter(([field, { value }]) => value !== '' && (truth[field] ?? '') === '' && !DERIVED.has(field))
    .map(([field, said]) => ({ field, said }))
}

/** The country of a Vietnamese card, the old number in its QR code, and an expiry by rule where none is printed are derived. */
const DERIVED: ReadonlySet<string> = new Set(['country', 'optional_data', 'national', 'expiry'])

export interface Group {
  readonly name: string
  readonly fields: readonly string[]
  readonly bound: number
}

/** Each group has a target in an issue. */
export const identityGroups: readonly Group[] = [
  { name: 'id', fields: ['id', 'passport_id'], bound: 0.995 },
  { name: 'dates', fields: ['birthday', 'expiry', 'issue_date'], bound: 0.995 },
  { name: 'name', fields: ['name'], bound: 0.985 },
  { name: 'address', fields: ['address'], bound: 0.95 },
]

/** The rows of a class table are counted as the table. */
export const fieldName = (field: string): string => field.replace(/^back_side_info\.\d+\./, 'back_side_info.')

export const ofGroup = (rows: readonly Judged[], { fields }: Group): Judged[] =>
  rows.filter(({ field }) => fields.includes(field))

export const exactOf = (rows: readonly Judged[]): Proportion => proportionOf(rows, ({ isRight }) => isRight)

/** These fields were left empty; the others that are not exact were answered wrongly. */
export const emptyOf = (rows: readonly Judged[]): number => rows.filter(({ said }) => said === '').length
