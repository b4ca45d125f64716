// What was sent, what was acknowledged, and therefore what must be there after a kill.

/** `sending` and `removing` were never acknowledged: there or not there, but never half. */
export type State = 'sending' | 'there' | 'removing' | 'gone'

/** Some files and one record, kept together by the writer under one id. */
export interface FileSet {
  readonly sha256: readonly string[]
  state: State
  round: number
}

/** What the writer says of one set: before it acts, and after the store acknowledged. */
export type WriterLine =
  | { readonly says: 'keeping'; readonly set: string; readonly sha256: readonly string[] }
  | { readonly says: 'kept' | 'removing' | 'removed' | 'read' | 'resealed'; readonly set: string }
  | { readonly says: 'failed' | 'wrong'; readonly set: string; readonly what: string }

export const fileIdOf = (set: string, index: number): string => `${set}.${index}`

export class Ledger {
  /** Collections registered over HTTP. */
  readonly collections = new Map<string, 'sending' | 'there' | 'gone'>()
  readonly sets = new Map<string, FileSet>()
  acknowledged = 0
  failed = 0

  sendCollection(id: string): void {
    this.collections.set(id, 'sending')
  }

  acknowledgeCollection(id: string): void {
    this.collections.set(id, 'there')
    this.acknowledged += 1
  }

  /** Returns what the writer saw that must never be seen. */
  take(lines: readonly WriterLine[], round: number): string[] {
    const wrong: string[] = []
    for (const line of lines) {
      if (line.says === 'keeping') this.sets.set(line.set, { sha256: line.sha256, state: 'sending', round })
      const set = this.sets.get(line.set)
      if (line.says === 'failed') this.failed += 1
      if (line.says === 'wrong') wrong.push(`${line.set}: ${line.what}`)
      if (!set) continue
      if (line.says === 'kept') set.state = 'there'
      if (line.says === 'removing') set.state = 'removing'
      if (line.says === 'removed') set.state = 'gone'
      if (['kept', 'removed', 'resealed'].includes(line.says)) this.acknowledged += 1
      set.round = round
    }
    return wrong
  }

  /** Sets that are surely there, at most `limit` of them, spread over all ages. */
  someSets(limit: number, throwDice: () => number): [string, FileSet][] {
    const there = [...this.sets].filter(([, set]) => set.state === 'there')
    if (there.length <= limit) return there
    return Array.from(
      { length: limit },
      () => there[Math.floor(throwDice() * there.length)] as [string, FileSet],
    )
  }
}
