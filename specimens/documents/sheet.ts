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
  | 'serif-bold-italic'
  | 'schoolbook'
  | 'schoolbook-bold'
  | 'geometric-bold'
  | 'typewriter'
  /** Near Palatino: what offices printed values in. */
  | 'book'
  /** Very heavy and narrow. */
  | 'heavy'
  /** A worn typewriter whose marks are struck apart. */
  | 'typed'
  /** Digits alone, of a numbering machine. */
  | 'numbering'
  | 'ocr-b'

/** What a typewriter or a numbering machine does to letters that it strikes one by one. */
export interface Strike {
  readonly seed: number
  /** Letters stand up to about this much above or below the baseline. */
  readonly liftMm: number
  /** 0 to 1: how much paler the palest letter is. */
  readonly uneven: number
  /** 0 to 1: how much paler a letter is inside than at its edge. */
  readonly hollow?: number
  /** 0 to 1: how much of the ink failed to come over, in spots. */
  readonly gaps?: number
}

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
  /** Clockwise about its anchor; a few at most. */
  readonly turnDegrees?: number
  readonly strike?: Strike
  /** 0 to 1; what lies below shows through ink that is thinner than 1. */
  readonly ink?: number
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
  /** SVG elements above the letters: what lamination does to all of them. */
  readonly over?: string
  readonly codes: readonly CodeMark[]
  readonly portrait?: BoxMm
  /** Runs fit the plates of their own form only; where nothing is said, portrait and codes make the form. */
  readonly form?: string
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
