// What callers were told: every answer with its times, and every thing that was acknowledged and must therefore stay.
import { createHash } from 'node:crypto'
import type { EngineName } from './cluster.ts'

/** `asked` was never acknowledged: there or not, but never by half. */
export type Fate = 'asked' | 'there' | 'removing' | 'gone'

export interface Answered {
  readonly act: string
  readonly needs: readonly EngineName[]
  readonly server: number
  readonly startedAt: number
  readonly endedAt: number
  /** 0 when no answer came at all. */
  readonly status: number
  readonly retryAfter: string | null
  readonly resultCode: unknown
  readonly requestId: string
}

export interface Face {
  readonly person: string
  readonly sha256: string
  id?: string
  fileId?: string
  fate: Fate
}

export interface Challenge {
  readonly id: string
  readonly person: string
  /** Of the frames that were acknowledged. */
  readonly frames: Set<string>
  verdict?: string
  fate: Fate
}

export interface Document {
  readonly id: string
  readonly person: string
  /** File ids with what they hold. */
  readonly files: Map<string, string>
  fate: Fate
}

export class Ledger {
  readonly answers: Answered[] = []
  readonly collections = new Map<string, Fate>()
  readonly faces = new Set<Face>()
  readonly challenges = new Map<string, Challenge>()
  readonly documents = new Map<string, Document>()
  /** Names and passwords of organisations that were added. */
  readonly organisations = new Map<string, string>()
  /** Request ids of verdicts, each of which must have its receipt. */
  readonly verdicts = new Set<string>()
  readonly erased = new Set<string>()

  /** Everything that was said to be kept, or to be removed for good, by its kind. */
  get counts(): Readonly<Record<string, number>> {
    const settled = (all: Iterable<{ readonly fate: Fate }>, fate: Fate) =>
      [...all].filter((one) => one.fate === fate).length
    const challenges = [...this.challenges.values()]
    return {
      collections: [...this.collections.values()].filter((fate) => fate === 'there').length,
      faces: settled(this.faces, 'there'),
      'faces removed': settled(this.faces, 'gone'),
      challenges: challenges.length,
      frames: challenges.reduce((sum, { frames }) => sum + frames.size, 0),
      documents: this.documents.size,
      pictures: [...this.documents.values()].reduce((sum, { files }) => sum + files.size, 0),
      organisations: this.organisations.size,
      receipts: this.verdicts.size,
      'persons erased': this.erased.size,
    }
  }

  get acknowledged(): number {
    return Object.values(this.counts).reduce((sum, one) => sum + one, 0)
  }
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
