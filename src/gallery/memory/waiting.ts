// The queue of searches: rows take turns, and searches of the same rows share a pass.
import { type Job, type Search, startJob } from './job.ts'
import { QUERIES_PER_TASK } from './layout.ts'
import type { Task } from './mailbox.ts'
import type { SearchableRows } from './rows.ts'

export interface Work {
  readonly job: Job
  readonly task: Task
}

export interface Waiting {
  add(search: Search): void
  /** Returns the next task for an idle thread. */
  next(): Work | undefined
  rejectAll(error: unknown): void
}

interface Line {
  job: Job | undefined
  readonly searches: Search[]
}

export function newWaiting(splitting: { threads: number; addressOf: (block: number) => number }): Waiting {
  const lines = new Map<SearchableRows, Line>()

  const jobOf = (rows: SearchableRows, line: Line): Job => {
    if (line.job === undefined || line.job.isTaken)
      line.job = startJob(rows, line.searches.splice(0, QUERIES_PER_TASK), splitting)
    return line.job
  }

  return {
    add(search) {
      const line = lines.get(search.rows)
      if (line === undefined) lines.set(search.rows, { job: undefined, searches: [search] })
      else line.searches.push(search)
    },
    next() {
      const [first] = lines
      if (first === undefined) return undefined
      const [rows, line] = first
      const job = jobOf(rows, line)
      const task = job.take()
      // Rows with more to do go to the end of the queue.
      lines.delete(rows)
      if (!job.isTaken || line.searches.length > 0) lines.set(rows, line)
      return { job, task }
    },
    rejectAll(error) {
      for (const [rows, { job, searches }] of lines) {
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
