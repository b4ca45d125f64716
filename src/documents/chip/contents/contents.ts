// Defines what the files of a chip say: zone, portrait, details of the person and the document, and parts of unknown meaning.
import type { MrzReading } from '../../mrz/reading.ts'

/** A part of a file whose meaning is not known, kept as it is. */
export interface UnknownPart {
  /** The tag of the part, or the number of the item, as in `5F99` or `17`. */
  readonly name: string
  /** The whole part, tag and length included. */
  readonly hex: string
}

/** COM: not signed, and so only what the chip says of itself. */
export interface CommonData {
  /** Such as `1.7`. */
  readonly ldsVersion?: string | undefined
  /** Such as `4.0.0`. */
  readonly unicodeVersion?: string | undefined
  /** The names of the files that the chip has, such as `dg1`. */
  readonly files: readonly string[]
}

export interface ChipPortrait {
  /** The record around the picture. */
  readonly record: 'ISO 19794-5' | 'ISO 39794-5'
  readonly format: 'jpeg' | 'jpeg2000'
  readonly width: number
  readonly height: number
  /** The picture as JPEG: the very bytes of the chip where they are one, made from the pixels otherwise. */
  readonly jpeg: Uint8Array
}

/** DG11. Days are DD/MM/YYYY; parts of a place are separated by commas. */
export interface PersonDetails {
  readonly fullName?: string | undefined
  readonly otherNames?: readonly string[] | undefined
  readonly personalNumber?: string | undefined
  readonly birthDate?: string | undefined
  readonly birthplace?: string | undefined
  readonly residence?: string | undefined
  readonly telephone?: string | undefined
  readonly profession?: string | undefined
  readonly title?: string | undefined
  readonly summary?: string | undefined
  readonly otherDocuments?: string | undefined
  readonly custody?: string | undefined
  readonly unknown: readonly UnknownPart[]
}

/** DG12. */
export interface DocumentDetails {
  readonly authority?: string | undefined
  readonly issueDate?: string | undefined
  readonly otherPeople?: readonly string[] | undefined
  readonly endorsements?: string | undefined
  readonly taxExit?: string | undefined
  readonly personalisedAt?: string | undefined
  readonly personalisedBy?: string | undefined
  readonly unknown: readonly UnknownPart[]
}

/** DG13 of the Vietnamese card, as it is written there. */
export interface CitizenDetails {
  readonly number?: string | undefined
  readonly fullName?: string | undefined
  readonly birthDate?: string | undefined
  readonly gender?: string | undefined
  readonly nation?: string | undefined
  readonly people?: string | undefined
  readonly faith?: string | undefined
  readonly origin?: string | undefined
  readonly residence?: string | undefined
  readonly marks?: string | undefined
  readonly issueDate?: string | undefined
  readonly expiryDate?: string | undefined
  readonly father?: string | undefined
  readonly mother?: string | undefined
  readonly spouse?: string | undefined
  readonly oldNumber?: string | undefined
  /** Sixteen characters whose meaning is not published. */
  readonly code?: string | undefined
  readonly unknown: readonly UnknownPart[]
}

export interface ChipContents {
  readonly com?: CommonData | undefined
  /** DG1, letter by letter. */
  readonly zone?: MrzReading | undefined
  /** DG2. */
  readonly portrait?: ChipPortrait | undefined
  readonly person?: PersonDetails | undefined
  readonly document?: DocumentDetails | undefined
  readonly citizen?: CitizenDetails | undefined
}
