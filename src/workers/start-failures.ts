// The wait between failed starts of a worker, and the sentence that describes it.

const FIRST_REST_MS = 100
const LONGEST_REST_MS = 30_000
/** A child that lived this long was well: its end is no sign that the next one will fail too. */
const SOUND_LIFE_MS = 30_000

export class StartFailures {
  #count = 0
  #lastExit = ''
  #restsUntilMs = 0

  get count(): number {
    return this.#count
  }

  /** Returns how long to rest; `livedMs` counts from the moment the child was ready. */
  add(nowMs: number, livedMs: number, exit: string): number {
    if (livedMs > SOUND_LIFE_MS) this.#count = 0
    this.#count += 1
    const restMs = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (this.#count - 1))
    this.#restsUntilMs = nowMs + restMs
    this.#lastExit = exit
    return restMs
  }

  clear(): void {
    this.#count = 0
  }

  describeRest(nowMs: number): string {
    const seconds = Math.max(0, Math.ceil((this.#restsUntilMs - nowMs) / 1000))
    return `${this.#lastExit}, ${this.#times()}: trying again in ${seconds} s`
  }

  describeStart(): string {
    return this.#count === 0 ? 'is starting' : `${this.#lastExit}, ${this.#times()}: starting again`
  }

  #times(): string {
    return this.#count === 1 ? 'once' : `${this.#count} times`
  }
}
