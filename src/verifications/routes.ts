// The routes of verifications for an organisation: create, look, list, cancel, redact, link and decide.

import { z } from 'zod'
import { codes, refuse, refuseBecause } from '../codes.ts'
import { namedSchema } from '../http/json-schema.ts'
import { route } from '../http/route.ts'
import type { Route } from '../http/route-spec.ts'
import { text } from '../http/schemas.ts'
import type { FaceRemoval } from '../retention/remove.ts'
import type { Runtime } from '../runtime.ts'
import { listVerifications, type VerificationRecord } from '../store/records/verifications.ts'
import { askAgain, decide } from './decide.ts'
import { historyRoutes } from './history/routes.ts'
import { type Caller, cancel, create, filterOf, found, type ManagingVerifications, relink } from './manage.ts'
import { stepNames } from './policies/policy.ts'
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
  linkFields,
  reasonName,
  reviewerName,
  reviewTag,
  stepName,
  summary,
  verificationTag as tag,
  whole,
  wholeNumber,
} from './route-fields.ts'
import { type Serving, servingOf, summaryOf } from './serving.ts'

export const verificationRoutes = (
  runtime: Runtime & FaceRemoval,
  options: ManagingVerifications,
): Route[] => {
  const served = servingOf(runtime.config, options)
  return [
    creating(options, served),
    showing(options, served),
    listing(runtime, options),
    cancelling(options, served),
    redacting(runtime, options, served),
    linking(options, served),
    deciding(options, served),
    ...historyRoutes(runtime, options),
  ]
}

interface Asking {
  readonly organisationId: string
  readonly isTest: boolean
  readonly idempotencyKey: string | undefined
}

const callerOf = ({ organisationId, isTest }: Asking): Caller => ({ organisationId, isTest })
const repeatableOf = ({ idempotencyKey: key }: Asking, body: unknown) =>
  key === undefined ? undefined : { key, body }

const creating = (options: ManagingVerifications, served: Serving) =>
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
        policy: 'simple',
        external_person_id: 'anna',
        locale: 'vi',
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

const showing = (options: ManagingVerifications, served: Serving) =>
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

const listing = (runtime: Runtime, { judging }: ManagingVerifications) =>
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

const cancelling = (options: ManagingVerifications, served: Serving) =>
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

const redacting = (runtime: Runtime & FaceRemoval, options: ManagingVerifications, served: Serving) =>
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
            state: 'approved',
            external_person_id: '',
            finished_at: exampleTime,
            redacted_at: exampleTime,
            metadata: {},
            attempts: [],
            four_eyes: false,
          },
        },
      ],
    },
    handle: async ({ params, ...asking }) => {
      const before = await found(options, callerOf(asking), params.verification_id)
      const { store, removeFace, now } = runtime
      const outcome = await redact({ ...store, removeFace, now }, before)
      if (outcome === 'open')
        throw refuseBecause(
          codes.conflict,
          `the verification is ${before.state}; what goes on cannot be redacted`,
        )
      return {
        code: codes.success,
        fields: await served.whole(await found(options, callerOf(asking), params.verification_id)),
      }
    },
  })

const linking = (options: ManagingVerifications, served: Serving) =>
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
  reviewer: reviewerName,
  steps: z
    .array(stepName)
    .min(1)
    .max(stepNames.length)
    .optional()
    .describe('With `ask-again`: what the person is to do anew.'),
})

const deciding = (options: ManagingVerifications, served: Serving) =>
  route({
    name: 'decideVerification',
    method: 'POST',
    path: '/verifications/{verification_id}/decide',
    tag: reviewTag,
    summary: 'Decide a verification that is in review.',
    description:
      'Of several reviewers at once, one decides; the others are answered 409. Where the policy wants four eyes, the first decision is a `proposal` and the state stays `review`: somebody else who decides the same ends it, and somebody who does not makes another proposal. Credentials count as reviewers, not names: a member, an API key, or all who have the organisation’s password. The same one twice is answered 469. To ask again takes one reviewer.',
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
            state: 'approved',
            finished_at: exampleTime,
            verdict: {
              ...exampleVerdict,
              decision: 'approved',
              decided_by: 'reviewer',
              note: 'Same person, older portrait.',
              reviewer: 'binh',
            },
          },
        },
      ],
    },
    handle: async ({ params, body, ...asking }) => {
      const { decision, reasons = [], steps, ...by } = body
      const id = params.verification_id
      if ((decision === 'ask-again') !== (steps !== undefined))
        throw refuse(
          codes.badRequest,
          'steps',
          steps ? 'is for ask-again only' : 'is missing: name what is asked again',
        )
      if (decision !== 'declined' && reasons.length > 0)
        throw refuse(codes.badRequest, 'reasons', 'are for declined only')
      if (decision !== 'ask-again') {
        const decided = await decide(options, asking, id, { decision, reasons, ...by })
        return { code: codes.success, fields: await served.whole(decided) }
      }
      const { verification, link } = await askAgain(options, asking, id, { steps: steps ?? [], ...by })
      return {
        code: codes.success,
        fields: { ...(await served.whole(verification)), link: served.link(link) },
      }
    },
  })
