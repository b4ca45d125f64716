// The routes of verifications for an organisation: create, look, list, cancel, redact, link, decide, events and receipt.
import { z } from 'zod'
import { codes, Refusal, refuse } from '../codes.ts'
import { namedSchema } from '../http/json-schema.ts'
import { route } from '../http/route.ts'
import type { Route } from '../http/route-spec.ts'
import { text } from '../http/schemas.ts'
import type { Runtime } from '../runtime.ts'
import { eventsOf } from '../store/records/verification-events.ts'
import { listVerifications, type VerificationRecord } from '../store/records/verifications.ts'
import { openJson } from '../store/sealed-json.ts'
import type { AttemptFindings } from './evidence.ts'
import { linkUrl } from './links.ts'
import {
  askAgain,
  type Caller,
  cancel,
  create,
  decide,
  filterOf,
  found,
  type GivenLink,
  type Managing,
  policyOf,
  proposalOf,
  relink,
  verdictOf,
} from './manage.ts'
import { type reasonOutcomes, stepNames } from './policies/policy.ts'
import type { KeptVerdict } from './process.ts'
import { type ReasonName, reasonNames, rowOf } from './reasons.ts'
import { redact } from './redact.ts'
import {
  body,
  exampleId,
  exampleInReview,
  exampleLink,
  exampleSummary,
  exampleTime,
  exampleVerdict,
  exampleWhole,
  filterFields,
  idParam,
  iso,
  linkFields,
  reasonName,
  stepName,
  summary,
  verificationTag as tag,
  time,
  type verdict,
  whole,
  wholeNumber,
} from './route-fields.ts'

export const verificationRoutes = (runtime: Runtime, options: Managing): Route[] => {
  const served = servingOf(runtime, options)
  return [
    creating(options, served),
    showing(options, served),
    listing(runtime, options),
    cancelling(options, served),
    redacting(runtime, options, served),
    linking(options, served),
    deciding(options, served),
    showingEvents(runtime, options),
    showingReceipt(runtime, options),
  ]
}

const summaryOf = (record: VerificationRecord, now: number) => ({
  ...{ id: record.id, state: record.state, is_test: record.isTest },
  ...{
    external_person_id: record.externalPersonId,
    policy: record.policyId,
    policy_version: record.policyVersion,
  },
  ...{
    created_at: iso(record.createdAt),
    updated_at: iso(record.updatedAt),
    expires_at: iso(record.expiresAt),
  },
  ...(record.finishedAt !== null && { finished_at: iso(record.finishedAt) }),
  ...(record.redactedAt !== null && { redacted_at: iso(record.redactedAt) }),
  ...(record.claimedBy !== null &&
    (record.claimedUntil ?? 0) > now && {
      claim: { reviewer: record.claimedBy, until: iso(record.claimedUntil ?? 0) },
    }),
})

type Whole = z.output<z.ZodObject<typeof whole>>

interface Serving {
  whole(record: VerificationRecord): Promise<Whole>
  link(link: GivenLink): { url: string; token: string; expires_at: string }
}

/** What explains an attempt to whoever decides. */
const foundIn = ({ kind, family, strength, checks, ...found }: AttemptFindings) => ({
  ...(kind !== undefined && { kind }),
  ...(family !== undefined && { family }),
  ...(strength !== undefined && { strength }),
  ...(found.capture !== undefined && { capture: found.capture }),
  ...(found.capture_device !== undefined && { capture_device: found.capture_device }),
  ...(found.capture_reason !== undefined && { capture_reason: found.capture_reason }),
  ...(checks !== undefined && { checks: [...checks] }),
})

function servingOf({ config }: Runtime, options: Managing): Serving {
  const { judging } = options
  return {
    async whole(record) {
      const request = record.redactedAt === null ? await judging.openRequest(record) : {}
      const attempts = await judging.openAttempts(record)
      const newest = await verdictOf(options, record)
      const policy = await policyOf(options, record)
      const isOpen = record.state === 'review'
      const proposal = isOpen && policy.review?.four_eyes ? await proposalOf(options, record) : undefined
      const { expected, metadata, locale, return_url, persona } = request
      return {
        ...summaryOf(record, options.now()),
        ...(record.consentReference !== null && { consent_reference: record.consentReference }),
        ...(locale !== undefined && { locale }),
        ...(return_url !== undefined && { return_url }),
        ...(record.webhookEndpointId !== null && { webhook: record.webhookEndpointId }),
        ...(expected && { expected: expected as Record<string, string> }),
        metadata: { ...metadata },
        ...(persona !== undefined && { persona }),
        attempts: attempts.map((one) => ({
          ...{ id: one.id, step: one.step, outcome: one.outcome, request_id: one.requestId },
          ...(one.subjectId !== null && { subject_id: one.subjectId }),
          ...(one.resultCode !== null && { result_code: one.resultCode }),
          ...foundIn(one.findings),
          begun_at: iso(one.begunAt),
        })),
        ...(newest && { verdict: verdictFields(newest) }),
        four_eyes: policy.review?.four_eyes ?? false,
        ...(proposal && {
          proposal: { ...proposal, reasons: [...proposal.reasons], at: iso(proposal.at) },
        }),
      }
    },
    link: ({ token, expiresAt }) => ({ url: linkUrl(config, token), token, expires_at: iso(expiresAt) }),
  }
}

