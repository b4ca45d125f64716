// Reads registered faces from the database and unseals their vectors, for the exact comparison of both engines.

import type { Keyring } from '../store/keyring.ts'
import { type Database, StoredDataDamaged } from '../store/port.ts'
import type { CollectionKey } from '../store/records/collections.ts'
import { placeOfVector } from '../store/records/face-keys.ts'
import {
  type Embedder,
  type FaceRecord,
  facesAfter,
  facesNumbered,
  facesOfPerson,
  facesOfPersons,
  removedBetween,
  type SealedVector,
  vectorsBetween,
} from '../store/records/faces.ts'
import { cosine } from './cosine.ts'
import type { KnownFace, Match, NewFace } from './port.ts'

export const VECTOR_NUMBERS = 128
const vectorBytes = VECTOR_NUMBERS * Float32Array.BYTES_PER_ELEMENT

export interface KnownFaces {
  readonly embedder: Embedder
  /** Returns the faces that still exist, in no order. */
  numbered(key: CollectionKey, numbers: readonly number[]): Promise<KnownFace[]>
  /** Returns the faces above `after` and up to `upTo`, in the order of their numbers. */
  following(key: CollectionKey, range: { after: number; upTo: number; limit: number }): Promise<KnownFace[]>
  /** Returns faces of one person, the newest first. */
  ofPerson(key: CollectionKey, externalPersonId: string, limit: number): Promise<KnownFace[]>
  /** Returns which faces these people have, at most `limit` of the newest of each; no vector is read. */
  ofPersons(
    key: CollectionKey,
    externalPersonIds: readonly string[],
    limit: number,
  ): Promise<Pick<KnownFace, 'id' | 'number' | 'externalPersonId'>[]>
  /** Yields pages in the order of the numbers, above `after` and up to `upTo`. */
  pages(key: CollectionKey, after: number, upTo: number): AsyncIterable<NewFace[]>
  /** Returns the numbers of faces that changes above `after` and up to `upTo` removed. */
  removed(key: CollectionKey, after: number, upTo: number): Promise<number[]>
}

interface KnownFacesOptions {
  readonly database: Database
  readonly keyring: Keyring
  /** Vectors of any other embedder are never compared and not read here. */
  readonly embedder: Embedder
}

const PAGE = 1000

export function openKnownFaces({ database, keyring, embedder }: KnownFacesOptions): KnownFaces {
  const vectorOf = async (
    { organisationId }: CollectionKey,
    { id, vector }: SealedVector,
  ): Promise<Float32Array> => floatsOf(await keyring.unseal(placeOfVector(organisationId, id), vector), id)

  const opened = async (key: CollectionKey, records: readonly FaceRecord[]): Promise<KnownFace[]> => {
    const faces: KnownFace[] = []
    for (const record of records) {
      if (record.embedder !== embedder.name || record.embedderVersion !== embedder.version) continue
      const { id, number, fileId, externalPersonId } = record
      faces.push({ id, number, fileId, externalPersonId, vector: await vectorOf(key, record) })
    }
    return faces
  }

  return {
    embedder,
    numbered: async (key, numbers) => opened(key, await facesNumbered(database, key, numbers)),
    following: async (key, range) => opened(key, await facesAfter(database, key, embedder, range)),
    ofPerson: async (key, person, limit) => opened(key, await facesOfPerson(database, key, person, limit)),
    ofPersons: (key, persons, limit) => facesOfPersons(database, key, persons, limit),
    async *pages(key, after, upTo) {
      for (let from = after; ; ) {
        const page = await vectorsBetween(database, key, embedder, { after: from, upTo, limit: PAGE })
        const last = page.at(-1)
        if (!last) return
        const faces: NewFace[] = []
        for (const record of page)
          faces.push({ id: record.id, number: record.number, vector: await vectorOf(key, record) })
        yield faces
        if (page.length < PAGE) return
        from = last.number
      }
    },
    removed: (key, after, upTo) => removedBetween(database, key, { after, upTo }),
  }
}

export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}

function floatsOf(bytes: Buffer, id: string): Float32Array {
  if (bytes.byteLength !== vectorBytes)
    throw new StoredDataDamaged(
      `face:${id} holds ${bytes.byteLength} bytes where a vector has ${vectorBytes}`,
    )
  // The bytes are copied, because the buffer may not be aligned for floats.
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + vectorBytes))
}

/** Returns true cosines, best first: at most `wanted` of them, and none below `leastCosine`. */
export function matchesAmong(
  faces: readonly KnownFace[],
  vector: Float32Array,
  wanted: number,
  leastCosine: number,
): Match[] {
  return faces
    .map((face) => ({ face, cosine: cosine(vector, face.vector) }))
    .filter((match) => match.cosine >= leastCosine)
    .toSorted((one, other) => other.cosine - one.cosine || one.face.number - other.face.number)
    .slice(0, wanted)
}
