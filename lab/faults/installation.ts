// Sets up the installation whose server is killed: its folder, its settings, its organisation and its database.
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, type Postgres, startPostgres } from '../../specimens/kit/engines/postgres.ts'
import { openSandbox } from '../../specimens/kit/engines/sandbox.ts'
import type { Settings } from '../../src/config.ts'
import { addOrganisation, type Credentials } from '../../src/organisations/manage.ts'
import type { Store } from '../../src/store/open.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { settingsOf, unlimited, type Variables, withStore } from '../kit/installation.ts'
import type { Engine } from './rounds/plan.ts'

export interface Installation {
  readonly folder: string
  readonly config: Settings
  readonly variables: Variables
  readonly postgres: Postgres | undefined
  withStore<T>(work: (store: Store) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The count is the same on every machine, so that start-up times are comparable. */
const WORKERS = 2

export async function openInstallation(engine: Engine, workers = WORKERS): Promise<Installation> {
  const sandbox = openSandbox(`fault-${engine}`, 0)
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  const data = join(sandbox.folder, 'data')
  mkdirSync(data)
  const variables: Variables = {
    ...unlimited,
    SELFSAME_WORKERS: String(workers),
    SELFSAME_DATA: data,
    ...(postgres && {
      SELFSAME_DATABASE_URL: await createDatabase(postgres.url, 'fault'),
      SELFSAME_MASTER_KEY: randomBytes(32).toString('hex'),
      SELFSAME_WRITE_DEADLINE: '2 s',
    }),
  }
  const config = settingsOf(variables)
  return {
    folder: sandbox.folder,
    config,
    variables,
    postgres,
    // The store is opened for each inspection and closed again: a connection held over a kill would spare SQLite its recovery.
    withStore: (work) => withStore(config, work),
    async close() {
      await postgres?.stop()
      await sandbox.close()
    },
  }
}

export interface Member {
  readonly id: string
  readonly credentials: Credentials
}

export async function addMember(store: Store): Promise<Member> {
  const credentials = await addOrganisation(store, 'fault', Date.now())
  const organisation = await findOrganisation(store.database, 'fault')
  if (!credentials || !organisation) throw new Error('the organisation was not made')
  return { id: organisation.id, credentials }
}

/** PostgreSQL finishes the last query of a killed process; the result is false when it never ends. */
export async function orphanedQueriesEnded(store: Store, before: number): Promise<boolean> {
  const sql = `SELECT pid FROM pg_stat_activity WHERE application_name = 'selfsame'
    AND datname = current_database() AND backend_start < to_timestamp($1)`
  for (let tries = 0; tries < 250; tries++) {
    if ((await store.database.query(sql, [before / 1000])).length === 0) return true
    await sleep(20)
  }
  return false
}
