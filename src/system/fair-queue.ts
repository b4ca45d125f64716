// A fair queue: the caller who has used the least time is served next; when it is full, the caller with most items loses one.

export interface Waiting {
  /** Whose turn it takes: an organisation, or an address. */
  readonly caller: string
  readonly queuedAtMs: number
}

export interface Admission<Item> {
  readonly admitted: boolean
  readonly pushedOut?: Item
}

interface Account<Item, Place> {
  /** The time that the caller has used, counted from where the others stood when it came to wait. */
  usedMs: number
  readonly line: Item[]
  /** Items that were begun and paused, with the place in which each of them must continue. */
  readonly held: Map<Item, Place>
  /** With the time at which each was last taken up. */
  readonly running: Map<Item, number>
}

/** Of callers that have nothing here any more, so many are remembered with what they used. */
const MOST_REMEMBERED = 1000

export class FairQueue<Item extends Waiting, Place = undefined> {
  readonly #limit: number
  readonly #clock: () => number
  /** Of callers that used the same, the first in the order of the map is served; it goes to the end then. */
  readonly #accounts = new Map<string, Account<Item, Place>>()
  /** The most used time of a caller when it was served. A new caller begins with it, so that unused time is not saved up. */
  #nowServedMs = 0
  #size = 0
  #open = 0

  constructor(limit: number, clock: () => number = () => performance.now()) {
    this.#limit = limit
    this.#clock = clock
  }

  /** How many wait; those that are held or running do not. */
  get size(): number {
    return this.#size
  }

  /** When full, the caller with most items loses the newest of them to a caller who clearly has fewer. */
  offer(item: Item): Admission<Item> {
    if (this.#size < this.#limit) {
      this.#append(item)
      return { admitted: true }
    }
    const own = this.#accounts.get(item.caller)?.line.length ?? 0
    const longest = this.#longestLine()
    // Two fewer, so that the swap never leaves the newcomer longer than the one who gave way.
    if (longest === undefined || own + 2 > longest.length) return { admitted: false }
    const pushedOut = longest.pop()
    if (pushedOut === undefined) return { admitted: false }
    this.#size -= 1
    this.#append(item)
    return { admitted: true, pushedOut }
  }

  /** Its time counts from now on, until `end` or `hold`. Items that need not wait begin here. */
  start(item: Item): void {
    this.#begin(this.#entered(item), item)
  }

  /** Takes the next one that fits, or one that is held in this place. It counts as started. */
  take(place?: Place, isFit: (item: Item) => boolean = () => true): Item | undefined {
    const nowMs = this.#clock()
    let best: { readonly account: Account<Item, Place>; readonly item: Item; usedMs: number } | undefined
    for (const account of this.#accounts.values()) {
      const usedMs = usedBy(account, nowMs)
      if (best && usedMs >= best.usedMs) continue
      const item = heldIn(account, place) ?? account.line.find(isFit)
      if (item !== undefined) best = { account, item, usedMs }
    }
    if (!best) return undefined
    const { account, item } = best
    if (!account.held.delete(item)) {
      account.line.splice(account.line.indexOf(item), 1)
      this.#size -= 1
    } else this.#open -= 1
    this.#begin(account, item)
    return item
  }

  /** Charges the time since the item was started. */
  end(item: Item): void {
    const account = this.#accounts.get(item.caller)
    const startedAtMs = account?.running.get(item)
    if (!account || startedAtMs === undefined) return
    account.usedMs += this.#clock() - startedAtMs
    account.running.delete(item)
    this.#open -= 1
    this.#forget()
  }

  /** Charges the time so far and pauses the item. It continues in the same place, before other items of its caller. */
  hold(item: Item, place: Place): void {
    const account = this.#entered(item)
    account.held.set(item, place)
    this.#open += 1
    this.end(item)
  }

  /** An item that waits, or is held, leaves. False where it does neither. */
  remove(item: Item): boolean {
    const account = this.#accounts.get(item.caller)
    if (account?.held.delete(item)) {
      this.#open -= 1
      this.#forget()
      return true
    }
    const at = account?.line.indexOf(item) ?? -1
    if (account === undefined || at === -1) return false
    account.line.splice(at, 1)
    this.#size -= 1
    this.#forget()
    return true
  }

  oldestAtMs(): number | undefined {
    let oldest: number | undefined
    for (const { line } of this.#accounts.values()) {
      const [head] = line
      if (head !== undefined && (oldest === undefined || head.queuedAtMs < oldest)) oldest = head.queuedAtMs
    }
    return oldest
  }

  #append(item: Item): void {
    this.#entered(item).line.push(item)
    this.#size += 1
  }

  #entered({ caller }: Item): Account<Item, Place> {
    const known = this.#accounts.get(caller)
    const account = known ?? { usedMs: 0, line: [], held: new Map(), running: new Map() }
    if (!known) this.#accounts.set(caller, account)
    // Nothing of it had to wait until now, so nothing is owed to it.
    if (!isWaiting(account)) account.usedMs += Math.max(0, this.#levelMs() - usedBy(account, this.#clock()))
    return account
  }

  /**
   * Where a caller begins that nothing is owed to: level with the one who is next. One whose item is held in a place that
   * is taken may be far behind those who were served meanwhile, and must not catch up at the cost of a newcomer.
   */
  #levelMs(): number {
    const nowMs = this.#clock()
    let levelMs = this.#nowServedMs
    for (const account of this.#accounts.values())
      if (isWaiting(account)) levelMs = Math.min(levelMs, usedBy(account, nowMs))
    return levelMs
  }

  #begin(account: Account<Item, Place>, item: Item): void {
    const nowMs = this.#clock()
    this.#nowServedMs = Math.max(this.#nowServedMs, usedBy(account, nowMs))
    account.running.set(item, nowMs)
    this.#open += 1
    this.#accounts.delete(item.caller)
    this.#accounts.set(item.caller, account)
  }

  /** An empty queue forgets who was served. Otherwise it forgets only callers who left long ago. */
  #forget(): void {
    if (this.#size + this.#open === 0) {
      this.#accounts.clear()
      this.#nowServedMs = 0
      return
    }
    if (this.#accounts.size <= MOST_REMEMBERED) return
    for (const [caller, { line, held, running }] of this.#accounts) {
      if (line.length + held.size + running.size > 0) continue
      this.#accounts.delete(caller)
      return
    }
  }

  #longestLine(): Item[] | undefined {
    let longest: Item[] | undefined
    for (const { line } of this.#accounts.values()) {
      if (longest === undefined || line.length > longest.length) longest = line
    }
    return longest
  }
}

const isWaiting = ({ line, held }: Account<unknown, unknown>): boolean => line.length + held.size > 0

/** What is running counts as far as it has come. */
function usedBy({ usedMs, running }: Account<unknown, unknown>, nowMs: number): number {
  let sum = usedMs
  for (const startedAtMs of running.values()) sum += nowMs - startedAtMs
  return sum
}

function heldIn<Item, Place>({ held }: Account<Item, Place>, place: Place | undefined): Item | undefined {
  for (const [item, at] of held) if (at === place) return item
  return undefined
}
