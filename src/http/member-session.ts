// The sessions of members as requests carry them: a cookie for pages of this server, and a token that proves a page sent it.
import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A member who was let in with a session. */
export interface UsedSession {
  readonly id: string
  readonly organisationId: string
  readonly memberId: string
  readonly email: string
  readonly name: string
  readonly role: string
  readonly createdAt: number
  readonly expiresAt: number
  /** Of the secret. */
  readonly hash: Uint8Array
  readonly csrfToken: string
}

/** `over` was good once. */
type FoundSession = UsedSession | 'over' | undefined

export interface SessionLookups {
  lookUp(secret: string): Promise<FoundSession>
  isStillOpen(session: UsedSession): Promise<boolean>
}

/** Browsers give a cookie of this prefix only to the host that set it, over TLS or on this machine, and to no path alone. */
const sessionCookie = '__Host-selfsame-session'
/** Says that this browser signed in before, and is good for nothing else. */
const deviceCookie = '__Host-selfsame-device'
const csrfHeader = 'x-csrf-token'

const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict'

export const setSession = (secret: string, seconds: number): string =>
  `${sessionCookie}=${secret}; ${attributes}; Max-Age=${seconds}`
export const dropSession = `${sessionCookie}=; ${attributes}; Max-Age=0`
export const setDevice = (text: string, seconds: number): string =>
  `${deviceCookie}=${text}; ${attributes}; Max-Age=${seconds}`

function cookieNamed(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  for (const part of header.split(';')) {
    const pair = part.trim()
    if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1)
  }
  return undefined
}

export const sessionSecretIn = ({ cookie }: IncomingHttpHeaders): string | undefined =>
  cookieNamed(cookie, sessionCookie)
export const deviceIn = ({ cookie }: IncomingHttpHeaders): string | undefined =>
  cookieNamed(cookie, deviceCookie)

/** A page that cannot read the cookie cannot make the token, and the server need not keep it. */
export const csrfTokenOf = (secret: string): string => hash('sha256', `csrf:${secret}`, 'base64url')

/** Why a request with a session is refused; undefined where it may go on. */
export function refusedSession(
  { csrfToken }: UsedSession,
  method: string,
  headers: IncomingHttpHeaders,
): string | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined
  const given = headers[csrfHeader]
  if (typeof given === 'string' && isSame(given, csrfToken)) return undefined
  return `a session of a member needs the header ${csrfHeader} with the csrf_token of GET /member-session`
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

interface Origins {
  /** The address that the settings give this server; empty where they give none. */
  readonly publicUrl: string
  /** Host and port as the request names them. */
  readonly host: string
}

/**
 * Whether a page of this server sent it. Sessions ask for more than other credentials do: pages whose origins
 * SELFSAME_CORS_ORIGINS lists have no use of them. Old browsers send no `Sec-Fetch-Site`, and no `Origin` with a GET.
 */
export function isOfOwnPage(
  headers: IncomingHttpHeaders,
  method: string,
  { publicUrl, host }: Origins,
): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined) return site === 'same-origin' || method === 'GET' || method === 'HEAD'
  if (publicUrl !== '' && origin === new URL(publicUrl).origin) return true
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}
