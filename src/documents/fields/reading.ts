// What one source says about one field of a document, and how far each line of it can be trusted.
import type { Quad } from '../../image/geometry/perspective.ts'
import type { FieldName } from './rows.ts'
import type { Source } from './source.ts'

export interface FieldReading<Name extends string = FieldName> {
  readonly field: Name
  readonly source: Source
  /** As the specification gives it: dates DD/MM/YYYY, sex Nam or Nữ, lines of an address joined. */
  readonly value: string
  /** As read, one for each line of text. */
  readonly lines: readonly string[]
  /** 0 to 1, one for each line. */
  readonly confidences: readonly number[]
  /**
   * Where each line stands: in pixels of the straightened page as it is read, in those of the upright picture once it is
   * part of a side; empty where it is not known.
   */
  readonly places: readonly Quad[]
  /** The file of the document it was read in, from 0; the first if missing. */
  readonly file?: number
  /** Letters of it may be hidden by light or by a finger, or lie beyond the edge of the picture. */
  readonly isHidden?: true
  /** How much more the page shows an earlier compression than what this was read from; missing where that is not known. */
  readonly history?: number
  /** Known places, names or beginnings of numbers chose letters that the print left open. */
  readonly isChosen?: true
  /** The letters are those of a zone: capitals without tones, cut at its width. What a zone itself says always is. */
  readonly isZoneSpelling?: true
}

/** The confidence of its least sure line. */
export const minConfidence = ({ confidences }: Pick<FieldReading, 'confidences'>): number =>
  Math.min(1, ...confidences)

/** The most of these, and nothing where none is known. */
export function mostHistory(parts: readonly { readonly history?: number }[]): { readonly history?: number } {
  const known = parts.flatMap(({ history }) => history ?? [])
  return known.length === 0 ? {} : { history: Math.max(...known) }
}
