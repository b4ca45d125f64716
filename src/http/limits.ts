// Limits of an organisation: requests a second, requests at a time, and memory for bodies of all organisations.
import { codes, Refusal } from '../codes.ts'
import { sizeText } from './base64.ts'

export interface Limits {
  /** Counts a request of the organisation, or refuses it with 429; every `enter` needs a `leave`. */
  enter(organisationId: string): void
  leave(organisationId: string): void
  /**
   * Sets memory aside for a body, or refuses it: 503 when there is no more, 429 when the organisation holds half of it
   * already. Every `reserve` needs a `release`.
   */
  reserve(organisationId: string, bytes: number): void
  release(organisationId: string, bytes: number): void
  reservedBytes(): number
}

export interface LimitsOptions {
  readonly rate: number
  readonly rateBurst: number
  readonly concurrency: number
  readonly memoryForBodiesBytes: number
  /** A monotonic clock in milliseconds. */
  readonly clock: () => number
}

interface Caller {
  tokens: number
  filledAt: number
  inFlight: number
  bytes: number
}

export function openLimits({
  rate,
  rateBurst,
  concurrency,
  memoryForBodiesBytes,
  clock,
}: LimitsOptions): Limits {
  const callers = new Map<string, Caller>()
  let reserved = 0

  const callerOf = (organisationId: string): Caller => {
    const known = callers.get(organisationId)
    if (known) return known
    const fresh = { tokens: rateBurst, filledAt: clock(), inFlight: 0, bytes: 0 }
    callers.set(organisationId, fresh)
    return fresh
  }

  return {
    enter(organisationId) {
      const caller = callerOf(organisationId)
      const now = clock()
      caller.tokens = Math.min(rateBurst, caller.tokens + ((now - caller.filledAt) / 1000) * rate)
      caller.filledAt = now
      if (caller.inFlight >= concurrency)
        throw tooMany(`more than ${concurrency} requests of this organisation at a time`, 1)
      if (caller.tokens < 1)
        throw tooMany(
          `more than ${rate} requests a second of this organisation`,
          Math.ceil((1 - caller.tokens) / rate),
        )
      caller.tokens -= 1
      caller.inFlight += 1
    },
    leave(organisationId) {
      callerOf(organisationId).inFlight -= 1
    },
    reserve(organisationId, bytes) {
      const caller = callerOf(organisationId)
      // A single body may be as large as its own limit allows; several together must not push other organisations out.
      if (bytes > 0 && caller.bytes > 0 && caller.bytes + bytes > memoryForBodiesBytes / 2)
        throw tooMany(`requests of this organisation in flight hold ${sizeText(caller.bytes)} of bodies`, 1)
      if (reserved + bytes > memoryForBodiesBytes)
        throw new Refusal(codes.unavailable, {
          message: `Service Unavailable: requests in flight hold the ${sizeText(memoryForBodiesBytes)} set aside for bodies`,
          retryAfterSeconds: 1,
        })
      caller.bytes += bytes
      reserved += bytes
    },
    release(organisationId, bytes) {
      callerOf(organisationId).bytes -= bytes
      reserved -= bytes
    },
    reservedBytes: () => reserved,
  }
}

function tooMany(reason: string, retryAfterSeconds: number): Refusal {
  return new Refusal(codes.tooManyRequests, { message: `Too Many Requests: ${reason}`, retryAfterSeconds })
}
