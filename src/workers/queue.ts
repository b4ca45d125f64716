// A fair queue: one line per organisation, served in turn; when it is full, the longest line gives way.

export type Waiting = { readonly organisation: string; readonly queuedAtMs: number }

export type Admission<Item> = { readonly admitted: boolean; readonly pushedOut?: Item }

export class FairQueue<Item extends Waiting> {
  readonly #limit: number
  /** The order of the map is the order of the turns; an empty line is never kept. */
  readonly #lines = new Map<string, Item[]>()
  #size = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#size
  }

  /** When full, whoever holds the longest line gives up its newest place to one who clearly holds less. */
  offer(item: Item): Admission<Item> {
    if (this.#size < this.#limit) {
      this.#append(item)
      return { admitted: true }
    }
    const own = this.#lines.get(item.organisation)?.length ?? 0
    const longest = this.#longestLine()
    // Two fewer, so that the swap never leaves the newcomer longer than the one who gave way.
    if (longest === undefined || own + 2 > longest.length) return { admitted: false }
    const pushedOut = longest.pop()
    if (pushedOut === undefined) return { admitted: false }
    this.#size -= 1
    this.#append(item)
    return { admitted: true, pushedOut }
  }

  take(): Item | undefined {
    for (const [organisation, line] of this.#lines) {
      const item = line.shift()
      // Deleted and set again: the organisation goes to the end of the round.
      this.#lines.delete(organisation)
      if (line.length > 0) this.#lines.set(organisation, line)
      if (item !== undefined) this.#size -= 1
      return item
    }
    return undefined
  }

  remove(item: Item): boolean {
    const line = this.#lines.get(item.organisation)
    const at = line?.indexOf(item) ?? -1
    if (line === undefined || at === -1) return false
    line.splice(at, 1)
    this.#size -= 1
    if (line.length === 0) this.#lines.delete(item.organisation)
    return true
  }

  oldestAtMs(): number | undefined {
    let oldest: number | undefined
    for (const [head] of this.#lines.values()) {
      if (head !== undefined && (oldest === undefined || head.queuedAtMs < oldest)) oldest = head.queuedAtMs
    }
    return oldest
  }

  #append(item: Item): void {
    const line = this.#lines.get(item.organisation)
    if (line === undefined) this.#lines.set(item.organisation, [item])
    else line.push(item)
    this.#size += 1
  }

  #longestLine(): Item[] | undefined {
    let longest: Item[] | undefined
    for (const line of this.#lines.values()) {
      if (longest === undefined || line.length > longest.length) longest = line
    }
    return longest
  }
}
