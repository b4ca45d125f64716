// Limits of an organisation: requests a second, requests at a time, memory for bodies as they arrive, and how slowly they may.
import { visited } from '../access/why-refused.ts'
import { codes, type Refusal, refuseBecause } from '../codes.ts'
import { sizeText } from './base64.ts'

export interface Limits {
  /**
   * Counts a request of the organisation, or refuses it with 429; every `enter` needs a `leave`. People whom it asks,
   * however many, leave a share for its own programs and members.
   */
  enter(organisationId: string, isPerson?: boolean): void
  leave(organisationId: string, isPerson?: boolean): void
  /** Counts a request of a person towards the bounds of one verification; every one needs a `leaveVisit`. */
  enterVisit(verificationId: string): void
  leaveVisit(verificationId: string): void
  /** Whether the audit trail is told that this person was refused with 429: once a minute, or a flood would fill it. */
  tellsRefusal(verificationId: string): boolean
  /**
   * Begins to take in a body. One that would not fit now by its announced length is refused before it is sent: 503, or
   * 429 where the organisation, or its people, hold their share already. Nothing is set aside for it before its bytes
   * arrive.
   */
  takeIn(organisationId: string, announcedBytes: number, isPerson?: boolean): IncomingBody
  reservedBytes(): number
}

/** One body on its way; every one needs a `release`. */
export interface IncomingBody {
  /** Sets memory aside for bytes that are kept, or refuses them as `takeIn` does. */
  keep(bytes: number): void
  /** Counts bytes that arrived and are not kept. */
  pass(bytes: number): void
  /** All of it is here, so that it is slow no more. */
  end(): void
  release(): void
  /** Called once with the refusal when it comes too slowly. */
  whenTooSlow: ((refusal: Refusal) => void) | undefined
}

export interface LimitsOptions {
  readonly rate: number
  readonly rateBurst: number
  readonly concurrency: number
  readonly memoryForBodiesBytes: number
  /** Bytes that a body must bring a second, after and within each time of grace. */
  readonly uploadRateBytes: number
  readonly uploadGraceMs: number
  /** A monotonic clock in milliseconds. */
  readonly clock: () => number
}

interface Pace {
  tokens: number
  filledAt: number
  inFlight: number
}

interface VisitPace extends Pace {
  /** When the audit trail was told last that it was refused. */
  toldAt: number
}

interface Caller extends Pace {
  /** Of those in flight. */
  ofPersons: number
  bytes: number
}

interface Bound {
  readonly rate: number
  readonly rateBurst: number
  readonly concurrency: number
}

/** A challenge sends up to 12 frames a second, and two devices may be at it. */
const visitPace: Bound = { rate: 30, rateBurst: 150, concurrency: 12 }
/** What people leave of the burst and of the places of their organisation: whoever has many links has no more of it. */
const keptOf = (whole: number): number => Math.floor(whole / 4)
/** So many verifications are remembered before those at rest are forgotten. */
const mostVisits = 10_000
const tellMs = 60_000

