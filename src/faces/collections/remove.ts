// Removes a registered face with its photo: from the records, the files and the gallery.
import { type Code, codes } from '../../codes.ts'
import type { CollectionKey, Gallery } from '../../gallery/port.ts'
import { addRemoval, nextChange, takeFace } from '../../store/records/faces.ts'
import type { Vault } from '../../store/vault.ts'

class NotRegistered extends Error {}

/** Of two callers who remove one face at the same moment, exactly one succeeds. */
export async function removeFace(
  vault: Vault,
  gallery: Pick<Gallery, 'remove' | 'removed'>,
  shelf: CollectionKey,
  face: { readonly id: string; readonly fileId: string },
): Promise<Code> {
  let removed: { readonly number: number; readonly change: number } | undefined
  try {
    await vault.remove(shelf.organisationId, [face.fileId], async (queries) => {
      // The collection before the face, as registering takes them: two who wait for each other would wait forever.
      const change = await nextChange(queries, shelf, -1)
      const number = await takeFace(queries, shelf, face)
      if (number === undefined || change === undefined) throw new NotRegistered()
      await addRemoval(queries, shelf, change, { id: face.id, number })
      await gallery.remove(queries, shelf, { id: face.id, number })
      removed = { number, change }
    })
  } catch (error) {
    if (error instanceof NotRegistered) return codes.faceNotRegistered
    throw error
  }
  if (removed) await gallery.removed(shelf, { id: face.id, number: removed.number }, removed.change)
  return codes.faceDeleted
}
