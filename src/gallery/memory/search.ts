// Searches a collection: an approximate scan first, then the exact cosines of as few records as prove the answer.
import { cosine } from '../cosine.ts'
import type { KnownFaces } from '../known-faces.ts'
import type { KnownFace, Match, Question } from '../port.ts'
import type { MemoryCollection } from './collection.ts'
import type { Hit } from './mailbox.ts'
import type { Scanner } from './scanner.ts'

/** More hits are looked at only when these do not prove the answer. */
const FIRST_LIMIT = 16
/** When a thousand faces are equally similar, the first of them is the answer. */
const LAST_LIMIT = 1024

interface Searching {
  readonly scanner: Scanner
  readonly faces: KnownFaces
}

/** Returns the best by the true cosine with the vectors in the database, and only faces that are still registered. */
export async function searchCollection(
  searching: Searching,
  { key, rows, numbers }: MemoryCollection,
  question: Question,
): Promise<Match[]> {
  return searchFrom(searching, { key, rows, numbers }, question, limitFor(question))
}

/** Answers each question as `searchCollection` does; they share their passes over the collection. */
export async function searchForEach(
  searching: Searching,
  { key, rows, numbers }: MemoryCollection,
  questions: readonly Question[],
): Promise<Match[][]> {
  const { slack } = rows
  const limit = Math.max(...questions.map(limitFor))
  const asked = questions.map((question) => ({
    vector: question.vector,
    end: endOf(numbers, question),
    // The true cosine of a face with a lower score is below the least that is asked for.
    least: question.leastCosine - slack,
  }))
  const lists = await searching.scanner.searchEach(rows, asked, limit)
  return Promise.all(
    questions.map((question, i) => searchFrom(searching, { key, rows, numbers }, question, limit, lists[i])),
  )
}

type Searched = Pick<MemoryCollection, 'key' | 'rows' | 'numbers'>

const limitFor = ({ wanted }: Question): number => Math.max(FIRST_LIMIT, 2 * wanted)

const endOf = (numbers: Searched['numbers'], { before }: Question): number =>
  before === undefined ? Number.POSITIVE_INFINITY : numbers.slotsBefore(before)

/** Looks at so many hits first, and at more until the answer is proven; the first may have been found before. */
async function searchFrom(
  { scanner, faces }: Searching,
  { key, rows, numbers }: Searched,
  question: Question,
  firstLimit: number,
  firstHits?: readonly Hit[],
): Promise<Match[]> {
  const { vector, wanted, leastCosine } = question
  const end = endOf(numbers, question)
  const read = new Map<number, KnownFace>()
  const exact = async (slots: readonly number[]): Promise<number[]> => {
    for (const face of await faces.numbered(
      key,
      slots.map((slot) => numbers.at(slot)),
    ))
      read.set(face.number, face)
    return slots.map((slot) => {
      const face = read.get(numbers.at(slot))
      return face ? cosine(vector, face.vector) : Number.NEGATIVE_INFINITY
    })
  }
  for (let limit = firstLimit; ; limit *= 8) {
    const known = limit === firstLimit ? firstHits : undefined
    const hits = known ?? (await scanner.search(rows, vector, limit, end))
    const isAll = hits.length < limit
    const { found, isProven } = await best(hits, rows.slack, isAll, wanted, leastCosine, exact)
    if (isProven || limit >= LAST_LIMIT)
      return found.flatMap(({ slot, cosine }): Match[] => {
        const face = read.get(numbers.at(slot))
        return face ? [{ face, cosine }] : []
      })
  }
}

interface FoundSlot {
  readonly slot: number
  readonly cosine: number
}

/**
 * Returns the `wanted` best hits by true cosine, none below `least`. `slack` is the largest error of a score, `isAll` says
 * whether the hits are all faces, `exact` gives true cosines (NaN or -Infinity for a face that is gone). When the result is
 * not proven, a face outside the hits may belong to it: search again with a larger limit.
 */
export async function best(
  hits: readonly Hit[],
  slack: number,
  isAll: boolean,
  wanted: number,
  least: number,
  exact: (slots: readonly number[]) => Promise<readonly number[]>,
): Promise<{ found: FoundSlot[]; isProven: boolean }> {
  const known: FoundSlot[] = []
  const ask = async (asked: readonly Hit[]) => {
    if (asked.length === 0) return
    const slots = asked.map((hit) => hit.slot)
    const cosines = await exact(slots)
    slots.forEach((slot, i) => {
      known.push({ slot, cosine: cosines[i] ?? Number.NaN })
    })
  }
  const standing = () =>
    known
      .filter(({ cosine }) => cosine >= least)
      .sort((a, b) => b.cosine - a.cosine || a.slot - b.slot)
      .slice(0, wanted)
  /** The cosine that a face needs to be among the best found so far. */
  const bar = () => {
    const stand = standing()
    return stand.length === wanted ? (stand.at(-1)?.cosine ?? Infinity) : least
  }

  // The first hits are needed in any case; with their cosines known, few others are.
  await ask(hits.slice(0, wanted).filter(({ score }) => score + slack >= least))
  const raised = bar()
  await ask(hits.slice(wanted).filter(({ score }) => score + slack >= raised))

  const found = standing()
  const outside = (hits.at(-1)?.score ?? Infinity) + slack
  return {
    found: [...found],
    isProven: isAll || (found.length === wanted ? outside <= bar() : outside < least),
  }
}