/** A redacted verdict has lost its values, and a reason of another version may not be known here. */
function verdictFields(kept: KeptVerdict & { readonly at: number }): z.output<typeof verdict> {
  const {
    decision,
    decided_by,
    at,
    reasons,
    steps,
    expected,
    match,
    person,
    document,
    chip,
    note,
    reviewer,
    proposed_by,
  } = kept
  return {
    ...{ decision, decided_by, at: iso(at) },
    reasons: reasons.map((one) => ({
      ...one,
      reason: one.reason as ReasonName,
      outcome: one.outcome as (typeof reasonOutcomes)[number],
      words: (reasonNames as readonly string[]).includes(one.reason)
        ? rowOf(one.reason as ReasonName).words
        : { vi: one.reason, en: one.reason },
    })),
    steps: steps.map((step) => ({ ...step, attempts: step.attempts ?? 0 })),
    expected: [...(expected ?? [])] as z.output<typeof verdict>['expected'],
    ...(match && { match }),
    person: { ...person } as Record<string, string>,
    ...(document && { document }),
    ...(chip && { chip }),
    ...(note !== undefined && { note }),
    ...(reviewer !== undefined && { reviewer }),
    ...(proposed_by !== undefined && { proposed_by }),
  }
}

interface Asking {
  readonly organisationId: string
  readonly isTest: boolean
  readonly idempotencyKey: string | undefined
}

const callerOf = ({ organisationId, isTest }: Asking): Caller => ({ organisationId, isTest })
const repeatableOf = ({ idempotencyKey: key }: Asking, body: unknown) =>
  key === undefined ? undefined : { key, body }

const creating = (options: Managing, served: Serving) =>
  route({
    name: 'createVerification',
    method: 'POST',
    path: '/verifications',
    tag,
    summary: 'Create a verification, and get the link for the person.',
    description:
      'With the header `Idempotency-Key` a repeated request makes nothing twice: it gets the first answer again, with the same link, and the header `idempotent-replayed`. A key is remembered for 24 hours; with another body it is answered 468.',
    body,
    refusesUnknownFields: true,
    takesIdempotencyKey: true,
    stores: true,
    fields: { ...whole, ...linkFields },
    answers: [codes.success, codes.idempotencyKeyUsed],
    example: {
      body: {
        ...{ policy: 'simple', external_person_id: 'anna', locale: 'vi' },
        expected: { name: 'Nguyen Thi Huong' },
        metadata: { order: '7' },
      },
      answers: [
        { when: 'It was created.', code: codes.success, fields: { ...exampleWhole, link: exampleLink } },
      ],
    },
    handle: async ({ body, ...asking }) => {
      const made = await create(options, callerOf(asking), withoutUndefined(body), repeatableOf(asking, body))
      return {
        code: codes.success,
        fields: { ...(await served.whole(made.verification)), link: served.link(made.link) },
        ...(made.isReplay && { isReplay: true as const }),
      }
    },
  })

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> }
/** What was left out has no place in what is kept. */
const withoutUndefined = <T extends object>(given: T): Present<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Present<T>

const showing = (options: Managing, served: Serving) =>
  route({
    name: 'verification',
    method: 'GET',
    path: '/verifications/{verification_id}',
    tag,
    summary: 'Show a verification with its attempts and its verdict.',
    params: idParam,
    fields: whole,
    answers: [codes.success, codes.notFound],
    example: {
      params: { verification_id: exampleId },
      answers: [{ when: 'It waits for a reviewer.', code: codes.success, fields: exampleInReview }],
    },
    handle: async ({ params, ...asking }) => ({
      code: codes.success,
      fields: await served.whole(await found(options, callerOf(asking), params.verification_id)),
    }),
  })

const MOST_LISTED = 100

