// Searches a server that was just started for faces that must be found, and for faces that must not.
import type { Violation } from '../violation.ts'
import { type FaceLedger, type LivingFace, personOf } from './ledger.ts'
import type { FaceAnswer } from './writer.ts'
import type { FaceWriting } from './writer-process.ts'

/** Faces that were sent but neither acknowledged nor found by now must not be found either. */
interface Questions {
  readonly living: readonly LivingFace[]
  readonly gone: readonly number[]
}

const PAGE = 1024

export async function askFor(
  writing: FaceWriting,
  { living, gone }: Questions,
  onProgress: (asked: number) => void = () => undefined,
): Promise<Violation[]> {
  const found: Violation[] = []
  const ids = new Map(living.map(({ n, id }) => [n, id]))
  const all = [...ids.keys(), ...gone]
  for (let at = 0; at < all.length; at += PAGE) {
    const asked = all.slice(at, at + PAGE)
    for (const answer of await writing.ask(asked)) {
      const id = ids.get(answer.n)
      found.push(...(id === undefined ? wronglyFound(answer) : wronglyMissed(answer, id)))
    }
    onProgress(Math.min(all.length, at + PAGE))
  }
  return found
}

function wronglyMissed({ n, matches }: FaceAnswer, id: string): Violation[] {
  const [best, second] = matches
  const person = personOf(n)
  if (!best) return [{ kind: 'lost', what: `${person} is not found` }]
  if (best.person !== person || best.id !== id)
    return [{ kind: 'lost', what: `${person} is found as ${best.person} ${best.id}` }]
  if (Math.abs(best.cosine - 1) > 1e-4)
    return [{ kind: 'lost', what: `${person} has the cosine ${best.cosine} with itself` }]
  return second ? [{ kind: 'twice', what: `${person} is found, and ${second.person} ${second.id} too` }] : []
}

function wronglyFound({ n, matches }: FaceAnswer): Violation[] {
  return matches.map(({ person, cosine }) => ({
    kind: 'back',
    what: `${person} is found with the cosine ${cosine} where ${personOf(n)} was removed or never came`,
  }))
}

/** Asks for every face that must be there, and every face that must not. */
export function allOf(ledger: FaceLedger): Questions {
  const gone = ledger.faces.in('gone').map(([n]) => n)
  return { living: ledger.living(Number.POSITIVE_INFINITY, () => 0), gone }
}
