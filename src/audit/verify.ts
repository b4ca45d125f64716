// Verifies the whole audit trail, a page at a time, and names the first place that is not as it was written.
import type { Database } from '../store/port.ts'
import {
  type AuditChain,
  type AuditEntry,
  chainsAfter,
  entriesAfter,
  entryAt,
  unknownChain,
} from '../store/records/audit.ts'
import { hashOfChain, hashOfEntry, nothingBefore, readHeads } from './hashes.ts'

export interface VerifyOptions {
  /** Chains before this number are not verified. */
  readonly from?: number
  /** A hash of a chain or an entry that was kept elsewhere; the trail must hold it. */
  readonly head?: string | undefined
  readonly onProgress?: (entries: number) => void
  /** Is told of entries that are as they were written, a page at a time. */
  readonly onEntries?: (entries: readonly AuditEntry[]) => Promise<void>
}

export interface Verified {
  readonly chains: number
  readonly entries: number
  /** One sentence on the first break; undefined where there is none. */
  readonly fault: string | undefined
}

class Broken extends Error {}

const pageSize = 1000

export async function verifyTrail(
  database: Database,
  { from = 1, head, onProgress = () => undefined, onEntries = async () => undefined }: VerifyOptions = {},
): Promise<Verified> {
  const verified = { chains: 0, entries: 0 }
  let foundHead = head === undefined
  const notice = (hash: string) => {
    if (hash === head) foundHead = true
  }

  async function verifyEntries(chain: AuditChain): Promise<void> {
    let before = { number: 0, hash: chain.hash }
    for (;;) {
      const page = await entriesAfter(database, chain.chain, before.number, pageSize)
      for (const entry of page) {
        checkEntry(entry, before, chain)
        notice(entry.hash)
        before = entry
      }
      await onEntries(page)
      verified.entries += page.length
      onProgress(verified.entries)
      if (page.length < pageSize) return
    }
  }

  async function verifyChains(): Promise<void> {
    let before = await chainBefore(database, from)
    for (;;) {
      const page = await chainsAfter(database, before.number, 100)
      for (const chain of page) {
        checkChain(chain, before)
        notice(chain.hash)
        await verifyEntries(chain)
        await checkWitnessed(database, chain)
        verified.chains++
        before = chain
      }
      if (page.length < 100) break
    }
    const unknown = await unknownChain(database)
    if (unknown !== undefined)
      throw new Broken(`There are entries of chain ${unknown}, which was never opened.`)
    if (!foundHead)
      throw new Broken(
        `The hash ${head} is nowhere in the trail: what came up to it was cut off, or put in place of it.`,
      )
  }

  try {
    await verifyChains()
    return { ...verified, fault: undefined }
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    return { ...verified, fault: error.message }
  }
}

async function chainBefore(database: Database, from: number): Promise<{ number: number; hash: string }> {
  if (from <= 1) return { number: 0, hash: nothingBefore }
  const [found] = await chainsAfter(database, from - 2, 1)
  if (found?.number === from - 1) return found
  throw new Broken(`Chain number ${from - 1}, which number ${from} follows, is missing.`)
}

function checkChain(chain: AuditChain, before: { readonly number: number; readonly hash: string }): void {
  const name = `Chain number ${chain.number} (${chain.chain})`
  if (chain.number !== before.number + 1) throw new Broken(`Chain number ${before.number + 1} is missing.`)
  if (hashOfChain(chain) !== chain.hash) throw new Broken(`${name} was changed.`)
  if (chain.previousHash !== before.hash)
    throw new Broken(`${name} does not follow the one before it: one of them was replaced.`)
}

function checkEntry(
  entry: AuditEntry,
  before: { readonly number: number; readonly hash: string },
  { number }: AuditChain,
): void {
  const name = `Entry ${entry.number} of chain number ${number} (${entry.chain})`
  if (entry.number !== before.number + 1)
    throw new Broken(`Entry ${before.number + 1} of chain number ${number} (${entry.chain}) is missing.`)
  if (hashOfEntry(entry) !== entry.hash)
    throw new Broken(`${name} was changed, or stands in the place of another.`)
  if (entry.previousHash !== before.hash)
    throw new Broken(`${name} does not follow the one before it: one of them was replaced.`)
}

/** The heads of other chains that a chain recorded when it was opened must still be there. */
async function checkWitnessed(database: Database, chain: AuditChain): Promise<void> {
  for (const seen of readHeads(chain.witnessed)) {
    const found = await entryAt(database, seen.chain, seen.number)
    if (found === seen.hash) continue
    throw new Broken(
      `Entry ${seen.number} of chain ${seen.chain}, which chain number ${chain.number} saw, is ${found === undefined ? 'missing: the end of that chain was cut off' : 'another'}.`,
    )
  }
}
