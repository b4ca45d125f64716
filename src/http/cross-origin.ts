// Pages of other origins: which of them may call and read, and which requests a browser sent on behalf of any other.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bearsVisit } from '../access/visits.ts'
import { codes, type Refusal, refuseBecause } from '../codes.ts'

/** The setting `SELFSAME_CORS_ORIGINS`: origins as browsers write them, or `*` alone for any. */
type Origins = readonly string[]

const isAny = (origins: Origins): boolean => origins[0] === '*'

const isListed = (origins: Origins, origin: string | undefined): boolean =>
  origin !== undefined && (isAny(origins) || origins.includes(origin))

/** What a page may read of an answer beside its body; browsers hide every other header of ours. */
const exposed =
  'x-request-id, Retry-After, WWW-Authenticate, Allow, x-selfsame-ignored-fields, x-selfsame-trailing-bytes'
const none: readonly string[] = []
const forAny: readonly string[] = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  exposed,
]
/** Caches must not give one origin the answer to another. */
const forNobody: readonly string[] = ['vary', 'Origin']

/**
 * The headers by which a page may read the answer: names and values in one flat list. A page of any origin that has the
 * link or token of a person may read, because browsers never add one by themselves.
 */
export function crossOriginHeaders(
  origins: Origins,
  origin: string | undefined,
  hasVisit: boolean,
): readonly string[] {
  if (hasVisit && !isListed(origins, origin)) return forAny
  if (origins.length === 0) return none
  if (isAny(origins)) return forAny
  if (origin === undefined || !origins.includes(origin)) return forNobody
  // biome-ignore format: a name and its value a line
  return [
    'access-control-allow-origin', origin,
    'access-control-allow-credentials', 'true',
    'access-control-expose-headers', exposed,
    'vary', 'Origin',
  ]
}

/** For answers that go the framework's way; a `vary` that is there already is kept. */
export function addCrossOriginHeaders(
  origins: Origins,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): void {
  const added = crossOriginHeaders(origins, headers.origin, bearsVisit(headers.authorization))
  for (let at = 0; at < added.length; at += 2) {
    const [name = '', value = ''] = added.slice(at, at + 2)
    const before = name === 'vary' ? reply.getHeader(name) : undefined
    reply.header(name, before === undefined ? value : `${before}, ${value}`)
  }
}

/** A preflight: the question that a browser asks before it sends what no plain form could send. */
export const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined

/** Browsers ask again after this time; none believes an answer for longer than two hours, but for Firefox. */
const preflightSeconds = '7200'
/** What the server reads. */
const readHeaders =
  'authorization, content-type, idempotency-key, x-requested-with, x-request-id, traceparent, tracestate'
/** Names of headers in a list, as browsers write it. */
const headerNames = /^[\w!#$%&'*+.^`|~-]+(?:\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/
const longestHeaderNames = 1024

/** The rest of the answer is written by `addCrossOriginHeaders`, as for every other. */
export function answerPreflight(
  origins: Origins,
  { allowed, takesVisits }: { readonly allowed: string; readonly takesVisits: boolean },
  { headers }: FastifyRequest,
  reply: FastifyReply,
  done: (refused: Refusal) => void,
): void {
  if (!isListed(origins, headers.origin)) {
    if (!takesVisits) {
      done(otherOrigin())
      return
    }
    // No preflight tells which credentials will come: without a link or token the request itself is refused.
    reply.header('access-control-allow-origin', '*')
  }
  const asked = headers['access-control-request-headers']
  // Headers that mean nothing to us do no harm, and monitoring libraries add theirs to every request of a page.
  const isSound = asked !== undefined && asked.length <= longestHeaderNames && headerNames.test(asked)
  void reply
    .code(204)
    .headers({
      'access-control-allow-methods': allowed,
      'access-control-allow-headers': isSound ? `${readHeaders}, ${asked}` : readHeaders,
      'access-control-max-age': preflightSeconds,
      vary: 'Access-Control-Request-Method, Access-Control-Request-Headers',
    })
    .send()
}

/**
 * Browsers add the Basic credentials that they remember to every request to this server, whichever page made it, and
 * a form or picture needs no preflight. So a request that a page of another origin made is refused unless its origin
 * is listed. Callers that are no browsers send neither header, and old browsers at least `Origin`.
 */
export function refuseOtherOrigins(origins: Origins, request: FastifyRequest): Refusal | undefined {
  const { headers } = request
  const site = headers['sec-fetch-site']
  if (site === undefined && headers.origin === undefined) return undefined
  // `none` is what the person asked for without any page: an address typed in, a bookmark.
  if (site === 'same-origin' || site === 'none') return undefined
  if (site === undefined && isOfHost(headers.origin, request.host)) return undefined
  if (bearsVisit(headers.authorization)) return undefined
  if (!isListed(origins, headers.origin)) return otherOrigin()
  return isAny(origins) && !wasAsked(request.method, headers) ? notAsked() : undefined
}

/** The scheme is left out, because behind a proxy this server does not know its own. */
const isOfHost = (origin: string | undefined, host: string): boolean =>
  origin !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase()

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']

/**
 * Whether the browser must have asked by a preflight. Where any origin may call, that answer forbids remembered
 * credentials, so that only what was sent without asking can carry them.
 */
function wasAsked(method: string, headers: IncomingHttpHeaders): boolean {
  if (headers['x-requested-with'] !== undefined || method === 'PUT') return true
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  return type !== undefined && !formTypes.includes(type)
}

const otherOrigin = (): Refusal =>
  refuseBecause(
    codes.forbidden,
    'a page of another origin sent this, and SELFSAME_CORS_ORIGINS does not list it',
  )

const notAsked = (): Refusal =>
  refuseBecause(
    codes.forbidden,
    'while SELFSAME_CORS_ORIGINS is *, pages of other origins send X-Requested-With with what is not JSON',
  )
