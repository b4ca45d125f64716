// Makes API keys for tests, as the command does, and the header that carries one.
import { createKey, type NewKey, newKeyId } from '../../src/organisations/api-keys.ts'
import type { Database } from '../../src/store/port.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'

export const bearer = (key: string): string => `Bearer ${key}`

export async function newApiKey(
  database: Database,
  organisation: string,
  scopes: readonly string[],
  {
    expiresAt = null,
    now = Date.now(),
    isTest = false,
  }: { expiresAt?: number | null; now?: number; isTest?: boolean } = {},
): Promise<NewKey> {
  const found = await findOrganisation(database, organisation)
  if (!found) throw new Error(`there is no organisation ${organisation}`)
  const wanted = { id: newKeyId(), name: 'of a test', organisationId: found.id, scopes, expiresAt, isTest }
  return createKey({ database, now }, wanted)
}
