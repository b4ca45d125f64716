// What was said of every face: sent, acknowledged, removed; and therefore what must be found after a kill.
import type { State } from '../rounds/ledger.ts'
import { dice } from '../rounds/plan.ts'

/** What the process under fire says: before it acts, and after it was acknowledged. */
export type FaceLine =
  | { readonly says: 'sending' | 'removing' | 'removed' | 'found'; readonly n: number }
  | { readonly says: 'there'; readonly n: number; readonly id: string; readonly fileId: string }
  | { readonly says: 'failed' | 'wrong'; readonly n: number; readonly what: string }

type Change = Exclude<FaceLine, { readonly what: string }>

/** A face by its running number, from which everything else about it follows. */
export interface LivingFace {
  readonly n: number
  readonly id: string
  readonly fileId: string
}

export interface FaceEntry {
  state: State
  id?: string
  fileId?: string
  /** Of its record, as last looked at. */
  number?: number
  /** Whether its registration was acknowledged, or only found to have come through. */
  acknowledged: boolean
}

export const personOf = (n: number): string => `person-${n}`

/** Of length one. Not `direction`: of a hundred thousand of those, two are alike. */
export function vectorOf(n: number): Float32Array {
  const throwDice = dice(n)
  const vector = Float32Array.from({ length: 128 }, () => throwDice() + throwDice() + throwDice() - 1.5)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

export const photoOf = (n: number): Buffer => Buffer.from(`photo ${n} `.repeat(64))

export function numberOf(person: string): number | undefined {
  const n = /^person-(\d+)$/.exec(person)?.[1]
  return n === undefined ? undefined : Number(n)
}

export class FaceLedger {
  readonly faces = new Map<number, FaceEntry>()
  /** Said something of since the last look. */
  readonly touched = new Set<number>()
  readonly wrong: string[] = []
  readonly refused: string[] = []
  registered = 0
  removed = 0
  found = 0
  next = 1

  take(line: FaceLine): void {
    if (!('what' in line)) this.#change(line)
    else if (line.says === 'failed') this.refused.push(line.what)
    else this.wrong.push(`${personOf(line.n)}: ${line.what}`)
  }

  #change(line: Change): void {
    if (line.says === 'found') {
      this.found += 1
      return
    }
    const entry = this.faces.get(line.n) ?? { state: 'sending', acknowledged: false }
    this.faces.set(line.n, entry)
    this.touched.add(line.n)
    if (line.says === 'sending') this.next = Math.max(this.next, line.n + 1)
    if (line.says === 'there') {
      Object.assign(entry, { state: 'there', id: line.id, fileId: line.fileId, acknowledged: true })
      this.registered += 1
    }
    if (line.says === 'removing') entry.state = 'removing'
    if (line.says === 'removed') {
      entry.state = 'gone'
      this.removed += 1
    }
  }

  /** Surely there, at most `limit` of them, of all ages. */
  living(limit: number, throwDice: () => number): LivingFace[] {
    return pick(this.#all('there'), limit, throwDice)
  }

  /** Acknowledged once, and removed since. */
  gone(limit: number, throwDice: () => number): LivingFace[] {
    return pick(this.#all('gone'), limit, throwDice)
  }

  #all(state: State): LivingFace[] {
    return [...this.faces].flatMap(([n, entry]) =>
      entry.state === state && entry.id && entry.fileId ? [{ n, id: entry.id, fileId: entry.fileId }] : [],
    )
  }
}

function pick(all: LivingFace[], limit: number, throwDice: () => number): LivingFace[] {
  if (all.length <= limit) return all
  for (let at = 0; at < limit; at++) {
    const other = at + Math.floor(throwDice() * (all.length - at))
    const one = all[other] as LivingFace
    all[other] = all[at] as LivingFace
    all[at] = one
  }
  return all.slice(0, limit)
}
