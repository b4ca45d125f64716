// Empties the outbox: takes due deliveries by leases, sends them side by side, and tries again what fails.
import { randomUUID } from 'node:crypto'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Keyring } from '../store/keyring.ts'
import type { Database } from '../store/port.ts'
import * as deliveries from '../store/records/webhook-deliveries.ts'
import * as endpoints from '../store/records/webhook-endpoints.ts'
import { openSecrets } from './endpoints.ts'
import { bodyOf } from './payload.ts'
import type { SendResult, WebhookSender } from './send.ts'
import { signedHeaders } from './signature.ts'

export interface Deliverer {
  /** Looks for due deliveries now, and not only after the usual pause. */
  wake(): void
  /** Says why a URL is not allowed. */
  readonly check: WebhookSender['check']
  /** Sends a message of the type `webhook.test`, which is not in the outbox. */
  test(endpoint: endpoints.EndpointPlace & { readonly url: string }): Promise<SendResult>
  /** Takes nothing more, waits for what is under way until the deadline, and gives back the rest. */
  close(deadlineMs: number): Promise<void>
}

export interface DelivererOptions {
  readonly database: Database
  readonly keyring: Keyring
  readonly sender: WebhookSender
  readonly log: Log
  readonly metrics: Pick<Metrics, 'webhookAttempted' | 'webhooksGivenUp'>
  readonly now: () => number
  readonly timeoutMs: number
  readonly giveUpMs: number
  readonly concurrency: number
  /** Whether no other server uses the database. */
  readonly isAlone: boolean
  /** How long it waits until it looks again by itself. */
  readonly pauseMs?: number
  /** A number from 0 to 1, by which times are spread. */
  readonly random?: () => number
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How long after each failed attempt the next comes; the last goes on. */
const delays = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
]
/** Each delay is longer or shorter by up to this share, so that what failed together does not come back together. */
const JITTER = 0.2

/** A lease outlives its attempt by this long, in which the outcome is written down. */
const LEASE_AFTER_MS = 30 * SECOND
const PAUSE_MS = 500
/** After so many failures in a row the first success lets all that waits be sent at once. */
const LONG_FAILURE = 5
const GONE = 410
const LONGEST_REMOVED_MS = 30 * 24 * HOUR

/** What this server knows of an endpoint. */
interface Health {
  underWay: number
  /** In a row. */
  failures: number
  /** Set by a success, taken back by a failure. One that is not proven may hang, and gets one delivery at a time. */
  isProven: boolean
}

