// Queries about the embedders that made the vectors of faces, for moving faces to another embedder.

import type { Queries } from '../port.ts'
import type { CollectionKey } from './collections.ts'
import type { Embedder, FaceRecord } from './faces.ts'

export interface EmbedderCount extends CollectionKey {
  readonly organisation: string
  readonly embedder: string
  readonly embedderVersion: string
  readonly faces: number
}

/** How many faces each collection has of each embedder. */
export function countByEmbedder(queries: Queries): Promise<EmbedderCount[]> {
  return queries.query<EmbedderCount>(
    `SELECT f.organisation_id AS "organisationId", o.name AS organisation, f.collection_id AS "collectionId",
       f.embedder, f.embedder_version AS "embedderVersion", COUNT(*) AS faces
     FROM faces f JOIN organisations o ON o.id = f.organisation_id
     GROUP BY f.organisation_id, o.name, f.collection_id, f.embedder, f.embedder_version
     ORDER BY o.name, f.collection_id, f.embedder, f.embedder_version`,
  )
}

/** Returns faces of any other embedder, numbered above `after`, in the order of their numbers. */
export function facesOfOthers(
  queries: Queries,
  key: CollectionKey,
  embedder: Embedder,
  after: number,
  limit: number,
): Promise<Pick<FaceRecord, 'id' | 'number' | 'fileId'>[]> {
  return queries.query(
    `SELECT id, number, file_id AS "fileId" FROM faces WHERE organisation_id = $1 AND collection_id = $2
       AND NOT (embedder = $3 AND embedder_version = $4) AND number > $5 ORDER BY number LIMIT $6`,
    [key.organisationId, key.collectionId, embedder.name, embedder.version, after, limit],
  )
}

interface NewVector {
  readonly number: number
  readonly embedder: Embedder
  readonly vector: Uint8Array
  readonly keyVersion: number
}

/** False when the face was removed or changed meanwhile. */
export async function changeVector(
  queries: Queries,
  key: CollectionKey,
  face: { readonly id: string; readonly number: number },
  to: NewVector,
): Promise<boolean> {
  const rows = await queries.query(
    `UPDATE faces SET number = $5, embedder = $6, embedder_version = $7, vector = $8, key_version = $9
     WHERE organisation_id = $1 AND collection_id = $2 AND id = $3 AND number = $4 RETURNING id`,
    [
      key.organisationId,
      key.collectionId,
      face.id,
      face.number,
      to.number,
      to.embedder.name,
      to.embedder.version,
      to.vector,
      to.keyVersion,
    ],
  )
  return rows.length === 1
}
