// One flat side of a document: what is drawn, what is written where, and the truth about both. All lengths in millimetres.
import type { Kind, Side } from '../../src/documents/kinds/kinds.ts'

/** Corner of a box and its size; x to the right, y down, from the upper left corner of the sheet. */
export interface BoxMm {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What a typeface is for; which file plays the role is chosen by the cast of a specimen. */
export type TypefaceRole =
  | 'sans'
  | 'sans-bold'
  | 'sans-italic'
  | 'serif'
  | 'serif-bold'
  | 'serif-italic'
  | 'typewriter'
  | 'ocr-b'

/** One run of text in one typeface, on a straight baseline. */
export interface Run {
  readonly text: string
  readonly typeface: TypefaceRole
  /** Of the em square. */
  readonly sizeMm: number
  /** Where the anchor of the run stands on the baseline. */
  readonly x: number
  readonly baseline: number
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly colour: string
  /** Added between letters. */
  readonly spacingMm?: number
  /** The run is squeezed to this width where it would be wider. */
  readonly maxWidthMm?: number
  readonly role: 'title' | 'label' | 'value' | 'mrz' | 'other'
  /** The specification's name of the field whose value (or part of it) this is. */
  readonly field?: string
}

/** A drawn thing a machine reads. */
export interface CodeMark {
  readonly format: 'qr' | 'pdf417' | 'code128' | 'datamatrix'
  readonly text: string
  readonly box: BoxMm
}

/** One side before any letter is drawn. */
export interface Sheet {
  readonly kind: Kind
  readonly side: Side
  /** 1 for cards; certificates have up to four. */
  readonly page: number
  readonly widthMm: number
  readonly heightMm: number
  /** Radius of the cut corners; 0 for paper. */
  readonly cornerMm: number
  /** SVG elements in millimetres: everything that is drawn and cannot be read as text (patterns, emblem, portrait, seal, codes). */
  readonly plate: string
  readonly runs: readonly Run[]
  readonly codes: readonly CodeMark[]
  readonly portrait?: BoxMm
  /** The value of every field printed on this side, as a person reads it. */
  readonly fields: Readonly<Record<string, string>>
}

/** A line as a detector should find it and a reader should read it: runs on one baseline, close together. */
export interface TrueLine {
  readonly text: string
  /** Around the ink. */
  readonly box: BoxMm
  readonly role: Run['role']
  readonly field?: string
  /** Indices into the runs of the sheet, from left to right. */
  readonly runs: readonly number[]
}
