// Every query about the sequences of colours that people were shown, by which none comes twice to one person.
import { createHmac } from 'node:crypto'
import type { Queries } from '../port.ts'
import type { Person } from './persons.ts'

/** A server has one secret for all of them: the database alone tells neither who was shown a sequence nor which. */
interface Keyring {
  secretNamed(name: string): Promise<Uint8Array>
}

const hashed = (secret: Uint8Array, parts: readonly string[]): string =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')

const secretOf = (keyring: Keyring): Promise<Uint8Array> => keyring.secretNamed('light-sequences')

async function personHash(keyring: Keyring, { organisationId, externalPersonId }: Person): Promise<string> {
  return hashed(await secretOf(keyring), [organisationId, externalPersonId])
}

/** Remembers a sequence of a person; false where the person was shown it before. */
export async function rememberSequence(
  queries: Queries,
  keyring: Keyring,
  person: Person,
  sequence: string,
  now: number,
): Promise<boolean> {
  const { organisationId, externalPersonId } = person
  const rows = await queries.query(
    `INSERT INTO light_sequences (organisation_id, person, sequence, drawn_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (organisation_id, person, sequence) DO NOTHING RETURNING person`,
    [
      organisationId,
      await personHash(keyring, person),
      hashed(await secretOf(keyring), [organisationId, externalPersonId, sequence]),
      now,
    ],
  )
  return rows.length === 1
}

/** Forgets the sequences of a person and returns how many. */
export async function forgetSequencesOf(queries: Queries, keyring: Keyring, person: Person): Promise<number> {
  const rows = await queries.query(
    'DELETE FROM light_sequences WHERE organisation_id = $1 AND person = $2 RETURNING person',
    [person.organisationId, await personHash(keyring, person)],
  )
  return rows.length
}

/** Forgets sequences drawn before this time, and returns how many; call again while it is `limit`. */
export async function forgetSequencesBefore(queries: Queries, time: number, limit: number): Promise<number> {
  const rows = await queries.query(
    `DELETE FROM light_sequences WHERE (organisation_id, person, sequence) IN
       (SELECT organisation_id, person, sequence FROM light_sequences WHERE drawn_at < $1
        ORDER BY drawn_at LIMIT $2) RETURNING person`,
    [time, limit],
  )
  return rows.length
}
