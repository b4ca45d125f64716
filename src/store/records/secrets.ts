// Every query about secrets of the server itself, which are kept wrapped by the master key.
import type { Queries } from '../port.ts'

interface WrappedSecret {
  readonly name: string
  readonly masterId: string
  readonly wrapped: Uint8Array
}

export const labelOfSecret = (name: string): string => `secret:${name}`

export const allSecrets = (queries: Queries): Promise<WrappedSecret[]> =>
  queries.query('SELECT name, master_id AS "masterId", wrapped FROM server_secrets ORDER BY name')

/** The first one stays: of two servers that make it at the same moment, both use that. */
export async function addSecret(queries: Queries, secret: WrappedSecret): Promise<void> {
  await queries.query(
    'INSERT INTO server_secrets (name, master_id, wrapped) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [secret.name, secret.masterId, secret.wrapped],
  )
}

export async function rewrapSecret(queries: Queries, secret: WrappedSecret): Promise<void> {
  await queries.query('UPDATE server_secrets SET master_id = $2, wrapped = $3 WHERE name = $1', [
    secret.name,
    secret.masterId,
    secret.wrapped,
  ])
}
