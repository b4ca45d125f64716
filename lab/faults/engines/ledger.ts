// Records every answer that callers got with its times, and everything that was acknowledged and must therefore stay.
import { createHash } from 'node:crypto'
import { Ledger } from '../../kit/ledger.ts'
import type { EngineName } from './cluster.ts'

export interface Answered {
  readonly act: string
  readonly needs: readonly EngineName[]
  readonly server: number
  readonly startedAt: number
  readonly endedAt: number
  /** The status is 0 when no answer came at all. */
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  /** The result code, or why no answer came. */
  readonly outcome: number | string
  readonly requestId: string
}

interface Face {
  readonly sha256: string
  id?: string
  fileId?: string
}

interface Challenge {
  /** Hashes of the frames that were acknowledged. */
  readonly frames: Set<string>
  verdict?: string
}

export interface Document {
  /** File ids with the hash of what they hold. */
  readonly files: Map<string, string>
}

export class EnginesLedger {
  readonly answers: Answered[] = []
  readonly collections = new Ledger<string>()
  /** Faces by the id of their person. */
  readonly faces = new Ledger<string, Face>()
  readonly challenges = new Ledger<string, Challenge>()
  readonly documents = new Ledger<string, Document>()
  /** Names and passwords of organisations that were added. */
  readonly organisations = new Map<string, string>()
  /** Request ids of verdicts; each must have its receipt. */
  readonly verdicts = new Set<string>()
  readonly erased = new Set<string>()

  /** Counts everything that was acknowledged as kept or as removed, by its kind. */
  get counts(): Readonly<Record<string, number>> {
    const challenges = [...this.challenges.entries.values()]
    const documents = [...this.documents.entries.values()]
    return {
      collections: this.collections.in('there').length,
      faces: this.faces.in('there').length,
      'faces removed': this.faces.in('gone').length,
      challenges: challenges.length,
      frames: challenges.reduce((sum, { frames }) => sum + frames.size, 0),
      documents: documents.length,
      pictures: documents.reduce((sum, { files }) => sum + files.size, 0),
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
