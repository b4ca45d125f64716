// Stores a document with its pictures, sealed: files and records together, or neither.
import { randomUUID } from 'node:crypto'
import type { Queries } from '../../store/port.ts'
import * as records from '../../store/records/documents.ts'
import type { Vault } from '../../store/vault.ts'
import { encodeSides } from '../cards/side.ts'
import type { SideReading } from '../cards/side-reading.ts'
import { identityDocument, openedPictures, type StoredPictures } from '../cards/stored.ts'
import {
  type DocumentOwner,
  type FiledDocument,
  type FiledPart,
  fileDocument,
  type KeptFile,
  keepFiles,
} from '../filing.ts'
import type { Kind } from '../kinds/kinds.ts'

export type { DocumentPlace } from '../../store/records/documents.ts'

/** A picture and what was read in it. */
export interface CardPicture {
  readonly bytes: Uint8Array
  readonly sides: readonly SideReading[]
}

interface NewDocument extends DocumentOwner {
  readonly kind: Kind
  readonly pictures: readonly CardPicture[]
}

/** The most pictures of a document: more than any honest caller needs, and few enough to be merged for every answer. */
export const MOST_PICTURES = 20

export const keepDocument = (vault: Vault, { pictures, ...document }: NewDocument): Promise<FiledDocument> =>
  fileDocument(vault, { ...document, parts: pictures.map(partOf) })

const partOf = ({ bytes, sides }: CardPicture): FiledPart => ({ bytes, reading: encodeSides(sides) })

export const isKnownDocument = async (queries: Queries, place: records.DocumentPlace): Promise<boolean> =>
  (await identityDocument(queries, place)) !== undefined

class NoRoom extends Error {}

/** Undefined when the document is gone, full, or has become one of another kind since it was looked at. */
export async function addPicture(
  vault: Vault,
  place: records.DocumentPlace,
  picture: CardPicture,
  change: { readonly seen: records.DocumentRecord; readonly kind: Kind },
  now: number,
): Promise<StoredPictures | undefined> {
  const keep = async (queries: Queries, kept: readonly KeptFile[]) => {
    for (const file of kept) {
      const number = await records.takeImageNumber(queries, place, { ...change, most: MOST_PICTURES, now })
      if (number === undefined) throw new NoRoom()
      await records.addDocumentImage(queries, place, { number, ...file }, now)
    }
    // The list is read while the document's row is locked: a picture that is added at the same moment comes before or after.
    return records.documentImages(queries, place)
  }
  const file = { id: randomUUID(), ...partOf(picture) }
  try {
    const images = await keepFiles(vault, place.organisationId, [file], keep)
    return await openedPictures(vault, place, images)
  } catch (error) {
    if (error instanceof NoRoom) return undefined
    throw error
  }
}
