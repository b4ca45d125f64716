// Records what happened to every face: sent, acknowledged, removed; and therefore what must be found after a kill.

import { drawSome, seededRandom } from '../../../specimens/random.ts'
import { Ledger, type State } from '../../kit/ledger.ts'

/** The writer process prints a line before it acts, and another after the acknowledgement. */
export type FaceLine =
  | { readonly says: 'sending' | 'removing' | 'removed' | 'found'; readonly n: number }
  | { readonly says: 'there'; readonly n: number; readonly id: string; readonly fileId: string }
  | { readonly says: 'failed' | 'wrong'; readonly n: number; readonly what: string }

/** A face by its running number, from which everything else about it follows. */
export interface LivingFace {
  readonly n: number
  readonly id: string
  readonly fileId: string
}

interface FaceFacts {
  id?: string
  fileId?: string
  /** The number of its record, as last inspected. */
  number?: number
}

export const personOf = (n: number): string => `person-${n}`

/** A vector of length one, unlike that of every other face. */
export function vectorOf(n: number): Float32Array {
  const { next } = seededRandom(n)
  const vector = Float32Array.from({ length: 128 }, () => next() + next() + next() - 1.5)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

export const photoOf = (n: number): Buffer => Buffer.from(`photo ${n} `.repeat(64))

export function numberOf(person: string): number | undefined {
  const n = /^person-(\d+)$/.exec(person)?.[1]
  return n === undefined ? undefined : Number(n)
}

export class FaceLedger {
  readonly faces = new Ledger<number, FaceFacts>()
  /** Faces with a new line since the last inspection. */
  readonly touched = new Set<number>()
  readonly wrong: string[] = []
  readonly refused: string[] = []
  registered = 0
  removed = 0
  found = 0
  next = 1

  take(line: FaceLine): void {
    const { says, n } = line
    if (says === 'failed') this.refused.push(line.what)
    else if (says === 'wrong') this.wrong.push(`${personOf(n)}: ${line.what}`)
    else if (says === 'found') this.found += 1
    else this.touched.add(n)
    if (says === 'sending') {
      this.faces.send(n, {})
      this.next = Math.max(this.next, n + 1)
    }
    if (says === 'there') {
      this.faces.acknowledge(n, { id: line.id, fileId: line.fileId })
      this.registered += 1
    }
    if (says === 'removing') this.faces.removing(n)
    if (says === 'removed') {
      this.faces.removed(n)
      this.removed += 1
    }
  }

  /** Returns at most `limit` faces of all ages that are certainly there. */
  living(limit: number, random: () => number): LivingFace[] {
    return drawSome(this.#known('there'), limit, random)
  }

  /** Returns faces that were acknowledged once and have been removed. */
  gone(limit: number, random: () => number): LivingFace[] {
    return drawSome(this.#known('gone'), limit, random)
  }

  #known(state: State): LivingFace[] {
    return this.faces.in(state).flatMap(([n, { id, fileId }]) => (id && fileId ? [{ n, id, fileId }] : []))
  }
}
