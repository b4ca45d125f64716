// Every query about searches through whole collections for duplicates.
import { randomUUID } from 'node:crypto'
import type { Queries } from '../port.ts'
import type { CollectionKey } from './collections.ts'

export interface SearchRecord extends CollectionKey {
  readonly id: string
  /** In hundredths of percent. */
  readonly sameThreshold: number
  readonly otherThreshold: number
  readonly state: 'running' | 'finished' | 'stopped'
  readonly position: number
  readonly upTo: number
  readonly searched: number
  readonly faces: number
  readonly found: number
  readonly createdAt: number
  readonly finishedAt: number | null
}

const columns = `organisation_id AS "organisationId", collection_id AS "collectionId", id, state, position,
  same_threshold AS "sameThreshold", other_threshold AS "otherThreshold", up_to AS "upTo", searched, faces, found,
  created_at AS "createdAt", finished_at AS "finishedAt"`

/** Undefined where one is running in the collection already. */
export async function addSearch(
  queries: Queries,
  search: Omit<SearchRecord, 'state' | 'position' | 'searched' | 'found' | 'finishedAt'>,
): Promise<SearchRecord | undefined> {
  const rows = await queries.query<SearchRecord>(
    `INSERT INTO duplicate_searches (organisation_id, id, collection_id, same_threshold, other_threshold, state, up_to,
       faces, created_at)
     SELECT $1, $2, $3, $4, $5, 'running', $6, $7, $8 WHERE NOT EXISTS (SELECT 1 FROM duplicate_searches
       WHERE organisation_id = $1 AND collection_id = $3 AND state = 'running') RETURNING ${columns}`,
    [
      search.organisationId,
      search.id,
      search.collectionId,
      search.sameThreshold,
      search.otherThreshold,
      search.upTo,
      search.faces,
      search.createdAt,
    ],
  )
  return rows[0]
}

export async function findSearch(
  queries: Queries,
  { organisationId, collectionId }: CollectionKey,
  id: string,
): Promise<SearchRecord | undefined> {
  const rows = await queries.query<SearchRecord>(
    `SELECT ${columns} FROM duplicate_searches WHERE organisation_id = $1 AND collection_id = $2 AND id = $3`,
    [organisationId, collectionId, id],
  )
  return rows[0]
}

/** Of several servers that ask at once, one gets the search; it has it until the time given. */
export async function takeSearch(
  queries: Queries,
  holder: string,
  now: number,
  until: number,
): Promise<SearchRecord | undefined> {
  const waiting = await queries.query<{ organisationId: string; id: string }>(
    `SELECT organisation_id AS "organisationId", id FROM duplicate_searches WHERE state = 'running' AND held_until < $1
     ORDER BY created_at LIMIT 5`,
    [now],
  )
  for (const { organisationId, id } of waiting) {
    const rows = await queries.query<SearchRecord>(
      `UPDATE duplicate_searches SET holder = $3, held_until = $4
       WHERE organisation_id = $1 AND id = $2 AND state = 'running' AND held_until < $5 RETURNING ${columns}`,
      [organisationId, id, holder, until, now],
    )
    if (rows[0]) return rows[0]
  }
  return undefined
}

export interface FoundPair {
  readonly number: number
  readonly kind: string
  readonly faceId: string
  readonly otherFaceId: string
  /** In hundredths of percent. */
  readonly similarity: number
}

interface Advance {
  readonly position: number
  readonly searched: number
  readonly isLast: boolean
  readonly now: number
  /** Until when other servers leave it alone; now where it is given up. */
  readonly until: number
}

/** In a transaction with its pairs. False where another server has it, or it was stopped. */
export async function advanceSearch(
  queries: Queries,
  { organisationId, id }: SearchRecord,
  holder: string,
  { position, searched, isLast, now, until }: Advance,
  pairs: readonly FoundPair[],
): Promise<boolean> {
  const rows = await queries.query(
    `UPDATE duplicate_searches SET position = $4, searched = searched + $5, found = found + $6, held_until = $7,
       state = $8, finished_at = $9
     WHERE organisation_id = $1 AND id = $2 AND holder = $3 AND state = 'running' RETURNING id`,
    [
      organisationId,
      id,
      holder,
      position,
      searched,
      pairs.length,
      until,
      isLast ? 'finished' : 'running',
      isLast ? now : null,
    ],
  )
  if (rows.length === 0) return false
  // A face may have been removed meanwhile: then nothing is kept of the pair.
  for (const { number, kind, faceId, otherFaceId, similarity } of pairs)
    await queries.query(
      `INSERT INTO face_duplicates (organisation_id, search_id, id, number, kind, face_id, other_face_id, similarity)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE EXISTS (SELECT 1 FROM faces WHERE organisation_id = $1 AND id = $6)
         AND EXISTS (SELECT 1 FROM faces WHERE organisation_id = $1 AND id = $7)`,
      [organisationId, id, randomUUID(), number, kind, faceId, otherFaceId, similarity],
    )
  return true
}

export async function stopSearch(
  queries: Queries,
  { organisationId, id }: Pick<SearchRecord, 'organisationId' | 'id'>,
  now: number,
): Promise<void> {
  await queries.query(
    `UPDATE duplicate_searches SET state = 'stopped', finished_at = $3
     WHERE organisation_id = $1 AND id = $2 AND state = 'running'`,
    [organisationId, id, now],
  )
}

/** Removes searches that ended before; what they found goes with them. */
export async function forgetSearches(queries: Queries, before: number): Promise<number> {
  const rows = await queries.query(`DELETE FROM duplicate_searches WHERE finished_at < $1 RETURNING id`, [
    before,
  ])
  return rows.length
}

interface ShownPair {
  readonly number: number
  readonly id: string
  readonly kind: 'same-face' | 'other-face'
  readonly faceId: string
  readonly person: string
  readonly otherFaceId: string
  readonly otherPerson: string
  readonly similarity: number
}

/** In the order of registration, after `after`. */
export function foundBy(
  queries: Queries,
  { organisationId, id }: Pick<SearchRecord, 'organisationId' | 'id'>,
  after: { readonly number: number; readonly id: string },
  limit: number,
): Promise<ShownPair[]> {
  return queries.query<ShownPair>(
    `SELECT d.number, d.id, d.kind, d.face_id AS "faceId", f.external_person_id AS person,
       d.other_face_id AS "otherFaceId", o.external_person_id AS "otherPerson", d.similarity
     FROM face_duplicates d JOIN faces f ON f.organisation_id = d.organisation_id AND f.id = d.face_id
     JOIN faces o ON o.organisation_id = d.organisation_id AND o.id = d.other_face_id
     WHERE d.organisation_id = $1 AND d.search_id = $2 AND (d.number, d.id) > ($3, $4)
     ORDER BY d.number, d.id LIMIT $5`,
    [organisationId, id, after.number, after.id, limit],
  )
}
