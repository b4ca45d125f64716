// Counts what was asked and what came back, and keeps every answer that was not the one it should have been.

export interface Outcome {
  readonly operation: string
  /** What the request was part of. */
  readonly act: string
  readonly status: number
  /** 0 where the answer has none. */
  readonly code: number
  readonly ms: number
  /** In words, when it is not what it should be; never holds what was sent. */
  readonly unexpected?: string
}

export interface Tally {
  readonly operation: string
  requests: number
  /** By `status code`. */
  readonly outcomes: Map<string, number>
  readonly ms: number[]
}

export interface Ledger {
  readonly tallies: ReadonlyMap<string, Tally>
  readonly requests: number
  readonly unexpected: number
  /** The first of them. */
  readonly complaints: readonly string[]
  /** What has come in since the last call, by `status code`. */
  sinceLast(): { readonly requests: number; readonly unexpected: number; readonly refused: number }
  add(outcome: Outcome): void
}

const MOST_COMPLAINTS = 50
/** Of each operation, for its median and its slowest: a sample of so many times. */
const MOST_TIMES = 2000

export function openLedger(operations: Iterable<string>): Ledger {
  const tallies = new Map<string, Tally>()
  const tallyOf = (operation: string): Tally => {
    const known = tallies.get(operation) ?? { operation, requests: 0, outcomes: new Map(), ms: [] }
    tallies.set(operation, known)
    return known
  }
  for (const operation of operations) tallyOf(operation)
  const complaints: string[] = []
  const all = { requests: 0, unexpected: 0, refused: 0 }
  let told = { ...all }
  return {
    tallies,
    complaints,
    get requests() {
      return all.requests
    },
    get unexpected() {
      return all.unexpected
    },
    sinceLast() {
      const since = {
        requests: all.requests - told.requests,
        unexpected: all.unexpected - told.unexpected,
        refused: all.refused - told.refused,
      }
      told = { ...all }
      return since
    },
    add({ operation, act, status, code, ms, unexpected }) {
      const tally = tallyOf(operation)
      const outcome = `${status} ${code}`
      tally.requests++
      tally.outcomes.set(outcome, (tally.outcomes.get(outcome) ?? 0) + 1)
      // Overwritten in turn, so that late ones count as early ones do.
      tally.ms[(tally.requests - 1) % MOST_TIMES] = ms
      all.requests++
      if (status >= 400) all.refused++
      if (unexpected === undefined) return
      all.unexpected++
      if (complaints.length < MOST_COMPLAINTS) complaints.push(`${act}, ${operation}: ${unexpected}`)
    },
  }
}
