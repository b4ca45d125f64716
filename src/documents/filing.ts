// Files a document: its files and what was read in them, sealed, and the records of both, together or not at all.
import { randomUUID } from 'node:crypto'
import type { Queries } from '../store/port.ts'
import * as records from '../store/records/documents.ts'
import { placeOfPart } from '../store/records/frame-keys.ts'
import type { Seals, Secret, Vault } from '../store/vault.ts'
import type { Kind } from './kinds/kinds.ts'

/** The kind under which chips are stored; no picture is of it. */
export const CHIP = 'chip'

/** A file as it was sent, and what was read in it. */
export interface FiledPart {
  readonly bytes: Uint8Array
  /** It is stored sealed. */
  readonly reading: Uint8Array
}

/** Whose document it is, and when it is stored. */
export interface DocumentOwner {
  readonly organisationId: string
  readonly externalPersonId?: string | undefined
  readonly consentReference?: string | undefined
  /** The verification that it was sent for. */
  readonly verificationId?: string | undefined
  readonly now: number
}

export interface DocumentToFile extends DocumentOwner {
  readonly kind: Kind | typeof CHIP
  readonly parts: readonly FiledPart[]
  /** Writes what belongs with it, in the same transaction. */
  readonly also?: (queries: Queries, place: records.DocumentPlace) => Promise<void>
}

export interface FiledDocument {
  readonly id: string
  /** In the order of the parts. */
  readonly fileIds: readonly string[]
}

export async function fileDocument(vault: Vault, document: DocumentToFile): Promise<FiledDocument> {
  const { organisationId, externalPersonId = null, consentReference = null, kind, parts, now } = document
  const place = { organisationId, id: randomUUID() }
  const files = parts.map((part) => ({ id: randomUUID(), ...part }))
  await keepFiles(vault, organisationId, files, async (queries, kept) => {
    await records.addDocument(queries, {
      ...place,
      externalPersonId,
      consentReference,
      kind,
      createdAt: now,
      verificationId: document.verificationId ?? null,
    })
    for (const [images, file] of kept.entries()) {
      const room = { seen: { kind, images }, kind, most: parts.length, now }
      const number = await records.takeImageNumber(queries, place, room)
      if (number === undefined) throw new Error('a new document has no room for its file')
      await records.addDocumentImage(queries, place, { number, ...file }, now)
    }
    await document.also?.(queries, place)
  })
  return { id: place.id, fileIds: files.map(({ id }) => id) }
}

/** A file with its reading sealed, for its record. */
export interface KeptFile {
  readonly id: string
  readonly reading: Uint8Array
  readonly keyVersion: number
}

/** `also` writes the records of the files, which it gets in the order of `files`. */
export function keepFiles<T>(
  vault: Vault,
  organisationId: string,
  files: readonly (FiledPart & { readonly id: string })[],
  also: (queries: Queries, kept: readonly KeptFile[]) => Promise<T>,
): Promise<T> {
  const secrets: Record<string, Secret> = {}
  for (const { id, reading } of files)
    secrets[id] = { label: placeOfPart('document', organisationId, id).label, bytes: reading }
  // The entries come in the order of the files, because ids are UUIDs and not whole numbers.
  const write = (queries: Queries, seals: Seals<string>) =>
    also(
      queries,
      Object.entries(seals).map(([id, { bytes, keyVersion }]) => ({ id, reading: bytes, keyVersion })),
    )
  return vault.keep(
    organisationId,
    files.map(({ id, bytes }) => ({ id, bytes })),
    write,
    secrets,
  )
}
