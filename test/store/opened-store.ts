// Opens whole stores for tests: a database with files, a clock that the test moves, and an organisation to begin with.
import { randomBytes, randomUUID } from 'node:crypto'
import { expect, inject } from 'vitest'
import { migratedPostgres, putMigratedSqlite } from '../../specimens/kit/servers/migrated-database.ts'
import { quickHash } from '../../specimens/kit/servers/quick-hash.ts'
import { temporaryFolder, testSettings } from '../../specimens/kit/servers/settings.ts'
import { addOrganisation } from '../../src/organisations/manage.ts'
import { openStore, type Store, type StoreSettings } from '../../src/store/open.ts'
import type { Files } from '../../src/store/port.ts'
import { findOrganisation, type Organisation } from '../../src/store/records/organisations.ts'
import { openVault, type Vault } from '../../src/store/vault.ts'
import { type Adapter, bestS3, freshBucket, postgres } from './adapters.ts'
import { listed } from './files.contract.ts'

export interface TestStore {
  readonly store: Store
  readonly settings: StoreSettings
  readonly clock: { now: number }
  /** Opens another server on the same data, with its own memory of the keys. */
  another(overrides?: Partial<StoreSettings>): Promise<Store>
  organisation(name?: string): Promise<Organisation>
  /** Opens the vault over a file store in which some operations are replaced, to inject faults. */
  vaultWith(faulty: Partial<Files>): Vault
  /** Inside a transaction it resolves when what others began is done, or waits for this transaction to end. */
  stuck(others: Promise<unknown>): Promise<void>
  /** Counts all there is, in the database and in the files. */
  left(): Promise<{ records: number; journal: number; files: number }>
  remove(): Promise<void>
}

export const writeDeadlineMs = 60_000
export const cacheMs = 15_000

/** The embedded store uses SQLite and disk. */
export const embedded: Adapter<TestStore> = {
  name: 'SQLite and disk',
  available: true,
  fresh: () => open({}),
}

/** The store for several servers uses PostgreSQL and the most real S3 there is. */
export const shared: Adapter<TestStore> = {
  name: 'PostgreSQL and S3',
  available: postgres.available && bestS3() !== null,
  async fresh() {
    const { access, bucket } = await freshBucket(bestS3())
    return open({
      databaseUrl: await migratedPostgres(inject('postgresUrl') ?? ''),
      masterKey: randomBytes(32).toString('base64'),
      s3Endpoint: access.endpoint,
      s3Bucket: bucket,
      s3Region: access.region,
      s3AccessKeyId: access.accessKeyId,
      s3SecretAccessKey: access.secretAccessKey,
    })
  },
}

async function open(overrides: Partial<StoreSettings>): Promise<TestStore> {
  const folder = temporaryFolder()
  const settings = testSettings(folder.path, { ...overrides, writeDeadlineMs, credentialCacheMs: cacheMs })
  if (!settings.databaseUrl) await putMigratedSqlite(settings)
  const clock = { now: 1_700_000_000_000 }
  const events = { migrated: () => undefined, masterKeyMade: () => undefined }
  const opened: Store[] = []
  const another = async (changed: Partial<StoreSettings> = {}) => {
    const store = await openStore({ ...settings, ...changed }, () => clock.now, events)
    opened.push(store)
    return store
  }
  const store = await another()
  const { database, files, keyring } = store
  return {
    store,
    settings,
    clock,
    another,
    async organisation(name = randomUUID()) {
      await addOrganisation(store, name, clock.now, quickHash)
      return (await findOrganisation(database, name)) as Organisation
    },
    vaultWith: (faulty) =>
      openVault({
        database,
        files: { ...files, ...faulty },
        keyring,
        now: () => clock.now,
        elapsed: () => clock.now,
        writeDeadlineMs,
        storageLimitBytes: settings.storageLimitBytes,
      }),
    async stuck(others) {
      // SQLite has one writer at a time, so others wait from their first statement to the end of this transaction.
      if (database.engine === 'sqlite') return
      let done = false
      const ended = () => {
        done = true
      }
      void others.then(ended, ended)
      const waiting = async () => {
        const sql = `SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`
        return (await database.query(sql)).length > 0
      }
      await expect.poll(async () => done || (await waiting())).toBe(true)
    },
    async left() {
      const count = async (table: string) =>
        (await database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.n ?? 0
      return {
        records: await count('files'),
        journal: await count('file_journal'),
        files: (await listed(files, '')).length,
      }
    },
    async remove() {
      for (const one of opened) await one.close()
      folder.remove()
    },
  }
}
