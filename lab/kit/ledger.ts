// Records what a server acknowledged, and therefore what must be found again and what must be gone.

/** `sending` and `removing` were never acknowledged: the thing may be there or not, but never in part. */
export type State = 'sending' | 'there' | 'removing' | 'gone'

export type Entry<Facts extends object> = Facts & { state: State }

/** One ledger holds things of one kind by their key; what is known of each is its `Facts`. */
export class Ledger<Key, Facts extends object = object> {
  readonly entries = new Map<Key, Entry<Facts>>()

  send(key: Key, facts: Facts): Entry<Facts> {
    const entry: Entry<Facts> = { ...facts, state: 'sending' }
    this.entries.set(key, entry)
    return entry
  }

  /** The thing was acknowledged; `more` is what the acknowledgement said about it. */
  acknowledge(key: Key, more: Partial<Facts> = {}): void {
    this.#change(key, 'there', more)
  }

  removing(key: Key): void {
    this.#change(key, 'removing')
  }

  removed(key: Key): void {
    this.#change(key, 'gone')
  }

  in(state: State): [Key, Entry<Facts>][] {
    return [...this.entries].filter(([, entry]) => entry.state === state)
  }

  /** Compares an entry with what was found: `lost` is missing, `back` was removed or never came. */
  verdict(key: Key, isThere: boolean): 'lost' | 'back' | undefined {
    const state = this.entries.get(key)?.state
    if (state === 'there' && !isThere) return 'lost'
    return state === 'gone' && isThere ? 'back' : undefined
  }

  /** What was found is taken as the truth: from now on the thing must stay so. */
  settle(key: Key, isThere: boolean): void {
    this.#change(key, isThere ? 'there' : 'gone')
  }

  #change(key: Key, state: State, more: Partial<Facts> = {}): void {
    const entry = this.entries.get(key)
    if (entry) Object.assign(entry, more, { state })
  }
}
