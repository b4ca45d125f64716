// Erases the personal data of a verification that came to an end: its id, state, times, policy and bare reasons stay.
import { randomUUID } from 'node:crypto'
import { type RemovingFaces, removeMade, removeRegistered } from '../retention/remove.ts'
import type { Keyring } from '../store/keyring.ts'
import { forgetShotsOfChallenge } from '../store/records/seen-shots.ts'
import { attemptsOf } from '../store/records/verification-attempts.ts'
import { addEvent, eventsOf } from '../store/records/verification-events.ts'
import {
  type Blank,
  blankEvent,
  blankVerification,
  removeEntries,
} from '../store/records/verification-removal.ts'
import { findVerification, lockVerification, type VerificationPlace } from '../store/records/verifications.ts'
import { type JsonPart, openJson, writeSealed } from '../store/sealed-json.ts'
import { isFinal } from './states.ts'

interface Redacting extends RemovingFaces {
  readonly keyring: Keyring
}

/** Values of these names say what was decided and for which reason, and nothing of the person. */
const kept = new Set([
  'verdict',
  'decision',
  'decided_by',
  'reasons',
  'reason',
  'outcome',
  'step',
  'steps',
  'policy',
  'policy_version',
])

/** Parts of a verdict that hold values only: they stay as empty as where nothing was read. */
const emptied: Readonly<Record<string, unknown>> = { expected: [], person: {} }

/** What may stay of the data of an event. */
export function withoutValues(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutValues)
  if (data === null || typeof data !== 'object') return data
  return Object.fromEntries(
    Object.entries(data)
      .filter(([name]) => kept.has(name) || Object.hasOwn(emptied, name))
      .map(([name, value]) => [name, emptied[name] ?? withoutValues(value)]),
  )
}

const MOST_EVENTS = 10_000

/**
 * Undefined where there is no such verification, `open` where it has not come to an end, `before` where it was redacted
 * before. What is erased one by one goes first, so that a second call after a crash erases the rest.
 */
export async function redact(
  work: Redacting,
  place: VerificationPlace,
): Promise<'redacted' | 'before' | 'open' | undefined> {
  const { database } = work
  const verification = await findVerification(database, place)
  if (!verification) return undefined
  if (verification.redactedAt !== null) return 'before'
  if (!isFinal(verification.state)) return 'open'
  const attempts = await attemptsOf(database, place)
  await removeMade(work, place)
  await removeRegistered(work, place)
  for (const { step, subjectId } of attempts)
    if (step === 'liveness' && subjectId !== null) await forgetShotsOfChallenge(work, verification, subjectId)
  const outcome = await blank(work, place)
  await database.scrub()
  return outcome
}

/** Somebody added an event after the others were read. */
class EventAdded extends Error {}

async function blank(work: Redacting, place: VerificationPlace): Promise<'redacted' | 'before' | undefined> {
  const { database, keyring, now } = work
  const { organisationId, id } = place
  for (;;) {
    const events = await eventsOf(database, place, { after: 0, limit: MOST_EVENTS })
    const eventId = randomUUID()
    const parts: Record<string, JsonPart> = {
      request: { part: 'verification', id, value: {} },
      redacted: { part: 'event', id: eventId, value: {} },
    }
    for (const event of events) {
      const data = await openJson(keyring, organisationId, { part: 'event', id: event.id }, event.data)
      parts[event.id] = { part: 'event', id: event.id, value: withoutValues(data) }
    }
    try {
      return await writeSealed(work, organisationId, parts, async (queries, seals) => {
        const locked = await lockVerification(queries, place)
        if (!locked) return undefined
        if (locked.redactedAt !== null) return 'before'
        if (locked.sequence !== events.at(-1)?.sequence) throw new EventAdded()
        const sealOf = (name: string): Blank => seals[name] as Blank
        for (const event of events) await blankEvent(queries, organisationId, event.id, sealOf(event.id))
        await removeEntries(queries, place)
        const at = now()
        await blankVerification(queries, place, sealOf('request'), at)
        const { bytes: data, keyVersion } = sealOf('redacted')
        const event = { id: eventId, type: 'verification.redacted', at, actor: 'organisation' } as const
        await addEvent(queries, place, { ...event, data, keyVersion })
        return 'redacted'
      })
    } catch (error) {
      if (!(error instanceof EventAdded)) throw error
    }
  }
}
