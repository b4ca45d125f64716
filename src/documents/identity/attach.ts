// Adds a picture to a document: front and back in any order, and the better of two pictures of one side.
import { codes } from '../../codes.ts'
import type { Database } from '../../store/port.ts'
import type { Vault } from '../../store/vault.ts'
import { isNumbered, type Readable, unnumbered } from './find.ts'
import { addPicture, type DocumentPlace, MOST_PICTURES, type StoredPictures, storedPictures } from './keep.ts'
import { commonKind, merge } from './merge.ts'
import { type Outcome, unkept } from './outcome.ts'
import { emptyData, type ReadContext, recognizedData } from './record.ts'

export interface Attachment {
  readonly bytes: Uint8Array
  readonly found: Readable
  readonly now: number
}

export const unknownDocument = ({ id }: DocumentPlace, { serverTag }: ReadContext): Outcome => ({
  code: codes.documentIdNotFound,
  id,
  fileIds: [],
  processStatus: 'failed',
  data: emptyData(serverTag),
})

/** `full` where the document has as many pictures as one may have. What cannot be of the document leaves it as it was. */
export async function attachPicture(
  database: Database,
  vault: Vault,
  place: DocumentPlace,
  { bytes, found, now }: Attachment,
  circumstances: ReadContext,
): Promise<Outcome | 'full'> {
  for (;;) {
    const stored = await storedPictures(database, vault, place)
    if (!stored) return unknownDocument(place, circumstances)
    const untouched = { fileIds: stored.fileIds }
    if (found.outcome !== 'found') return { ...unkept(found, place.id, circumstances), ...untouched }
    const sides = [...stored.sides, ...found.sides]
    if (!isNumbered(sides)) return { ...unkept(unnumbered, place.id, circumstances), ...untouched }
    const kind = commonKind(sides)
    if (!kind) return { ...unkept({ outcome: 'several-kinds' }, place.id, circumstances), ...untouched }
    if (stored.fileIds.length >= MOST_PICTURES) return 'full'
    const seen = { kind: stored.kind, images: stored.fileIds.length }
    const kept = await addPicture(vault, place, { bytes, sides: found.sides }, { seen, kind }, now)
    // Lost against somebody who changed its kind at this moment: once more, with what it is now.
    if (kept) return answerOf(place, kept, circumstances)
  }
}

function answerOf(
  { id }: DocumentPlace,
  { fileIds, sides }: StoredPictures,
  circumstances: ReadContext,
): Outcome {
  const merged = merge(sides)
  if (!merged) throw new Error('the pictures of a document are of several kinds')
  const data = recognizedData(merged, circumstances)
  return { code: codes.success, id, fileIds, processStatus: 'processed', data }
}
