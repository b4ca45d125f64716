// What is known of one kind of document: its size, its sides and what is printed where, its number, its validity.
import type { Box } from '../../image/geometry/geometry.ts'
import type { Announced, FieldName } from '../fields/rows.ts'

/** Documents whose labels mean the same and that are read in the same way. */
type Family = 'identity-card' | 'passport' | 'licence' | 'registration' | 'foreign' | 'unknown'

/** What people call a document, in the words of the specification, whatever its kind. */
export const COMMON_NAMES = [
  'IDENTITY CARD',
  'PASSPORT',
  'DRIVER LICENCE',
  'BUSINESS REGISTRATION',
  'FOREIGN IDENTITY CARD',
  'FOREIGN PASSPORT',
] as const
type CommonName = (typeof COMMON_NAMES)[number]

export interface Label {
  /** Missing for a heading: it announces nothing that is answered, but ends what stands before it. */
  readonly field?: Announced
  readonly text: string
  readonly english?: string
}

/** A printed phrase that tells documents apart. */
export interface Cue {
  readonly phrase: string
  /** How many e-folds less likely a page is that should not have the phrase. */
  readonly weight: number
  /** The same for a document that we do not know: it may well have a label of ours, hardly a title. */
  readonly elsewhere: number
  /** A title counts only as a line of its own, in capitals where it is so printed. */
  readonly isTitle: boolean
  readonly isEnglish?: true
}

/** Values that no label announces; each is found in a way of its own. */
export type Unlabelled = 'number' | 'date-in-words' | 'authority' | 'serial'

/** Where a value begins, as shares of the page. */
export type PlaceOnPage = readonly [across: number, down: number]

interface CodePlace {
  /** As shares of the page, with room for a page that was not straightened well. */
  readonly region: Box
  /** Whether the page is also looked at enlarged, which finds smaller codes and costs more. */
  readonly effort: 'plain' | 'enlarged'
  /** Every card of this kind has a code here, so the answer says where it was not read. */
  readonly isExpected?: true
  /** The least and the most that the side of a QR code measures here, as shares of the page's width: it may then be soft. */
  readonly qrSides?: readonly [number, number]
  /** Its content is not public: one that says nothing we know may be genuine. */
  readonly isOpen?: true
}

export interface Zone {
  /** Matches the first line of the machine-readable zone, misread letters included. */
  readonly begins: RegExp
  /** The zone is searched for where no line of it was read. */
  readonly isExpected: boolean
}

/** One side of a document. */
export interface PageDefinition {
  readonly titles: readonly string[]
  readonly labels: readonly Label[]
  /** Phrases with a weight of their own; every long label is a cue as well. */
  readonly cues: readonly Cue[]
  /** The fields that are read on this side, each with the most lines that its value has. */
  readonly lines?: Readonly<Partial<Record<Announced, number>>>
  readonly unlabelled?: readonly Unlabelled[]
  /** How far below its label or the line before a line of a value may stand, in heights of a line, where a form has wide lines. */
  readonly farthestBelow?: number
  /** Where values stand whose label could not be read; only fields that cannot hold any text. */
  readonly places?: Readonly<Partial<Record<Announced, PlaceOnPage>>>
  /** Where the portrait stands, as shares of the page; cards vary by a fiftieth. */
  readonly portrait?: Box
  readonly code?: CodePlace
  readonly zone?: Zone
  /** The length of the printed number, where it tells this page from another of the same title. */
  readonly numberLength?: 9 | 12
  /** The years in which such cards were issued, where they tell this page from one that looks alike. */
  readonly issueYears?: { readonly from?: number; readonly to?: number }
}

/** Until when a document is valid. */
export type ExpiryRule =
  /** So many years from the day of issue, whether or not the expiry is printed. */
  | { readonly by: 'issue'; readonly years: number }
  /** To the next of these birthdays; a card issued in the years of grace before one runs to the one after. */
  | { readonly by: 'birthdays'; readonly ages: readonly number[]; readonly graceYears: number }
  /** So many years from the day of issue, fewer for a holder below that age. */
  | {
      readonly by: 'issue-and-age'
      readonly years: number
      readonly below: { readonly age: number; readonly years: number }
    }

export interface KindDefinition<Name extends string = string> {
  readonly kind: Name
  readonly family: Family
  /** Missing for a document that we do not know. */
  readonly commonName?: CommonName
  readonly widthMm: number
  readonly heightMm: number
  /** Of paper that was sealed in a film: how far the film may reach beyond it on each side. */
  readonly filmMm?: number
  readonly language: 'vietnamese' | 'vietnamese-and-english' | 'any'
  readonly front: PageDefinition
  readonly back?: PageDefinition
  /** Other wordings of the labels of the family: print runs, years and offices differ. */
  readonly labelVariants?: readonly Label[]
  /** The specification's `document`. */
  readonly document?: 'CMND' | 'CCCD' | 'CHIP ID' | 'CC' | 'PASSPORT' | 'GPLX' | 'GPLX PET'
  readonly number?: {
    /** Matches the `id` that is answered; of a passport that is the passport number. */
    readonly pattern: RegExp
    /** The shape of what the label of `id` announces; on a passport that is the personal number. */
    readonly shape: 'personal' | 'cmnd' | 'licence'
  }
  /** Fields that are answered under the name of another one than they are printed as. */
  readonly answeredAs?: Readonly<Partial<Record<FieldName, FieldName>>>
  /** Parts of an address are printed with dashes between them. */
  readonly hasDashedAddresses?: true
  /** The chip inside: the format of its zone, whether it is of Việt Nam, and since when the kind is issued. */
  readonly chip?: {
    readonly format: 'TD1' | 'TD3'
    readonly isVietnamese: boolean
    readonly issuedFrom?: { readonly day: number; readonly month: number; readonly year: number }
  }
  /** Values of such a document of a person who does not exist, for the examples of the OpenAPI. */
  readonly example?: Readonly<Partial<Record<FieldName, string>>>
  /** Designs that this kind shares with others: two kinds that share one are easily taken for each other. */
  readonly designs?: readonly string[]
  readonly expiry?: ExpiryRule
  /** The last day on which any document of this kind was valid, by law. */
  readonly lastValidDay?: { readonly day: number; readonly month: number; readonly year: number }
  /** The list from which the classes of a driving licence are taken. */
  readonly classes?: 'before-2025' | 'since-2025' | 'by-day-of-issue'
}