const listing = (runtime: Runtime, { judging }: Managing) =>
  route({
    name: 'listVerifications',
    method: 'GET',
    path: '/verifications',
    tag,
    summary: 'List verifications, the newest first.',
    query: listQuery,
    fields: {
      verifications: z
        .array(namedSchema('VerificationSummary', z.object(summary)))
        .describe('One page of them.'),
      next_cursor: z.string().optional().describe('For the next page; absent where there is none.'),
    },
    answers: [codes.success],
    example: {
      query: { state: 'review', limit: '20' },
      answers: [
        {
          when: 'One waits for a reviewer.',
          code: codes.success,
          fields: { verifications: [{ ...exampleSummary, state: 'review' }] },
        },
      ],
    },
    handle: async ({ query, ...asking }) => {
      const { limit } = query
      const { organisationId } = asking
      const after = query.cursor === undefined ? undefined : placeIn(query.cursor)
      const filter = { ...(await filterOf(judging, callerOf(asking), query)), after }
      const rows = await listVerifications(runtime.store.database, organisationId, filter, limit + 1)
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      return {
        code: codes.success,
        fields: {
          verifications: shown.map((one) => summaryOf(one, runtime.now())),
          ...(rows.length > limit && last && { next_cursor: cursorOf(last) }),
        },
      }
    },
  })

const cursorOf = ({ createdAt, id }: VerificationRecord): string =>
  Buffer.from(`${createdAt}.${id}`).toString('base64url')

function placeIn(cursor: string): { readonly createdAt: number; readonly id: string } {
  const [, createdAt, id] =
    /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (createdAt === undefined || id === undefined)
    throw refuse(codes.badRequest, 'cursor', 'is not one that this list gave')
  return { createdAt: Number(createdAt), id }
}

const listQuery = z.strictObject({
  ...filterFields,
  limit: wholeNumber(1, MOST_LISTED, 20).describe(`How many are answered, at most ${MOST_LISTED}.`),
  cursor: text(1, 200).optional().describe('`next_cursor` of the page before.'),
})

const emptyBody = z.strictObject({})

const cancelling = (options: Managing, served: Serving) =>
  route({
    name: 'cancelVerification',
    method: 'POST',
    path: '/verifications/{verification_id}/cancel',
    tag,
    summary: 'Cancel a verification that is not decided.',
    description: 'Its links and tokens end at once. One that is being judged or is decided is 409.',
    params: idParam,
    body: emptyBody,
    bodyIsOptional: true,
    fields: whole,
    answers: [codes.success, codes.notFound, codes.conflict],
    example: {
      params: { verification_id: exampleId },
      body: {},
      answers: [
        {
          when: 'It is cancelled.',
          code: codes.success,
          fields: { ...exampleWhole, state: 'cancelled', finished_at: exampleTime },
        },
      ],
    },
    handle: async ({ params, ...asking }) => ({
      code: codes.success,
      fields: await served.whole(await cancel(options, callerOf(asking), params.verification_id)),
    }),
  })

const redacting = (runtime: Runtime, options: Managing, served: Serving) =>
  route({
    name: 'redactVerification',
    method: 'POST',
    path: '/verifications/{verification_id}/redact',
    tag,
    summary: 'Erase the personal data of a verification that came to an end.',
    description:
      'Pictures, chips, frames, what was read and compared, and the receipts’ originals go; id, state, times, policy and the names of reasons stay. One that goes on is 409: cancel it first.',
    params: idParam,
    body: emptyBody,
    bodyIsOptional: true,
    fields: whole,
    answers: [codes.success, codes.notFound, codes.conflict],
    example: {
      params: { verification_id: exampleId },
      body: {},
      answers: [
        {
          when: 'Nothing personal is left.',
          code: codes.success,
          fields: {
            ...exampleSummary,
            ...{
              state: 'approved',
              external_person_id: '',
              finished_at: exampleTime,
              redacted_at: exampleTime,
            },
            ...{ metadata: {}, attempts: [], four_eyes: false },
          },
        },
      ],
    },
    handle: async ({ params, ...asking }) => {
      const before = await found(options, callerOf(asking), params.verification_id)
      const { store, gallery, now } = runtime
      const outcome = await redact({ ...store, gallery, now }, before)
      if (outcome === 'open')
        throw new Refusal(codes.conflict, {
          message: `${codes.conflict.message}: the verification is ${before.state}; what goes on cannot be redacted`,
        })
      return {
        code: codes.success,
        fields: await served.whole(await found(options, callerOf(asking), params.verification_id)),
      }
    },
  })

const linking = (options: Managing, served: Serving) =>
  route({
    name: 'createVerificationLink',
    method: 'POST',
    path: '/verifications/{verification_id}/link',
    tag,
    summary: 'Make a new link for the person.',
    description: 'Older links and every token of the person end. Takes an `Idempotency-Key` as create does.',
    params: idParam,
    body: emptyBody,
    bodyIsOptional: true,
    takesIdempotencyKey: true,
    fields: { id: z.string().describe('Id of the verification.'), ...linkFields },
    answers: [codes.success, codes.notFound, codes.conflict, codes.idempotencyKeyUsed],
    example: {
      params: { verification_id: exampleId },
      body: {},
      answers: [
        { when: 'The link is new.', code: codes.success, fields: { id: exampleId, link: exampleLink } },
      ],
    },
    handle: async ({ params, body, ...asking }) => {
      const { verification_id: id } = params
      const made = await relink(options, callerOf(asking), id, repeatableOf(asking, body))
      return {
        code: codes.success,
        fields: { id, link: served.link(made.link) },
        ...(made.isReplay && { isReplay: true as const }),
      }
    },
  })

