// Counts the answers of a run by operation, HTTP status and result code.

export interface Counted {
  readonly operation: string
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /** The code is undefined or 0 where the answer has none. */
  readonly code: number | undefined
  readonly ms: number
}

export interface OperationCounts {
  requests: number
  /** The counts by status and code. */
  readonly outcomes: Map<string, Pick<Counted, 'status' | 'code'> & { times: number }>
  /** A sample of how long the answers took. */
  readonly ms: number[]
}

/** So many times are kept of one operation, for its median and its slowest. */
const MOST_TIMES = 2000

export class AnswerCounts {
  readonly operations = new Map<string, OperationCounts>()
  readonly statuses = new Map<number, number>()
  requests = 0

  /** Operations that are listed here are shown even if they are never called. */
  constructor(operations: Iterable<string> = []) {
    for (const operation of operations) this.#of(operation)
  }

  add({ operation, status, code, ms }: Counted): void {
    const counts = this.#of(operation)
    const key = `${status} ${code ?? ''}`
    const outcome = counts.outcomes.get(key) ?? { status, code, times: 0 }
    outcome.times++
    counts.outcomes.set(key, outcome)
    // Times are overwritten in turn, so that late ones count as much as early ones.
    counts.ms[counts.requests % MOST_TIMES] = ms
    counts.requests++
    this.requests++
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }

  #of(operation: string): OperationCounts {
    const known = this.operations.get(operation) ?? { requests: 0, outcomes: new Map(), ms: [] }
    this.operations.set(operation, known)
    return known
  }
}
