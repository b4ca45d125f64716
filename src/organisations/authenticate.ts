// Finds the organisation of a request, and hashes its password only when it was not verified a moment ago.
import { hash, randomBytes } from 'node:crypto'
import type { Authenticator, Login } from '../http/authenticator.ts'
import type { Queries } from '../store/port.ts'
import { credentialsOf } from '../store/records/organisations.ts'
import { matchNothing, passwordMatches } from './passwords.ts'

export interface AuthenticatorOptions {
  readonly database: Queries
  readonly now: () => number
  readonly cacheMs: number
  /** How many wrong credentials an address may send in a minute. */
  readonly failuresPerMinute: number
}

const cacheEntries = 10_000
/** Each hash takes 19 MiB and a core for some 50 ms, and anybody may ask for one: so few run at a time. */
const hashesAtATime = 2
const hashesWaiting = 32

export function openAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { database, now, cacheMs } = options
  const secret = randomBytes(32).toString('base64')
  const verified = new Map<string, { readonly organisationId: string; readonly until: number }>()
  const failures = openFailures(options.failuresPerMinute, now)
  const turns = openTurns()
  /** A caller that opens many connections at once is hashed once, and all of them wait for it. */
  const underWay = new Map<string, Promise<Login>>()

  /** A time further ahead than it can be was set before the clock went back; such an entry must not last longer. */
  const isAhead = (until: number, atMost: number): boolean => until > now() && until <= now() + atMost

  /** The cache never holds a password, only what one hashes to under a secret of this process. */
  const keyOf = (header: string): string => hash('sha256', secret + header, 'base64')

  async function organisationOf(header: string): Promise<string | undefined> {
    const { name, password } = parseBasic(header)
    const candidates = await credentialsOf(database, name, now())
    let found: string | undefined
    for (const one of candidates)
      if (await passwordMatches(password, one.passwordHash)) found ??= one.organisationId
    if (candidates.length === 0) await matchNothing(password)
    return found
  }

  function known(header: string): string | undefined {
    const key = keyOf(header)
    const entry = verified.get(key)
    if (!entry) return undefined
    if (isAhead(entry.until, cacheMs)) return entry.organisationId
    verified.delete(key)
    return undefined
  }

  async function login(header: string, address: string): Promise<Login> {
    const wait = failures.secondsToWait(address)
    if (wait > 0) return { refused: 'too many', retryAfterSeconds: wait }
    if (!(await turns.enter())) return { refused: 'too many', retryAfterSeconds: 1 }
    try {
      // Other logins of this address may have failed while this one waited its turn.
      const longer = failures.secondsToWait(address)
      if (longer > 0) return { refused: 'too many', retryAfterSeconds: longer }
      const organisationId = await organisationOf(header)
      if (organisationId === undefined) {
        failures.add(address)
        return { refused: 'wrong' }
      }
      if (verified.size >= cacheEntries) verified.delete(verified.keys().next().value as string)
      if (cacheMs > 0) verified.set(keyOf(header), { organisationId, until: now() + cacheMs })
      return { organisationId }
    } finally {
      turns.leave()
    }
  }

  return {
    known,
    login(header, address) {
      const key = keyOf(`${address} ${header}`)
      const other = underWay.get(key)
      if (other) return other
      const mine = login(header, address).finally(() => underWay.delete(key))
      underWay.set(key, mine)
      return mine
    },
  }
}

/** A header that is not Basic becomes a name nobody has, and takes as long as a wrong password. */
function parseBasic(header: string): { name: string; password: string } {
  const encoded = /^basic ([A-Za-z0-9+/_-]+={0,2})$/i.exec(header.trim())?.[1] ?? ''
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const name = colon < 0 ? '' : text.slice(0, colon)
  return { name: /^[\w.-]{1,64}$/.test(name) ? name : '', password: text.slice(colon + 1, colon + 1025) }
}

const windowMs = 60_000

function openFailures(perMinute: number, now: () => number) {
  const windows = new Map<string, { count: number; readonly endsAt: number }>()
  const isOpen = (endsAt: number): boolean => endsAt > now() && endsAt <= now() + windowMs
  return {
    secondsToWait(address: string): number {
      const window = windows.get(address)
      if (!window || !isOpen(window.endsAt) || window.count < perMinute) return 0
      return Math.ceil((window.endsAt - now()) / 1000)
    },
    add(address: string): void {
      const window = windows.get(address)
      if (window && isOpen(window.endsAt)) window.count++
      else {
        windows.delete(address)
        if (windows.size >= cacheEntries) windows.delete(windows.keys().next().value as string)
        windows.set(address, { count: 1, endsAt: now() + windowMs })
      }
    },
  }
}

function openTurns() {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async enter(): Promise<boolean> {
      if (running < hashesAtATime) {
        running++
        return true
      }
      if (waiting.length >= hashesWaiting) return false
      await new Promise<void>((resolve) => waiting.push(resolve))
      return true
    },
    leave(): void {
      const next = waiting.shift()
      if (next) next()
      else running--
    },
  }
}
