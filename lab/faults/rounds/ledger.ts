// Records what was acknowledged in the rounds: collections over HTTP, and sets of files by the writer.
import { Ledger } from '../../kit/ledger.ts'

/** Some files and one record, kept together by the writer under one id. */
export interface FileSet {
  readonly sha256: readonly string[]
  /** The last round that changed the set. */
  round: number
}

/** The writer prints a line before it acts on a set, and another after the store acknowledged. */
export type WriterLine =
  | { readonly says: 'keeping'; readonly set: string; readonly sha256: readonly string[] }
  | { readonly says: 'kept' | 'removing' | 'removed' | 'read' | 'resealed'; readonly set: string }
  | { readonly says: 'failed' | 'wrong'; readonly set: string; readonly what: string }

export const fileIdOf = (set: string, index: number): string => `${set}.${index}`

export class RoundsLedger {
  /** Collections registered over HTTP. */
  readonly collections = new Ledger<string>()
  readonly sets = new Ledger<string, FileSet>()
  acknowledged = 0
  failed = 0

  acknowledgeCollection(id: string): void {
    this.collections.acknowledge(id)
    this.acknowledged += 1
  }

  /** Returns what the writer saw that must never be seen. */
  take(lines: readonly WriterLine[], round: number): string[] {
    const wrong: string[] = []
    for (const line of lines) {
      if (line.says === 'keeping') this.sets.send(line.set, { sha256: line.sha256, round })
      if (line.says === 'kept') this.sets.acknowledge(line.set)
      if (line.says === 'removing') this.sets.removing(line.set)
      if (line.says === 'removed') this.sets.removed(line.set)
      if (line.says === 'failed') this.failed += 1
      if (line.says === 'wrong') wrong.push(`${line.set}: ${line.what}`)
      const set = this.sets.entries.get(line.set)
      if (!set) continue
      set.round = round
      if (['kept', 'removed', 'resealed'].includes(line.says)) this.acknowledged += 1
    }
    return wrong
  }
}
