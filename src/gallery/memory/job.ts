// One pass over rows for several searches: split into tasks for the threads, with their results merged.
import type { Arena } from './arena.ts'
import { BLOCK_BYTES, FACES_PER_BLOCK, QUERIES_PER_TASK, RUNS_PER_TASK } from './layout.ts'
import type { Hit, ScanTask } from './mailbox.ts'
import type { Query } from './quantise.ts'
import type { SearchableRows } from './rows.ts'

/** Up to this size a second thread takes longer to wake than the first takes to finish. */
const BLOCKS_FOR_ONE_THREAD = 64
/** A task takes some milliseconds; then the thread may turn to other rows, so that small searches do not wait long. */
const MOST_BLOCKS_IN_TASK = 8192
const MOST_SCANS_IN_TASK = MOST_BLOCKS_IN_TASK * QUERIES_PER_TASK

export interface RowSearch {
  readonly rows: SearchableRows
  readonly query: Query
  readonly limit: number
  /** What the score of a hit must exceed, on the kernel's scale. */
  readonly floor: number
  /** Few faces come near to the floor. */
  readonly isSifted: boolean
  /** Slots from here on are not wanted; infinite where all are. */
  readonly end: number
  resolve(hits: Hit[]): void
  reject(error: unknown): void
}

export interface Splitting {
  readonly threads: number
  readonly arena: Pick<Arena, 'addressOf' | 'memoryOf'>
}

export interface Job {
  /** No task is left to take; some may still run. */
  readonly isTaken: boolean
  take(): ScanTask
  /** Adds the result of a task: one list per search. */
  add(lists: readonly (readonly Hit[])[]): void
  fail(error: unknown): void
  /** Rejects all searches; tasks that were not taken are dropped. */
  abandon(error: unknown): void
}

export function startJob(
  rows: SearchableRows,
  searches: readonly RowSearch[],
  { threads, arena }: Splitting,
): Job {
  // Rows may grow meanwhile; the job looks at what was there when it began.
  const queries = searches.map(({ query, floor, end }) => ({
    query,
    floor,
    endSlot: Math.min(rows.length, end),
  }))
  const endSlot = Math.max(...queries.map((one) => one.endSlot))
  const blocks = Math.min(rows.blocks.length, Math.ceil(endSlot / FACES_PER_BLOCK))
  const most = Math.min(MOST_BLOCKS_IN_TASK, Math.ceil(MOST_SCANS_IN_TASK / searches.length))
  const share = shareOf(blocks, threads, most)
  const isSifted = searches.every((search) => search.isSifted)
  const limit = Math.max(...searches.map((search) => search.limit))
  const found: Hit[][][] = searches.map(() => [])
  let next = 0
  let running = 0
  let isOver = false

  const conclude = () => {
    if (isOver || next < blocks || running > 0) return
    isOver = true
    searches.forEach((search, i) => {
      search.resolve(mergeHits(found[i] ?? [], search.limit))
      rows.letGo()
    })
  }
  const abandon = (error: unknown) => {
    for (const search of searches) search.reject(error)
    next = blocks
    conclude()
  }

  return {
    get isTaken() {
      return next >= blocks
    },
    take() {
      const first = next
      const runs: number[] = []
      next = gather(rows.blocks, { from: first, to: Math.min(blocks, first + share) }, arena, runs)
      running += 1
      const memory = arena.memoryOf(rows.blocks[first] ?? 0)
      return { queries, limit, isSifted, memory, firstSlot: first * FACES_PER_BLOCK, runs }
    },
    add(lists) {
      running -= 1
      lists.forEach((list, i) => {
        found[i]?.push([...list])
      })
      conclude()
    },
    fail(error) {
      running -= 1
      abandon(error)
    },
    abandon,
  }
}

/** The number of blocks per task: equal shares, so many that all threads end together. */
function shareOf(blocks: number, threads: number, most: number): number {
  if (blocks <= BLOCKS_FOR_ONE_THREAD) return blocks
  const rounds = Math.ceil(blocks / threads / most)
  return Math.ceil(blocks / (threads * rounds))
}

/** Writes blocks of one memory as runs of neighbours into `runs`, which is empty; returns where it stopped. */
function gather(
  blocks: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
  { addressOf, memoryOf }: Splitting['arena'],
  runs: number[],
): number {
  const memory = memoryOf(blocks[from] ?? 0)
  let length = 0
  let end = -1
  for (const [i, block] of blocks.slice(from, to).entries()) {
    if (memoryOf(block) !== memory) return from + i
    const address = addressOf(block)
    if (address === end) runs[runs.length - 1] = ++length
    else if (runs.length === 2 * RUNS_PER_TASK) return from + i
    else {
      length = 1
      runs.push(address, length)
    }
    end = address + BLOCK_BYTES
  }
  return to
}

/** Merges the lists of several threads, best first; of equal scores the earlier slot comes first. */
function mergeHits(lists: readonly (readonly Hit[])[], limit: number): Hit[] {
  return lists
    .flat()
    .sort((a, b) => b.score - a.score || a.slot - b.slot)
    .slice(0, limit)
}
