// Removes a registered face with its photo: from the records, the files and the gallery.

import { type Code, codes } from '../../codes.ts'
import type { GalleryWriter, Removal } from '../../gallery/port.ts'
import type { CollectionKey } from '../../store/records/collections.ts'
import { addRemoval, nextChange, takeFace } from '../../store/records/faces.ts'
import type { Vault } from '../../store/vault.ts'

class NotRegistered extends Error {}

/** Of two callers that remove one face at the same moment, exactly one succeeds. */
export async function removeFace(
  vault: Vault,
  gallery: Pick<GalleryWriter, 'remove'>,
  key: CollectionKey,
  face: { readonly id: string; readonly fileId: string },
): Promise<Code> {
  try {
    await gallery.remove(key, async (drop) => {
      let removal: Removal | undefined
      await vault.remove(key.organisationId, [face.fileId], async (queries) => {
        // The collection is locked before the face, as registering does: the other order would be a deadlock.
        const change = await nextChange(queries, key, -1)
        const number = await takeFace(queries, key, face)
        if (number === undefined || change === undefined) throw new NotRegistered()
        await addRemoval(queries, key, change, { id: face.id, number })
        removal = await drop(queries, { id: face.id, number, change })
      })
      return removal
    })
  } catch (error) {
    if (error instanceof NotRegistered) return codes.faceNotRegistered
    throw error
  }
  return codes.faceDeleted
}

/** The removal of faces as retention and erasure are handed it: true for the one who removed the face. */
export const faceRemoval =
  ({ vault, gallery }: { readonly vault: Vault; readonly gallery: Pick<GalleryWriter, 'remove'> }) =>
  async (key: CollectionKey, face: { readonly id: string; readonly fileId: string }): Promise<boolean> =>
    (await removeFace(vault, gallery, key, face)) === codes.faceDeleted
