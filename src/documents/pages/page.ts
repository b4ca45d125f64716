// What is known of the pages in a picture, and what can be asked about them.

import type { CodeFormat } from '../../image/codes.ts'
import type { Size } from '../../image/geometry/geometry.ts'
import type { Quad } from '../../image/geometry/perspective.ts'
import type { Extent, ImageFacts } from '../../image/pixels.ts'
import type { Quality } from '../../models/page-judge.ts'
import type { Kind, Side } from '../kinds/kinds.ts'
import type { MrzReading } from '../mrz/reading.ts'
import type { LineReading } from '../text/decoding/read-line.ts'
import type { BlindRun } from './blind.ts'
import type { PortraitLook } from './portrait-look.ts'

/** Where the kind of a page has such a thing, or anywhere. */
export type CodeSearch = 'expected' | 'everywhere'

/** What to read beside place, kind and side of each page; every part costs time. */
export interface PageAsk {
  readonly lines?: boolean
  readonly quality?: boolean
  /** Codes where the kind has them, or anywhere on any page. */
  readonly codes?: CodeSearch
  /** The machine-readable zone where the kind has one, or anywhere in the picture; lines are then read too. */
  readonly mrz?: 'expected' | 'everywhere'
  /** Documents that the caller asks for: where only others are found, the picture beside them is searched once more. */
  readonly seeks?: 'identity' | 'licence'
  /** The straightened page as a JPEG. */
  readonly picture?: boolean
}

export const everythingOfPages: PageAsk = { lines: true, quality: true, codes: 'expected' }

/** Each is 0 to 1. */
export interface PageConfidences {
  /** There is a page at all. */
  readonly page: number
  readonly kind: number
  /** The side is right, if the kind is. */
  readonly side: number
  readonly turn: number
}

export interface LocatedPage {
  readonly kind: Kind
  readonly side: Side
  readonly confidences: PageConfidences
  /** In pixels of the upright picture, from the upper left corner of the upright page. */
  readonly corners: Quad
  /** How often the page is turned clockwise in the picture. */
  readonly quarterTurn: number
}

export interface PageLine extends LineReading {
  /** Surrounds the ink, in pixels of the straightened page. */
  readonly quad: Quad
  /** How likely it is that there is a line of text, 0 to 1. */
  readonly score: number
  /** Where it, or what is beside it, cannot be seen; missing where all of it can. */
  readonly blind?: readonly BlindRun[]
  /** How much more the page shows an earlier compression; missing where it was not looked for, or shows none. */
  readonly history?: number
}

export interface PageCode {
  readonly format: CodeFormat
  readonly text: string
  /** In pixels of the straightened page. */
  readonly quad: Quad
  /** As that of a line. */
  readonly history?: number
  /** Of a QR code of known size: how much of it is pure black and how much pure white where its page is neither: the lesser share. */
  readonly purity?: number
}

/** The corners are in pixels of the upright picture, everything else is in pixels of the straightened page. */
export interface Page extends LocatedPage, Size {
  /** In reading order. */
  readonly lines: readonly PageLine[]
  readonly codes: readonly PageCode[]
  /** Of a page that should have a code, and on which none was read. */
  readonly codeContrast?: number
  readonly quality?: Quality
  /** Of a page that is judged and whose kind has a portrait there. */
  readonly portrait?: PortraitLook
  readonly mrz?: MrzReading
  readonly picture?: Uint8Array
}

export interface Pages {
  readonly image: ImageFacts
  /** The picture in its file. */
  readonly extent: Extent
  readonly pages: readonly Page[]
  readonly reader: { readonly name: string; readonly version: string }
}

export type PagesReading = Pages | { readonly fault: string; readonly tooLarge?: true }
