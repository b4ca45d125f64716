// Adds a picture to a document: front and back in any order, and the better of two pictures of one side.
import { codes } from '../../codes.ts'
import type { Database } from '../../store/port.ts'
import type { Vault } from '../../store/vault.ts'
import { type Merged, merge } from '../cards/merge.ts'
import { notStored } from '../cards/outcome.ts'
import { commonKind } from '../cards/same-card.ts'
import { inFile } from '../cards/side.ts'
import type { SideReading } from '../cards/side-reading.ts'
import { storedCard } from '../cards/stored.ts'
import type { SourcedReading } from '../merge/combined.ts'
import { isNumbered, type ReadableCard, unnumbered } from './find.ts'
import { addPicture, type DocumentPlace, MOST_PICTURES } from './keep.ts'
import { beside, type IdentityOutcome, type Refused, refusedOutcome, storedOutcome } from './outcome.ts'
import { emptyData, type IdentityContext } from './record.ts'

export interface Attachment {
  readonly bytes: Uint8Array
  readonly found: ReadableCard
  readonly now: number
}

export const unknownDocument = ({ id }: DocumentPlace, { serverTag }: IdentityContext): IdentityOutcome => ({
  ...notStored(codes.documentIdNotFound, emptyData(serverTag), id),
  status: 'failed',
})

/** `full` where the document has as many pictures as one may have. A picture that cannot be of the document leaves it as it was. */
export async function attachPicture(
  database: Database,
  vault: Vault,
  place: DocumentPlace,
  { bytes, found, now }: Attachment,
  context: IdentityContext,
): Promise<IdentityOutcome | 'full'> {
  for (;;) {
    const stored = await storedCard(database, vault, place)
    if (!stored) return unknownDocument(place, context)
    const { fileIds, chip } = stored
    const refused = (why: Refused, sides = stored.sides): IdentityOutcome =>
      refusedOutcome(why, context, { id: place.id, fileIds, merged: merged(sides, chip) })
    if (found.outcome !== 'found') return refused(found)
    const sides = [...stored.sides, ...inFile(found.sides, fileIds.length)]
    const kind = commonKind(sides)
    if (!kind) return refused({ outcome: 'several-kinds' })
    if (!isNumbered(sides)) return refused(unnumbered(sides), sides)
    if (fileIds.length >= MOST_PICTURES) return 'full'
    const seen = { kind: stored.kind, images: fileIds.length }
    const added = await addPicture(vault, place, { bytes, sides: found.sides }, { seen, kind }, now)
    // Somebody else changed the kind of the document at this moment: try once more, with what it is now.
    if (!added) continue
    const others = found.others.map((other) => ({ ...other, file: fileIds.length }))
    const standing = { id: place.id, fileIds: added.fileIds, merged: merged(added.sides, chip) }
    return beside(storedOutcome(standing, context), others)
  }
}

function merged(sides: readonly SideReading[], chip: readonly SourcedReading[]): Merged {
  const one = merge(sides)
  if (!one) throw new Error('the pictures of a document are of several kinds')
  return { ...one, chip }
}
