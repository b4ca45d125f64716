// Makes databases that are migrated already: the migrations run once a run on each engine, and every test gets a copy.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../../../src/config.ts'
import { migrate } from '../../../src/store/migrate.ts'
import { databasePath } from '../../../src/store/open.ts'
import type { Database } from '../../../src/store/port.ts'
import { openPostgres } from '../../../src/store/postgres.ts'
import { openSqlite } from '../../../src/store/sqlite.ts'
import { createDatabase } from '../engines/postgres.ts'
import { drawnOnce } from '../run-folder.ts'

/** Puts a database without any rows into a folder of data that has none. */
export async function putMigratedSqlite(config: Pick<Settings, 'data'>): Promise<void> {
  writeFileSync(databasePath(config), await drawnOnce('migrated SQLite', migratedSqlite))
}

async function migratedSqlite(): Promise<Uint8Array> {
  const data = mkdtempSync(join(tmpdir(), 'selfsame-migrated-'))
  try {
    await migrated(openSqlite(databasePath({ data })))
    return readFileSync(databasePath({ data }))
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

/** Makes another database without any rows on this server, and returns its address. */
export async function migratedPostgres(url: string, name: string = `store-${randomUUID()}`): Promise<string> {
  const like = await drawnOnce(`migrated PostgreSQL ${url}`, async () => {
    const template = `migrated-${randomUUID()}`
    const connections = { connections: 1, connectionTimeoutMs: 60_000 }
    await migrated(openPostgres({ url: await createDatabase(url, template), ...connections }))
    return template
  })
  return createDatabase(url, name, like)
}

async function migrated(database: Database): Promise<void> {
  try {
    await migrate(database, () => Date.now())
  } finally {
    await database.close()
  }
}
