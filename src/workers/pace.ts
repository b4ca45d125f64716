// How fast jobs have been going lately, and from that how long a refused caller should stay away.

const NEWEST_SHARE = 0.2
const LONGEST_ADVICE_SECONDS = 60

export class Pace {
  #averageMs: number | undefined

  record(tookMs: number): void {
    this.#averageMs =
      this.#averageMs === undefined ? tookMs : this.#averageMs + (tookMs - this.#averageMs) * NEWEST_SHARE
  }

  /** The time in which the workers get through the jobs ahead, in whole seconds for a Retry-After header. */
  retryAfterSeconds(jobsAhead: number, workers: number): number {
    const seconds = Math.ceil(((this.#averageMs ?? 0) * jobsAhead) / Math.max(1, workers) / 1000)
    return Math.min(LONGEST_ADVICE_SECONDS, Math.max(1, seconds))
  }
}