const decideBody = z.strictObject({
  decision: namedSchema(
    'ReviewerDecision',
    z
      .enum(['approved', 'declined', 'ask-again'])
      .describe('`ask-again` opens `steps` anew, and answers a new link.'),
  ),
  reasons: z.array(reasonName).max(20).optional().describe('Why it is declined, in the names of reasons.'),
  note: text(1, 2000).describe('Why, in words. It is kept with the verdict, and erased with it.'),
  reviewer: text(1, 256).describe('Who decided, in your own system; of a member always the member.'),
  steps: z
    .array(stepName)
    .min(1)
    .max(stepNames.length)
    .optional()
    .describe('With `ask-again`: what the person is to do anew.'),
})

const deciding = (options: Managing, served: Serving) =>
  route({
    name: 'decideVerification',
    method: 'POST',
    path: '/verifications/{verification_id}/decide',
    tag,
    summary: 'Decide a verification that is in review.',
    description:
      'Of several reviewers at once, one decides; the others are answered 409. Where the policy wants four eyes, the first decision is a `proposal` and the state stays `review`: somebody else who decides the same ends it, and somebody who does not makes another proposal. The same reviewer twice is answered 469. To ask again takes one reviewer.',
    params: idParam,
    body: decideBody,
    refusesUnknownFields: true,
    fields: { ...whole, link: linkFields.link.optional() },
    answers: [codes.success, codes.notFound, codes.conflict, codes.secondReviewerNeeded],
    example: {
      params: { verification_id: exampleId },
      body: { decision: 'approved', note: 'Same person, older portrait.', reviewer: 'binh' },
      answers: [
        {
          when: 'It is approved.',
          code: codes.success,
          fields: {
            ...exampleInReview,
            ...{ state: 'approved', finished_at: exampleTime },
            verdict: {
              ...exampleVerdict,
              ...{
                decision: 'approved',
                decided_by: 'reviewer',
                note: 'Same person, older portrait.',
                reviewer: 'binh',
              },
            },
          },
        },
      ],
    },
    handle: async ({ params, body, ...asking }) => {
      const { decision, reasons = [], steps, ...by } = body
      const [caller, id] = [callerOf(asking), params.verification_id]
      if ((decision === 'ask-again') !== (steps !== undefined))
        throw refuse(
          codes.badRequest,
          'steps',
          steps ? 'is for ask-again only' : 'is missing: name what is asked again',
        )
      if (decision !== 'declined' && reasons.length > 0)
        throw refuse(codes.badRequest, 'reasons', 'are for declined only')
      if (decision !== 'ask-again') {
        const decided = await decide(options, caller, id, { decision, reasons, ...by })
        return { code: codes.success, fields: await served.whole(decided) }
      }
      const { verification, link } = await askAgain(options, caller, id, { steps: steps ?? [], ...by })
      return {
        code: codes.success,
        fields: { ...(await served.whole(verification)), link: served.link(link) },
      }
    },
  })

const MOST_EVENTS = 200

const showingEvents = ({ store }: Runtime, options: Managing) =>
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
                ...{ id: '0b7e3f6a-5b50-4f3e-8a0b-7b54a7b0c101', sequence: 1, type: 'verification.created' },
                ...{ at: exampleTime, actor: 'organisation', data: {} },
              },
            ],
          },
        },
      ],
    },
    handle: async ({ params, query, ...asking }) => {
      const record = await found(options, callerOf(asking), params.verification_id)
      const { organisationId } = record
      const events = await eventsOf(store.database, record, query)
      return {
        code: codes.success,
        fields: {
          events: await Promise.all(
            events.map(async ({ id, sequence, type, at, actor, data }) => ({
              ...{ id, sequence, type, at: iso(at), actor },
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

const showingReceipt = (runtime: Runtime, options: Managing) =>
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
              ...{
                version: 1,
                id: exampleId,
                operation: 'judgeVerification',
                at: exampleTime,
                message: 'approved',
              },
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
      const { organisationId, id } = await found(options, callerOf(asking), params.verification_id)
      const kept = await runtime.receipts.find(organisationId, id)
      if (!kept) throw new Refusal(codes.notFound, { message: 'Not Found: there is no receipt of it' })
      return {
        code: codes.success,
        fields: { receipt: { ...kept.receipt }, signature: { ...kept.signature } },
      }
    },
  })
