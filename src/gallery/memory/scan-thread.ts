// The entry point of a scanning thread: waits for a task in its mailbox, scans, and writes the result back.
import { workerData } from 'node:worker_threads'
import { openScan } from './kernel.ts'
import { BLOCK_BYTES, FACES_PER_BLOCK, MAILBOX, QUERY_BYTES, viewsOf } from './layout.ts'
import { bestOf, emptyBest } from './mailbox.ts'

/** Several queries scan this many blocks in turn: few enough to stay in the L1 cache from one query to the next. */
const BLOCKS_IN_TURN = 4
/** Enough calls for the engine to compile the scan with full optimisation before the first search. */
const WARM_UP_SCANS = 200

const { memories, module, mailbox } = workerData as {
  memories: WebAssembly.Memory[]
  module: WebAssembly.Module
  mailbox: number
}
// The mailbox is in the first pages of each memory, so these views never become too short.
const parts = memories.map((memory) => ({ ...openScan(module, memory), views: viewsOf(memory) }))
const [first] = parts
const at = mailbox / 4

if (first) {
  warmUp(first)
  const { integers } = first.views
  for (let asked = integers[at + MAILBOX.answered / 4] ?? 0; ; ) {
    Atomics.wait(integers, at + MAILBOX.asked / 4, asked)
    asked = Atomics.load(integers, at + MAILBOX.asked / 4)
    work(parts[integers[at + MAILBOX.memory / 4] ?? 0] ?? first)
    Atomics.store(integers, at + MAILBOX.answered / 4, asked)
    Atomics.notify(integers, at + MAILBOX.answered / 4)
  }
}

function work({ views, scan, sift }: (typeof parts)[number]): void {
  const read = (offset: number) => views.integers[at + offset / 4] ?? 0
  const readFloat = (offset: number) => views.floats[at + offset / 4] ?? 0
  const queries = read(MAILBOX.queries)
  const limit = read(MAILBOX.limit)
  const looking = read(MAILBOX.isSifted) && sift ? sift : scan
  const look = (query: number, address: number, blocks: number, slot: number): void => {
    const numbers = MAILBOX.queryNumbers + 12 * query
    const queryAt = mailbox + MAILBOX.queryBytes + query * QUERY_BYTES
    const best = bestOf(mailbox, query, limit)
    looking(address, blocks, slot, read(numbers + 8), queryAt, readFloat(numbers), best, limit)
  }
  for (let query = 0; query < queries; query++)
    emptyBest(views, bestOf(mailbox, query, limit), limit, readFloat(MAILBOX.queryNumbers + 12 * query + 4))
  const inTurn = queries === 1 ? Infinity : BLOCKS_IN_TURN
  let slot = read(MAILBOX.firstSlot)
  for (let run = 0; run < read(MAILBOX.runs); run++) {
    let address = read(MAILBOX.runList + 8 * run)
    let blocks = read(MAILBOX.runList + 8 * run + 4)
    while (blocks > 0) {
      const some = Math.min(blocks, inTurn)
      for (let query = 0; query < queries; query++) look(query, address, some, slot)
      address += some * BLOCK_BYTES
      slot += some * FACES_PER_BLOCK
      blocks -= some
    }
  }
}

/** Scans the mailbox itself as if it held faces; with an end slot of 0 nothing is written. */
function warmUp({ scan }: (typeof parts)[number]): void {
  const queryAt = mailbox + MAILBOX.queryBytes
  for (let i = 0; i < WARM_UP_SCANS; i++) scan(mailbox, 8, 0, 0, queryAt, 0, bestOf(mailbox, 0, 1), 1)
}
