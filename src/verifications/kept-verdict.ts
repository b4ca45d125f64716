// What is kept of a verification, sealed: what its creation asked for, and the verdict, as answers and receipts show it.
import type { VerificationRecord } from '../store/records/verifications.ts'
import type { Read, SentEvidence } from './evidence.ts'
import type { ExpectedData } from './expected.ts'
import type { Decision, VerificationVerdict } from './judge.ts'
import { type ExpectedField, expectedFields } from './policies/policy.ts'

/** What create asked for beside the columns of its row, as it is kept sealed. */
export interface KeptRequest {
  readonly expected?: ExpectedData
  readonly metadata?: Readonly<Record<string, string>>
  readonly locale?: string
  readonly return_url?: string
  readonly persona?: string
}

/** A verdict as the event that decides holds it, sealed, and as answers show it. */
export interface KeptVerdict {
  readonly decision: Decision
  readonly decided_by: 'policy' | 'reviewer'
  readonly policy: string
  readonly policy_version: number
  readonly reasons: readonly KeptReason[]
  readonly steps: readonly KeptStep[]
  readonly expected: readonly {
    readonly field: ExpectedField
    readonly outcome: string
    readonly given: string
    readonly read: string
  }[]
  readonly match?: VerificationVerdict['match']
  /** What was read of the person. */
  readonly person: Readonly<Partial<Record<ExpectedField, string>>>
  readonly document?: { readonly id: string; readonly kind: string }
  readonly chip?: { readonly id: string; readonly authenticity: string; readonly copy: string }
  /** What a reviewer wrote, and who it was. */
  readonly note?: string
  readonly reviewer?: string
  /** The reviewer whose proposal this one agreed with, where the policy wants two. */
  readonly proposed_by?: string
}

interface KeptReason {
  readonly reason: string
  readonly outcome: string
  readonly step: string
  readonly check?: VerificationVerdict['checks'][number]
  readonly attempt_id?: string
  readonly request_id?: string
}

interface KeptStep {
  readonly step: string
  readonly outcome: string
  readonly attempts: number
  readonly attempt_id?: string
  readonly request_id?: string
  readonly subject_id?: string
  readonly strength?: string
}

/** The verdict of a policy; a reviewer's is made in decide.ts. */
export function keptVerdict(
  { policyId, policyVersion }: VerificationRecord,
  { decision, reasons, steps, expected, match }: VerificationVerdict,
  { values, document, chip }: Read,
  { documentId, chipId }: SentEvidence,
): KeptVerdict {
  return {
    decision,
    decided_by: 'policy',
    policy: policyId,
    policy_version: policyVersion,
    reasons: reasons.map(({ attemptId, requestId, ...reason }) => ({
      ...reason,
      ...(attemptId !== undefined && { attempt_id: attemptId }),
      ...(requestId !== undefined && { request_id: requestId }),
    })),
    steps: steps.map(({ attemptId, requestId, subjectId, ...step }) => ({
      ...step,
      ...(attemptId !== undefined && { attempt_id: attemptId }),
      ...(requestId !== undefined && { request_id: requestId }),
      ...(subjectId !== undefined && { subject_id: subjectId }),
    })),
    expected: expected.map(({ field, outcome, given, read }) => ({ field, outcome, given, read })),
    ...(match && { match }),
    person: Object.fromEntries(
      expectedFields.flatMap((field) => {
        const value = values[field]?.[0]
        return value === undefined ? [] : [[field, value]]
      }),
    ),
    ...(document && documentId !== undefined && { document: { id: documentId, kind: document.kind } }),
    ...(chip &&
      chipId !== undefined && { chip: { id: chipId, authenticity: chip.authenticity, copy: chip.copy } }),
  }
}

/** What the receipt of a verification says beside its checks. */
export const journeyOf = ({ decision, decided_by, policy, policy_version, reasons, steps }: KeptVerdict) => ({
  decision,
  decidedBy: decided_by,
  policy,
  policyVersion: policy_version,
  reasons,
  parts: steps.flatMap(({ step, outcome, request_id: requestId }) =>
    requestId === undefined ? [] : [{ step, outcome, requestId }],
  ),
})
