// What a receipt says: which inputs and networks led to which verdict, by which checks; and nothing about a person.
import type { Check } from '../checks.ts'
import type { AuditEntry } from '../store/records/audit.ts'
import type { Json } from './canonical.ts'

export interface ReceiptInput {
  /** The field that carried it, or the task that a frame was sent for. */
  readonly name: string
  /** Of its bytes as the caller has them, in hex. */
  readonly sha256: string
  readonly bytes: number
}

export interface ReceiptNetwork {
  readonly name: string
  readonly version: string
  readonly sha256: string
}

/** One verdict, as the door gives it. */
export interface Verdict {
  readonly requestId: string
  readonly organisationId: string
  readonly operation: string
  readonly at: number
  readonly inputs: readonly ReceiptInput[]
  readonly networks: readonly ReceiptNetwork[]
  readonly checks: readonly Check[]
  readonly resultCode: number
  readonly message: string
}

export const receiptVersion = 1

export interface Signature {
  readonly alg: 'Ed25519'
  /** Thumbprint of the key, as in RFC 7638. */
  readonly kid: string
  /** The public key, so that whoever kept the thumbprint needs nothing else. */
  readonly x: string
  readonly value: string
}

export interface SignedReceipt {
  readonly receipt: { readonly [name: string]: Json }
  readonly signature: Signature
}

/** Checks without `values`, which may be words of a document. */
export function receiptOf(
  verdict: Verdict,
  serverVersion: string,
  entry: Pick<AuditEntry, 'chain' | 'number' | 'hash'> | undefined,
): SignedReceipt['receipt'] {
  return {
    version: receiptVersion,
    id: verdict.requestId,
    organisation: verdict.organisationId,
    operation: verdict.operation,
    at: new Date(verdict.at).toISOString(),
    inputs: verdict.inputs.map(({ name, sha256, bytes }) => ({ name, sha256, bytes })),
    networks: verdict.networks.map(({ name, version, sha256 }) => ({ name, version, sha256 })),
    checks: verdict.checks.map(({ name, score, threshold, rule, outcome, field }) => ({
      name,
      score,
      threshold,
      rule,
      outcome,
      ...(field !== undefined && { field }),
    })),
    result_code: verdict.resultCode,
    message: verdict.message,
    server: { name: 'selfsame', version: serverVersion },
    audit: entry ? { chain: entry.chain, number: entry.number, hash: entry.hash } : null,
  }
}
