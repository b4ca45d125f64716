// What the gallery promises: the faces of every collection, searchable; the database is the truth, this its projection.
import type { Queries } from '../store/port.ts'
import type { CollectionKey } from '../store/records/faces.ts'

export type { CollectionKey }

/** A face as the gallery knows it; the vector has length one. */
export interface NewFace {
  readonly id: string
  readonly number: number
  readonly vector: Float32Array
}

/** A face as the database knows it, its vector unsealed. */
export interface KnownFace extends NewFace {
  readonly fileId: string
  readonly externalPersonId: string
}

export interface Question {
  readonly vector: Float32Array
  /** How many changes the collection has had, as just read from the database: none of them may be missed. */
  readonly changes: number
  /** How many faces are wanted, the most similar first. */
  readonly wanted: number
  /** Less similar ones are not. */
  readonly leastCosine: number
}

export interface Match {
  readonly face: KnownFace
  readonly cosine: number
}

/**
 * To register: `expect`, then in one transaction with the record `add`, and after the commit `added`.
 * To remove: in one transaction with the record `remove`, and after the commit `removed`.
 * Whoever dies in between leaves nothing that is ever found, and the sweep removes what is left.
 */
export interface Gallery {
  readonly engine: 'memory' | 'qdrant'
  expect(id: string): Promise<void>
  /** Throws StoreUnavailable when the face could not be found later: then nothing is registered. */
  add(queries: Queries, shelf: CollectionKey, face: NewFace): Promise<void>
  added(shelf: CollectionKey, face: NewFace): Promise<void>
  remove(
    queries: Queries,
    shelf: CollectionKey,
    face: { readonly id: string; readonly number: number },
  ): Promise<void>
  /** `change` is the number of the removal itself. */
  removed(
    shelf: CollectionKey,
    face: { readonly id: string; readonly number: number },
    change: number,
  ): Promise<void>
  /** Exact: by the true cosine with the vectors in the database, and only faces that have a record. */
  nearest(shelf: CollectionKey, question: Question): Promise<Match[]>
  /** Removes what has no record; returns how much. */
  sweep(): Promise<number>
  /** Throws a sentence when faces cannot be searched now. */
  check(): Promise<void>
  stats(): GalleryStats
  close(): Promise<void>
}

/** Plain data for the log; never a caller's id. */
export type GalleryLog = (level: 'info' | 'warn', fields: object, message: string) => void

export interface GalleryStats {
  /** What is held in the memory of this process: none when another engine holds it. */
  readonly collections: number
  readonly faces: number
  readonly bytes: number
}
