// Erases all data of one person of one organisation, and counts what was removed.
import { type RemovingFaces, removeChallenge, removeDocument } from '../retention/remove.ts'
import { forgetSequencesOf } from '../store/records/light-sequences.ts'
import { forgetSigner, isRemovalWaiting, ownedBy, type Person } from '../store/records/persons.ts'
import { forgetShotsOf } from '../store/records/seen-shots.ts'
import { removeVerification } from '../store/records/verification-removal.ts'

export interface Erased {
  readonly removed: {
    readonly challenges: number
    readonly frames: number
    readonly prints: number
    readonly documents: number
    readonly pictures: number
    readonly faces: number
    /** Collections that the person had signed; they stay without a name. */
    readonly collections: number
    /** With their attempts, events, links and deliveries. */
    readonly verifications: number
  }
  /** False when a removal waits for an unreachable engine, or new data came in as fast as it was erased. */
  readonly isComplete: boolean
}

const PAGE = 100
/** A caller may go on adding data of the person: the answer then says so instead of waiting. */
const MOST_PASSES = 20

interface ErasingPerson extends RemovingFaces {
  readonly keyring: Parameters<typeof forgetSequencesOf>[1]
}

/** Each record is removed whole or not at all, so after a crash a second call erases the rest. */
export async function erasePerson(work: ErasingPerson, person: Person): Promise<Erased> {
  const { organisationId } = person
  const removed = {
    challenges: 0,
    frames: 0,
    prints: 0,
    documents: 0,
    pictures: 0,
    faces: 0,
    collections: 0,
    verifications: 0,
  }
  const faceIds: string[] = []

  async function pass(): Promise<number> {
    let found = 0
    // Verifications come first: once they are gone, nothing more can be added for them.
    for (const { id } of await ownedBy(work.database, 'verifications', person, PAGE)) {
      found++
      const place = { organisationId, id }
      if (await work.database.transaction((queries) => removeVerification(queries, place)))
        removed.verifications++
    }
    for (const { id } of await ownedBy(work.database, 'challenges', person, PAGE)) {
      found++
      const frames = await removeChallenge(work, { organisationId, id }, 'nothing')
      if (frames === undefined) continue
      removed.challenges++
      removed.frames += frames
    }
    for (const { id } of await ownedBy(work.database, 'documents', person, PAGE)) {
      found++
      const pictures = await removeDocument(work, { organisationId, id })
      if (pictures === undefined) continue
      removed.documents++
      removed.pictures += pictures
    }
    for (const { id, collectionId = '', fileId = '' } of await ownedBy(
      work.database,
      'faces',
      person,
      PAGE,
    )) {
      found++
      faceIds.push(id)
      const key = { organisationId, collectionId }
      if (await work.removeFace(key, { id, fileId })) removed.faces++
    }
    const prints = await forgetShotsOf(work, person, PAGE)
    await forgetSequencesOf(work.database, work.keyring, person)
    const collections = await forgetSigner(work.database, person)
    removed.prints += prints
    removed.collections += collections
    return found + prints + collections
  }

  let isGone = false
  // Full pages are old data and not new: only passes that find little count.
  for (let passes = 0; passes < MOST_PASSES && !isGone; ) {
    const found = await pass()
    isGone = found === 0
    if (found < PAGE) passes++
  }
  await work.database.scrub()
  return { removed, isComplete: isGone && !(await isRemovalWaiting(work.database, organisationId, faceIds)) }
}
