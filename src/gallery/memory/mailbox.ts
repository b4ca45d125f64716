// The messages between the server and a scanning thread in shared memory: a task, and the best faces as its result.
import { MAILBOX, QUERY_BYTES, type Views } from './layout.ts'
import type { Query } from './quantise.ts'

export interface Hit {
  readonly slot: number
  /** The approximate cosine. */
  readonly score: number
}

interface TaskQuery {
  readonly query: Query
  /** What the score of a hit must exceed, on the kernel's scale. */
  readonly floor: number
  /** Slots from here on are not searched: they may be half written. */
  readonly endSlot: number
}

export interface ScanTask {
  /** At most QUERIES_PER_BATCH, and with the limit so many that HITS_PER_TASK is enough. */
  readonly queries: readonly TaskQuery[]
  readonly limit: number
  /** Few faces come near to the floors, so that a first look with four bits of the queries is enough for the others. */
  readonly isSifted: boolean
  /** Where the faces are, and so the task and its result. */
  readonly memory: number
  /** The slot of the first face of the first run. */
  readonly firstSlot: number
  /** Address and number of blocks of each run, alternating; at most RUNS_PER_TASK. */
  readonly runs: readonly number[]
}

export function writeTask(views: Views, mailbox: number, task: ScanTask): void {
  const { integers, floats, bytes } = views
  const at = mailbox / 4
  integers[at + MAILBOX.queries / 4] = task.queries.length
  integers[at + MAILBOX.limit / 4] = task.limit
  integers[at + MAILBOX.runs / 4] = task.runs.length / 2
  integers[at + MAILBOX.firstSlot / 4] = task.firstSlot
  integers[at + MAILBOX.isSifted / 4] = Number(task.isSifted)
  task.queries.forEach(({ query, floor, endSlot }, i) => {
    const numbers = at + MAILBOX.queryNumbers / 4 + 3 * i
    floats[numbers] = task.isSifted ? query.coarseMargin : query.margin
    floats[numbers + 1] = floor
    integers[numbers + 2] = endSlot
    bytes.set(query.bytes, mailbox + MAILBOX.queryBytes + i * QUERY_BYTES)
  })
  integers.set(task.runs, at + MAILBOX.runList / 4)
}

/** Reads the result of a task: one list per query. */
export function readHits(views: Views, mailbox: number, task: ScanTask): Hit[][] {
  return task.queries.map(({ query: { scale } }, i) => {
    const hits: Hit[] = []
    for (let at = bestOf(mailbox, i, task.limit) / 4; hits.length < task.limit; at += 2) {
      const slot = views.integers[at + 1] ?? -1
      if (slot === -1) break
      hits.push({ slot, score: (views.floats[at] ?? 0) * scale })
    }
    return hits
  })
}

export function emptyBest({ integers, floats }: Views, best: number, limit: number, floor: number): void {
  for (let at = best / 4; at < best / 4 + 2 * limit; at += 2) {
    floats[at] = floor
    integers[at + 1] = -1
  }
}

/** The address of the list of best faces for a query. */
export function bestOf(mailbox: number, query: number, limit: number): number {
  return mailbox + MAILBOX.best + query * limit * 8
}
