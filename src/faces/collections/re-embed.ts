// Moves the faces of a collection to another embedder, from their stored photos; it can be stopped and continued.

import { bytesOf } from '../../gallery/known-faces.ts'
import type { GalleryWriter } from '../../gallery/port.ts'
import { type Database, StoreUnavailable } from '../../store/port.ts'
import type { CollectionKey } from '../../store/records/collections.ts'
import { changeVector, facesOfOthers } from '../../store/records/embedders.ts'
import { placeOfVector } from '../../store/records/face-keys.ts'
import { addRemoval, type Embedder, nextChange } from '../../store/records/faces.ts'
import type { Vault } from '../../store/vault.ts'
import type { Observation } from '../../vision/observation.ts'

interface ReEmbedding {
  readonly database: Database
  readonly vault: Vault
  readonly seal: (place: { organisationId: string; label: string }, plain: Uint8Array) => Promise<Sealed>
  readonly gallery: Pick<GalleryWriter, 'register'>
  readonly embedder: Embedder
  /** Observes a photo as a registration does; undefined when it cannot be read. */
  readonly observe: (photo: Uint8Array, organisationId: string) => Promise<Observation | undefined>
  /** The number of photos examined in parallel. */
  readonly atOnce: number
}

interface Sealed {
  readonly sealed: Uint8Array
  readonly keyVersion: number
}

type OldFace = { readonly id: string; readonly number: number; readonly fileId: string }

interface ReEmbedded {
  readonly done: number
  /** Faces that keep their old vector, and why: they are not found until they are registered again. */
  readonly left: readonly { readonly id: string; readonly reason: string }[]
}

export async function reEmbed(
  work: ReEmbedding,
  key: CollectionKey,
  onProgress: (done: number) => void,
): Promise<ReEmbedded> {
  const left: { id: string; reason: string }[] = []
  let done = 0
  for (let after = 0; ; ) {
    const page = await facesOfOthers(work.database, key, work.embedder, after, work.atOnce)
    const last = page.at(-1)
    if (!last) return { done, left }
    const reasons = await Promise.all(page.map((face) => moveFace(work, key, face).catch(whyNot)))
    for (const [i, reason] of reasons.entries()) {
      if (reason === undefined) done++
      else left.push({ id: page[i]?.id ?? '', reason })
    }
    onProgress(done + left.length)
    after = last.number
  }
}

/** A photo that cannot be opened or read must not stop the others; an unreachable store does. */
function whyNot(error: unknown): string {
  if (error instanceof StoreUnavailable) throw error
  return (error as Error).message
}

/** Undefined when the face is moved or gone; otherwise the reason why not. */
async function moveFace(work: ReEmbedding, key: CollectionKey, face: OldFace): Promise<string | undefined> {
  const { organisationId } = key
  const photo = await work.vault.read(organisationId, face.fileId)
  if (!photo) return 'its photo is not kept any more'
  const seen = await work.observe(photo, organisationId)
  const vector = seen?.faces[0]?.vector
  if (!seen || !vector) return seen ? 'no face is found in its photo' : 'its photo cannot be read'
  const sealed = await work.seal(placeOfVector(organisationId, face.id), bytesOf(vector))
  await work.gallery.register(key, { id: face.id, vector }, (add) =>
    work.database.transaction(async (queries) => {
      const number = await nextChange(queries, key, 0)
      if (number === undefined) return undefined
      const { keyVersion, sealed: bytes } = sealed
      const to = { number, embedder: seen.embedder, vector: bytes, keyVersion }
      const isStill = await changeVector(queries, key, face, to)
      // Written even for a face that is gone: the number is used up, and changes are numbered without gaps.
      await addRemoval(queries, key, number, face)
      return isStill ? add(queries, number) : undefined
    }),
  )
  return undefined
}
