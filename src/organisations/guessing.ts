// Bounds the guessing of credentials: wrong ones are counted by address and account, and few hashes and look-ups run at a time.
import { hash, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

export interface GuessingOptions {
  readonly now: () => number
  /** How many wrong passwords an address may send in a minute for one account, and for all accounts together. */
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
  /** Whether there is such an account, with a password. */
  readonly exists: boolean
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
  /** Runs in turn what costs a hash and guesses nothing, for somebody who is known; undefined where too many wait. */
  inTurn<T>(whose: string, work: () => Promise<T>): Promise<T | undefined>
  /**
   * Looks up in turn what nobody can guess: a secret of 256 bits, or a signature. Wrong ones shut nobody out. They only
   * let others go first, so that a flood of them cannot keep the database from anybody.
   */
  lookUp<T>(network: string, look: () => Promise<T | undefined>): Promise<Tried<T>>
}

/** Half of a small machine is left for those who are known. */
const usualHashes = (): number => Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))
/** So many wait for one account. */
const hashesInLine = 32
/** The database has more connections than these. */
const lookUpsAtATime = 4

const minuteMs = 60_000
/** For so long an account or network that was tried in vain lets others go first. */
const triedMs = 10 * minuteMs

export function openGuessing(options: GuessingOptions): Guessing {
  const { now, failuresPerMinute, failuresOfAddressPerMinute } = options
  const inMinute = openCounts(minuteMs, now)
  const lately = openCounts(triedMs, now)
  const hashing = openTurns({
    atATime: options.hashesAtATime ?? usualHashes(),
    mostInLine: hashesInLine,
    wrongOf: lately.of,
    suspicionOf: (network) => wrongOf('network', network),
  })
  const lookingUp = openTurns({
    atATime: lookUpsAtATime,
    mostInLine: mostWaiting,
    wrongOf: (network) => wrongOf('look-ups of', network),
    suspicionOf: () => 0,
  })
  /** Where accounts were let in: a known place is no stranger, whatever others send for the account. */
  const places = new Map<string, true>()
  const hashMs = openSamples(50)

  const pairOf = ({ network, account }: Attempt): string => `pair ${network} ${account}`

  function waitOf(who: Attempt): number {
    if (who.device !== undefined) return inMinute.secondsToWait(`device ${who.device}`, failuresPerMinute)
    return Math.max(
      inMinute.secondsToWait(pairOf(who), failuresPerMinute),
      inMinute.secondsToWait(`network ${who.network}`, failuresOfAddressPerMinute),
    )
  }

  /** Every account has a line, so that those who guess at one wait for each other; who is known there has one apart. */
  function lineOf(who: Attempt): string {
    if (who.device !== undefined) return `device ${who.device}`
    return places.has(pairOf(who)) ? pairOf(who) : `account ${who.account}`
  }

  /** Whoever has a network of a provider has many addresses in it, so what its neighbours did counts for an eighth. */
  function wrongOf(what: string, network: string): number {
    return lately.of(`${what} ${network}`) + lately.of(`${what} ${around(network)}.*`) / 8
  }

  function addWrong(what: string, network: string): void {
    lately.add(`${what} ${network}`)
    lately.add(`${what} ${around(network)}.*`)
  }

  function add(who: Attempt, line: string): void {
    lately.add(line)
    if (who.device !== undefined) {
      inMinute.add(`device ${who.device}`)
      return
    }
    inMinute.add(pairOf(who))
    inMinute.add(`network ${who.network}`)
    addWrong('network', who.network)
  }

  const later: Tried<never> = { refused: 'too many', retryAfterSeconds: 1 }

  return {
    async attempt(who, check) {
      const wait = waitOf(who)
      if (wait > 0) return { refused: 'too many', retryAfterSeconds: wait }
      const [line, { network }] = [lineOf(who), who]
      const turn = await hashing.enter({ line, network, needsPlace: who.exists })
      if (!turn) return later
      let isWrong = false
      try {
        // Other logins of this address may have failed while this one waited its turn.
        const longer = waitOf(who)
        if (longer > 0) return { refused: 'too many', retryAfterSeconds: longer }
        const startedAt = performance.now()
        const found = turn.hasPlace ? await check() : await sleep(hashMs.any(), undefined)
        if (turn.hasPlace) hashMs.add(performance.now() - startedAt)
        if (found !== undefined) {
          put(places, pairOf(who), true)
          return { found }
        }
        add(who, line)
        isWrong = true
        return { refused: 'wrong' }
      } finally {
        hashing.leave(turn, isWrong)
      }
    },
    async inTurn(whose, work) {
      const turn = await hashing.enter({ line: whose, network: '', needsPlace: true })
      if (!turn) return undefined
      try {
        return await work()
      } finally {
        hashing.leave(turn, false)
      }
    },
    async lookUp(network, look) {
      const turn = await lookingUp.enter({ line: network, network, needsPlace: true })
      if (!turn) return later
      let isWrong = false
      try {
        const found = await look()
        if (found !== undefined) return { found }
        addWrong('look-ups of', network)
        isWrong = true
        return { refused: 'wrong' }
      } finally {
        lookingUp.leave(turn, isWrong)
      }
    },
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

/** The /24 of an IPv4 address, the /48 of an IPv6 network: what one customer of a provider can have. */
const around = (network: string): string =>
  network.includes('.')
    ? network.slice(0, network.lastIndexOf('.'))
    : network.split(':').slice(0, 3).join(':')

const cacheEntries = 10_000

/** The oldest entry makes room; one that is set again is the newest. */
export function put<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  cache.delete(key)
  if (cache.size >= cacheEntries) cache.delete(cache.keys().next().value as string)
  cache.set(key, value)
}

/** A power of two. Ten thousand wrong ones a second leave the counts of others as they are. */
const cells = 2 ** 18

/**
 * Counts by name, each from its first until `windowMs` later. A name has two cells and the lesser counts, so that no
 * crowd of made-up names pushes another out, as it would from a list, and hardly any is counted for another.
 */
function openCounts(windowMs: number, now: () => number) {
  const counts = new Uint32Array(cells)
  const endsAt = new Float64Array(cells)
  const secret = randomBytes(16).toString('base64')
  const isOpen = (end: number): boolean => end > now() && end <= now() + windowMs

  function cellsOf(name: string): [number, number] {
    const digest = hash('sha256', secret + name, 'buffer')
    return [digest.readUInt32LE(0) % cells, digest.readUInt32LE(4) % cells]
  }
  const countIn = (cell: number): number => (isOpen(endsAt[cell] ?? 0) ? (counts[cell] ?? 0) : 0)
  const of = (name: string): number => Math.min(...cellsOf(name).map(countIn))

  return {
    of,
    /** Until fewer than `limit` are counted. */
    secondsToWait(name: string, limit: number): number {
      if (of(name) < limit) return 0
      return Math.ceil((Math.min(...cellsOf(name).map((cell) => endsAt[cell] ?? 0)) - now()) / 1000)
    },
    add(name: string): void {
      for (const cell of cellsOf(name)) {
        const before = countIn(cell)
        counts[cell] = before + 1
        if (before === 0) endsAt[cell] = now() + windowMs
      }
    },
  }
}

const mostSamples = 16

/** The last few measures, of which one is drawn. */
function openSamples(first: number) {
  const samples = [first]
  return {
    any: (): number => samples[Math.floor(Math.random() * samples.length)] ?? first,
    add(measure: number): void {
      samples.push(measure)
      if (samples.length > mostSamples) samples.shift()
    },
  }
}

interface Wanted {
  /** Those in one line wait for each other. */
  readonly line: string
  readonly network: string
  /** False for an account that does not exist: where others wait it takes as long as a hash, and none is made. */
  readonly needsPlace: boolean
}

interface Turn extends Wanted {
  /** How often its network was wrong, when that was last asked. */
  suspicion: number
  /** Whether there is anything to do. */
  hasPlace: boolean
  readonly enter: (mayEnter: boolean) => void
}

interface Line {
  readonly name: string
  /** Wrong tries lately, up to `mostWrong`. */
  wrong: number
  running: number
  readonly waiting: Turn[]
}

interface TurnOptions {
  readonly atATime: number
  readonly mostInLine: number
  readonly wrongOf: (line: string) => number
  readonly suspicionOf: (network: string) => number
}

const mostWaiting = 1024
/** Lines that were wrong as often as this, or oftener, take turns. */
const mostWrong = 8

/**
 * The line that was wrong least is served next, and in it the least suspicious network. When too many wait, the line
 * with most trouble loses the newest of the network with most. So a newcomer is served before a crowd that guesses,
 * however many addresses the crowd has.
 */
function openTurns({ atATime, mostInLine, wrongOf, suspicionOf }: TurnOptions) {
  const lines = new Map<string, Line>()
  let running = 0
  let waiting = 0

  function nextLine(): Line | undefined {
    let best: Line | undefined
    for (const line of lines.values()) {
      // No line has more under way than there are places: one that needs none is served no faster than others.
      if (line.waiting.length === 0 || line.running >= atATime) continue
      if (!best || line.wrong + line.running < best.wrong + best.running) best = line
    }
    return best
  }

  function drop(line: Line, turn: Turn): void {
    line.waiting.splice(line.waiting.indexOf(turn), 1)
    waiting--
    if (line.running + line.waiting.length === 0) lines.delete(line.name)
  }

  function begin(line: Line): Turn {
    for (const turn of line.waiting) turn.suspicion = suspicionOf(turn.network)
    const turn = line.waiting.reduce((one, other) => (other.suspicion < one.suspicion ? other : one))
    drop(line, turn)
    line.running++
    // At the end of the map: of lines that were wrong as often, the others come next.
    lines.delete(line.name)
    lines.set(line.name, line)
    return turn
  }

  function serve(): void {
    while (running < atATime) {
      const line = nextLine()
      if (!line) return
      const turn = begin(line)
      // The last that could go takes the place even so: whoever watches the load learns nothing of who exists.
      turn.hasPlace = turn.needsPlace || nextLine() === undefined
      if (turn.hasPlace) running++
      turn.enter(true)
    }
  }

  function pushOut(line: Line): void {
    const ofNetwork = new Map<string, number>()
    for (const { network } of line.waiting) ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + 1)
    const troubleOf = (turn: Turn): number => turn.suspicion + (ofNetwork.get(turn.network) ?? 0)
    const loser = line.waiting.reduce((one, other) => (troubleOf(other) >= troubleOf(one) ? other : one))
    drop(line, loser)
    loser.enter(false)
  }

  function worstLine(): Line | undefined {
    let worst: Line | undefined
    for (const line of lines.values()) {
      if (line.waiting.length === 0) continue
      if (!worst || line.wrong + line.waiting.length >= worst.wrong + worst.waiting.length) worst = line
    }
    return worst
  }

  function lineNamed(name: string): Line {
    const known = lines.get(name)
    if (known) return known
    const line = { name, wrong: Math.min(mostWrong, wrongOf(name)), running: 0, waiting: [] }
    lines.set(name, line)
    return line
  }

  return {
    /** Undefined where too many wait. */
    enter(wanted: Wanted): Promise<Turn | undefined> {
      return new Promise((resolve) => {
        const line = lineNamed(wanted.line)
        const enter = (mayEnter: boolean) => resolve(mayEnter ? turn : undefined)
        const turn: Turn = { ...wanted, suspicion: suspicionOf(wanted.network), hasPlace: true, enter }
        line.waiting.push(turn)
        waiting++
        const over = line.waiting.length > mostInLine ? line : waiting > mostWaiting ? worstLine() : undefined
        if (over) pushOut(over)
        serve()
      })
    },
    leave({ line: name, hasPlace }: Turn, isWrong: boolean): void {
      const line = lines.get(name)
      if (hasPlace) running--
      if (line) {
        line.running--
        if (isWrong) line.wrong = Math.min(mostWrong, line.wrong + 1)
        if (line.running + line.waiting.length === 0) lines.delete(name)
      }
      serve()
    },
  }
}
