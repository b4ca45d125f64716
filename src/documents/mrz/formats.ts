// The formats of machine-readable zones as tables: where each field stands, what it may hold, and which digit checks what.
import type { MrzCheckName, MrzFieldName, MrzFormatName } from './reading.ts'

/** A part of a line, counted from 0; `to` is not included. */
export interface ZoneSpan {
  readonly line: number
  readonly from: number
  readonly to: number
}

/** What may stand at a place. `head` is the first letter of a zone; `check` is a digit, or a filler for an empty field. */
export type PlaceClass = 'head' | 'letters' | 'names' | 'filler' | 'digits' | 'any' | 'sex' | 'check'

interface FieldRow {
  readonly name: MrzFieldName | 'names'
  readonly span: ZoneSpan
  readonly class: PlaceClass
}

export interface CheckRow {
  readonly name: MrzCheckName
  readonly at: { readonly line: number; readonly at: number }
  readonly covers: readonly ZoneSpan[]
  /** The digit may be a filler where everything that it covers is filler. */
  readonly mayBeFiller?: true
}

export interface MrzFormat {
  readonly name: MrzFormatName
  readonly lines: number
  readonly width: number
  /** The letters that the first line may begin with. */
  readonly heads: string
  readonly fields: readonly FieldRow[]
  readonly checks: readonly CheckRow[]
  /** Places that are narrower than their field. */
  readonly narrower?: readonly { readonly span: ZoneSpan; readonly class: PlaceClass }[]
}

const span = (line: number, from: number, to: number): ZoneSpan => ({ line, from, to })
const digitAt = (line: number, at: number) => ({ line, at })

/** These places are the same in all formats of two lines. */
const second: readonly FieldRow[] = [
  { name: 'documentNumber', span: span(1, 0, 9), class: 'any' },
  { name: 'nationality', span: span(1, 10, 13), class: 'letters' },
  { name: 'birth', span: span(1, 13, 19), class: 'digits' },
  { name: 'sex', span: span(1, 20, 21), class: 'sex' },
  { name: 'expiry', span: span(1, 21, 27), class: 'digits' },
]
const secondChecks: readonly CheckRow[] = [
  { name: 'documentNumber', at: digitAt(1, 9), covers: [span(1, 0, 9)] },
  { name: 'birth', at: digitAt(1, 19), covers: [span(1, 13, 19)] },
  { name: 'expiry', at: digitAt(1, 27), covers: [span(1, 21, 27)] },
]

const head = (width: number): readonly FieldRow[] => [
  { name: 'documentCode', span: span(0, 0, 2), class: 'letters' },
  { name: 'issuer', span: span(0, 2, 5), class: 'letters' },
  { name: 'names', span: span(0, 5, width), class: 'names' },
]

const optional = (from: number, to: number): FieldRow => ({
  name: 'optional1',
  span: span(1, from, to),
  class: 'any',
})

export const FORMATS: readonly MrzFormat[] = [
  {
    name: 'TD1',
    lines: 3,
    width: 30,
    heads: 'ACI',
    fields: [
      { name: 'documentCode', span: span(0, 0, 2), class: 'letters' },
      { name: 'issuer', span: span(0, 2, 5), class: 'letters' },
      { name: 'documentNumber', span: span(0, 5, 14), class: 'any' },
      { name: 'optional1', span: span(0, 15, 30), class: 'any' },
      { name: 'birth', span: span(1, 0, 6), class: 'digits' },
      { name: 'sex', span: span(1, 7, 8), class: 'sex' },
      { name: 'expiry', span: span(1, 8, 14), class: 'digits' },
      { name: 'nationality', span: span(1, 15, 18), class: 'letters' },
      { name: 'optional2', span: span(1, 18, 29), class: 'any' },
      { name: 'names', span: span(2, 0, 30), class: 'names' },
    ],
    checks: [
      // For a longer number this is a filler, and the digit follows the rest of the number: see places.ts.
      { name: 'documentNumber', at: digitAt(0, 14), covers: [span(0, 5, 14)] },
      { name: 'birth', at: digitAt(1, 6), covers: [span(1, 0, 6)] },
      { name: 'expiry', at: digitAt(1, 14), covers: [span(1, 8, 14)] },
      {
        name: 'composite',
        at: digitAt(1, 29),
        covers: [span(0, 5, 30), span(1, 0, 7), span(1, 8, 15), span(1, 18, 29)],
      },
    ],
  },
  {
    name: 'TD3',
    lines: 2,
    width: 44,
    heads: 'P',
    fields: [...head(44), ...second, optional(28, 42)],
    checks: [
      ...secondChecks,
      { name: 'optional', at: digitAt(1, 42), covers: [span(1, 28, 42)], mayBeFiller: true },
      { name: 'composite', at: digitAt(1, 43), covers: [span(1, 0, 10), span(1, 13, 20), span(1, 21, 43)] },
    ],
  },
  {
    name: 'MRVA',
    lines: 2,
    width: 44,
    heads: 'V',
    fields: [...head(44), ...second, optional(28, 44)],
    checks: secondChecks,
  },
  {
    name: 'TD2',
    lines: 2,
    width: 36,
    heads: 'ACI',
    fields: [...head(36), ...second, optional(28, 35)],
    checks: [
      ...secondChecks,
      { name: 'composite', at: digitAt(1, 35), covers: [span(1, 0, 10), span(1, 13, 20), span(1, 21, 35)] },
    ],
  },
  {
    name: 'MRVB',
    lines: 2,
    width: 36,
    heads: 'V',
    fields: [...head(36), ...second, optional(28, 36)],
    checks: secondChecks,
  },
]