export function openLimits({
  rate,
  rateBurst,
  concurrency,
  memoryForBodiesBytes,
  uploadRateBytes,
  uploadGraceMs,
  clock,
}: LimitsOptions): Limits {
  const callers = new Map<string, Caller>()
  const visits = new Map<string, VisitPace>()
  const pace = openPace(uploadRateBytes, uploadGraceMs, clock)
  let reserved = 0

  const callerOf = (organisationId: string): Caller => {
    const known = callers.get(organisationId)
    if (known) return known
    const fresh = { tokens: rateBurst, filledAt: clock(), inFlight: 0, ofPersons: 0, bytes: 0 }
    callers.set(organisationId, fresh)
    return fresh
  }

  const visitOf = (verificationId: string): VisitPace => {
    const known = visits.get(verificationId)
    if (known) return known
    if (visits.size >= mostVisits)
      for (const [id, { inFlight }] of visits) if (inFlight === 0) visits.delete(id)
    const fresh = {
      ...{ tokens: visitPace.rateBurst, filledAt: clock(), inFlight: 0 },
      toldAt: Number.NEGATIVE_INFINITY,
    }
    visits.set(verificationId, fresh)
    return fresh
  }

  /**
   * An organisation may hold as much as it leaves free: one alone a half, two a third each. So there is always room for
   * one more, however many want it all. Only a body that is alone on the server may be as large as its limit allows.
   */
  function checkRoom(caller: Caller, bytes: number, heldByBody: number): void {
    const free = memoryForBodiesBytes - reserved - bytes
    const isOnly = reserved === heldByBody
    if (free >= (isOnly ? 0 : caller.bytes + bytes)) return
    if (caller.bytes > heldByBody)
      throw tooMany(`requests of this organisation in flight hold ${sizeText(caller.bytes)} of bodies`, 1)
    throw refuseBecause(
      codes.unavailable,
      `requests in flight hold the ${sizeText(memoryForBodiesBytes)} set aside for bodies`,
      1,
    )
  }

  function count(pace: Pace, bound: Bound, whose: string, kept = 0): void {
    const now = clock()
    pace.tokens = Math.min(bound.rateBurst, pace.tokens + ((now - pace.filledAt) / 1000) * bound.rate)
    pace.filledAt = now
    if (pace.inFlight >= bound.concurrency)
      throw tooMany(`more than ${bound.concurrency} requests of this ${whose} at a time`, 1)
    if (pace.tokens < 1 + kept)
      throw tooMany(
        `more than ${bound.rate} requests a second of this ${whose}`,
        Math.ceil((1 + kept - pace.tokens) / bound.rate),
      )
    pace.tokens -= 1
    pace.inFlight += 1
  }

  const ofOrganisation = { rate, rateBurst, concurrency }

  return {
    enter(organisationId, isPerson = false) {
      const caller = callerOf(organisationId)
      const mostOfPersons = concurrency - keptOf(concurrency)
      if (isPerson && caller.ofPersons >= mostOfPersons)
        throw tooMany(`more than ${mostOfPersons} requests of people of this organisation at a time`, 1)
      count(caller, ofOrganisation, 'organisation', isPerson ? keptOf(rateBurst) : 0)
      if (isPerson) caller.ofPersons += 1
    },
    leave(organisationId, isPerson = false) {
      const caller = callerOf(organisationId)
      caller.inFlight -= 1
      if (isPerson) caller.ofPersons -= 1
    },
    enterVisit(verificationId) {
      count(visitOf(verificationId), visitPace, visited)
    },
    tellsRefusal(verificationId) {
      const visit = visitOf(verificationId)
      const isDue = clock() - visit.toldAt >= tellMs
      if (isDue) visit.toldAt = clock()
      return isDue
    },
    leaveVisit(verificationId) {
      const pace = visits.get(verificationId)
      if (pace) pace.inFlight -= 1
    },
    takeIn(organisationId, announcedBytes, isPerson = false) {
      const caller = callerOf(isPerson ? `persons of ${organisationId}` : organisationId)
      checkRoom(caller, announcedBytes, 0)
      let held = 0
      const body: PacedBody = {
        lately: 0,
        isNew: true,
        whenTooSlow: undefined,
        keep(bytes) {
          body.lately += bytes
          checkRoom(caller, bytes, held)
          held += bytes
          caller.bytes += bytes
          reserved += bytes
        },
        pass(bytes) {
          body.lately += bytes
        },
        end: () => pace.forget(body),
        release() {
          pace.forget(body)
          caller.bytes -= held
          reserved -= held
          held = 0
        },
      }
      pace.watch(body)
      return body
    },
    reservedBytes: () => reserved,
  }
}

interface PacedBody extends IncomingBody {
  /** The bytes that came since it was looked at. */
  lately: number
  isNew: boolean
}

/** Looks at all bodies on their way once in a time of grace, and refuses those that brought too little in it. */
function openPace(rateBytes: number, graceMs: number, clock: () => number) {
  const bodies = new Set<PacedBody>()
  const least = (rateBytes * graceMs) / 1000
  let timer: NodeJS.Timeout | undefined
  let lookedAt = 0

  function look(): void {
    // Where this process was held up itself, what came meanwhile may lie unread.
    const wasHeldUp = clock() - lookedAt > 1.5 * graceMs
    lookedAt = clock()
    for (const body of bodies) {
      const isSlow = !body.isNew && !wasHeldUp && body.lately < least
      body.isNew = false
      body.lately = 0
      if (!isSlow) continue
      bodies.delete(body)
      body.whenTooSlow?.(tooSlow(rateBytes))
    }
    if (bodies.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    watch(body: PacedBody): void {
      bodies.add(body)
      if (timer) return
      lookedAt = clock()
      timer = setInterval(look, graceMs).unref()
    },
    forget: (body: PacedBody): void => void bodies.delete(body),
  }
}

const tooSlow = (rateBytes: number): Refusal =>
  refuseBecause(codes.requestTimeout, `the body comes more slowly than ${sizeText(rateBytes)} a second`)

function tooMany(reason: string, retryAfterSeconds: number): Refusal {
  return refuseBecause(codes.tooManyRequests, reason, retryAfterSeconds)
}
