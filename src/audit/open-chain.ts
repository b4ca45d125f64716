// Opens a chain of the audit trail for one writer, and records in it how far the other chains have come.
import { randomUUID } from 'node:crypto'
import type { Database } from '../store/port.ts'
import { addChain, type Head, headOf, latestChains } from '../store/records/audit.ts'
import { hashOfChain, nothingBefore, writeHeads } from './hashes.ts'

/** A new chain records the heads of this many others, more than any deployment has writers at a time. */
const mostWitnessed = 64

/** Before its first entry a chain's head is the hash of the chain itself. */
export async function openChain(database: Database, now: () => number): Promise<Head> {
  for (;;) {
    const opened = await database.transaction(async (queries) => {
      const before = await latestChains(queries, mostWitnessed)
      const heads: Head[] = []
      for (const { chain } of before) {
        const head = await headOf(queries, chain)
        if (head) heads.push(head)
      }
      const fresh = {
        number: (before[0]?.number ?? 0) + 1,
        chain: randomUUID(),
        openedAt: now(),
        witnessed: writeHeads(heads),
        previousHash: before[0]?.hash ?? nothingBefore,
      }
      const chain = { ...fresh, hash: hashOfChain(fresh) }
      return (await addChain(queries, chain)) ? chain : undefined
    })
    // Otherwise another writer took this number at the same moment: its chain comes before ours.
    if (opened) return { chain: opened.chain, number: 0, hash: opened.hash }
  }
}
