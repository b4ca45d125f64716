// How much one organisation may ask for at a time, and how many bytes of bodies are held altogether.
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
  /** Milliseconds that only ever grow. */
  readonly clock: () => number
}

interface Visitor {
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
  const visitors = new Map<string, Visitor>()
  let reserved = 0

  const visitorOf = (organisationId: string): Visitor => {
    const known = visitors.get(organisationId)
    if (known) return known
    const fresh = { tokens: rateBurst, filledAt: clock(), inFlight: 0, bytes: 0 }
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
    reserve(organisationId, bytes) {
      const visitor = visitorOf(organisationId)
      // A single body may be as large as its own limit allows; it is the pile that must not push others out.
      if (bytes > 0 && visitor.bytes > 0 && visitor.bytes + bytes > memoryForBodiesBytes / 2)
        throw tooMany(`requests of this organisation in flight hold ${sizeText(visitor.bytes)} of bodies`, 1)
      if (reserved + bytes > memoryForBodiesBytes)
        throw new Refusal(codes.unavailable, {
          message: `Service Unavailable: requests in flight hold the ${sizeText(memoryForBodiesBytes)} set aside for bodies`,
          retryAfterSeconds: 1,
        })
      visitor.bytes += bytes
      reserved += bytes
    },
    release(organisationId, bytes) {
      visitorOf(organisationId).bytes -= bytes
      reserved -= bytes
    },
    reservedBytes: () => reserved,
  }
}

function tooMany(reason: string, retryAfterSeconds: number): Refusal {
  return new Refusal(codes.tooManyRequests, { message: `Too Many Requests: ${reason}`, retryAfterSeconds })
}
