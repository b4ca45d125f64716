// Guards every route before a body is read: origin, credentials, content type, limits, and memory for the body.

import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { mayDo, rolesFor } from '../access/roles.ts'
import { type Area, mayCall, mayTest, scopesFor } from '../access/scopes.ts'
import { isLinkVisit, type Visit } from '../access/visits.ts'
import { whyRefused } from '../access/why-refused.ts'
import { codes, Refusal, refuse, refuseBecause } from '../codes.ts'
import type { Login, UsedKey } from './authenticator.ts'
import { refuseOtherOrigins } from './cross-origin.ts'
import { isOfOwnPage, refusedSession, sessionSecretIn, type UsedSession } from './member-session.ts'
import type { HttpPorts } from './ports.ts'
import type { GuardedRoute } from './route-spec.ts'
import { bodyTooLarge } from './uploads.ts'

/** With credentials that were seen a moment ago it decides at once, without a promise. */
export function guard(ports: HttpPorts, guarded: GuardedRoute): onRequestHookHandler {
  return (request, reply, done) => {
    request.apiRoute = guarded
    if (ports.traffic.closing) return done(shuttingDown())
    const refused = refuseOtherOrigins(ports.config.corsOrigins, request)
    if (refused) return done(refused)
    if (guarded.caller === 'anyone') return done(admitAnyone(ports, request, guarded))
    const header = request.headers.authorization
    const secret = header === undefined ? sessionSecretIn(request.headers) : undefined
    if (header === undefined && secret === undefined) return done(new Refusal(codes.unauthorized))
    const known = header === undefined ? undefined : ports.authenticator.known(header)
    if (known !== undefined) return done(admit(ports, request, guarded, { organisationId: known }))
    const { authenticator } = ports
    const login =
      secret === undefined
        ? authenticator.login(header ?? '', request.ip)
        : authenticator.loginWithSession(secret, request.ip)
    login.then(
      (login) => {
        // The caller left while its password was checked: 'close' is over, so nothing may be counted in any more.
        if (reply.raw.destroyed) return done(new Refusal(codes.requestTimeout))
        if ('organisationId' in login) done(admit(ports, request, guarded, login))
        else if (login.refused === 'wrong') done(new Refusal(codes.unauthorized))
        else if (login.refused === 'over') done(new Refusal(login.code))
        else done(tooManyLogins(login.retryAfterSeconds))
      },
      (error: Error) => done(error),
    )
  }
}

type Admitted = Extract<Login, { organisationId: string }>

/** Counts the request in, or returns why not. */
function admit(
  ports: HttpPorts,
  request: FastifyRequest,
  guarded: GuardedRoute,
  { organisationId, key, visit, session }: Admitted,
): Error | undefined {
  request.organisationId = organisationId
  request.memberSession = session
  if (session) request.memberId = session.memberId
  try {
    if (visit) {
      request.visit = visit
      checkVisit(ports, request, guarded, visit)
    } else if (guarded.person === 'token' || guarded.person === 'link or token') {
      enter(ports, request)
      throw forbidden(whyRefused.onlyPersons)
    }
    if (session) checkSession(ports, request, guarded, session)
    else if (guarded.caller === 'member') {
      enter(ports, request)
      throw forbidden(whyRefused.onlyMembers)
    }
    if (key) {
      request.apiKey = key
      checkScope(ports, request, guarded, key)
    }
    if (!visit && request.headers[sandboxHeader] !== undefined) enterSandbox(ports, request, guarded)
    checkType(request, guarded)
    const bytes = announcedBytes(request, guarded)
    enter(ports, request)
    if (bytes !== 0)
      request.incomingBody = ports.limits.takeIn(organisationId, bytes ?? 0, visit !== undefined)
    return undefined
  } catch (error) {
    return error as Error
  }
}

/** Counts it towards the limits of its organisation, once. */
function enter({ limits }: HttpPorts, request: FastifyRequest): void {
  if (request.entered) return
  limits.enter(request.organisationId, request.visit !== undefined)
  request.entered = true
}

/** Lets in callers who have no credentials yet, such as those who sign in. Where it matters, they are limited by their address. */
function admitAnyone(ports: HttpPorts, request: FastifyRequest, guarded: GuardedRoute): Error | undefined {
  try {
    if (comesFromElsewhere(ports, request)) throw forbidden(elsewhere)
    checkType(request, guarded)
    const bytes = announcedBytes(request, guarded)
    if (bytes !== 0) request.incomingBody = ports.limits.takeIn('', bytes ?? 0)
    return undefined
  } catch (error) {
    return error as Error
  }
}

const elsewhere = 'sessions of members are for pages of this server, and a page of another origin sent this'

/** Programs that are no browsers send neither header. */
function comesFromElsewhere({ config }: HttpPorts, { headers, method, host }: FastifyRequest): boolean {
  if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) return false
  return !isOfOwnPage(headers, method, { publicUrl: config.publicUrl, host })
}

/** A refused call counts towards the limits too, and has its entry with the member. */
function checkSession(
  ports: HttpPorts,
  request: FastifyRequest,
  { area, caller }: GuardedRoute,
  session: UsedSession,
): void {
  const { method, headers, host } = request
  enter(ports, request)
  if (!isOfOwnPage(headers, method, { publicUrl: ports.config.publicUrl, host })) throw forbidden(elsewhere)
  const refused = refusedSession(session, method, headers)
  if (refused !== undefined) throw forbidden(refused)
  const wanted = { area, method }
  if (caller !== 'member' && !mayDo(session.role, wanted))
    throw forbidden(
      `the role ${session.role} is not for this call, which needs ${rolesFor(wanted).join(' or ')}`,
    )
}

