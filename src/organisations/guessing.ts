// Bounds the guessing of credentials: wrong ones are counted by address and account, and few hashes are made at a time.
import { availableParallelism } from 'node:os'
import { FairQueue, type Waiting } from '../system/fair-queue.ts'

export interface GuessingOptions {
  readonly now: () => number
  /** How many wrong credentials an address may send in a minute for one account, and for all accounts together. */
  readonly failuresPerMinute: number
  readonly failuresOfAddressPerMinute: number
  /** Each hash takes 19 MiB and a core for some 50 ms, and anybody may ask for one: so few run at a time. */
  readonly hashesAtATime?: number
}

/** A caller's try, and the account that it is for. */
interface Attempt {
  /** The network of the caller. */
  readonly network: string
  readonly account: string
  /**
   * Set where the caller showed that it signed in before: what others send in the same network or for the same account
   * is not held against it, only its own.
   */
  readonly device?: string | undefined
}

type Tried<T> =
  | { readonly found: T }
  | { readonly refused: 'wrong' }
  | { readonly refused: 'too many'; readonly retryAfterSeconds: number }

export interface Guessing {
  /** Makes a hash in its turn; `check` answers undefined where it does not match, and that is counted. */
  attempt<T>(who: Attempt, check: () => Promise<T | undefined>): Promise<Tried<T>>
  /** Runs in turn what costs a hash and guesses nothing; undefined where too many wait. */
  inTurn<T>(network: string, work: () => Promise<T>): Promise<T | undefined>
  /** For so many seconds no secrets of this network are looked up; 0 where they are. */
  secondsToWait(network: string): number
  /** A secret that belongs to no account. */
  addWrong(network: string): void
}

const hashesWaiting = 32
/** Half of a small machine is left for those who are known. */
const usualHashes = (): number => Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))

export function openGuessing(options: GuessingOptions): Guessing {
  const { now } = options
  const ofAccount = openFailures(options.failuresPerMinute, now)
  const ofAddress = openFailures(options.failuresOfAddressPerMinute, now)
  const turns = openTurns(options.hashesAtATime ?? usualHashes())

  function waitOf({ network, account, device }: Attempt): number {
    if (device !== undefined) return ofAccount.secondsToWait(`device ${device}`)
    return Math.max(ofAccount.secondsToWait(`${network} ${account}`), ofAddress.secondsToWait(network))
  }

  function add({ network, account, device }: Attempt): void {
    if (device !== undefined) {
      ofAccount.add(`device ${device}`)
      return
    }
    ofAccount.add(`${network} ${account}`)
    ofAddress.add(network)
  }

  return {
    async attempt(who, check) {
      const wait = waitOf(who)
      if (wait > 0) return { refused: 'too many', retryAfterSeconds: wait }
      // Devices that are known wait in a line of their own, so that a crowd of guesses does not push them out.
      const turn = await turns.enter(who.device === undefined ? who.network : `device ${who.device}`)
      if (!turn) return { refused: 'too many', retryAfterSeconds: 1 }
      try {
        // Other logins of this address may have failed while this one waited its turn.
        const longer = waitOf(who)
        if (longer > 0) return { refused: 'too many', retryAfterSeconds: longer }
        const found = await check()
        if (found !== undefined) return { found }
        add(who)
        return { refused: 'wrong' }
      } finally {
        turns.leave(turn)
      }
    },
    async inTurn(network, work) {
      const turn = await turns.enter(network)
      if (!turn) return undefined
      try {
        return await work()
      } finally {
        turns.leave(turn)
      }
    },
    secondsToWait: ofAddress.secondsToWait,
    addWrong: ofAddress.add,
  }
}

/** A caller with one IPv6 address has 2^64 of them, so a whole /64 counts as one. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const between =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...between, ...last].slice(0, 4).join(':')
}

const cacheEntries = 10_000

/** The oldest entry makes room; one that is set again is the newest. */
export function put<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  cache.delete(key)
  if (cache.size >= cacheEntries) cache.delete(cache.keys().next().value as string)
  cache.set(key, value)
}

const windowMs = 60_000

function openFailures(perMinute: number, now: () => number) {
  const windows = new Map<string, { count: number; readonly endsAt: number }>()
  const isOpen = (endsAt: number): boolean => endsAt > now() && endsAt <= now() + windowMs
  return {
    secondsToWait(whose: string): number {
      const window = windows.get(whose)
      if (!window || !isOpen(window.endsAt) || window.count < perMinute) return 0
      return Math.ceil((window.endsAt - now()) / 1000)
    },
    add(whose: string): void {
      const window = windows.get(whose)
      if (window && isOpen(window.endsAt)) window.count++
      else put(windows, whose, { count: 1, endsAt: now() + windowMs })
    },
  }
}

interface Turn extends Waiting {
  readonly enter: (mayEnter: boolean) => void
}

/** Addresses take turns. */
function openTurns(atATime: number) {
  const queue = new FairQueue<Turn>(hashesWaiting)
  let running = 0
  const refused = (turn: Turn | undefined) => turn?.enter(false)

  function serve(): void {
    const turn = running < atATime ? queue.take() : undefined
    if (!turn) return
    running++
    turn.enter(true)
  }

  return {
    /** Undefined where too many wait. */
    enter(address: string): Promise<Turn | undefined> {
      return new Promise((resolve) => {
        const enter = (mayEnter: boolean) => resolve(mayEnter ? turn : undefined)
        const turn: Turn = { caller: address, queuedAtMs: 0, enter }
        const { admitted, pushedOut } = queue.offer(turn)
        refused(pushedOut)
        if (!admitted) refused(turn)
        serve()
      })
    },
    leave(turn: Turn): void {
      queue.end(turn)
      running--
      serve()
    },
  }
}
