// The routes of webhooks: endpoints that events are sent to, and the log of what was sent.
import { z } from 'zod'
import { codes, refuse, refuseBecause } from '../codes.ts'
import { route } from '../http/route.ts'
import type { Route } from '../http/route-spec.ts'
import { text } from '../http/schemas.ts'
import type { Runtime } from '../runtime.ts'
import {
  attemptsOfDelivery,
  type Delivery,
  findDelivery,
  listDeliveries,
  replayDelivery,
} from '../store/records/webhook-deliveries.ts'
import {
  changeEndpoint,
  type Endpoint,
  findEndpoint,
  listEndpoints,
  removeEndpoint,
} from '../store/records/webhook-endpoints.ts'
import type { Deliverer } from './deliverer.ts'
import { createEndpoint, longestGraceHours, mostEndpoints, rotateSecret, usualEvents } from './endpoints.ts'
import {
  attemptFields,
  deliveryFields,
  deliveryParam,
  deliveryState,
  description,
  endpointFields,
  endpointParam,
  events,
  everything,
  exampleAttempt,
  exampleDelivery,
  exampleEndpoint,
  exampleSecret,
  noDelivery,
  noEndpoint,
  secret,
  shownAttempt,
  shownDelivery,
  shownEndpoint,
  tag,
  url,
} from './route-fields.ts'

/** What routes of webhooks are given. */
export interface WebhookParts extends Runtime {
  readonly webhooks: Deliverer
}

export const webhookRoutes = (runtime: WebhookParts): Route[] => [
  creating(runtime),
  listing(runtime),
  showing(runtime),
  changing(runtime),
  rotating(runtime),
  removing(runtime),
  testing(runtime),
  listingDeliveries(runtime),
  showingDelivery(runtime),
  replaying(runtime),
]

async function checkUrl({ webhooks }: WebhookParts, given: string): Promise<void> {
  const forbidden = await webhooks.check(given)
  if (forbidden) throw refuse(codes.badRequest, 'url', forbidden.why)
}

/** All of them are one word. */
const tidied = (types: readonly string[]): string[] =>
  types.includes(everything) ? [everything] : [...new Set(types)]

async function endpointOf(
  { store }: WebhookParts,
  { organisationId, isTest }: Caller,
  id: string,
): Promise<Endpoint> {
  const found = await findEndpoint(store.database, { organisationId, id })
  if (!found || found.isTest !== isTest) throw noEndpoint()
  return found
}

/** Test keys have endpoints of their own: what they change and see is apart from the others. */
interface Caller {
  readonly organisationId: string
  readonly isTest: boolean
}

const callerOf = ({ organisationId, isTest }: Caller): Caller => ({ organisationId, isTest })

const creating = (runtime: WebhookParts) =>
  route({
    name: 'createWebhookEndpoint',
    method: 'POST',
    path: '/webhook-endpoints',
    tag,
    summary: 'Make an endpoint that events are sent to.',
    description: `Events that happen from now on are sent there, signed as [Standard Webhooks](https://www.standardwebhooks.com) says. Without \`events\` these are sent: ${usualEvents.join(', ')}. A URL that leads inside a network is refused. An organisation has at most ${mostEndpoints}; more are 409.`,
    body: z.strictObject({ url, events: events.optional(), description: description.optional() }),
    fields: { endpoint: shownEndpoint, secret },
    answers: [codes.success, codes.conflict],
    example: {
      body: { url: exampleEndpoint.url, description: exampleEndpoint.description },
      answers: [
        {
          when: 'The endpoint is there.',
          code: codes.success,
          fields: { endpoint: exampleEndpoint, secret: exampleSecret },
        },
      ],
    },
    handle: async ({ body, ...request }) => {
      await checkUrl(runtime, body.url)
      const made = await createEndpoint(
        runtime.store,
        {
          ...callerOf(request),
          url: body.url,
          description: body.description ?? '',
          events: tidied(body.events ?? usualEvents),
        },
        runtime.now(),
      )
      if (!made)
        throw refuseBecause(
          codes.conflict,
          `there are ${mostEndpoints} endpoints, which is the most; remove one first`,
        )
      return {
        code: codes.success,
        fields: { endpoint: endpointFields(made.endpoint), secret: made.secret },
      }
    },
  })

