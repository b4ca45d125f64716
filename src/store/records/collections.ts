// Every query about face collections.
import type { Database, Queries, SqlValue } from '../port.ts'
import { beginning } from './beginning.ts'

/** One collection of one organisation. */
export interface CollectionKey {
  readonly organisationId: string
  readonly collectionId: string
}

interface FaceCollection {
  readonly organisationId: string
  readonly id: string
  readonly externalPersonId: string
  readonly createdAt: number
}

export interface KnownCollection extends FaceCollection {
  /** Counts registrations and removals so far. */
  readonly changes: number
  readonly faces: number
}

/** False when the organisation has registered this id already; of two at the same moment exactly one is true. */
export async function addCollection(queries: Queries, collection: FaceCollection): Promise<boolean> {
  const rows = await queries.query(
    `INSERT INTO face_collections (organisation_id, id, external_person_id, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (organisation_id, id) DO NOTHING RETURNING id`,
    [collection.organisationId, collection.id, collection.externalPersonId, collection.createdAt],
  )
  return rows.length === 1
}

/** Another organisation's collection is not found. */
export async function findCollection(
  queries: Queries,
  { organisationId, collectionId }: CollectionKey,
): Promise<KnownCollection | undefined> {
  const rows = await queries.query<KnownCollection>(
    `SELECT organisation_id AS "organisationId", id, external_person_id AS "externalPersonId",
       created_at AS "createdAt", changes, faces FROM face_collections WHERE organisation_id = $1 AND id = $2`,
    [organisationId, collectionId],
  )
  return rows[0]
}

/** Returns a page of an organisation's collections in the order of their ids, those after the given id. */
export function collectionsOf(
  database: Database,
  organisationId: string,
  {
    search,
    after,
    limit,
  }: { readonly search: string | undefined; readonly after: string; readonly limit: number },
): Promise<KnownCollection[]> {
  const values: SqlValue[] = [organisationId, after, limit]
  const begins = search === undefined ? '' : ` AND ${beginning(database, values, search)('id')}`
  return database.query(
    `SELECT organisation_id AS "organisationId", id, external_person_id AS "externalPersonId",
       created_at AS "createdAt", changes, faces FROM face_collections
     WHERE organisation_id = $1 AND id > $2${begins} ORDER BY id LIMIT $3`,
    values,
  )
}

/** Returns the largest first. */
export function collectionsOfAtLeast(
  queries: Queries,
  faces: number,
): Promise<Pick<KnownCollection, 'organisationId' | 'id' | 'faces'>[]> {
  return queries.query(
    `SELECT organisation_id AS "organisationId", id, faces FROM face_collections WHERE faces >= $1
     ORDER BY faces DESC`,
    [faces],
  )
}

/** Collections with at least so many changes, however few faces they have left. */
export function collectionsChangedOften(queries: Queries, changes: number): Promise<CollectionKey[]> {
  return queries.query(
    `SELECT organisation_id AS "organisationId", id AS "collectionId" FROM face_collections WHERE changes >= $1`,
    [changes],
  )
}
