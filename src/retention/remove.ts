// Removes a challenge, a document or its pictures, a verification: records and files together, even while others add to them.
import type { Database } from '../store/port.ts'
import * as challenges from '../store/records/challenges.ts'
import type { CollectionKey } from '../store/records/collections.ts'
import * as documents from '../store/records/documents.ts'
import * as verifications from '../store/records/verification-removal.ts'
import type { Vault } from '../store/vault.ts'

export interface Removing {
  readonly database: Database
  readonly vault: Vault
  readonly now: () => number
}

/** How long the id of a challenge that expired is remembered, whenever its frames are removed. */
export const EXPIRED_IDS_MS = 86_400_000

/**
 * Removes a challenge and its frames; returns the number of frames. Undefined when somebody else removed it. `leaves` says
 * whether its id stays for a while, so that a late caller hears that the challenge expired.
 */
export async function removeChallenge(
  { database, vault, now }: Removing,
  place: challenges.ChallengePlace,
  leaves: 'its id' | 'nothing',
): Promise<number | undefined> {
  // A closed challenge takes no frame: a frame that came after the query below would leave its file behind.
  if (!(await challenges.forceCloseChallenge(database, place, now()))) return undefined
  const ids = await challenges.frameIdsOf(database, place)
  let isMine = false
  await vault.remove(place.organisationId, ids, async (queries) => {
    if (leaves === 'its id') await challenges.rememberExpired(queries, place, now() - EXPIRED_IDS_MS)
    isMine = await challenges.removeChallenge(queries, place)
  })
  return isMine ? ids.length : undefined
}

class PictureAdded extends Error {}

/** Removes a document with its pictures and readings; returns how many. Undefined when somebody else removed it. */
export async function removeDocument(
  { database, vault }: Removing,
  place: documents.DocumentPlace,
): Promise<number | undefined> {
  for (;;) {
    const document = await documents.findDocument(database, place)
    if (!document) return undefined
    const ids = (await documents.documentImages(database, place)).map(({ id }) => id)
    try {
      let isMine = false
      await vault.remove(place.organisationId, ids, async (queries) => {
        isMine = await documents.removeDocument(queries, place, ids.length)
        if (!isMine && (await documents.findDocument(queries, place))) throw new PictureAdded()
      })
      return isMine ? ids.length : undefined
    } catch (error) {
      if (!(error instanceof PictureAdded)) throw error
    }
  }
}

/** Removes pictures and keeps their readings. Returns how many there were. */
export function removePictures(
  { vault, now }: Removing,
  organisationId: string,
  ids: readonly string[],
): Promise<number> {
  return vault.remove(organisationId, ids, (queries) =>
    documents.markFilesRemoved(queries, organisationId, ids, now()),
  )
}

/** How faces are removed; who registers them hands it in. */
export interface FaceRemoval {
  /** Removes a registered face with its photo; false when somebody else removed it. */
  readonly removeFace: (
    collection: CollectionKey,
    face: { readonly id: string; readonly fileId: string },
  ) => Promise<boolean>
}

export interface RemovingFaces extends Removing, FaceRemoval {}

const PAGE = 100

/** Removes documents and challenges that were made for a verification, once no more can be made for it. */
export async function removeMade(
  work: Removing,
  place: { readonly organisationId: string; readonly id: string },
): Promise<void> {
  const { organisationId } = place
  await work.database.transaction((queries) => verifications.removeEntries(queries, place))
  for (const kind of ['documents', 'challenges'] as const)
    for (let some = PAGE; some === PAGE; ) {
      const page = await verifications.madeBy(work.database, kind, place, PAGE)
      some = page.length
      for (const { id } of page)
        if (kind === 'documents') await removeDocument(work, { organisationId, id })
        else await removeChallenge(work, { organisationId, id }, 'nothing')
    }
}

/** Removes faces that a verification registered; returns how many. */
export async function removeRegistered(
  work: RemovingFaces,
  place: { readonly organisationId: string; readonly id: string },
): Promise<number> {
  let removed = 0
  for (let some = PAGE; some === PAGE; ) {
    const page = await verifications.madeBy(work.database, 'faces', place, PAGE)
    some = page.length
    for (const { id, collectionId = '', fileId = '' } of page) {
      const key = { organisationId: place.organisationId, collectionId }
      if (await work.removeFace(key, { id, fileId })) removed++
    }
  }
  return removed
}

/** Removes a verification and what was made for it. False when somebody else removed it. */
export async function removeVerification(
  work: Removing,
  place: { readonly organisationId: string; readonly id: string },
): Promise<boolean> {
  await removeMade(work, place)
  return work.database.transaction((queries) => verifications.removeVerification(queries, place))
}