const listing = (runtime: WebhookParts) =>
  route({
    name: 'webhookEndpoints',
    method: 'GET',
    path: '/webhook-endpoints',
    tag,
    summary: 'List endpoints.',
    fields: { endpoints: z.array(shownEndpoint).describe('All of them, the oldest first.') },
    answers: [codes.success],
    example: {
      answers: [{ when: 'There is one.', code: codes.success, fields: { endpoints: [exampleEndpoint] } }],
    },
    handle: async (request) => {
      const found = await listEndpoints(runtime.store.database, callerOf(request))
      return { code: codes.success, fields: { endpoints: found.map(endpointFields) } }
    },
  })

const showing = (runtime: WebhookParts) =>
  route({
    name: 'webhookEndpoint',
    method: 'GET',
    path: '/webhook-endpoints/{endpoint_id}',
    tag,
    summary: 'Show an endpoint.',
    params: endpointParam,
    fields: { endpoint: shownEndpoint },
    answers: [codes.success, codes.notFound],
    example: {
      params: { endpoint_id: exampleEndpoint.id },
      answers: [{ when: 'It is there.', code: codes.success, fields: { endpoint: exampleEndpoint } }],
    },
    handle: async ({ params, ...request }) => ({
      code: codes.success,
      fields: {
        endpoint: endpointFields(await endpointOf(runtime, callerOf(request), params.endpoint_id)),
      },
    }),
  })

const changing = (runtime: WebhookParts) =>
  route({
    name: 'changeWebhookEndpoint',
    method: 'PUT',
    path: '/webhook-endpoints/{endpoint_id}',
    tag,
    summary: 'Change where or what an endpoint is sent, or switch it off and on.',
    description:
      'What is left out stays as it is. A `url` of another scheme, host or port gives the endpoint a new secret, which the answer shows: nobody there gets messages that the receiver before would believe. While an endpoint is off no events are put in its queue; what waits there is sent once it is on again.',
    params: endpointParam,
    body: z.strictObject({
      url: url.optional(),
      events: events.optional(),
      description: description.optional(),
      enabled: z.boolean().optional().describe('Whether events are sent.'),
    }),
    fields: {
      endpoint: shownEndpoint,
      secret: secret.optional().describe('The new secret; absent where the receiver stays the same.'),
    },
    answers: [codes.success, codes.notFound],
    example: {
      params: { endpoint_id: exampleEndpoint.id },
      body: { enabled: true, events: usualEvents },
      answers: [{ when: 'It is changed.', code: codes.success, fields: { endpoint: exampleEndpoint } }],
    },
    handle: async ({ body, params, ...request }) => {
      const before = await endpointOf(runtime, callerOf(request), params.endpoint_id)
      if (body.url !== undefined) await checkUrl(runtime, body.url)
      const { store, now } = runtime
      const isElsewhere =
        body.url !== undefined && URL.parse(body.url)?.origin !== URL.parse(before.url)?.origin
      // The old secret ends first, so that it signs nothing that is sent to the new address.
      const made = isElsewhere ? { secret: await rotateSecret(store, before, 0, now()) } : {}
      const change = {
        url: body.url ?? before.url,
        description: body.description ?? before.description,
        events: tidied(body.events ?? before.events),
        isEnabled: body.enabled ?? before.isEnabled,
      }
      const changed = await changeEndpoint(store.database, before, change, now())
      if (!changed) throw noEndpoint()
      runtime.webhooks.wake()
      return { code: codes.success, fields: { endpoint: endpointFields(changed), ...made } }
    },
  })

const rotating = (runtime: WebhookParts) =>
  route({
    name: 'rotateWebhookSecret',
    method: 'POST',
    path: '/webhook-endpoints/{endpoint_id}/rotate-secret',
    tag,
    summary: 'Give an endpoint a new secret.',
    description:
      'During the time of grace messages are signed by both, so that a receiver may change over when it likes. Without `grace_hours` the old secret signs nothing any more.',
    params: endpointParam,
    body: z.strictObject({
      grace_hours: z
        .number()
        .min(0)
        .max(longestGraceHours)
        .optional()
        .describe('How long the old secret signs beside the new one, in hours.'),
    }),
    bodyIsOptional: true,
    fields: { secret },
    answers: [codes.success, codes.notFound],
    example: {
      params: { endpoint_id: exampleEndpoint.id },
      body: { grace_hours: 24 },
      answers: [{ when: 'Both secrets sign.', code: codes.success, fields: { secret: exampleSecret } }],
    },
    handle: async ({ body, params, ...request }) => {
      const endpoint = await endpointOf(runtime, callerOf(request), params.endpoint_id)
      const graceMs = (body.grace_hours ?? 0) * 3_600_000
      return {
        code: codes.success,
        fields: { secret: await rotateSecret(runtime.store, endpoint, graceMs, runtime.now()) },
      }
    },
  })

