// Opens the store that the configuration names: database, files, keys and the vault over them.
import { join, resolve } from 'node:path'
import type { Settings } from '../config.ts'
import { openFolderOf } from '../system/make-folder.ts'
import { digestsOf, digestsSecret } from './digests.ts'
import { openDisk } from './disk.ts'
import { type Keyring, openKeyring } from './keyring.ts'
import {
  createMasterKeyFile,
  type MasterKeys,
  MasterKeyUnusable,
  newMasterKey,
  parseMasterKeys,
  readMasterKeyFile,
  wrappedByAnother,
} from './master-key.ts'
import { type Migration, MigrationRefused, migrate, pending } from './migrate.ts'
import { type Database, type Digests, type Files, StoredDataDamaged, StoreUnavailable } from './port.ts'
import { openPostgres } from './postgres.ts'
import { bindingDatabase } from './records/binding.ts'
import { allKeys } from './records/organisations.ts'
import { openS3 } from './s3.ts'
import { openSqlite } from './sqlite.ts'
import { openVault, type Vault } from './vault.ts'

export interface Store {
  readonly database: Database
  readonly files: Files
  readonly keyring: Keyring
  readonly vault: Vault
  readonly loadMasterKeys: () => MasterKeys
  close(): Promise<void>
}

interface StoreEvents {
  readonly migrated: (name: string) => void
  readonly masterKeyMade: (path: string) => void
}

/** Wrappers around the engines, for tracing. */
interface Around {
  readonly database: (database: Database) => Database
  readonly files: (files: Files) => Files
}

export type StoreSettings = Pick<
  Settings,
  | 'data'
  | 'databaseUrl'
  | 'databasePool'
  | 'autoMigrate'
  | 'masterKey'
  | 'writeDeadlineMs'
  | 'storageLimitBytes'
  | 'credentialCacheMs'
  | 's3Endpoint'
  | 's3Bucket'
  | 's3Region'
  | 's3AccessKeyId'
  | 's3SecretAccessKey'
>

export const masterKeyPath = (config: Pick<Settings, 'data'>): string => join(config.data, 'master.key')
export const databasePath = (config: Pick<Settings, 'data'>): string => join(config.data, 'selfsame.db')

export function openDatabase(config: StoreSettings): Database {
  return config.databaseUrl
    ? openPostgres({
        url: config.databaseUrl,
        connections: config.databasePool,
        statementTimeoutMs: Math.max(5_000, config.writeDeadlineMs / 2),
        connectionTimeoutMs: Math.max(5_000, config.writeDeadlineMs / 6),
      })
    : openSqlite(databasePath(config))
}

export function openFiles(config: StoreSettings): Files {
  if (!config.s3Endpoint) return openDisk(join(config.data, 'files'))
  return openS3({
    endpoint: config.s3Endpoint,
    bucket: config.s3Bucket,
    region: config.s3Region,
    accessKeyId: config.s3AccessKeyId,
    secretAccessKey: config.s3SecretAccessKey,
    requestTimeoutMs: Math.max(1000, config.writeDeadlineMs / 2),
  })
}

export async function openStore(
  config: StoreSettings,
  now: () => number,
  events: StoreEvents,
  around: Around = { database: (database) => database, files: (files) => files },
): Promise<Store> {
  // The key is checked before anything is opened: a start that cannot succeed creates no files.
  if (config.masterKey) parseMasterKeys(config.masterKey, 'SELFSAME_MASTER_KEY')
  if (!config.databaseUrl || !config.s3Endpoint || !config.masterKey)
    openFolderOf('SELFSAME_DATA', config.data)
  const engine = around.database(openDatabase(config))
  try {
    const todo = await pending(engine)
    if (todo.length > 0) await refuseOthersKeys(config, engine, todo)
    if (config.autoMigrate) for (const done of await migrate(engine, now)) events.migrated(done.name)
    else refusePending(todo)
    const loadMasterKeys = await masterKeys(config, engine, events)
    const files = around.files(openFiles(config))
    const keyring = openKeyring({ database: engine, loadMasterKeys, now, cacheMs: config.credentialCacheMs })
    let known: Digests | undefined
    const digests = async () => {
      known ??= digestsOf(await keyring.secretNamed(digestsSecret))
      return known
    }
    const database = bindingDatabase(engine, digests, now)
    const { writeDeadlineMs, storageLimitBytes } = config
    const vault = openVault({ database, files, keyring, now, writeDeadlineMs, storageLimitBytes })
    return { database, files, keyring, vault, loadMasterKeys, close: () => database.close() }
  } catch (error) {
    await engine.close()
    throw config.databaseUrl ? error : withPath(databasePath(config), error)
  }
}

/** Readiness tells outsiders what is wrong with the database; where it is, only the person at the terminal hears. */
export function withPath(path: string, error: unknown): unknown {
  const file = resolve(path)
  if (error instanceof StoreUnavailable)
    return new StoreUnavailable(
      `${error.message}: ${file}. Look at the owner of this file and of its folder, and at the room on its disk.`,
    )
  if (error instanceof StoredDataDamaged)
    return new StoredDataDamaged(`${error.message}: ${file}. Restore it from a backup.`)
  return error
}

/** An older database is not migrated when the master key that wraps its keys is missing. */
async function refuseOthersKeys(
  config: StoreSettings,
  database: Database,
  todo: readonly Migration[],
): Promise<void> {
  const isNew = todo.some(({ number }) => number === 1)
  const keys = config.masterKey
    ? parseMasterKeys(config.masterKey, 'SELFSAME_MASTER_KEY')
    : readMasterKeyFile(masterKeyPath(config))
  if (isNew) return
  for (const { masterId } of await allKeys(database)) {
    if (!keys) throw missing(masterKeyPath(config), masterId)
    if (!keys.some(({ id }) => id === masterId)) throw wrappedByAnother(masterId, keys)
  }
}

function refusePending(todo: readonly Migration[]): void {
  if (todo.length > 0)
    throw new MigrationRefused(
      `The database lacks ${todo.length} migrations of this version. Run \`selfsame migrate\`.`,
    )
}

const missing = (path: string, id: string): MasterKeyUnusable =>
  new MasterKeyUnusable(
    `${path} is missing, but the database holds keys wrapped by master key ${id}. Restore it from your backup.`,
  )

/** A new master key is made only for a database without wrapped keys: a lost key must not be replaced silently. */
async function masterKeys(
  config: StoreSettings,
  database: Database,
  events: StoreEvents,
): Promise<() => MasterKeys> {
  if (config.masterKey) {
    const keys = parseMasterKeys(config.masterKey, 'SELFSAME_MASTER_KEY')
    return () => keys
  }
  const path = masterKeyPath(config)
  if (!readMasterKeyFile(path)) {
    const [wrapped] = await allKeys(database)
    if (wrapped) throw missing(path, wrapped.masterId)
    if (createMasterKeyFile(path, [newMasterKey()])) events.masterKeyMade(path)
  }
  return () => {
    const keys = readMasterKeyFile(path)
    if (keys) return keys
    throw new MasterKeyUnusable(`${path} is missing. Restore it from your backup.`)
  }
}
