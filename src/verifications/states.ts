// The states of a verification and every change between them: one table.
import type { Actor, EventType } from '../store/records/verification-events.ts'
import type { VerificationState } from '../store/records/verifications.ts'

interface Transition {
  readonly from: readonly VerificationState[]
  readonly to: VerificationState
  readonly event: EventType
  /** Who may. */
  readonly by: readonly Actor[]
}

/** What can happen to a verification. Redacting changes no state: `isFinal` says when. */
// biome-ignore format: one change a row
export const transitions = {
  /** A link was opened for the first time. */
  start: { from: ['created'], to: 'started', event: 'verification.started', by: ['person'] },
  /** The last step that the policy asks for was ended. */
  submit: { from: ['created', 'started'], to: 'processing', event: 'verification.processing', by: ['person', 'server'] },
  approve: { from: ['processing', 'review'], to: 'approved', event: 'verification.approved', by: ['server', 'reviewer'] },
  decline: { from: ['processing', 'review'], to: 'declined', event: 'verification.declined', by: ['server', 'reviewer'] },
  /** The policy wants a person to look. */
  refer: { from: ['processing'], to: 'review', event: 'verification.review', by: ['server'] },
  /** A reviewer decided, and the policy wants another to agree. */
  propose: { from: ['review'], to: 'review', event: 'verification.proposed', by: ['reviewer'] },
  /** A reviewer opened steps anew. */
  askAgain: { from: ['review'], to: 'started', event: 'verification.ask_again', by: ['reviewer'] },
  cancel: { from: ['created', 'started', 'review'], to: 'cancelled', event: 'verification.cancelled', by: ['organisation'] },
  expire: { from: ['created', 'started'], to: 'expired', event: 'verification.expired', by: ['server'] },
} as const satisfies Record<string, Transition>

export type Transit = keyof typeof transitions

export const states = [
  'created',
  'started',
  'processing',
  'review',
  'approved',
  'declined',
  'expired',
  'cancelled',
] as const satisfies readonly VerificationState[]

export const isFinal = (state: VerificationState): boolean =>
  Object.values(transitions).every(({ from }) => !(from as readonly VerificationState[]).includes(state))

/** A person may go on: links and tokens are good. */
export const isOpenForPerson = (state: VerificationState): boolean =>
  state === 'created' || state === 'started'

export const mayHappen = (what: Transit, from: VerificationState): boolean =>
  (transitions[what].from as readonly VerificationState[]).includes(from)
