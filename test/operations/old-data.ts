// Makes a data folder as an earlier version left it: with its migrations and no later one, and rows in every table it had.

import { testSettings } from '../../specimens/kit/servers/settings.ts'
import { addOrganisation, type Credentials } from '../../src/organisations/manage.ts'
import { openKeyring } from '../../src/store/keyring.ts'
import { createMasterKeyFile, newMasterKey, readMasterKeyFile } from '../../src/store/master-key.ts'
import { migrate, migrations } from '../../src/store/migrate.ts'
import { databasePath, masterKeyPath, openFiles, type Store } from '../../src/store/open.ts'
import type { Queries, SqlValue } from '../../src/store/port.ts'
import { addFile } from '../../src/store/records/files.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import type { Seals } from '../../src/store/vault.ts'

const now = Date.now()
const later = now + 180_000

type Row = Readonly<Record<string, SqlValue>>
type Sealed = Seals<keyof typeof secrets>

/** Lists rows by the migration that made their tables, without the columns that came later. */
const rows: Readonly<
  Record<number, (organisation: string, sealed: Sealed) => readonly (readonly [string, Row])[]>
> = {
  3: (organisation_id) => [
    ['face_collections', { organisation_id, id: 'staff', external_person_id: 'owner', created_at: now }],
  ],
  4: (organisation_id, { vector }) => [
    [
      'faces',
      {
        organisation_id,
        collection_id: 'staff',
        number: 1,
        id: 'face-1',
        file_id: 'photo-1',
        external_person_id: 'anna',
        embedder: 'face-embedder',
        embedder_version: '0',
        vector: vector.bytes,
        key_version: vector.keyVersion,
        created_at: now,
      },
    ],
  ],
  5: (organisation_id, { seen, print }) => [
    [
      'challenges',
      {
        organisation_id,
        id: 'challenge-1',
        family: 'nose',
        external_person_id: 'anna',
        plan: '{}',
        created_at: now,
        expires_at: later,
        frames: 1,
        bytes: 9,
      },
    ],
    [
      'challenge_frames',
      {
        organisation_id,
        challenge_id: 'challenge-1',
        id: 'frame-1',
        task: 'nose',
        taken_at: now,
        received_at: now,
        digest: 'd',
        seen: seen.bytes,
        key_version: seen.keyVersion,
      },
    ],
    [
      'seen_shots',
      {
        organisation_id,
        id: 'frame-1',
        challenge_id: 'challenge-1',
        print: print.bytes,
        key_version: print.keyVersion,
        seen_at: now,
      },
    ],
  ],
  6: (organisation_id, { reading }) => [
    [
      'documents',
      {
        organisation_id,
        id: 'document-1',
        external_person_id: 'anna',
        kind: 'cccd-chip',
        images: 1,
        created_at: now,
        updated_at: now,
      },
    ],
    [
      'document_images',
      {
        organisation_id,
        document_id: 'document-1',
        number: 1,
        id: 'picture-1',
        reading: reading.bytes,
        key_version: reading.keyVersion,
        received_at: now,
      },
    ],
  ],
}

const files = ['photo-1', 'frame-1', 'picture-1'].map((id) => ({ id, bytes: Buffer.from(`bytes of ${id}`) }))
const secret = (label: string) => ({ label, bytes: Buffer.from(label) })
const secrets = {
  vector: secret('face:face-1'),
  seen: secret('frame:frame-1'),
  print: secret('shot:frame-1'),
  reading: secret('document:picture-1'),
}

/** Returns the credentials of its organisation. */
export async function makeOldData(data: string, newest: number): Promise<Credentials> {
  const config = testSettings(data)
  const database = openSqlite(databasePath(config))
  try {
    await migrate(
      database,
      () => now,
      migrations().filter(({ number }) => number <= newest),
    )
    createMasterKeyFile(masterKeyPath(config), [newMasterKey()])
    const loadMasterKeys = () => readMasterKeyFile(masterKeyPath(config)) ?? [newMasterKey()]
    const keyring = openKeyring({ database, loadMasterKeys, now: () => now, cacheMs: 0 })
    const made = await addOrganisation({ database, keyring } as Store, 'old', now)
    const [owner] = await database.query<{ id: string }>('SELECT id FROM organisations')
    if (!made || !owner) throw new Error('no organisation')
    if (newest < 2) return made
    // The vault of this version writes to tables that the earlier one did not have.
    const seal = async (label: string, bytes: Uint8Array) => {
      const { sealed, keyVersion } = await keyring.seal({ organisationId: owner.id, label }, bytes)
      return { bytes: sealed, keyVersion }
    }
    for (const { id, bytes } of files) {
      const { bytes: sealed, keyVersion } = await seal(`file:${id}`, bytes)
      const storageKey = `${owner.id}/${id}`
      await openFiles(config).put(storageKey, sealed)
      const record = { organisationId: owner.id, id, storageKey, keyVersion, createdAt: now }
      await addFile(database, { ...record, plainBytes: bytes.byteLength })
    }
    const names = Object.keys(secrets) as (keyof typeof secrets)[]
    const seals: Partial<Record<keyof typeof secrets, Awaited<ReturnType<typeof seal>>>> = {}
    for (const name of names) seals[name] = await seal(secrets[name].label, secrets[name].bytes)
    await addRows(database, newest, owner.id, seals as Sealed)
    return made
  } finally {
    await database.close()
  }
}

async function addRows(queries: Queries, newest: number, owner: string, sealed: Sealed): Promise<void> {
  for (const [number, of] of Object.entries(rows))
    if (Number(number) <= newest)
      for (const [table, row] of of(owner, sealed)) {
        const names = Object.keys(row)
        const places = names.map((_, index) => `$${index + 1}`)
        await queries.query(
          `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`,
          Object.values(row),
        )
      }
}
