// The routes of what happened to a verification: its events, and the signed receipt of its newest verdict.
import { z } from 'zod'
import { codes, refuseBecause } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route-spec.ts'
import { iso, time } from '../../http/times.ts'
import type { Runtime } from '../../runtime.ts'
import { eventsOf } from '../../store/records/verification-events.ts'
import { openJson } from '../../store/sealed-json.ts'
import { found, type ManagingVerifications } from '../manage.ts'
import { exampleId, exampleTime, idParam, verificationTag as tag, wholeNumber } from '../route-fields.ts'

export const historyRoutes = (runtime: Runtime, options: ManagingVerifications): Route[] => [
  showingEvents(runtime, options),
  showingReceipt(runtime, options),
]

const MOST_EVENTS = 200

const showingEvents = ({ store }: Runtime, options: ManagingVerifications) =>
  route({
    name: 'verificationEvents',
    method: 'GET',
    path: '/verifications/{verification_id}/events',
    tag,
    summary: 'List what happened to a verification, in order.',
    params: idParam,
    query: z.strictObject({
      after: wholeNumber(0, 999_999_999, 0).describe('Only those with a higher `sequence`.'),
      limit: wholeNumber(1, MOST_EVENTS, 100).describe(`How many are answered, at most ${MOST_EVENTS}.`),
    }),
    fields: {
      events: z
        .array(
          namedSchema(
            'VerificationEvent',
            z.object({
              id: z.string().describe('Id of the event.'),
              sequence: z.int().describe('Its number, from 1 without gaps.'),
              type: z.string().describe('What happened, such as `verification.approved`.'),
              at: time('When it happened'),
              actor: namedSchema(
                'Actor',
                z.enum(['organisation', 'person', 'server', 'reviewer']).describe('Who did it.'),
              ),
              data: z.record(z.string(), z.unknown()).describe('More about it; empty for most.'),
            }),
          ),
        )
        .describe('The events.'),
    },
    answers: [codes.success, codes.notFound],
    example: {
      params: { verification_id: exampleId },
      query: { after: '0' },
      answers: [
        {
          when: 'It was created.',
          code: codes.success,
          fields: {
            events: [
              {
                id: '0b7e3f6a-5b50-4f3e-8a0b-7b54a7b0c101',
                sequence: 1,
                type: 'verification.created',
                at: exampleTime,
                actor: 'organisation',
                data: {},
              },
            ],
          },
        },
      ],
    },
    handle: async ({ params, query, ...asking }) => {
      const record = await found(options, asking, params.verification_id)
      const { organisationId } = record
      const events = await eventsOf(store.database, record, query)
      return {
        code: codes.success,
        fields: {
          events: await Promise.all(
            events.map(async ({ id, sequence, type, at, actor, data }) => ({
              id,
              sequence,
              type,
              at: iso(at),
              actor,
              data: await openJson<Record<string, unknown>>(
                store.keyring,
                organisationId,
                { part: 'event', id },
                data,
              ),
            })),
          ),
        },
      }
    },
  })

const showingReceipt = (runtime: Runtime, options: ManagingVerifications) =>
  route({
    name: 'verificationReceipt',
    method: 'GET',
    path: '/verifications/{verification_id}/receipt',
    tag,
    summary: 'Get the signed receipt of the newest verdict.',
    description:
      'It covers all: hashes of what was sent, every check, the networks, policy, reasons and decision, and the ids of the receipts of the steps. Before there is a verdict, or once its time is over, it is 404. It is the receipt of `GET /receipts/{request_id}` with the id of the verification.',
    params: idParam,
    fields: {
      receipt: z
        .record(z.string(), z.unknown())
        .describe('The receipt, as `GET /receipts/{request_id}` describes it.'),
      signature: z.record(z.string(), z.string()).describe('Its signature: `alg`, `kid`, `x` and `value`.'),
    },
    answers: [codes.success, codes.notFound],
    example: {
      params: { verification_id: exampleId },
      answers: [
        {
          when: 'It was approved. Most is shortened.',
          code: codes.success,
          fields: {
            receipt: {
              version: 1,
              id: exampleId,
              operation: 'judgeVerification',
              at: exampleTime,
              message: 'approved',
              verification: {
                decision: 'approved',
                decided_by: 'policy',
                policy: 'bank-vn',
                policy_version: 1,
              },
            },
            signature: { alg: 'Ed25519', kid: '…', x: '…', value: '…' },
          },
        },
      ],
    },
    handle: async ({ params, ...asking }) => {
      const { organisationId, id } = await found(options, asking, params.verification_id)
      const kept = await runtime.receipts.find(organisationId, id)
      if (!kept) throw refuseBecause(codes.notFound, 'there is no receipt of it')
      return {
        code: codes.success,
        fields: { receipt: { ...kept.receipt }, signature: { ...kept.signature } },
      }
    },
  })