export function openDeliverer(options: DelivererOptions): Deliverer {
  const { database, keyring, sender, log, metrics, now, timeoutMs, giveUpMs, concurrency } = options
  const { pauseMs = PAUSE_MS, random = Math.random } = options
  const holder = randomUUID()
  const healths = new Map<string, Health>()
  const ofOrganisations = new Map<string, number>()
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  let unprovenUnderWay = 0
  let isClosing = false
  let looking: Promise<void> | undefined
  let isAsked = false
  let isStoreDown = false

  let hasOldLeases = options.isAlone

  const keyOf = ({ organisationId, id }: endpoints.EndpointPlace): string => `${organisationId} ${id}`
  const healthOf = (endpoint: endpoints.EndpointPlace): Health => {
    const key = keyOf(endpoint)
    const known = healths.get(key) ?? { underWay: 0, failures: 0, isProven: false }
    healths.set(key, known)
    return known
  }

  /** How many more may be sent to an endpoint: in all, of its organisation and of itself. */
  function roomFor(endpoint: endpoints.EndpointPlace): number {
    const health = healthOf(endpoint)
    const share = (part: number): number => Math.max(1, Math.floor(concurrency / part))
    const room = Math.min(
      concurrency - underWay.size,
      share(4) - (ofOrganisations.get(endpoint.organisationId) ?? 0),
      (health.isProven ? share(8) : 1) - health.underWay,
    )
    return health.isProven ? room : Math.min(room, share(2) - unprovenUnderWay)
  }

  /** One round at a time; a call during a round starts another one after it. */
  function look(): void {
    if (isClosing) return
    if (looking) {
      isAsked = true
      return
    }
    looking = round()
      .then(
        () => {
          isStoreDown = false
        },
        (error: unknown) => {
          if (!isStoreDown) log.warn({ err: error }, 'webhooks cannot be read; trying again')
          isStoreDown = true
          isAsked = false
        },
      )
      .finally(() => {
        looking = undefined
        if (!isAsked) return
        isAsked = false
        look()
      })
  }

  async function round(): Promise<void> {
    if (hasOldLeases) {
      await deliveries.dropAllLeases(database)
      hasOldLeases = false
    }
    const due = await deliveries.dueEndpoints(database, now())
    for (const endpoint of shuffled(due)) {
      const room = roomFor(endpoint)
      if (room <= 0) continue
      if (isClosing) return
      const at = now()
      const lease = { holder, until: at + timeoutMs + LEASE_AFTER_MS }
      const leased = await deliveries.leaseDeliveries(database, endpoint, lease, { now: at, limit: room })
      for (const delivery of leased) start(endpoint, delivery)
    }
  }

  function shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((one) => [random(), one] as const)
      .sort(([a], [b]) => a - b)
      .map(([, one]) => one)
  }

  function start(
    endpoint: endpoints.EndpointPlace & { readonly url: string },
    delivery: deliveries.Leased,
  ): void {
    const { organisationId } = endpoint
    const health = healthOf(endpoint)
    const wasProven = health.isProven
    const count = (by: 1 | -1): void => {
      health.underWay += by
      if (!wasProven) unprovenUnderWay += by
      const others = (ofOrganisations.get(organisationId) ?? 0) + by
      if (others > 0) ofOrganisations.set(organisationId, others)
      else ofOrganisations.delete(organisationId)
    }
    count(1)
    const work = deliver(endpoint, delivery, health)
      .catch((error: unknown) =>
        log.warn(
          { err: error, organisation: organisationId, delivery: delivery.id },
          'the outcome of a webhook could not be written; it will be sent again',
        ),
      )
      .finally(() => {
        count(-1)
        underWay.delete(work)
        look()
      })
    underWay.add(work)
  }

  async function deliver(
    endpoint: endpoints.EndpointPlace & { readonly url: string },
    delivery: deliveries.Leased,
    health: Health,
  ): Promise<void> {
    const { organisationId } = endpoint
    const event = await deliveries.eventToSend(database, organisationId, delivery.eventId)
    // The verification was erased, and the delivery went with it.
    if (!event) return
    const at = now()
    const sent = await attempt(endpoint, delivery.eventId, event, at)
    if (stopping.signal.aborted && sent.status === null) return
    const end = endOf(delivery, sent)
    const isWritten = await database.transaction((queries) =>
      deliveries.endAttempt(
        queries,
        endpoint,
        delivery,
        {
          id: randomUUID(),
          number: delivery.attempts + 1,
          at,
          status: sent.status,
          failure: sent.failure,
          milliseconds: sent.milliseconds,
        },
        end,
      ),
    )
    if (!isWritten) return
    metrics.webhookAttempted(sent.failure === null ? 'delivered' : 'failed')
    if (end.state === 'given-up') metrics.webhooksGivenUp(1)
    const about = {
      organisation: organisationId,
      endpoint: endpoint.id,
      delivery: delivery.id,
      attempt: delivery.attempts + 1,
      status: sent.status,
      ms: sent.milliseconds,
    }
    if (sent.failure === null) {
      log.debug(about, 'webhook delivered')
      await recover(endpoint, health)
      return
    }
    health.isProven = false
    health.failures++
    log.info({ ...about, why: sent.failure, state: end.state }, 'webhook not delivered')
    if (sent.status === GONE)
      await endpoints.disableEndpoint(database, endpoint, 'the receiver answered 410 Gone', now())
  }

  async function attempt(
    endpoint: endpoints.EndpointPlace & { readonly url: string },
    eventId: string,
    event: deliveries.EventToSend,
    at: number,
  ): Promise<SendResult> {
    try {
      const body = await bodyOf(keyring, endpoint.organisationId, eventId, event)
      const secrets = await openSecrets({ database, keyring }, endpoint, at)
      const headers = signedHeaders(secrets, { id: `msg_${eventId}`, at, body })
      return await sender.send(endpoint.url, { headers, body }, stopping.signal)
    } catch (error) {
      log.error({ err: error, organisation: endpoint.organisationId }, 'a webhook could not be made')
      return {
        status: null,
        failure: 'the message could not be made: a fault of the server',
        milliseconds: 0,
      }
    }
  }

  function endOf({ tries, since }: deliveries.Leased, sent: SendResult): deliveries.DeliveryEnd {
    const at = now()
    if (sent.failure === null) return { state: 'delivered', at }
    if (sent.status === GONE || at >= since + giveUpMs) return { state: 'given-up', at }
    const usual = delays[Math.min(tries, delays.length - 1)] ?? 0
    const spread = usual * (1 + JITTER * (2 * random() - 1))
    const delay = Math.max(spread, sent.retryAfterMs ?? 0)
    // The last attempt comes when time is up.
    return { state: 'waiting', at, nextAt: Math.round(Math.min(at + delay, since + giveUpMs)) }
  }

  async function recover(endpoint: endpoints.EndpointPlace, health: Health): Promise<void> {
    const wasLong = health.failures >= LONG_FAILURE
    health.isProven = true
    health.failures = 0
    if (wasLong) await deliveries.hurryDeliveries(database, endpoint, now())
  }

  const timer = setInterval(look, pauseMs).unref()
  look()

  return {
    wake: look,
    check: sender.check,
    async test(endpoint) {
      const at = now()
      const body = JSON.stringify({
        type: 'webhook.test',
        timestamp: new Date(at).toISOString(),
        data: { endpoint_id: endpoint.id },
      })
      const secrets = await openSecrets({ database, keyring }, endpoint, at)
      const headers = signedHeaders(secrets, { id: `msg_${randomUUID()}`, at, body })
      return sender.send(endpoint.url, { headers, body }, stopping.signal)
    },
    async close(deadlineMs) {
      isClosing = true
      clearInterval(timer)
      await looking
      const late = setTimeout(() => stopping.abort(), deadlineMs)
      await Promise.all(underWay)
      clearTimeout(late)
      await deliveries.dropLeases(database, holder).catch(() => undefined)
    },
  }
}

/** Removes ended secrets and endpoints that were removed long ago, and gives up what waits for endpoints that are off. */
export async function sweepWebhooks(
  database: Database,
  { now, giveUpMs, metrics }: Pick<DelivererOptions, 'giveUpMs' | 'metrics'> & { readonly now: number },
): Promise<number> {
  const secrets = await endpoints.forgetEndedWebhookSecrets(database, now)
  const removed = await endpoints.forgetRemovedEndpoints(database, now - LONGEST_REMOVED_MS)
  const givenUp = await deliveries.giveUpUnsent(database, now - giveUpMs, now)
  if (givenUp > 0) metrics.webhooksGivenUp(givenUp)
  return secrets + removed + givenUp
}
