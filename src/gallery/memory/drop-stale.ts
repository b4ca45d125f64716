// Sees to it that no snapshot on this disk holds a removed face for long, whichever server removed it.
import type { Database } from '../../store/port.ts'
import { collectionsChangedOften } from '../../store/records/collections.ts'
import { hasRemovalsAfter } from '../../store/records/faces.ts'
import type { CollectionKey } from '../port.ts'
import { LEAST_SAVED } from './loading.ts'
import type { Snapshots } from './snapshot.ts'

export interface StaleDropping {
  readonly database: Database
  readonly snapshots: Pick<Snapshots, 'knownOf' | 'drop'>
  readonly now: () => number
}

/** A snapshot is written anew when its collection is next asked for: not after every single removal. */
export const DROP_EVERY_MS = 3_600_000

/** Does nothing until its time has come again; tells of which collections it dropped the snapshot. */
export function openStaleDropper({
  database,
  snapshots,
  now,
}: StaleDropping): () => Promise<readonly CollectionKey[]> {
  let lastAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (Math.abs(now() - lastAt) < DROP_EVERY_MS) return []
    lastAt = now()
    const dropped: CollectionKey[] = []
    for (const key of await collectionsChangedOften(database, LEAST_SAVED)) {
      const known = await snapshots.knownOf(key)
      if (known === undefined || !(await hasRemovalsAfter(database, key, known))) continue
      await snapshots.drop(key)
      dropped.push(key)
    }
    return dropped
  }
}