const removing = (runtime: WebhookParts) =>
  route({
    name: 'removeWebhookEndpoint',
    method: 'POST',
    path: '/webhook-endpoints/{endpoint_id}/remove',
    tag,
    summary: 'Remove an endpoint.',
    description:
      'Its secrets are destroyed, and what waits for it is given up. The log of it stays for a month.',
    params: endpointParam,
    fields: { id: z.string().describe('The id of the path.') },
    answers: [codes.success, codes.notFound],
    example: {
      params: { endpoint_id: exampleEndpoint.id },
      answers: [{ when: 'It is removed.', code: codes.success, fields: { id: exampleEndpoint.id } }],
    },
    handle: async ({ params, ...request }) => {
      const endpoint = await endpointOf(runtime, callerOf(request), params.endpoint_id)
      const isRemoved = await runtime.store.database.transaction((queries) =>
        removeEndpoint(queries, endpoint, runtime.now()),
      )
      if (!isRemoved) throw noEndpoint()
      return { code: codes.success, fields: { id: endpoint.id } }
    },
  })

const testing = (runtime: WebhookParts) =>
  route({
    name: 'testWebhookEndpoint',
    method: 'POST',
    path: '/webhook-endpoints/{endpoint_id}/test',
    tag,
    summary: 'Send a test message, and say what the receiver answered.',
    description:
      'The message has the type `webhook.test` and is signed as all others are. It is sent once, now, also to an endpoint that is off.',
    params: endpointParam,
    fields: {
      delivered: z.boolean().describe('Whether the receiver answered with a status from 200 to 299.'),
      status: z.int().nullable().describe('HTTP status of the answer. Null where there was none.'),
      failure: z.string().nullable().describe('Why it failed, in words. Null where it did not.'),
      milliseconds: z.int().describe('How long it took.'),
    },
    answers: [codes.success, codes.notFound],
    example: {
      params: { endpoint_id: exampleEndpoint.id },
      answers: [
        {
          when: 'The receiver took it.',
          code: codes.success,
          fields: { delivered: true, status: 204, failure: null, milliseconds: 179 },
        },
        {
          when: 'The receiver did not take it.',
          code: codes.success,
          fields: {
            delivered: false,
            status: null,
            failure: 'the certificate has expired',
            milliseconds: 212,
          },
        },
      ],
    },
    handle: async ({ params, ...request }) => {
      const endpoint = await endpointOf(runtime, callerOf(request), params.endpoint_id)
      const { status, failure, milliseconds } = await runtime.webhooks.test(endpoint)
      return { code: codes.success, fields: { delivered: failure === null, status, failure, milliseconds } }
    },
  })

const mostListed = 200
const usuallyListed = 50

/** What the next page begins after; opaque for callers. */
const cursorOf = ({ createdAt, id }: Delivery): string =>
  Buffer.from(JSON.stringify([createdAt, id])).toString('base64url')

