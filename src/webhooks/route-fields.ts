// What the routes of webhooks take and answer: endpoints, deliveries, attempts, and their examples.
import { z } from 'zod'
import { codes, type Refusal, refuse } from '../codes.ts'
import { namedSchema } from '../http/json-schema.ts'
import { text } from '../http/schemas.ts'
import { iso, isoOrNull, time, timeOrNull } from '../http/times.ts'
import type { Delivery, WebhookAttempt } from '../store/records/webhook-deliveries.ts'
import type { Endpoint } from '../store/records/webhook-endpoints.ts'
import { eventTypes, usualEvents } from './endpoints.ts'

export const tag = {
  name: 'Webhooks',
  description:
    'Where events of verifications are sent, and what became of each. docs/guides/webhooks.md is the guide.',
  area: 'webhooks',
} as const

export const everything = '*'
export const url = z
  .string()
  .describe(
    'Where events are sent by POST: `https:` on port 443 or 8443, at public addresses. The operator may allow others with SELFSAME_WEBHOOK_ALLOW.',
  )
export const description = text(0, 200).describe('What the endpoint is for, in your own words.')
export const events = z
  .array(z.string())
  .min(1)
  .max(50)
  .refine((list) => list.every((type) => type === everything || eventTypes.includes(type)), {
    message: `must be types of events, or * for all: ${eventTypes.join(', ')}`,
  })
  .describe(
    `Types of events that are sent; \`*\` is all. ${eventTypes.map((type) => `\`${type}\``).join(', ')}.`,
  )

export const shownEndpoint = namedSchema(
  'WebhookEndpoint',
  z
    .object({
      id: z.string().describe('Id of the endpoint.'),
      url: z.string().describe('Where events are sent.'),
      description: z.string().describe('What you said that it is for.'),
      events: z.array(z.string()).describe('Types of events that are sent; `*` is all.'),
      enabled: z.boolean().describe('Whether events are sent.'),
      disabled_because: z
        .string()
        .nullable()
        .describe('Why the server disabled it, such as an answer 410. Null where it did not.'),
      is_test: z.boolean().describe('Whether it gets events of tests, and no others.'),
      created_at: time('When it was made'),
      updated_at: time('When it was last changed'),
    })
    .describe('An endpoint that events are sent to.'),
)

export const secret = z
  .string()
  .describe(
    'What signs the messages, for your verifier: `whsec_` and Base64. It is shown this once; only you can keep it readable.',
  )

export const deliveryState = namedSchema(
  'WebhookDeliveryState',
  z.enum(['waiting', 'delivered', 'given-up']).describe('`given-up` is tried no more, unless you replay it.'),
)

const deliveryShape = {
  id: z.string().describe('Id of the delivery: those of its event and its endpoint.'),
  endpoint_id: z.string().describe('The endpoint it goes to.'),
  event_id: z.string().describe('The event it is about. The header `webhook-id` is `msg_` and this.'),
  type: z.string().describe('Type of the event.'),
  verification_id: z.string().describe('The verification that the event belongs to.'),
  state: deliveryState,
  attempts: z.int().describe('How often it was tried.'),
  created_at: time('When the event happened'),
  next_attempt_at: timeOrNull('When it is tried next', 'Null where it is not.'),
  finished_at: timeOrNull('When it was delivered or given up', 'Null while it waits.'),
}
export const shownDelivery = namedSchema(
  'WebhookDelivery',
  z.object(deliveryShape).describe('One event on its way to one endpoint.'),
)
export const shownAttempt = namedSchema(
  'WebhookAttempt',
  z
    .object({
      number: z.int().describe('The first is 1.'),
      at: time('When it was sent'),
      status: z.int().nullable().describe('HTTP status of the answer. Null where there was none.'),
      failure: z.string().nullable().describe('Why it failed, in words. Null where it did not.'),
      milliseconds: z.int().describe('How long it took.'),
    })
    .describe('One attempt to send a message.'),
)

export const endpointFields = (endpoint: Endpoint): z.output<typeof shownEndpoint> => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: [...endpoint.events],
  enabled: endpoint.isEnabled,
  disabled_because: endpoint.disabledBecause,
  is_test: endpoint.isTest,
  created_at: iso(endpoint.createdAt),
  updated_at: iso(endpoint.updatedAt),
})

export const deliveryFields = (delivery: Delivery): z.output<typeof shownDelivery> => ({
  id: delivery.id,
  endpoint_id: delivery.endpointId,
  event_id: delivery.eventId,
  type: delivery.eventType,
  verification_id: delivery.verificationId,
  state: delivery.state,
  attempts: delivery.attempts,
  created_at: iso(delivery.createdAt),
  next_attempt_at: delivery.state === 'waiting' ? iso(delivery.nextAt) : null,
  finished_at: isoOrNull(delivery.finishedAt),
})

export const attemptFields = ({ number, at, status, failure, milliseconds }: WebhookAttempt) => ({
  number,
  at: iso(at),
  status,
  failure,
  milliseconds,
})

export const exampleEndpoint: z.output<typeof shownEndpoint> = {
  id: 'whe_4k2v9q0x7m1c5p8r3t6w',
  url: 'https://shop.example/webhooks/selfsame',
  description: 'onboarding',
  events: usualEvents,
  enabled: true,
  disabled_because: null,
  is_test: false,
  created_at: '2026-11-17T08:00:00.000Z',
  updated_at: '2026-11-17T08:00:00.000Z',
}
export const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
const exampleEvent = '0b6b92b0-0045-4ed1-95f7-752435191e04'
export const exampleDelivery: z.output<typeof shownDelivery> = {
  id: `${exampleEvent}.${exampleEndpoint.id}`,
  endpoint_id: exampleEndpoint.id,
  event_id: exampleEvent,
  type: 'verification.approved',
  verification_id: '8fe23fd1-4dbf-46ec-9a89-a39894c7e752',
  state: 'delivered',
  attempts: 1,
  created_at: '2026-11-17T08:04:10.120Z',
  next_attempt_at: null,
  finished_at: '2026-11-17T08:04:10.480Z',
}
export const exampleAttempt = {
  number: 1,
  at: '2026-11-17T08:04:10.301Z',
  status: 204,
  failure: null,
  milliseconds: 179,
}
export const endpointParam = { endpoint_id: 'Id of the endpoint, as it was answered when it was made.' }
export const deliveryParam = { delivery_id: 'Id of the delivery, from the list of them.' }

export const noEndpoint = (): Refusal =>
  refuse(codes.notFound, 'endpoint_id', 'is not known', 'there is no such endpoint')
export const noDelivery = (): Refusal =>
  refuse(codes.notFound, 'delivery_id', 'is not known', 'there is no such delivery')
