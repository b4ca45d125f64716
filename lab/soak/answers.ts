// Counts requests and answers, and keeps every unexpected answer.
import { AnswerCounts, type Counted } from '../kit/answer-counts.ts'

interface Outcome extends Counted {
  /** The act that the request was part of. */
  readonly act: string
  /** A description of an unexpected answer, which never holds what was sent. */
  readonly unexpected?: string
}

interface Sums {
  readonly requests: number
  readonly unexpected: number
  /** The count of answers with a status of 400 or more. */
  readonly refused: number
}

const MOST_COMPLAINTS = 50

export class Answers extends AnswerCounts {
  unexpected = 0
  /** The first answers that were unexpected. */
  readonly complaints: string[] = []
  #refused = 0
  #last: Sums = { requests: 0, unexpected: 0, refused: 0 }

  /** Returns the sums since the last call. */
  sinceLast(): Sums {
    const now = { requests: this.requests, unexpected: this.unexpected, refused: this.#refused }
    const { requests, unexpected, refused } = this.#last
    this.#last = now
    return {
      requests: now.requests - requests,
      unexpected: now.unexpected - unexpected,
      refused: now.refused - refused,
    }
  }

  override add(outcome: Outcome): void {
    super.add(outcome)
    const { operation, act, status, unexpected } = outcome
    if (status >= 400) this.#refused++
    if (unexpected === undefined) return
    this.unexpected++
    if (this.complaints.length < MOST_COMPLAINTS) this.complaints.push(`${act}, ${operation}: ${unexpected}`)
  }
}
