// Seals values as JSON for columns of records, and writes such records again where the key was rotated away meanwhile.
import type { Keyring } from './keyring.ts'
import { type Database, type Queries, ReferenceMissing } from './port.ts'
import { placeOfPart, type SealedPart } from './records/frame-keys.ts'

/** Where a value will be kept: the column, and the id of its row. */
export interface JsonPart {
  readonly part: SealedPart
  readonly id: string
  readonly value: unknown
}

interface SealedBytes {
  readonly bytes: Uint8Array
  readonly keyVersion: number
}

export async function sealJson(
  keyring: Pick<Keyring, 'seal'>,
  organisationId: string,
  { part, id, value }: JsonPart,
): Promise<SealedBytes> {
  const text = Buffer.from(JSON.stringify(value))
  const { sealed, keyVersion } = await keyring.seal(placeOfPart(part, organisationId, id), text)
  return { bytes: sealed, keyVersion }
}

export async function openJson<T>(
  keyring: Pick<Keyring, 'unseal'>,
  organisationId: string,
  { part, id }: Omit<JsonPart, 'value'>,
  sealed: Uint8Array,
): Promise<T> {
  const text = await keyring.unseal(placeOfPart(part, organisationId, id), sealed)
  return JSON.parse(text.toString()) as T
}

/**
 * Runs `work` in a transaction with the values sealed, under the names that the caller gave them. It runs once more
 * where the key in the cache was rotated away and destroyed, so it must change nothing but the database.
 */
export async function writeSealed<T, Name extends string>(
  { database, keyring }: { readonly database: Database; readonly keyring: Keyring },
  organisationId: string,
  parts: Readonly<Record<Name, JsonPart>>,
  work: (queries: Queries, seals: Readonly<Record<Name, SealedBytes>>) => Promise<T>,
): Promise<T> {
  const once = async (): Promise<T> => {
    const seals = {} as Record<Name, SealedBytes>
    for (const name in parts) seals[name] = await sealJson(keyring, organisationId, parts[name])
    return database.transaction((queries) => work(queries, seals))
  }
  try {
    return await once()
  } catch (error) {
    if (!(error instanceof ReferenceMissing)) throw error
    keyring.forget(organisationId)
    return once()
  }
}
