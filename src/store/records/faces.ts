// Every query about registered faces.
import type { Database, Queries, SqlValue } from '../port.ts'
import { beginning } from './beginning.ts'
import type { CollectionKey } from './collections.ts'

export interface Embedder {
  readonly name: string
  readonly version: string
}

export interface FaceRecord {
  readonly id: string
  /** The number of the change that registered the face or gave it its present vector. */
  readonly number: number
  readonly fileId: string
  readonly externalPersonId: string
  readonly embedder: string
  readonly embedderVersion: string
  /** Sealed. */
  readonly vector: Uint8Array
  readonly keyVersion: number
}

/** Takes the next change number of a collection; other changes of it wait until this transaction ends. */
export async function nextChange(
  queries: Queries,
  key: CollectionKey,
  moreFaces: -1 | 0 | 1,
): Promise<number | undefined> {
  const rows = await queries.query<{ changes: number }>(
    `UPDATE face_collections SET changes = changes + 1, faces = faces + $3
     WHERE organisation_id = $1 AND id = $2 RETURNING changes`,
    [key.organisationId, key.collectionId, moreFaces],
  )
  return rows[0]?.changes
}

interface Registration {
  readonly createdAt: number
  readonly consentReference?: string | null | undefined
  /** The verification that registered the face. */
  readonly verificationId?: string | null | undefined
}

