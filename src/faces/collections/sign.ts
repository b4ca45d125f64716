// Registers a collection under the id that the caller chose.
import { type Code, codes } from '../../codes.ts'
import type { Queries } from '../../store/port.ts'
import { addCollection, type FaceCollection } from '../../store/records/collections.ts'

/** Of several callers who register one id at the same moment, exactly one succeeds. */
export async function signCollection(database: Queries, collection: FaceCollection): Promise<Code> {
  return (await addCollection(database, collection)) ? codes.success : codes.collectionIdExists
}
