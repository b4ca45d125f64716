// The names that tables of words are keyed by. A table has every name that it stands for: one without words does not compile.
import type { CheckRowName } from '../checks.ts'
import type { codes } from '../codes.ts'
import type { DetectedName } from '../documents/detected-names.ts'
import type { FieldName } from '../documents/fields/rows.ts'
import type { KindDefinition } from '../documents/kinds/kind.ts'
import type { DocType } from '../documents/kinds/parts/company-words.ts'
import type { CompanyField, PersonField } from '../documents/registration/fields.ts'
import type { EventType } from '../store/records/verification-events.ts'

/** A field of a document's answer, and what stands beside the fields. */
export type AnsweredField = FieldName | 'mrz_type' | 'back_side_info'
export type CertificateField = Exclude<CompanyField | PersonField, AnsweredField> | 'date_of_change'

/** What was seen in place of a document. */
export type CommonName = NonNullable<KindDefinition['commonName']>
export type CertificateKindName = DocType
/** `nothing` is said by the code; a name that cannot be read has a code of its own. */
export type DetectedOther = Exclude<DetectedName, 'nothing' | 'name-not-legible'>

export type { WarningNumber } from '../documents/cards/warnings.ts'
export type CodeNumber = (typeof codes)[keyof typeof codes]['code']
/** What happened, and what to do about it. */
export type Said = readonly [title: string, help: string]

/** The name of a check, and what it looks at in a sentence. */
export type CheckWords = Readonly<Record<CheckRowName, readonly [name: string, sentence: string]>>

/** How a language writes numbers, days and lengths of time. */
export interface TimeWords {
  /** The name of the language's ways in the tables of Unicode. */
  readonly locale: string
  /** The day in the time stamp of a report. */
  readonly stampDay: string
  readonly days: string
  readonly hours: string
  readonly shortSeconds: string
  readonly shortMinutes: string
  readonly shortHours: string
}

/** What can happen to a verification. */
export type EventName = EventType extends `verification.${infer Name}` ? Name : never