export async function addFace(
  queries: Queries,
  key: CollectionKey,
  face: FaceRecord,
  { createdAt, consentReference = null, verificationId = null }: Registration,
): Promise<void> {
  await queries.query(
    `INSERT INTO faces (organisation_id, collection_id, number, id, file_id, external_person_id, embedder,
       embedder_version, vector, key_version, created_at, consent_reference, verification_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      key.organisationId,
      key.collectionId,
      face.number,
      face.id,
      face.fileId,
      face.externalPersonId,
      face.embedder,
      face.embedderVersion,
      face.vector,
      face.keyVersion,
      createdAt,
      consentReference,
      verificationId,
    ],
  )
}

const columns = `id, number, file_id AS "fileId", external_person_id AS "externalPersonId", embedder,
  embedder_version AS "embedderVersion", vector, key_version AS "keyVersion"`

/** Removes a face and returns its number, so that only one of two removers continues. */
export async function takeFace(
  queries: Queries,
  key: CollectionKey,
  face: { readonly id: string; readonly fileId: string },
): Promise<number | undefined> {
  const rows = await queries.query<{ number: number }>(
    `DELETE FROM faces WHERE organisation_id = $1 AND collection_id = $2 AND id = $3 AND file_id = $4 RETURNING number`,
    [key.organisationId, key.collectionId, face.id, face.fileId],
  )
  return rows[0]?.number
}

export async function addRemoval(
  queries: Queries,
  key: CollectionKey,
  number: number,
  face: { readonly id: string; readonly number: number },
): Promise<void> {
  await queries.query(
    `INSERT INTO face_removals (organisation_id, collection_id, number, face_number, face_id)
     VALUES ($1, $2, $3, $4, $5)`,
    [key.organisationId, key.collectionId, number, face.number, face.id],
  )
}

export type SealedVector = Pick<FaceRecord, 'id' | 'number' | 'vector'>

/** Faces of one embedder with numbers above `after` and up to `upTo`, at most `limit` of them. */
interface NumberRange {
  readonly after: number
  readonly upTo: number
  readonly limit: number
}

/** Returns vectors in the order of the numbers of their faces. */
export const vectorsBetween = (
  queries: Queries,
  key: CollectionKey,
  embedder: Embedder,
  range: NumberRange,
): Promise<SealedVector[]> => between<SealedVector>(queries, 'id, number, vector', key, embedder, range)

/** Returns faces in the order of their numbers. */
export const facesAfter = (
  queries: Queries,
  key: CollectionKey,
  embedder: Embedder,
  range: NumberRange,
): Promise<FaceRecord[]> => between<FaceRecord>(queries, columns, key, embedder, range)

function between<Row extends object>(
  queries: Queries,
  wanted: string,
  { organisationId, collectionId }: CollectionKey,
  { name, version }: Embedder,
  { after, upTo, limit }: NumberRange,
): Promise<Row[]> {
  return queries.query<Row>(
    `SELECT ${wanted} FROM faces WHERE organisation_id = $1 AND collection_id = $2 AND number > $3 AND number <= $4
       AND embedder = $5 AND embedder_version = $6 ORDER BY number LIMIT $7`,
    [organisationId, collectionId, after, upTo, name, version, limit],
  )
}

/** Returns faces of one person in a collection, the newest first. */
export function facesOfPerson(
  queries: Queries,
  key: CollectionKey,
  externalPersonId: string,
  limit: number,
): Promise<FaceRecord[]> {
  return queries.query<FaceRecord>(
    `SELECT ${columns} FROM faces WHERE organisation_id = $1 AND external_person_id = $2 AND collection_id = $3
     ORDER BY number DESC LIMIT $4`,
    [key.organisationId, externalPersonId, key.collectionId, limit],
  )
}

/** Returns which faces these people have in a collection, at most `limit` of the newest of each. */
export async function facesOfPersons(
  queries: Queries,
  key: CollectionKey,
  externalPersonIds: readonly string[],
  limit: number,
): Promise<Pick<FaceRecord, 'id' | 'number' | 'externalPersonId'>[]> {
  if (externalPersonIds.length === 0) return []
  const places = externalPersonIds.map((_, i) => `$${i + 4}`).join(', ')
  return queries.query(
    `SELECT id, number, person AS "externalPersonId" FROM (
       SELECT id, number, external_person_id AS person,
         ROW_NUMBER() OVER (PARTITION BY external_person_id ORDER BY number DESC) AS place
       FROM faces WHERE organisation_id = $1 AND collection_id = $2 AND external_person_id IN (${places})
     ) AS newest WHERE place <= $3`,
    [key.organisationId, key.collectionId, limit, ...externalPersonIds],
  )
}

export interface ListedFace extends Pick<FaceRecord, 'id' | 'number' | 'fileId' | 'externalPersonId'> {
  readonly createdAt: number
  readonly consentReference: string | null
  readonly verificationId: string | null
}

interface FacePage {
  /** How the id of the person begins. */
  readonly search: string | undefined
  readonly after: Pick<FaceRecord, 'externalPersonId' | 'number'>
  readonly limit: number
}

/** Returns a page of the faces of a collection, by person and then by number. */
export function facesListed(
  database: Database,
  { organisationId, collectionId }: CollectionKey,
  { search, after, limit }: FacePage,
): Promise<ListedFace[]> {
  const values: SqlValue[] = [organisationId, collectionId, after.externalPersonId, after.number, limit]
  const begins =
    search === undefined ? '' : ` AND ${beginning(database, values, search)('external_person_id')}`
  // What is looked for is found in the index of persons alone, so that a million faces are gone through in no time.
  return database.query<ListedFace>(
    `SELECT id, number, file_id AS "fileId", external_person_id AS "externalPersonId", created_at AS "createdAt",
       consent_reference AS "consentReference", verification_id AS "verificationId"
     FROM faces WHERE organisation_id = $1 AND collection_id = $2 AND number IN (
       SELECT number FROM faces WHERE organisation_id = $1 AND collection_id = $2
         AND (external_person_id, number) > ($3, $4)${begins} ORDER BY external_person_id, number LIMIT $5)
     ORDER BY external_person_id, number`,
    values,
  )
}

/** Returns the numbers of faces that were removed by changes above `after` and up to `upTo`. */
export async function removedBetween(
  queries: Queries,
  key: CollectionKey,
  range: { readonly after: number; readonly upTo: number },
): Promise<number[]> {
  const rows = await queries.query<{ faceNumber: number }>(
    `SELECT face_number AS "faceNumber" FROM face_removals
     WHERE organisation_id = $1 AND collection_id = $2 AND number > $3 AND number <= $4`,
    [key.organisationId, key.collectionId, range.after, range.upTo],
  )
  return rows.map(({ faceNumber }) => faceNumber)
}

export async function hasRemovalsAfter(
  queries: Queries,
  key: CollectionKey,
  after: number,
): Promise<boolean> {
  const rows = await queries.query(
    'SELECT number FROM face_removals WHERE organisation_id = $1 AND collection_id = $2 AND number > $3 LIMIT 1',
    [key.organisationId, key.collectionId, after],
  )
  return rows.length === 1
}

/** Returns the faces that still exist, in no order. */
export async function facesNumbered(
  queries: Queries,
  key: CollectionKey,
  numbers: readonly number[],
): Promise<FaceRecord[]> {
  if (numbers.length === 0) return []
  const places = numbers.map((_, i) => `$${i + 3}`).join(', ')
  return queries.query<FaceRecord>(
    `SELECT ${columns} FROM faces WHERE organisation_id = $1 AND collection_id = $2 AND number IN (${places})`,
    [key.organisationId, key.collectionId, ...numbers],
  )
}

/** Returns the face that a change was about; it differs where the database has another history. */
export async function faceOfChange(
  queries: Queries,
  key: CollectionKey,
  number: number,
): Promise<string | undefined> {
  const rows = await queries.query<{ id: string }>(
    `SELECT id FROM faces WHERE organisation_id = $1 AND collection_id = $2 AND number = $3
     UNION ALL SELECT face_id AS id FROM face_removals
       WHERE organisation_id = $1 AND collection_id = $2 AND (number = $3 OR face_number = $3)`,
    [key.organisationId, key.collectionId, number],
  )
  return rows[0]?.id
}

export async function countFacesOfOthers(
  queries: Queries,
  key: CollectionKey,
  embedder: Embedder,
): Promise<number> {
  const rows = await queries.query<{ n: number }>(
    `SELECT COUNT(*) AS n FROM faces WHERE organisation_id = $1 AND collection_id = $2
       AND NOT (embedder = $3 AND embedder_version = $4)`,
    [key.organisationId, key.collectionId, embedder.name, embedder.version],
  )
  return rows[0]?.n ?? 0
}

export async function hasFaces(queries: Queries, embedder: Embedder): Promise<boolean> {
  const rows = await queries.query(
    'SELECT number FROM faces WHERE embedder = $1 AND embedder_version = $2 LIMIT 1',
    [embedder.name, embedder.version],
  )
  return rows.length === 1
}

export async function hasFacesOfOthers(queries: Queries, embedder: Embedder): Promise<boolean> {
  const rows = await queries.query(
    'SELECT number FROM faces WHERE NOT (embedder = $1 AND embedder_version = $2) LIMIT 1',
    [embedder.name, embedder.version],
  )
  return rows.length === 1
}

export async function countFaces(queries: Queries, embedder: Embedder): Promise<number> {
  const rows = await queries.query<{ n: number }>(
    'SELECT COUNT(*) AS n FROM faces WHERE embedder = $1 AND embedder_version = $2',
    [embedder.name, embedder.version],
  )
  return rows[0]?.n ?? 0
}

/** Returns a page of the collections of all organisations that have faces; the first page comes after two empty ids. */
export function collectionsAfter(
  queries: Queries,
  last: CollectionKey,
  limit: number,
): Promise<CollectionKey[]> {
  return queries.query<CollectionKey>(
    `SELECT organisation_id AS "organisationId", id AS "collectionId" FROM face_collections
     WHERE (organisation_id, id) > ($1, $2) AND faces > 0 ORDER BY organisation_id, id LIMIT $3`,
    [last.organisationId, last.collectionId, limit],
  )
}

/** Whether a verification has registered a face in the collection. */
export async function isRegisteredBy(
  queries: Queries,
  { organisationId, collectionId }: CollectionKey,
  verificationId: string,
): Promise<boolean> {
  const rows = await queries.query(
    'SELECT id FROM faces WHERE organisation_id = $1 AND collection_id = $2 AND verification_id = $3 LIMIT 1',
    [organisationId, collectionId, verificationId],
  )
  return rows.length > 0
}
