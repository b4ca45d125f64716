// The port of the gallery: a searchable index of the faces of all collections, which can be rebuilt from the database.
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
  /** The number of changes of the collection, as just read from the database: a search must know all of them. */
  readonly changes: number
  /** The number of faces to return, the most similar first. */
  readonly wanted: number
  /** Faces below this cosine are not returned. */
  readonly leastCosine: number
  /** Only faces with a lower number are searched; all where it is left out. */
  readonly before?: number
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
  /** Compares by the true cosine with the vectors in the database, and returns only faces that have a record. */
  nearest(key: CollectionKey, question: Question): Promise<Match[]>
  /** Answers each question as `nearest` does, in less time; searches that somebody waits for take turns with these. */
  nearestOfEach(key: CollectionKey, questions: readonly Question[]): Promise<Match[][]>
  /** Removes faces without a record; returns how many. */
  sweep(): Promise<number>
  /** Throws an error that says why faces cannot be searched now. */
  check(): Promise<void>
  stats(): GalleryStats
}

/** The fields must not contain an id of a caller. */
export type GalleryLog = (level: 'info' | 'warn', fields: object, message: string) => void

interface GalleryStats {
  /** What this process holds in memory; zero on Qdrant. */
  readonly collections: number
  readonly faces: number
  readonly bytes: number
}
