// An outbox for tests: a store with an organisation, verifications whose events are added as the server adds them, and deliverers.
import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { openLog } from '../../src/observability/log.ts'
import type { Store } from '../../src/store/open.ts'
import { addPolicy } from '../../src/store/records/policies.ts'
import { addEvent, type EventType } from '../../src/store/records/verification-events.ts'
import { addVerification, type VerificationPlace } from '../../src/store/records/verifications.ts'
import {
  attemptsOfDelivery,
  type Delivery,
  listDeliveries,
  type WebhookAttempt,
} from '../../src/store/records/webhook-deliveries.ts'
import { writeSealed } from '../../src/store/sealed-json.ts'
import { type Deliverer, type DelivererOptions, openDeliverer } from '../../src/webhooks/deliverer.ts'
import { createEndpoint } from '../../src/webhooks/endpoints.ts'
import { openSender } from '../../src/webhooks/send.ts'
import type { Adapter } from '../store/adapters.ts'
import { embedded, type TestStore } from '../store/opened-store.ts'
import type { Receiver } from './receivers.ts'

export interface Outbox {
  readonly kept: TestStore
  readonly organisationId: string
  /** Every line that deliverers logged. */
  readonly logged: () => string
  readonly counts: { delivered: number; failed: number; givenUp: number }
  organisation(): Promise<string>
  endpoint(
    url: string,
    more?: Partial<NewEndpoint>,
  ): Promise<{ readonly id: string; readonly secret: string }>
  verification(more?: Partial<NewVerification>): Promise<string>
  /** Returns the id of the event. */
  event(verificationId: string, type?: EventType, data?: object, organisationId?: string): Promise<string>
  deliverer(receivers: readonly Pick<Receiver, 'allow'>[], more?: Partial<DelivererOptions>): Deliverer
  deliveries(): Promise<Delivery[]>
  attempts(id: string): Promise<WebhookAttempt[]>
  remove(): Promise<void>
}

interface NewEndpoint {
  readonly organisationId: string
  readonly events: readonly string[]
  readonly isTest: boolean
}

interface NewVerification {
  readonly organisationId: string
  readonly externalPersonId: string
  readonly isTest: boolean
  readonly metadata: Readonly<Record<string, string>>
  readonly webhookEndpointId: string | null
}

/** Keeps a verification of the policy `simple`, which must be there; returns its id. */
export async function keepVerification(
  store: Store,
  { metadata = {}, ...more }: Partial<NewVerification> & { readonly organisationId: string },
  now: number,
): Promise<string> {
  const id = randomUUID()
  const asked = { externalPersonId: 'anna', isTest: false, webhookEndpointId: null, ...more }
  const request = { part: 'verification', id, value: { metadata } } as const
  await writeSealed(store, asked.organisationId, { request }, (queries, seals) =>
    addVerification(queries, {
      ...asked,
      id,
      consentReference: null,
      policyId: 'simple',
      policyVersion: 1,
      createdAt: now,
      expiresAt: now + DAY,
      request: seals.request.bytes,
      keyVersion: seals.request.keyVersion,
    }),
  )
  return id
}

/** Returns the id of the event. */
export async function keepEvent(
  store: Store,
  place: VerificationPlace,
  { type, data, at }: { readonly type: EventType; readonly data: object; readonly at: number },
): Promise<string> {
  const id = randomUUID()
  const parts = { data: { part: 'event', id, value: data } as const }
  await writeSealed(store, place.organisationId, parts, (queries, seals) =>
    addEvent(queries, place, {
      ...{ id, type, at, actor: 'server' },
      data: seals.data.bytes,
      keyVersion: seals.data.keyVersion,
    }),
  )
  return id
}

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export async function openOutbox(adapter: Adapter<TestStore> = embedded): Promise<Outbox> {
  const kept = await adapter.fresh()
  const { store, clock } = kept
  const { database } = store
  const lines: string[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const log = openLog({ level: 'debug', format: 'json' }, sink)
  const counts = { delivered: 0, failed: 0, givenUp: 0 }
  const opened: Deliverer[] = []
  const organisation = async () => {
    const { id: organisationId } = await kept.organisation()
    await addPolicy(database, { organisationId, id: 'simple' }, '{}', clock.now)
    return organisationId
  }
  const organisationId = await organisation()
  return {
    kept,
    organisationId,
    logged: () => lines.join(''),
    counts,
    organisation,
    async endpoint(url, more = {}) {
      const wanted = { organisationId, url, description: '', events: ['*'], isTest: false, ...more }
      const made = await createEndpoint(store, wanted, clock.now)
      return { id: made?.endpoint.id ?? '', secret: made?.secret ?? '' }
    },
    verification: (more = {}) => keepVerification(store, { organisationId, ...more }, clock.now),
    event: (verificationId, type = 'verification.approved', data = {}, of = organisationId) =>
      keepEvent(store, { organisationId: of, id: verificationId }, { type, data, at: clock.now }),
    deliverer(receivers, more = {}) {
      const deliverer = openDeliverer({
        ...store,
        sender: openSender({
          allowed: receivers.map(({ allow }) => allow),
          timeoutMs: more.timeoutMs ?? 5_000,
          userAgent: 'Selfsame/test',
        }),
        log,
        metrics: {
          webhookAttempted: (outcome) => {
            counts[outcome]++
          },
          webhooksGivenUp: (count) => {
            counts.givenUp += count
          },
        },
        now: () => clock.now,
        timeoutMs: 5_000,
        giveUpMs: 3 * DAY,
        concurrency: 32,
        isAlone: false,
        pauseMs: 10,
        random: () => 0.5,
        ...more,
      })
      opened.push(deliverer)
      return deliverer
    },
    deliveries: () => listDeliveries(database, { organisationId }, 1000),
    attempts: (id) => attemptsOfDelivery(database, { organisationId, id }),
    async remove() {
      for (const one of opened) await one.close(0)
      await kept.remove()
    },
  }
}
