// The port through which verifications learn what documents, chips, liveness and faces know; `src/journey/evidence.ts` connects it.
import type { Check } from '../checks.ts'
import type { HashedInput } from '../receipts/verdict.ts'
import type { AttemptOutcome, AttemptStep } from '../store/records/verification-attempts.ts'
import type { ExpectedField } from './policies/policy.ts'

/** An attempt as it is judged, its findings opened. */
export interface JudgedAttempt {
  readonly id: string
  readonly step: AttemptStep
  readonly outcome: AttemptOutcome
  readonly operation: string
  readonly requestId: string
  readonly subjectId: string | null
  readonly resultCode: number | null
  readonly begunAt: number
  readonly findings: AttemptFindings
}

/** What a call found, as it was kept with its attempt. */
export interface AttemptFindings {
  /** Of a document. */
  readonly kind?: string
  readonly sides?: readonly ('front' | 'back')[]
  /** Of liveness. */
  readonly strength?: string
  readonly presence?: number
  readonly presence_parts?: readonly { readonly check: string; readonly log_odds: number }[]
  /** What the tasks prove, where doubt lowers `strength`. */
  readonly strength_of_tasks?: string
  /** Of this attempt and those before it that left doubt. */
  readonly presence_together?: number
  /** What they come to together: doubt that another attempt or people decide, or a refusal. */
  readonly weighed?: 'passed' | 'doubtful' | 'review' | 'failed'
  readonly capture?: string
  readonly capture_device?: string
  readonly capture_app?: string
  readonly capture_integrity?: readonly string[]
  readonly capture_reason?: string
  readonly family?: string
  /** Vectors of the live face as Base64 of 32-bit numbers, where nothing else is kept of it (video). */
  readonly faces?: readonly string[]
  readonly checks?: readonly Check[]
  /** Of a confirmation: fields that the person calls wrong. */
  readonly wrongFields?: readonly string[]
}

/** Ids of what a person sent; undefined where there is none. */
export interface SentEvidence {
  readonly documentId: string | undefined
  readonly chipId: string | undefined
}

interface ReadDocument {
  readonly kind: string
  readonly checks: readonly Check[]
  /** The codes of its warnings. */
  readonly warnings: readonly number[]
}

interface ReadChip {
  readonly authenticity: 'trusted' | 'unknown-anchor' | 'revoked' | 'expired' | 'broken'
  readonly copy: 'genuine' | 'copy' | 'not-asked'
  readonly checks: readonly Check[]
  readonly warnings: readonly number[]
}

/** What pictures and chip say together. */
export interface Read {
  readonly document: ReadDocument | undefined
  readonly chip: ReadChip | undefined
  /** What was read; several where a document has several of one kind, such as two numbers. */
  readonly values: Readonly<Partial<Record<ExpectedField, readonly string[]>>>
  /** The numbers that any source says: print, code, machine-readable zone or chip. */
  readonly numbers: readonly string[]
}

/** A field of a document or chip, and what each source says of it. */
export interface ReadField {
  readonly field: string
  /** What counts. */
  readonly value: string
  /** Where it was read: the print, a code, the machine-readable zone, the chip. The one that counts comes first. */
  readonly sources: readonly {
    readonly source: 'ocr' | 'qr' | 'mrz' | 'chip'
    readonly side: 'front' | 'back'
    readonly value: string
    /** 0 to 1. */
    readonly confidence: number
  }[]
}

/** Somebody in a collection who looks alike. */
export interface Alike {
  readonly externalPersonId: string
  /** In percent. */
  readonly similarity: number
}

/** `no-portrait`: no face, or several, where the portrait should be. `gone`: what was sent is not kept any more. */
export type Matched =
  | {
      readonly sim: number
      readonly portrait: 'chip' | 'document'
      /** Whether the portrait is that of a persona, whose cards lie in the open; absent where faces are not compared anew. */
      readonly specimen?: Check
      readonly checks: readonly Check[]
      /** The calibration of likeness that `sim` is by; absent for that of strangers at large. */
      readonly calibration?: string
    }
  | { readonly fault: 'no-portrait' | 'no-live-face' | 'gone'; readonly checks: readonly Check[] }

interface Search {
  readonly collection_id: string
  /** In percent, on the scale of `sim`. */
  readonly threshold: number
}

/** What a search found; `gone` where the collection or the face is not there any more. */
export type Screened =
  | { readonly isFound: boolean; readonly check: Check; readonly externalPersonId?: string }
  | { readonly isGone: true }

interface Person {
  readonly organisationId: string
  readonly verificationId: string
  readonly externalPersonId: string
  readonly consentReference: string | null
}

export interface Evidence {
  /** `at`: as it was judged at that time, such as whether a card had expired; now where it is left out. */
  read(organisationId: string, sent: SentEvidence, at?: number): Promise<Read>
  fields(organisationId: string, sent: SentEvidence): Promise<readonly ReadField[]>
  /** The portrait of chip or document, cut out, as JPEG; undefined where there is none, or it is not kept any more. */
  portrait(organisationId: string, sent: SentEvidence): Promise<Uint8Array | undefined>
  /** A kept picture as browsers show it, or as JPEG or PNG to print; undefined where it is not kept any more. */
  picture(
    organisationId: string,
    fileId: string,
    use?: 'print',
  ): Promise<{ readonly type: string; readonly bytes: Uint8Array } | undefined>
  /** The most similar first, one for each person; empty where the collection or the face is gone. */
  alike(
    organisationId: string,
    liveness: JudgedAttempt,
    search: Search,
    besides: string,
  ): Promise<readonly Alike[]>
  match(organisationId: string, sent: SentEvidence, liveness: JudgedAttempt): Promise<Matched>
  /** `besides` is a person whose own faces do not count as found. */
  search(organisationId: string, liveness: JudgedAttempt, search: Search, besides?: string): Promise<Screened>
  /** Registers the live face once; false where there is no picture of it that is fit. */
  register(person: Person, liveness: JudgedAttempt, collectionId: string): Promise<boolean>
  /** The hashes of all that was sent, as far as it is kept. */
  inputsOf(
    organisationId: string,
    sent: SentEvidence,
    liveness: JudgedAttempt | undefined,
  ): Promise<readonly HashedInput[]>
  /** The day in Việt Nam, as YYYY-MM-DD. */
  today(now: number): string
  readonly words: WordRules
}

/** How words of documents are compared, whoever wrote them. */
export interface WordRules {
  /** Without tones and case, one space between words. */
  fold(text: string): string
  /** Tone marks on the letter that has them today. */
  placeTones(text: string): string
  /** How alike two addresses are as places, 0 to 1. */
  addresses(one: string, other: string): number
  /** YYYY-MM-DD, or YYYY where there is no more; undefined where it is no day. */
  day(text: string): string | undefined
  sex(text: string): string | undefined
  nation(text: string): string | undefined
}
