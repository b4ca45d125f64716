// What the gallery promises: the faces of every collection, searchable; the database is the truth, this its projection.
import type { Queries } from '../store/port.ts'
import type { CollectionKey } from '../store/records/collections.ts'

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

/** A face that was removed from the records. */
export interface Removal {
  readonly id: string
  readonly number: number
  /** The number of the removal itself among the changes of the collection. */
  readonly change: number
}

/**
 * Called in the transaction that writes the record of a face, with the number of that change. It throws StoreUnavailable
 * when the face could not be found later: then nothing is registered.
 */
type AddFace = (queries: Queries, number: number) => Promise<NewFace>

/** Called in the transaction that removes the record of a face. */
type DropFace = (queries: Queries, removal: Removal) => Promise<Removal>

/** The part of a gallery that changes faces; a process that searches none needs no more. */
export interface GalleryWriter {
  /**
   * Registers a face, or gives it another vector. `commit` runs the transaction, calls `add` in it and returns what
   * `add` returned; it returns undefined when it left everything as it was. When the process dies or `commit` throws,
   * nothing of the face is ever found, and the sweep removes what is left of it.
   */
  register(
    key: CollectionKey,
    face: { readonly id: string; readonly vector: Float32Array },
    commit: (add: AddFace) => Promise<NewFace | undefined>,
  ): Promise<NewFace | undefined>
  /** Removes a face, in the same way; the face is not found from the moment its record is gone. */
  remove(
    key: CollectionKey,
    commit: (drop: DropFace) => Promise<Removal | undefined>,
  ): Promise<Removal | undefined>
  close(): Promise<void>
}

export interface Gallery extends GalleryWriter {
  readonly engine: 'memory' | 'qdrant'
  /** Exact: by the true cosine with the vectors in the database, and only faces that have a record. */
  nearest(key: CollectionKey, question: Question): Promise<Match[]>
  /** Removes what has no record; returns how much. */
  sweep(): Promise<number>
  /** Throws a sentence when faces cannot be searched now. */
  check(): Promise<void>
  stats(): GalleryStats
}

/** Plain data for the log; never a caller's id. */
export type GalleryLog = (level: 'info' | 'warn', fields: object, message: string) => void

interface GalleryStats {
  /** What is held in the memory of this process: none when another engine holds it. */
  readonly collections: number
  readonly faces: number
  readonly bytes: number
}