function readCursor(cursor: string): { createdAt: number; id: string } {
  try {
    const [createdAt, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [unknown, unknown]
    if (Number.isSafeInteger(createdAt) && typeof id === 'string' && !id.includes('\0'))
      return { createdAt: createdAt as number, id }
  } catch {}
  throw refuse(codes.badRequest, 'cursor', 'must be the `next_cursor` of an answer')
}

const listingDeliveries = (runtime: WebhookParts) =>
  route({
    name: 'webhookDeliveries',
    method: 'GET',
    path: '/webhook-deliveries',
    tag,
    summary: 'List deliveries, the newest first.',
    query: z.strictObject({
      verification_id: text(1, 64).optional().describe('Only those of one verification.'),
      endpoint_id: text(1, 64).optional().describe('Only those to one endpoint.'),
      state: deliveryState.optional().describe('Only those in one state.'),
      limit: z
        .string()
        .regex(/^[1-9]\d{0,2}$/, `must be a whole number from 1 to ${mostListed}`)
        .refine((given) => Number(given) <= mostListed, `must be a whole number from 1 to ${mostListed}`)
        .optional()
        .describe(`How many at most, from 1 to ${mostListed}; ${usuallyListed} without it.`),
      cursor: text(1, 500).optional().describe('The `next_cursor` of the page before.'),
    }),
    fields: {
      deliveries: z.array(shownDelivery).describe('A page of them.'),
      next_cursor: z
        .string()
        .nullable()
        .describe('What to send as `cursor` for the next page. Null where there is none.'),
    },
    answers: [codes.success],
    example: {
      query: { state: 'delivered' },
      answers: [
        {
          when: 'There is one.',
          code: codes.success,
          fields: { deliveries: [exampleDelivery], next_cursor: null },
        },
      ],
    },
    handle: async ({ query, ...request }) => {
      const limit = query.limit === undefined ? usuallyListed : Number(query.limit)
      const filter = {
        ...callerOf(request),
        verificationId: query.verification_id,
        endpointId: query.endpoint_id,
        state: query.state,
        before: query.cursor === undefined ? undefined : readCursor(query.cursor),
      }
      const found = await listDeliveries(runtime.store.database, filter, limit + 1)
      const page = found.slice(0, limit)
      const last = page.at(-1)
      return {
        code: codes.success,
        fields: {
          deliveries: page.map(deliveryFields),
          next_cursor: found.length > limit && last ? cursorOf(last) : null,
        },
      }
    },
  })

const showingDelivery = (runtime: WebhookParts) =>
  route({
    name: 'webhookDelivery',
    method: 'GET',
    path: '/webhook-deliveries/{delivery_id}',
    tag,
    summary: 'Show a delivery with its attempts.',
    params: deliveryParam,
    fields: {
      delivery: shownDelivery,
      log: z.array(shownAttempt).describe('Every attempt, the oldest first.'),
    },
    answers: [codes.success, codes.notFound],
    example: {
      params: { delivery_id: exampleDelivery.id },
      answers: [
        {
          when: 'It was delivered at once.',
          code: codes.success,
          fields: { delivery: exampleDelivery, log: [exampleAttempt] },
        },
      ],
    },
    handle: async ({ params, ...request }) => {
      const { database } = runtime.store
      const place = { ...callerOf(request), id: params.delivery_id }
      const found = await findDelivery(database, place)
      if (!found) throw noDelivery()
      const log = await attemptsOfDelivery(database, place)
      return {
        code: codes.success,
        fields: { delivery: deliveryFields(found), log: log.map(attemptFields) },
      }
    },
  })

const replaying = (runtime: WebhookParts) =>
  route({
    name: 'replayWebhookDelivery',
    method: 'POST',
    path: '/webhook-deliveries/{delivery_id}/replay',
    tag,
    summary: 'Send a delivery again.',
    description:
      'It is put back into the queue with the same `webhook-id`, and tried as long as a new one. What is being sent at this moment, or whose endpoint was removed, is 409.',
    params: deliveryParam,
    fields: { delivery: shownDelivery },
    answers: [codes.success, codes.notFound, codes.conflict],
    example: {
      params: { delivery_id: exampleDelivery.id },
      answers: [
        {
          when: 'It waits to be sent.',
          code: codes.success,
          fields: {
            delivery: {
              ...exampleDelivery,
              state: 'waiting',
              next_attempt_at: '2026-11-18T09:00:00.000Z',
              finished_at: null,
            },
          },
        },
      ],
    },
    handle: async ({ params, ...request }) => {
      const { database } = runtime.store
      const place = { ...callerOf(request), id: params.delivery_id }
      if (!(await findDelivery(database, place))) throw noDelivery()
      const isWaiting = await replayDelivery(database, place, runtime.now())
      const found = await findDelivery(database, place)
      if (!found) throw noDelivery()
      if (!isWaiting)
        throw refuse(
          codes.conflict,
          'delivery_id',
          'cannot be sent again now',
          'the delivery is being sent at this moment, or its endpoint was removed',
        )
      runtime.webhooks.wake()
      return { code: codes.success, fields: { delivery: deliveryFields(found) } }
    },
  })
