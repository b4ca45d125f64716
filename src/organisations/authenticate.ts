// Finds the organisation of a request; hashes only passwords that were not verified lately, and few at a time.
import { hash, randomBytes } from 'node:crypto'
import { bearsVisit, type FoundVisit, type VisitLookups } from '../access/visits.ts'
import { codes } from '../codes.ts'
import type { Authenticator, Login } from '../http/authenticator.ts'
import type { SessionLookups } from '../http/member-session.ts'
import type { Database } from '../store/port.ts'
import { type Credential, credentialsOf, organisationName } from '../store/records/organisations.ts'
import { type Guessing, networkOf, put } from './guessing.ts'
import { openKeyLookups } from './key-lookups.ts'
import { matchNothing, passwordMatches } from './passwords.ts'

export interface AuthenticatorOptions {
  readonly database: Database
  /** Knows the links and tokens of persons. */
  readonly visits: VisitLookups & { isStillOpen: Authenticator['isStillOpen'] }
  /** Knows the sessions of members. */
  readonly sessions: SessionLookups
  readonly now: () => number
  readonly cacheMs: number
  /** Shared with all other code that hashes passwords, so that their number is bounded together. */
  readonly guessing: Guessing
}

/** Credentials that are not used for so long are hashed again. */
const knownMs = 60 * 60_000

interface KnownLately {
  readonly organisationId: string
  /** The row that the password matched; a password that was changed or removed has it no more. */
  readonly passwordHash: string
  readonly until: number
}

export function openAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { database, visits, sessions, guessing, now, cacheMs } = options
  const secret = randomBytes(32).toString('base64')
  const verified = new Map<string, { readonly organisationId: string; readonly until: number }>()
  /** By name and password, however the header was written. */
  const knownLately = new Map<string, KnownLately>()
  const keys = openKeyLookups({ database, now })
  /** Until when an API key counts as one that was right lately. */
  const rightLately = new Map<string, number>()
  /** A caller that opens many connections at once is hashed once, and all of them wait for it. */
  const underWay = new Map<string, Promise<Login>>()

  /** A time further ahead than it can be was set before the clock went back; such an entry must not last longer. */
  const isAhead = (until: number, atMost: number): boolean => until > now() && until <= now() + atMost

  /** The cache never holds a password, only what one hashes to under a secret of this process. */
  const keyOf = (text: string): string => hash('sha256', secret + text, 'base64')

  async function hashed({ name, password }: Basic): Promise<Credential | undefined> {
    const candidates = await credentialsOf(database, name, now())
    let found: Credential | undefined
    for (const one of candidates) if (await passwordMatches(password, one.passwordHash)) found ??= one
    if (candidates.length === 0) await matchNothing(password)
    return found
  }

  /** Callers who were let in lately are only looked up: their password is not hashed again, and they do not queue behind wrong credentials. */
  async function lookedUp(key: string, name: string): Promise<Credential | undefined> {
    const entry = knownLately.get(key)
    if (!entry) return undefined
    const isStill = (one: Credential) =>
      one.passwordHash === entry.passwordHash && one.organisationId === entry.organisationId
    const rows = isAhead(entry.until, knownMs) ? await credentialsOf(database, name, now()) : []
    const found = rows.find(isStill)
    if (!found) knownLately.delete(key)
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

  function remember(header: string, key: string, { organisationId, passwordHash }: Credential): Login {
    put(knownLately, key, { organisationId, passwordHash, until: now() + knownMs })
    if (cacheMs > 0) put(verified, keyOf(header), { organisationId, until: now() + cacheMs })
    return { organisationId }
  }

  async function login(header: string, address: string): Promise<Login> {
    const basic = parseBasic(header)
    const key = keyOf(`${basic.name}:${basic.password}`)
    const lately = await lookedUp(key, basic.name)
    if (lately) return remember(header, key, lately)
    const network = networkOf(address)
    const named = await guessing.lookUp(network, async () => {
      const [first] = await credentialsOf(database, basic.name, now())
      return first
    })
    if ('refused' in named && named.refused === 'too many') return named
    const who = { network, account: basic.name, exists: 'found' in named }
    const tried = await guessing.attempt(who, () => hashed(basic))
    return 'found' in tried ? remember(header, key, tried.found) : tried
  }

  const member = async (secret: string): Promise<Login | undefined> => {
    const found = await sessions.lookUp(secret)
    if (found === 'over') return { refused: 'over', code: codes.unauthorized }
    return found && { organisationId: found.organisationId, session: found }
  }

  const visitor = async (text: string): Promise<Login | undefined> => loginOf(await visits.lookUp(text))

  /**
   * A key is looked up for every request, so that it is out with its revocation. What others send from its address does
   * not matter, since nobody can guess one; those that were not right lately wait their turn.
   */
  async function loginWithSecret(
    text: string,
    address: string,
    lookUp: (text: string) => Promise<Login | undefined>,
  ): Promise<Login> {
    const key = keyOf(text)
    const look = () => lookUp(text)
    const tried = isAhead(rightLately.get(key) ?? 0, knownMs)
      ? { found: await look() }
      : await guessing.lookUp(networkOf(address), look)
    if ('refused' in tried) return tried
    if (tried.found) {
      put(rightLately, key, now() + knownMs)
      return tried.found
    }
    rightLately.delete(key)
    return { refused: 'wrong' }
  }

  return {
    known,
    isStillGood: keys.isStillGood,
    isStillOpen: visits.isStillOpen,
    isStillSignedIn: sessions.isStillOpen,
    loginWithSession: (secret, address) => loginWithSecret(secret, address, member),
    close: keys.close,
    login(header, address) {
      const given = bearerIn(header)
      // A look-up that is under way is not shared: it may have begun before the key was revoked.
      if (given !== undefined)
        return loginWithSecret(given, address, bearsVisit(header) ? visitor : keys.lookUp)
      const key = keyOf(`${address} ${header}`)
      const other = underWay.get(key)
      if (other) return other
      const mine = login(header, address).finally(() => underWay.delete(key))
      underWay.set(key, mine)
      return mine
    },
    async isRemoved(organisationId) {
      if ((await organisationName(database, organisationId)) !== undefined) return false
      for (const [key, entry] of verified) if (entry.organisationId === organisationId) verified.delete(key)
      return true
    },
  }
}

function loginOf(found: FoundVisit): Login | undefined {
  if (!found) return undefined
  if ('over' in found) return { refused: 'over', code: found.over }
  return { organisationId: found.visit.organisationId, visit: found.visit }
}

/** What stands after the scheme by which API keys come; undefined for every other scheme. */
const bearerIn = (header: string): string | undefined => /^bearer(?:$| +)(.*)$/i.exec(header.trim())?.[1]

interface Basic {
  readonly name: string
  readonly password: string
}

/** A header that is not Basic becomes a name that no organisation has, and takes as long as a wrong password. */
function parseBasic(header: string): Basic {
  const encoded = /^basic ([A-Za-z0-9+/_-]+={0,2})$/i.exec(header.trim())?.[1] ?? ''
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const name = colon < 0 ? '' : text.slice(0, colon)
  return { name: /^[\w.-]{1,64}$/.test(name) ? name : '', password: text.slice(colon + 1, colon + 1025) }
}
