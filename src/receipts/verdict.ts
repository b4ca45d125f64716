// A verdict as its signed receipt records it: what was sent, what was checked, and the outcome; nothing about a person.
import type { Check } from '../checks.ts'

/** What a verdict is about. The receipt names the networks that take part in it. */
export type Judged = 'faces' | 'pages' | 'chip' | 'verification'

export interface HashedInput {
  /** The field that carried the input, or the task that a frame was sent for. */
  readonly name: string
  /** Hash of the bytes as the caller has them, in hex. */
  readonly sha256: string
  readonly bytes: number
  /** How many of the bytes follow the end of the picture; absent for none. They were neither looked at nor kept. */
  readonly trailingBytes?: number
}

/** What a wing says of its verdict, from the reply of its route. */
export type ReceiptJudgement = Pick<ReceiptVerdict, 'checks' | 'strength' | 'capture'>

export interface ReceiptVerdict {
  readonly requestId: string
  readonly organisationId: string
  readonly operation: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly judged: Judged
  readonly inputs: readonly HashedInput[]
  readonly checks: readonly Check[]
  /** How much a verdict of liveness proves. */
  readonly strength?: string
  /** What the frames of liveness prove about the camera that took them. */
  readonly capture?: { readonly level: string; readonly device?: string; readonly reason: string }
  readonly resultCode: number
  readonly message: string
  /** Of a verification. */
  readonly journey?: JudgedJourney
}

/** What the receipt of a verification says beside: by which policy, why, and which receipts its parts have. */
export interface JudgedJourney {
  readonly decision: string
  readonly decidedBy: string
  readonly policy: string
  readonly policyVersion: number
  readonly reasons: readonly { readonly reason: string; readonly outcome: string }[]
  /** The request of each step: the id of its own receipt. */
  readonly parts: readonly { readonly step: string; readonly outcome: string; readonly requestId: string }[]
}
