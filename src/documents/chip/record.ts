// What is kept of a chip beside its files: what it says, how it was judged, and by which exchange it proved not to be a copy.
import type { Check } from '../../checks.ts'
import type { Authenticity, ChainLink } from '../../trust/judgement.ts'
import type { ChipReadings } from '../cards/stored.ts'
import type { Kind } from '../kinds/kinds.ts'
import type { ChipFileName, CopyState, SignedReading } from './chip.ts'
import type { ChipFacts, ChipOnly } from './facts.ts'

/** One of the files, which are stored one after another in this order. */
export interface StoredFile {
  readonly name: ChipFileName
  readonly bytes: number
  /** In hex. */
  readonly sha256: string
}

/** What was asked of the chip and what it answered, as Base64. */
export interface ChipExchange {
  readonly active?: { readonly challenge: string; readonly response: string } | undefined
  /** The answer under the keys agreed on; the server's key is that of the session, and is kept nowhere. */
  readonly agreement?: { readonly session: string; readonly response: string } | undefined
}

export interface ChipRecord extends ChipReadings, ChipExchange {
  readonly kind: Kind
  readonly only: Readonly<Partial<Record<ChipOnly, string>>>
  /** The file of each value, by its name in answers. */
  readonly valueFiles: ChipFacts['files']
  readonly files: readonly StoredFile[]
  readonly authenticity: Authenticity
  /** What that means, in a sentence. */
  readonly words: string
  readonly copy: CopyState
  readonly checks: readonly Check[]
  readonly chain: readonly ChainLink[]
  /** The certificate of the signer, DER as Base64. */
  readonly signer: string
  readonly signed: Omit<SignedReading, 'signer'>
  readonly portrait?: { readonly width: number; readonly height: number; readonly format: string } | undefined
  /** The request that brought it, under whose id its receipt is found. */
  readonly requestId: string
  readonly judgedAt: number
}

export const encodeRecord = (record: ChipRecord): Uint8Array => Buffer.from(JSON.stringify(record))

export const decodeRecord = (bytes: Buffer): ChipRecord => JSON.parse(bytes.toString('utf8')) as ChipRecord
