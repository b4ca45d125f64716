// How much one organisation may ask for at a time, and how many bytes of bodies are held altogether.
import { codes, Refusal } from '../codes.ts'
import { sizeText } from './base64.ts'

export interface Limits {
  /** Counts a request of the organisation, or refuses it with 429; every `enter` needs a `leave`. */
  enter(organisationId: string): void
  leave(organisationId: string): void
  /** Sets memory aside for a body, or refuses it with 503; every `reserve` needs a `release`. */
  reserve(bytes: number): void
  release(bytes: number): void
  reservedBytes(): number
}

export interface LimitsOptions {
  readonly rate: number
  readonly rateBurst: number
  readonly concurrency: number
  readonly memoryForBodiesBytes: number
  /** Milliseconds that only ever grow. */
  readonly clock: () => number
}

interface Visitor {
  tokens: number
  filledAt: number
  inFlight: number
}

export function openLimits({
  rate,
  rateBurst,
  concurrency,
  memoryForBodiesBytes,
  clock,
}: LimitsOptions): Limits {
  const visitors = new Map<string, Visitor>()
  let reserved = 0

  const visitorOf = (organisationId: string): Visitor => {
    const known = visitors.get(organisationId)
    if (known) return known
    const fresh = { tokens: rateBurst, filledAt: clock(), inFlight: 0 }
    visitors.set(organisationId, fresh)
    return fresh
  }

  return {
    enter(organisationId) {
      const visitor = visitorOf(organisationId)
      const now = clock()
      visitor.tokens = Math.min(rateBurst, visitor.tokens + ((now - visitor.filledAt) / 1000) * rate)
      visitor.filledAt = now
      if (visitor.inFlight >= concurrency)
        throw tooMany(`more than ${concurrency} requests of this organisation at a time`, 1)
      if (visitor.tokens < 1)
        throw tooMany(
          `more than ${rate} requests a second of this organisation`,
          Math.ceil((1 - visitor.tokens) / rate),
        )
      visitor.tokens -= 1
      visitor.inFlight += 1
    },
    leave(organisationId) {
      visitorOf(organisationId).inFlight -= 1
    },
    reserve(bytes) {
      if (reserved + bytes > memoryForBodiesBytes)
        throw new Refusal(codes.unavailable, {
          message: `Service Unavailable: requests in flight hold the ${sizeText(memoryForBodiesBytes)} set aside for bodies`,
          retryAfterSeconds: 1,
        })
      reserved += bytes
    },
    release(bytes) {
      reserved -= bytes
    },
    reservedBytes: () => reserved,
  }
}

function tooMany(reason: string, retryAfterSeconds: number): Refusal {
  return new Refusal(codes.tooManyRequests, { message: `Too Many Requests: ${reason}`, retryAfterSeconds })
}
