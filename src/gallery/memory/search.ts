// One search of a collection: scanned roughly, then compared exactly with as few records as prove the answer.
import { cosine } from '../cosine.ts'
import type { KnownFaces } from '../known-faces.ts'
import type { KnownFace, Match, Question } from '../port.ts'
import type { MemoryCollection } from './collection.ts'
import { best } from './rescore.ts'
import type { Scanner } from './scanner.ts'

/** More are looked at only when these leave the answer open. */
const FIRST_LIMIT = 16
/** By then a thousand faces are as good as the same: the first of them is the answer. */
const LAST_LIMIT = 1024

/** The best by the true cosine with what the database holds, and only faces that it still holds. */
export async function searchCollection(
  scanner: Scanner,
  faces: KnownFaces,
  { key, rows, numbers }: MemoryCollection,
  { vector, wanted, leastCosine }: Question,
): Promise<Match[]> {
  const read = new Map<number, KnownFace>()
  const exact = async (slots: readonly number[]): Promise<number[]> => {
    const asked = slots.map((slot) => numbers.at(slot))
    for (const face of await faces.numbered(key, asked)) read.set(face.number, face)
    return asked.map((number) => {
      const face = read.get(number)
      return face ? cosine(vector, face.vector) : Number.NEGATIVE_INFINITY
    })
  }
  for (let limit = Math.max(FIRST_LIMIT, 2 * wanted); ; limit *= 8) {
    const hits = await scanner.search(rows, vector, limit)
    const isAll = hits.length < limit
    const { found, isProven } = await best(hits, rows.slack, isAll, wanted, leastCosine, exact)
    if (isProven || limit >= LAST_LIMIT)
      return found.flatMap(({ slot, cosine }): Match[] => {
        const face = read.get(numbers.at(slot))
        return face ? [{ face, cosine }] : []
      })
  }
}
