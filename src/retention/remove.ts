// Removes a challenge, a document or its pictures: records and files together, whoever adds to them at that moment.
import type { Database } from '../store/port.ts'
import * as challenges from '../store/records/challenges.ts'
import * as documents from '../store/records/documents.ts'
import type { Vault } from '../store/vault.ts'

export interface Removing {
  readonly database: Database
  readonly vault: Vault
  readonly now: () => number
}

/** Its frames go with it; returns how many. Undefined when somebody else removed it. */
export async function removeChallenge(
  { database, vault, now }: Removing,
  place: challenges.ChallengePlace,
): Promise<number | undefined> {
  // From here on it takes no frame: one that came after we looked would leave its file behind.
  if (!(await challenges.forceCloseChallenge(database, place, now()))) return undefined
  const ids = await challenges.frameIdsOf(database, place)
  let isMine = false
  await vault.remove(place.organisationId, ids, async (queries) => {
    isMine = await challenges.removeChallenge(queries, place)
  })
  return isMine ? ids.length : undefined
}

class PictureAdded extends Error {}

/** Its pictures and what was read in them go with it; returns how many. Undefined when somebody else removed it. */
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

/** The pictures go, what was read in them stays. Returns how many there were. */
export function removePictures(
  { vault, now }: Removing,
  organisationId: string,
  ids: readonly string[],
): Promise<number> {
  return vault.remove(organisationId, ids, (queries) =>
    documents.markFilesRemoved(queries, organisationId, ids, now()),
  )
}
