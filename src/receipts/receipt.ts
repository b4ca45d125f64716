// The content of a receipt: which inputs and networks led to which verdict, by which checks; nothing about a person.
import type { AuditEntry } from '../store/records/audit.ts'
import type { Json } from './canonical.ts'
import type { ReceiptNetwork } from './networks.ts'
import type { JudgedJourney, ReceiptVerdict } from './verdict.ts'

export const receiptVersion = 1

interface Signature {
  readonly alg: 'Ed25519'
  /** The thumbprint of the key, as in RFC 7638. */
  readonly kid: string
  /** The public key: a verifier who kept its thumbprint needs nothing else. */
  readonly x: string
  readonly value: string
}

export interface SignedReceipt {
  readonly receipt: { readonly [name: string]: Json }
  readonly signature: Signature
}

/** The checks are recorded without `values`, which may be words of a document. */
export function receiptOf(
  verdict: ReceiptVerdict,
  networks: readonly ReceiptNetwork[],
  serverVersion: string,
  entry: Pick<AuditEntry, 'chain' | 'number' | 'hash'> | undefined,
): SignedReceipt['receipt'] {
  return {
    version: receiptVersion,
    id: verdict.requestId,
    organisation: verdict.organisationId,
    operation: verdict.operation,
    at: new Date(verdict.at).toISOString(),
    inputs: verdict.inputs.map(({ name, sha256, bytes, trailingBytes }) => ({
      name,
      sha256,
      bytes,
      ...(trailingBytes && { trailing_bytes: trailingBytes }),
    })),
    networks: networks.map(({ name, version, sha256 }) => ({ name, version, sha256 })),
    checks: verdict.checks.map(({ name, score, threshold, rule, outcome, field, calibration }) => ({
      name,
      score,
      threshold,
      rule,
      outcome,
      ...(field !== undefined && { field }),
      ...(calibration !== undefined && { calibration }),
    })),
    ...(verdict.strength !== undefined && { strength: verdict.strength }),
    ...(verdict.capture && { capture: { ...verdict.capture } }),
    ...(verdict.journey && { verification: journeyOf(verdict.journey) }),
    result_code: verdict.resultCode,
    message: verdict.message,
    server: { name: 'selfsame', version: serverVersion },
    audit: entry ? { chain: entry.chain, number: entry.number, hash: entry.hash } : null,
  }
}

const journeyOf = ({ decision, decidedBy, policy, policyVersion, reasons, parts }: JudgedJourney) => ({
  decision,
  decided_by: decidedBy,
  policy,
  policy_version: policyVersion,
  reasons: reasons.map(({ reason, outcome }) => ({ reason, outcome })),
  parts: parts.map(({ step, outcome, requestId }) => ({ step, outcome, receipt: requestId })),
})
