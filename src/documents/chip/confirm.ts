// What an authority answered about a chip, as the caller reports it: kept sealed beside the chip, and never asked for by us.
import { randomUUID } from 'node:crypto'
import type { Queries } from '../../store/port.ts'
import { addConfirmation, confirmationsOf } from '../../store/records/chips.ts'
import type { DocumentPlace } from '../../store/records/documents.ts'
import { placeOfPart } from '../../store/records/frame-keys.ts'
import type { Vault } from '../../store/vault.ts'

export const RESULTS = ['confirmed', 'refused', 'not-known'] as const

/** As the caller sent it. */
export interface Confirmation {
  readonly authority: string
  readonly result: (typeof RESULTS)[number]
  readonly reference?: string | undefined
  readonly answered_at?: string | undefined
  readonly details?: string | undefined
}

export interface KeptConfirmation extends Confirmation {
  readonly id: string
  readonly received_at: string
}

/** More than any honest caller needs. */
export const MOST_CONFIRMATIONS = 20

export async function keepConfirmation(
  vault: Vault,
  place: DocumentPlace,
  confirmation: Confirmation,
  now: number,
): Promise<KeptConfirmation> {
  const id = randomUUID()
  const { label } = placeOfPart('confirmation', place.organisationId, id)
  const secrets = { answer: { label, bytes: Buffer.from(JSON.stringify(confirmation)) } }
  await vault.keep(
    place.organisationId,
    [],
    (queries, { answer }) =>
      addConfirmation(queries, place, {
        id,
        receivedAt: now,
        answer: answer.bytes,
        keyVersion: answer.keyVersion,
      }),
    secrets,
  )
  return { id, received_at: new Date(now).toISOString(), ...confirmation }
}

/** In the order in which they came. */
export async function keptConfirmations(
  queries: Queries,
  vault: Vault,
  place: DocumentPlace,
): Promise<KeptConfirmation[]> {
  const kept: KeptConfirmation[] = []
  for (const { id, receivedAt, answer } of await confirmationsOf(queries, place)) {
    const { label } = placeOfPart('confirmation', place.organisationId, id)
    const opened = await vault.open(place.organisationId, label, answer)
    const confirmation = JSON.parse(opened.toString('utf8')) as Confirmation
    kept.push({ id, received_at: new Date(receivedAt).toISOString(), ...confirmation })
  }
  return kept
}