/** By this header a caller with a live key tries things out: as with a test key, nothing live is seen or changed. */
const sandboxHeader = 'x-selfsame-sandbox'

function enterSandbox(ports: HttpPorts, request: FastifyRequest, { area }: GuardedRoute): void {
  if (request.headers[sandboxHeader] !== 'true')
    throw refuse(codes.badRequest, sandboxHeader, 'must be true, or left out')
  request.isSandbox = true
  if (mayTest(area, request.method)) return
  enter(ports, request)
  throw forbidden(whyRefused.beyondSandbox(sandboxHeader))
}

/** A refused call counts towards the limits too, since each has its entry in the audit trail. */
function checkScope(ports: HttpPorts, request: FastifyRequest, { area }: GuardedRoute, key: UsedKey): void {
  const isScoped = mayCall(key.scopes, area, request.method)
  if (isScoped && (!key.isTest || mayTest(area, request.method))) return
  enter(ports, request)
  throw forbidden(isScoped ? whyRefused.beyondTestKey(key.id) : beyondScope(key, area, request.method))
}

function beyondScope({ id, scopes }: UsedKey, area: Area, method: string): string {
  const needed = scopesFor(area, method).join(' or ')
  return `the API key ${id} has the scope ${scopes.join(', ')}; this call needs ${needed}`
}

const forbidden = (why: string): Refusal => refuseBecause(codes.forbidden, why)

/**
 * What a person may call counts towards the limits before anything else: a forbidden call has its audit entry too. The
 * person's own bound comes first, so that what it refuses takes nothing from the organisation.
 */
function checkVisit(ports: HttpPorts, request: FastifyRequest, { person }: GuardedRoute, visit: Visit): void {
  ports.limits.enterVisit(visit.verificationId)
  request.enteredVisit = true
  enter(ports, request)
  if (visit.exchanged && person !== 'link or token') throw new Refusal(visit.exchanged)
  if (isLinkVisit(visit) && person !== 'link or token') throw forbidden(whyRefused.linkAlone)
  if (person === undefined) throw forbidden(whyRefused.tokenAlone)
}

/** A token is looked up again where the body came slowly, as a key is. */
export async function checkVisitAgain(
  { authenticator }: HttpPorts,
  { arrivedAt }: FastifyRequest,
  visit: Visit,
): Promise<void> {
  if (performance.now() - arrivedAt < believedMs || (await authenticator.isStillOpen(visit))) return
  throw new Refusal(isLinkVisit(visit) ? codes.linkEnded : codes.tokenEnded)
}

/** A session is looked up again where the body came slowly, as a key is. */
export async function checkSessionAgain(
  { authenticator }: HttpPorts,
  { arrivedAt }: FastifyRequest,
  session: UsedSession,
): Promise<void> {
  if (performance.now() - arrivedAt < believedMs) return
  if (!(await authenticator.isStillSignedIn(session))) throw new Refusal(codes.unauthorized)
}

/** A key is looked up again where the body came slowly: a caller who keeps a request open must not outlive a revocation. */
export async function checkKeyAgain(
  { authenticator }: HttpPorts,
  { arrivedAt }: FastifyRequest,
  key: UsedKey,
): Promise<void> {
  if (performance.now() - arrivedAt < believedMs) return
  if (!(await authenticator.isStillGood(key))) throw new Refusal(codes.unauthorized)
}

/** For so long one request believes the answer of the database. */
const believedMs = 100

const contentTypes = { json: 'application/json', multipart: 'multipart/form-data' }

function checkType(request: FastifyRequest, { takes, mayBeEmpty }: GuardedRoute): void {
  if (takes === 'nothing') return
  const { headers } = request
  const given = headers['content-type']
  if (given === contentTypes.json && takes === 'json' && headers['content-encoding'] === undefined) return
  if (isEmpty(request)) {
    // Many libraries give a type even to a body that is not there, and the framework would look for its parser.
    if (mayBeEmpty) delete headers['content-type']
    if (mayBeEmpty || (given === undefined && takes === 'json')) return
  }
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw otherType('send the body without Content-Encoding')
  if (given?.split(';', 1)[0]?.trim().toLowerCase() !== contentTypes[takes])
    throw otherType(`send ${contentTypes[takes]}, and say so in the header Content-Type`)
  if (takes === 'multipart' && !/;\s*boundary="?[^\s";]/i.test(given))
    throw otherType(
      `send ${contentTypes.multipart} with its boundary: let your HTTP library write Content-Type`,
    )
}

const otherType = (wanted: string): Refusal => refuseBecause(codes.unsupportedMediaType, wanted)

const isEmpty = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0

/** Undefined for a body without an announced length. */
function announcedBytes({ headers }: FastifyRequest, { bodyLimitBytes }: GuardedRoute): number | undefined {
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] === undefined ? 0 : undefined
  if (Number(length) > bodyLimitBytes) throw bodyTooLarge(bodyLimitBytes)
  return Number(length)
}

const shuttingDown = (): Refusal => refuseBecause(codes.unavailable, 'the server is shutting down', 5)

const tooManyLogins = (retryAfterSeconds: number): Refusal =>
  refuseBecause(codes.tooManyRequests, 'too many wrong credentials', retryAfterSeconds)
