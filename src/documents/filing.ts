// Files a document: its files and what was read in them, sealed, and the records of both, together or not at all.
import { randomUUID } from 'node:crypto'
import type { Queries } from '../store/port.ts'
import * as records from '../store/records/documents.ts'
import { placeOfPart } from '../store/records/frame-keys.ts'
import type { SealedSecret, Vault } from '../store/vault.ts'
import type { Kind } from './kinds.ts'

/** A file as it was sent, and what was read in it. */
export interface Part {
  readonly bytes: Uint8Array
  /** Kept sealed. */
  readonly reading: Uint8Array
}

export interface NewDocument {
  readonly organisationId: string
  readonly externalPersonId?: string | undefined
  readonly consentReference?: string | undefined
  readonly kind: Kind
  readonly parts: readonly Part[]
  readonly now: number
}

export interface FiledDocument {
  readonly id: string
  /** In the order of the parts. */
  readonly fileIds: readonly string[]
}

export async function fileDocument(vault: Vault, document: NewDocument): Promise<FiledDocument> {
  const { organisationId, externalPersonId = null, consentReference = null, kind, parts, now } = document
  const place = { organisationId, id: randomUUID() }
  const fileIds = parts.map(() => randomUUID())
  await fileParts(vault, organisationId, fileIds, parts, async (queries, sealed) => {
    await records.addDocument(queries, {
      ...place,
      externalPersonId,
      consentReference,
      kind,
      createdAt: now,
    })
    for (const [i, fileId] of fileIds.entries()) {
      const room = { seen: { kind, images: i }, kind, most: parts.length, now }
      const number = await records.takeImageNumber(queries, place, room)
      if (number === undefined) throw new Error('a new document has no room for its file')
      await addPart(queries, place, { number, fileId, sealed: sealed[i] }, now)
    }
  })
  return { id: place.id, fileIds }
}

/** `also` writes the records, with each reading sealed in the order of the parts. */
export function fileParts<T>(
  vault: Vault,
  organisationId: string,
  fileIds: readonly string[],
  parts: readonly Part[],
  also: (queries: Queries, sealed: readonly SealedSecret[]) => Promise<T>,
): Promise<T> {
  const named = parts.map(({ bytes, reading }, i) => ({ id: fileIds[i] ?? '', bytes, reading }))
  return vault.keep(
    organisationId,
    named.map(({ id, bytes }) => ({ id, bytes })),
    also,
    named.map(({ id, reading }) => ({
      label: placeOfPart('document', organisationId, id).label,
      bytes: reading,
    })),
  )
}

export interface FiledPart {
  readonly number: number
  readonly fileId: string
  readonly sealed: SealedSecret | undefined
}

export async function addPart(
  queries: Queries,
  place: records.DocumentPlace,
  { number, fileId, sealed }: FiledPart,
  now: number,
): Promise<void> {
  if (!sealed) throw new Error('a file was to be kept without its reading')
  const { bytes: reading, keyVersion } = sealed
  await records.addDocumentImage(queries, place, { number, id: fileId, reading, keyVersion }, now)
}
