// The seal of a face's vector, and queries for rotating the keys of such seals.
import type { Queries } from '../port.ts'
import type { SealContext } from '../seal.ts'

export const placeOfVector = (organisationId: string, faceId: string): SealContext => ({
  organisationId,
  label: `face:${faceId}`,
})

export function facesSealedBelow(
  queries: Queries,
  organisationId: string,
  keyVersion: number,
  limit: number,
): Promise<{ readonly id: string; readonly vector: Uint8Array }[]> {
  return queries.query(
    'SELECT id, vector FROM faces WHERE organisation_id = $1 AND key_version < $2 ORDER BY id LIMIT $3',
    [organisationId, keyVersion, limit],
  )
}

/** Does nothing when the face was removed or got another vector meanwhile. */
export async function resealFace(
  queries: Queries,
  organisationId: string,
  face: {
    readonly id: string
    readonly old: Uint8Array
    readonly sealed: Uint8Array
    readonly keyVersion: number
  },
): Promise<void> {
  await queries.query(
    'UPDATE faces SET vector = $4, key_version = $5 WHERE organisation_id = $1 AND id = $2 AND vector = $3',
    [organisationId, face.id, face.old, face.sealed, face.keyVersion],
  )
}
