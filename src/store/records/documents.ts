// Every query about documents that were read, and the pictures they were read from.
import type { Queries } from '../port.ts'
import { addedBy, boundBy, removed } from './binding.ts'

/** One document of one organisation. */
export interface DocumentPlace {
  readonly organisationId: string
  readonly id: string
}

export interface NewDocument extends DocumentPlace {
  readonly externalPersonId: string | null
  /** The caller's reference to the person's consent. */
  readonly consentReference: string | null
  readonly kind: string
  readonly createdAt: number
  /** The verification that it was sent for; null for none. */
  readonly verificationId: string | null
}

export interface DocumentRecord {
  readonly kind: string
  readonly images: number
}

/** Adds a document without pictures. */
export async function addDocument(queries: Queries, document: NewDocument): Promise<void> {
  const { organisationId, id, externalPersonId, kind, createdAt, consentReference, verificationId } = document
  await addedBy(queries, 'document', {
    sql: `INSERT INTO documents (organisation_id, id, external_person_id, kind, images, created_at, updated_at,
       consent_reference, verification_id) VALUES ($1, $2, $3, $4, 0, $5, $5, $6, $7)`,
    values: [organisationId, id, externalPersonId, kind, createdAt, consentReference, verificationId],
  })
}

export async function findDocument(
  queries: Queries,
  { organisationId, id }: DocumentPlace,
): Promise<DocumentRecord | undefined> {
  const rows = await queries.query<DocumentRecord>(
    'SELECT kind, images FROM documents WHERE organisation_id = $1 AND id = $2',
    [organisationId, id],
  )
  return rows[0]
}

/** Whose document it is; undefined where there is none. */
export async function ownerOfDocument(
  queries: Queries,
  { organisationId, id }: DocumentPlace,
): Promise<Pick<NewDocument, 'externalPersonId' | 'consentReference'> | undefined> {
  const rows = await queries.query<Pick<NewDocument, 'externalPersonId' | 'consentReference'>>(
    `SELECT external_person_id AS "externalPersonId", consent_reference AS "consentReference" FROM documents
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id],
  )
  return rows[0]
}

interface ImageRoom {
  /** The document as it was when the picture was compared with the earlier ones. */
  readonly seen: DocumentRecord
  /** The kind of the document with the picture. */
  readonly kind: string
  readonly most: number
  readonly now: number
}

/**
 * Takes the number of the next picture; others who add one wait until this transaction ends. Undefined when the document
 * is gone, full or of another kind by now. A caller that changes the kind must have seen all pictures.
 */
export async function takeImageNumber(
  queries: Queries,
  { organisationId, id }: DocumentPlace,
  { seen, kind, most, now }: ImageRoom,
): Promise<number | undefined> {
  const rows = await boundBy<{ images: number }>(queries, 'document', whereOf(organisationId, id), {
    sql: `UPDATE documents SET images = images + 1, kind = $4, updated_at = $5
     WHERE organisation_id = $1 AND id = $2 AND kind = $3 AND images < $6
       AND ($3 = $4 OR images = $7)`,
    values: [organisationId, id, seen.kind, kind, now, most, seen.images],
    returning: 'images',
  })
  return rows[0]?.images
}

const whereOf = (organisationId: string, id: string) => ({ organisation_id: organisationId, id })

export interface DocumentImage {
  readonly number: number
  /** It is also the id of the file. */
  readonly id: string
  /** Sealed. */
  readonly reading: Uint8Array
  readonly keyVersion: number
}

export async function addDocumentImage(
  queries: Queries,
  { organisationId, id }: DocumentPlace,
  image: DocumentImage,
  receivedAt: number,
): Promise<void> {
  await addedBy(queries, 'picture', {
    sql: `INSERT INTO document_images (organisation_id, document_id, number, id, reading, key_version, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [organisationId, id, image.number, image.id, image.reading, image.keyVersion, receivedAt],
  })
}

/** Returns pictures in the order in which they were added. */
export function documentImages(
  queries: Queries,
  { organisationId, id }: DocumentPlace,
): Promise<DocumentImage[]> {
  return queries.query<DocumentImage>(
    `SELECT number, id, reading, key_version AS "keyVersion" FROM document_images
     WHERE organisation_id = $1 AND document_id = $2 ORDER BY number`,
    [organisationId, id],
  )
}

/** Removes a document with the records of its pictures; false when it is gone or has other pictures by now. */
export async function removeDocument(
  queries: Queries,
  { organisationId, id }: DocumentPlace,
  images: number,
): Promise<boolean> {
  const place = [organisationId, id]
  // Nobody adds a picture until the transaction ends.
  const found = await queries.query(
    'UPDATE documents SET images = images WHERE organisation_id = $1 AND id = $2 AND images = $3 RETURNING id',
    [...place, images],
  )
  if (found.length === 0) return false
  await removed(queries, 'document', whereOf(organisationId, id), (inside) =>
    inside.query('DELETE FROM documents WHERE organisation_id = $1 AND id = $2', place),
  )
  return true
}

export async function markFilesRemoved(
  queries: Queries,
  organisationId: string,
  ids: readonly string[],
  now: number,
): Promise<void> {
  for (const id of ids)
    await queries.query(
      'UPDATE document_images SET file_removed_at = $3 WHERE organisation_id = $1 AND id = $2',
      [organisationId, id, now],
    )
}
