// Finds a collection of an organisation; another organisation's is as unknown as one that never was.
import type { Queries } from '../../store/port.ts'
import { findCollection, type KnownCollection } from '../../store/records/collections.ts'
import type { CollectionKey } from '../../store/records/faces.ts'

export function collectionNamed(queries: Queries, key: CollectionKey): Promise<KnownCollection | undefined> {
  return findCollection(queries, key.organisationId, key.collectionId)
}
