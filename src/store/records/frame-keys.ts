// Where what was seen in a frame is sealed, and queries about the keys that seal it, for those who rotate keys.
import type { Queries } from '../port.ts'
import type { Place } from '../seal.ts'

export const placeOfSeen = (organisationId: string, frameId: string): Place => ({
  organisationId,
  label: `frame:${frameId}`,
})

export function framesSealedBelow(
  queries: Queries,
  organisationId: string,
  keyVersion: number,
  limit: number,
): Promise<{ readonly id: string; readonly seen: Uint8Array }[]> {
  return queries.query(
    'SELECT id, seen FROM challenge_frames WHERE organisation_id = $1 AND key_version < $2 ORDER BY id LIMIT $3',
    [organisationId, keyVersion, limit],
  )
}

/** Nothing to do when the frame was removed meanwhile. */
export async function resealFrame(
  queries: Queries,
  organisationId: string,
  frame: { readonly id: string; readonly sealed: Uint8Array; readonly keyVersion: number },
): Promise<void> {
  await queries.query(
    'UPDATE challenge_frames SET seen = $3, key_version = $4 WHERE organisation_id = $1 AND id = $2',
    [organisationId, frame.id, frame.sealed, frame.keyVersion],
  )
}
