// How a verification is answered: as a row of a list, or whole, with its attempts, its verdict and what is proposed.

import { iso } from '../http/times.ts'
import type { VerificationRecord } from '../store/records/verifications.ts'
import type { ReasonName } from '../words/en/reasons.ts'
import { policyOf, proposalOf, verdictOf } from './decide.ts'
import type { AttemptFindings } from './evidence.ts'
import type { KeptVerdict } from './kept-verdict.ts'
import { linkUrl } from './links.ts'
import type { GivenLink, ManagingVerifications } from './manage.ts'
import type { reasonOutcomes } from './policies/policy.ts'
import { reasonNames, reasonWords } from './reasons.ts'
import type { VerdictAnswer, WholeAnswer } from './route-fields.ts'

export const summaryOf = (record: VerificationRecord, now: number) => ({
  id: record.id,
  state: record.state,
  is_test: record.isTest,
  external_person_id: record.externalPersonId,
  policy: record.policyId,
  policy_version: record.policyVersion,
  created_at: iso(record.createdAt),
  updated_at: iso(record.updatedAt),
  expires_at: iso(record.expiresAt),
  ...(record.finishedAt !== null && { finished_at: iso(record.finishedAt) }),
  ...(record.redactedAt !== null && { redacted_at: iso(record.redactedAt) }),
  ...(record.claimedBy !== null &&
    (record.claimedUntil ?? 0) > now && {
      claim: { reviewer: record.claimedBy, until: iso(record.claimedUntil ?? 0) },
    }),
})

export interface Serving {
  whole(record: VerificationRecord): Promise<WholeAnswer>
  link(link: GivenLink): { url: string; token: string; expires_at: string }
}

/** What explains an attempt to whoever decides. */
const foundIn = ({ kind, family, strength, presence, checks, ...found }: AttemptFindings) => ({
  ...(kind !== undefined && { kind }),
  ...(family !== undefined && { family }),
  ...(strength !== undefined && { strength }),
  ...(presence !== undefined && { presence }),
  ...(found.presence_parts && { presence_parts: [...found.presence_parts] }),
  ...(found.presence_together !== undefined && { presence_together: found.presence_together }),
  ...(found.capture !== undefined && { capture: found.capture }),
  ...(found.capture_device !== undefined && { capture_device: found.capture_device }),
  ...(found.capture_app !== undefined && { capture_app: found.capture_app }),
  ...(found.capture_integrity && { capture_integrity: [...found.capture_integrity] }),
  ...(found.capture_reason !== undefined && { capture_reason: found.capture_reason }),
  ...(checks !== undefined && { checks: [...checks] }),
})

export function servingOf(config: Parameters<typeof linkUrl>[0], options: ManagingVerifications): Serving {
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
          id: one.id,
          step: one.step,
          outcome: one.outcome,
          request_id: one.requestId,
          ...(one.subjectId !== null && { subject_id: one.subjectId }),
          ...(one.resultCode !== null && { result_code: one.resultCode }),
          ...foundIn(one.findings),
          begun_at: iso(one.begunAt),
        })),
        ...(newest && { verdict: verdictFields(newest) }),
        four_eyes: policy.review?.four_eyes ?? false,
        ...(proposal && {
          proposal: {
            decision: proposal.decision,
            reasons: [...proposal.reasons],
            note: proposal.note,
            reviewer: proposal.reviewer,
            at: iso(proposal.at),
          },
        }),
      }
    },
    link: ({ token, expiresAt }) => ({ url: linkUrl(config, token), token, expires_at: iso(expiresAt) }),
  }
}

/** A redacted verdict has lost its values, and a reason of another version may not be known here. */
function verdictFields(kept: KeptVerdict & { readonly at: number }): VerdictAnswer {
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
    decision,
    decided_by,
    at: iso(at),
    reasons: reasons.map((one) => ({
      ...one,
      reason: one.reason as ReasonName,
      outcome: one.outcome as (typeof reasonOutcomes)[number],
      words: (reasonNames as readonly string[]).includes(one.reason)
        ? reasonWords(one.reason as ReasonName)
        : { vi: one.reason, en: one.reason },
    })),
    steps: steps.map((step) => ({ ...step, attempts: step.attempts ?? 0 })),
    expected: [...(expected ?? [])] as VerdictAnswer['expected'],
    ...(match && { match }),
    person: { ...person } as Record<string, string>,
    ...(document && { document }),
    ...(chip && { chip }),
    ...(note !== undefined && { note }),
    ...(reviewer !== undefined && { reviewer }),
    ...(proposed_by !== undefined && { proposed_by }),
  }
}
