// Sets up an installation that is measured: its temporary folder, its settings, its store and its organisations.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readConfig, type Settings } from '../../src/config.ts'
import { addOrganisation, type Credentials } from '../../src/organisations/manage.ts'
import { openStore, type Store } from '../../src/store/open.ts'

/** Environment variables of the server. */
export type Variables = Readonly<Record<string, string>>

/** These limits would otherwise stop a caller as busy as these programs. */
export const unlimited: Variables = {
  SELFSAME_RATE: '1000000',
  SELFSAME_RATE_BURST: '1000000',
  SELFSAME_CONCURRENCY: '10000',
  SELFSAME_FAILED_LOGINS: '100000',
  SELFSAME_FAILED_LOGINS_PER_ADDRESS: '1000000',
}

export function settingsOf(variables: Variables): Settings {
  const reading = readConfig({ ...variables, SELFSAME_STRICT: 'on' }, () => '')
  if (!('config' in reading)) throw new Error(reading.faults.join('\n'))
  return reading.config
}

export const openStoreOf = (settings: Settings): Promise<Store> =>
  openStore(settings, Date.now, { migrated: () => undefined, masterKeyMade: () => undefined })

/** Opens the store for one piece of work and closes it again. */
export async function withStore<Result>(
  settings: Settings,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStoreOf(settings)
  return await work(store).finally(() => store.close())
}

export async function addOrganisations(store: Store, names: readonly string[]): Promise<Credentials[]> {
  const added: Credentials[] = []
  for (const name of names) {
    const credentials = await addOrganisation(store, name, Date.now())
    if (!credentials) throw new Error(`the name ${name} is taken`)
    added.push(credentials)
  }
  return added
}

interface TemporaryFolder {
  readonly path: string
  remove(): void
}

/** The folder is removed when this process ends, except by SIGKILL. */
export function temporaryFolder(name: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), `selfsame-${name}-`))
  const remove = () => {
    process.off('exit', remove)
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', remove)
  return { path, remove }
}

/** Returns what SQLite's own check reports about its file; an empty list when all is well. */
export function sqliteFaults(path: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const rows = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[]
    const dangling = database.prepare('PRAGMA foreign_key_check').all()
    const faults = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
    return [...faults, ...dangling.map((row) => `dangling reference ${JSON.stringify(row)}`)]
  } finally {
    database.close()
  }
}
