// The queue of searches: rows and batches take turns, and searches of the same rows share a pass.
import { type Job, type RowSearch, type Splitting, startJob } from './job.ts'
import { HITS_PER_TASK, QUERIES_PER_BATCH, QUERIES_PER_TASK } from './layout.ts'
import type { ScanTask } from './mailbox.ts'
import type { SearchableRows } from './rows.ts'

export interface Work {
  readonly job: Job
  readonly task: ScanTask
}

export interface SearchQueue {
  add(search: RowSearch): void
  /** Adds searches that run in the background, of the same rows with the same limit: searches with a waiting caller take turns with them. */
  addBatch(rows: SearchableRows, searches: readonly RowSearch[]): void
  /** Returns the next task for an idle thread. */
  next(): Work | undefined
  rejectAll(error: unknown): void
}

interface Line {
  readonly rows: SearchableRows
  job: Job | undefined
  readonly searches: RowSearch[]
  /** How many of them share a pass. */
  readonly together: number
}

export function newWaiting(splitting: Splitting): SearchQueue {
  /** The key is the rows, or the batch. */
  const lines = new Map<SearchableRows | readonly RowSearch[], Line>()

  const jobOf = (line: Line): Job => {
    if (line.job === undefined || line.job.isTaken)
      line.job = startJob(line.rows, line.searches.splice(0, line.together), splitting)
    return line.job
  }

  return {
    add(search) {
      const { rows } = search
      const line = lines.get(rows)
      if (line) line.searches.push(search)
      else lines.set(rows, { rows, job: undefined, searches: [search], together: QUERIES_PER_TASK })
    },
    addBatch(rows, searches) {
      const limit = Math.max(...searches.map((search) => search.limit))
      const together = Math.min(QUERIES_PER_BATCH, Math.floor(HITS_PER_TASK / limit))
      lines.set(searches, { rows, job: undefined, searches: [...searches], together })
    },
    next() {
      const [first] = lines
      if (first === undefined) return undefined
      const [key, line] = first
      const job = jobOf(line)
      const task = job.take()
      // A line with more to do goes to the end of the queue.
      lines.delete(key)
      if (!job.isTaken || line.searches.length > 0) lines.set(key, line)
      return { job, task }
    },
    rejectAll(error) {
      for (const { rows, job, searches } of lines.values()) {
        job?.abandon(error)
        for (const search of searches) {
          search.reject(error)
          rows.letGo()
        }
      }
      lines.clear()
    },
  }
}
