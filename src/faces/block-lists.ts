// Searches a face in collections that a request names as block lists.
import { atMost, type Check } from '../checks.ts'
import type { Gallery, KnownFace } from '../gallery/port.ts'
import type { Queries } from '../store/port.ts'
import { findCollection, type KnownCollection } from '../store/records/collections.ts'
import { sameFacePercent } from './find-duplicates.ts'
import { byCurve, type ImpostorCurve, similarityPercent } from './similarity.ts'

/** More would be a search of everything. */
export const MOST_BLOCK_LISTS = 10

export interface Blocked {
  readonly collectionId: string
  readonly other: Pick<KnownFace, 'id' | 'externalPersonId'>
  /** In percent, on the scale of `sim`. */
  readonly similarity: number
  readonly threshold: number
}

/** Undefined where one of them is not a collection of the organisation. */
export async function blockListsOf(
  database: Queries,
  organisationId: string,
  ids: readonly string[],
): Promise<readonly KnownCollection[] | undefined> {
  const found = await Promise.all(
    [...new Set(ids)].map((collectionId) => findCollection(database, { organisationId, collectionId })),
  )
  const lists = found.flatMap((one) => one ?? [])
  return lists.length === found.length ? lists : undefined
}

/** Each list has a check; those where somebody is alike enough have a hit. A check decides nothing alone. */
export async function searchBlockLists(
  gallery: Pick<Gallery, 'nearest'>,
  lists: readonly KnownCollection[],
  vector: Float32Array,
  { falsePositiveRate, curve }: { readonly falsePositiveRate: number; readonly curve: ImpostorCurve },
): Promise<{ readonly hits: readonly Blocked[]; readonly checks: readonly Check[] }> {
  const searched = await Promise.all(
    lists.map(async ({ organisationId, id: collectionId, changes, faces }) => {
      const key = { organisationId, collectionId }
      const question = { vector, changes, wanted: 1, leastCosine: -1 }
      const [best] = faces === 0 ? [] : await gallery.nearest(key, question)
      if (!best) return undefined
      const threshold = sameFacePercent(faces, falsePositiveRate, curve)
      const similarity = Math.round(100 * similarityPercent(best.cosine, curve)) / 100
      const isHit = similarity >= threshold
      const check = byCurve(atMost('block-list-similarity', similarity, threshold), curve)
      const { id, externalPersonId } = best.face
      return {
        check: {
          ...check,
          outcome: isHit ? 'noted' : 'passed',
          values: { collection: collectionId },
        } as const,
        hit: isHit ? { collectionId, other: { id, externalPersonId }, similarity, threshold } : undefined,
      }
    }),
  )
  const done = searched.flatMap((one) => one ?? [])
  return { hits: done.flatMap(({ hit }) => hit ?? []), checks: done.map(({ check }) => check) }
}
