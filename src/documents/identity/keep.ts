// Stores a document with its pictures, sealed: files and records together, or neither.
import { randomUUID } from 'node:crypto'
import type { Queries } from '../../store/port.ts'
import * as records from '../../store/records/documents.ts'
import { placeOfPart } from '../../store/records/frame-keys.ts'
import type { Vault } from '../../store/vault.ts'
import { encodeSides, inFile } from '../cards/side.ts'
import { decodeSides, type SideReading } from '../cards/side-reading.ts'
import {
  type DocumentOwner,
  type FiledDocument,
  fileDocument,
  type KeptFile,
  keepFiles,
  type Part,
} from '../filing.ts'
import { findKind, isIdentityDocument, type Kind } from '../kinds/kinds.ts'

export type { DocumentPlace } from '../../store/records/documents.ts'

/** A picture and what was read in it. */
export interface Picture {
  readonly bytes: Uint8Array
  readonly sides: readonly SideReading[]
}

interface NewDocument extends DocumentOwner {
  readonly kind: Kind
  readonly pictures: readonly Picture[]
}

/** The most pictures of a document: more than any honest caller needs, and few enough to be merged for every answer. */
export const MOST_PICTURES = 20

export const keepDocument = (vault: Vault, { pictures, ...document }: NewDocument): Promise<FiledDocument> =>
  fileDocument(vault, { ...document, parts: pictures.map(partOf) })

const partOf = ({ bytes, sides }: Picture): Part => ({ bytes, reading: encodeSides(sides) })

export const isKnownDocument = async (queries: Queries, place: records.DocumentPlace): Promise<boolean> =>
  (await identityDocument(queries, place)) !== undefined

/** A document that was sent to another route is unknown here. */
async function identityDocument(
  queries: Queries,
  place: records.DocumentPlace,
): Promise<(records.DocumentRecord & { readonly kind: Kind }) | undefined> {
  const document = await records.findDocument(queries, place)
  const kind = document && findKind(document.kind)?.kind
  return document && kind && isIdentityDocument(kind) ? { ...document, kind } : undefined
}

export interface StoredPictures {
  readonly fileIds: readonly string[]
  readonly sides: readonly SideReading[]
}

/** All that was ever read of a document; undefined where there is none, or another organisation's. */
export async function storedPictures(
  queries: Queries,
  vault: Vault,
  place: records.DocumentPlace,
): Promise<(StoredPictures & { readonly kind: Kind }) | undefined> {
  const document = await identityDocument(queries, place)
  if (!document) return undefined
  return {
    kind: document.kind,
    ...(await opened(vault, place, await records.documentImages(queries, place))),
  }
}

async function opened(
  vault: Vault,
  { organisationId }: records.DocumentPlace,
  images: readonly records.DocumentImage[],
): Promise<StoredPictures> {
  const sides: SideReading[] = []
  for (const [file, { id, reading }] of images.entries()) {
    const { label } = placeOfPart('document', organisationId, id)
    sides.push(...inFile(decodeSides(await vault.open(organisationId, label, reading)), file))
  }
  return { fileIds: images.map(({ id }) => id), sides }
}

class NoRoom extends Error {}

/** Undefined when the document is gone, full, or has become one of another kind since it was looked at. */
export async function addPicture(
  vault: Vault,
  place: records.DocumentPlace,
  picture: Picture,
  change: { readonly seen: records.DocumentRecord; readonly kind: Kind },
  now: number,
): Promise<StoredPictures | undefined> {
  const keep = async (queries: Queries, kept: readonly KeptFile[]) => {
    for (const file of kept) {
      const number = await records.takeImageNumber(queries, place, { ...change, most: MOST_PICTURES, now })
      if (number === undefined) throw new NoRoom()
      await records.addDocumentImage(queries, place, { number, ...file }, now)
    }
    // The list is read under the lock of the document's row: whoever adds one at the same moment comes before or after.
    return records.documentImages(queries, place)
  }
  const file = { id: randomUUID(), ...partOf(picture) }
  try {
    const images = await keepFiles(vault, place.organisationId, [file], keep)
    return await opened(vault, place, images)
  } catch (error) {
    if (error instanceof NoRoom) return undefined
    throw error
  }
}
