// Stores a chip: its files one after another, its portrait and its record, sealed, together or not at all; and reads them back.
import { createHash } from 'node:crypto'
import { type Queries, ReferenceMissing } from '../../store/port.ts'
import { attachChip, documentOfChip } from '../../store/records/chips.ts'
import { type DocumentPlace, documentImages, findDocument } from '../../store/records/documents.ts'
import { placeOfPart } from '../../store/records/frame-keys.ts'
import type { Vault } from '../../store/vault.ts'
import { CHIP, type DocumentOwner, type FiledDocument, fileDocument } from '../filing.ts'
import type { ChipFileName } from './chip.ts'
import { type ChipRecord, decodeRecord, encodeRecord, type StoredFile } from './record.ts'

export interface NewChip extends DocumentOwner {
  readonly files: readonly (readonly [ChipFileName, Uint8Array])[]
  /** As JPEG. */
  readonly portrait: Uint8Array | undefined
  readonly record: Omit<ChipRecord, 'files'>
  /** The document made of pictures that it belongs to. */
  readonly documentId: string | undefined
}

export const listed = (files: NewChip['files']): StoredFile[] =>
  files.map(([name, bytes]) => ({
    name,
    bytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))

/** Undefined where the document that it was to belong to is gone. */
export async function keepChip(
  vault: Vault,
  { files, portrait, record, documentId, ...owner }: NewChip,
): Promise<FiledDocument | undefined> {
  const reading = encodeRecord({ ...record, files: listed(files) })
  const bytes = Buffer.concat(files.map(([, one]) => one))
  const parts = [
    { bytes, reading },
    ...(portrait ? [{ bytes: portrait, reading: Buffer.from('{"portrait":true}') }] : []),
  ]
  try {
    return await fileDocument(vault, {
      ...owner,
      kind: CHIP,
      parts,
      ...(documentId !== undefined && {
        also: (queries, place) => attachChip(queries, place, documentId, owner.now),
      }),
    })
  } catch (error) {
    if (documentId !== undefined && error instanceof ReferenceMissing) return undefined
    throw error
  }
}

export interface StoredChip {
  readonly record: ChipRecord
  readonly fileIds: readonly string[]
  readonly documentId: string | undefined
}

/** Undefined where there is none, another organisation's, or a document made of pictures. */
export async function storedChip(
  queries: Queries,
  vault: Vault,
  place: DocumentPlace,
): Promise<StoredChip | undefined> {
  const document = await findDocument(queries, place)
  if (document?.kind !== CHIP) return undefined
  const images = await documentImages(queries, place)
  const [first] = images
  if (!first) return undefined
  const { label } = placeOfPart('document', place.organisationId, first.id)
  return {
    record: decodeRecord(await vault.open(place.organisationId, label, first.reading)),
    fileIds: images.map(({ id }) => id),
    documentId: await documentOfChip(queries, place),
  }
}

/** The files of a chip by their names; undefined where retention has removed them. */
export async function storedFiles(
  vault: Vault,
  { organisationId }: DocumentPlace,
  { record, fileIds }: StoredChip,
): Promise<readonly (readonly [ChipFileName, Buffer])[] | undefined> {
  const bytes = await vault.read(organisationId, fileIds[0] ?? '')
  if (!bytes) return undefined
  let at = 0
  return record.files.map(({ name, bytes: length }) => {
    at += length
    return [name, bytes.subarray(at - length, at)] as const
  })
}
