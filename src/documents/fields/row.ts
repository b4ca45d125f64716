// What a row of the table of fields says: how the field is read, corrected and merged, and how answers name it.
import type { MergeRule } from '../merge/merge-rules.ts'
import type { MrzReading } from '../mrz/reading.ts'
import type { ZoneValue } from '../mrz/values.ts'
import type { CitizenQr } from '../qr/citizen-qr.ts'
import type { LicenceQr } from '../qr/licence-qr.ts'
import type { Day } from '../text/dates.ts'
import type { SeenLetters } from './corrections.ts'
import type { ValueRule } from './values.ts'

/** How the printed text of a field, or of a part of one, becomes its value. */
export interface PrintedRow {
  readonly value: ValueRule
  /** Corrects letters that were hardly seen, where it is known what must stand there. */
  readonly correct?: (value: string, seen: SeenLetters) => string
  /** Whether a value has its last line; one that has not is trusted less. */
  readonly isWhole?: (value: string) => boolean
  /** Whether another line can follow these, where that can be known. */
  readonly goesOn?: (lines: readonly string[], next: string) => boolean
  /** Values may contain colons of their own. */
  readonly hasColons?: true
}

/** Takes what the zone says; `today` tells the century of a date. */
type ZoneRule = (zone: MrzReading, today: Day) => ZoneValue

/** The answers that a field can be part of: of identity documents (2.6), driving licences (2.8), the mrz-reader (2.13). */
export type Capability = 'identity' | 'licence' | 'travel'

export interface FieldRow extends PrintedRow {
  /** How answers name its confidence: the specification has several ways. */
  readonly confidence: string
  /** The description in the API of each answer that has the field; by name, or in an order of its own. */
  readonly answers: Readonly<
    Partial<Record<Capability, string | { readonly order: number; readonly about: string }>>
  >
  /** Other names of the value or of its confidence, where the specification spells them in several ways. */
  readonly aliases?: readonly { readonly name: string; readonly confidence: string; readonly about: string }[]
  readonly merge: MergeRule
  /** Corrects a value by how sure it is as a whole, 0 to 1; for cards alone. */
  readonly settle?: (value: string, confidence: number) => string
  /** What the codes of identity cards and of driving licences say; nothing where it is empty. */
  readonly qr?: {
    readonly citizen?: (code: CitizenQr) => string
    readonly licence?: (code: LicenceQr) => string | undefined
  }
  readonly zone?: { readonly identity?: ZoneRule; readonly travel?: ZoneRule }
}
