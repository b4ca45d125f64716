// Makes the message about an event: what happened to which verification, and nothing of the person but the caller's own id.
import type { Keyring } from '../store/keyring.ts'
import type { EventToSend } from '../store/records/webhook-deliveries.ts'
import { openJson } from '../store/sealed-json.ts'

interface Reason {
  readonly reason?: unknown
  readonly outcome?: unknown
  readonly step?: unknown
}

/** What is used of an event and of a request; both hold more. */
interface EventData {
  readonly state?: unknown
  readonly reasons?: readonly Reason[]
}
interface RequestData {
  readonly metadata?: unknown
}

export async function bodyOf(
  keyring: Pick<Keyring, 'unseal'>,
  organisationId: string,
  eventId: string,
  event: EventToSend,
): Promise<string> {
  const data = await openJson<EventData>(keyring, organisationId, { part: 'event', id: eventId }, event.data)
  const place = { part: 'verification', id: event.verificationId } as const
  const { metadata } = await openJson<RequestData>(keyring, organisationId, place, event.request)
  return JSON.stringify({
    type: event.type,
    timestamp: new Date(event.at).toISOString(),
    data: {
      id: event.verificationId,
      external_person_id: event.externalPersonId,
      state: stateOf(event, data),
      policy: event.policyId,
      policy_version: event.policyVersion,
      reasons: reasonsOf(data),
      is_test: event.isTest === 1,
      metadata: metadata ?? {},
    },
  })
}

/** The state that an event leads to, where it leads to one. */
const states: Readonly<Record<string, string>> = {
  'verification.created': 'created',
  'verification.started': 'started',
  'verification.step_passed': 'started',
  'verification.step_failed': 'started',
  'verification.step_doubtful': 'started',
  'verification.ask_again': 'started',
  'verification.processing': 'processing',
  'verification.approved': 'approved',
  'verification.declined': 'declined',
  'verification.review': 'review',
  'verification.proposed': 'review',
  'verification.expired': 'expired',
  'verification.cancelled': 'cancelled',
}

/** The state right after the event, whatever happened since: every attempt sends the same. */
const stateOf = ({ type, state }: EventToSend, data: EventData): unknown =>
  data.state ?? states[type] ?? state

/** Values and measures stay here; whoever may see them asks for the verification. */
const reasonsOf = ({ reasons = [] }: EventData) =>
  reasons.map(({ reason, outcome, step }) => ({ reason, outcome, step: step ?? null }))
