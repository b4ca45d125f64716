// Migrates a database to this version: numbered scripts run once, in order; a script that was changed later is refused.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Database, Queries } from './port.ts'

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly sha256: string
}

/** This version must not touch the database; the message says why and what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

const folder = new URL('./migrations/', import.meta.url)

export function migrations(): Migration[] {
  const all = readdirSync(folder)
    .filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(new URL(file, folder), 'utf8')
      const sha256 = createHash('sha256').update(sql).digest('hex')
      return { number: Number(file.slice(0, 4)), name: file.slice(5, -4), sql, sha256 }
    })
  // Of two with one number the second would never run.
  for (const [i, { number, name }] of all.entries())
    if (all[i + 1]?.number === number)
      throw new Error(`migrations ${name} and ${all[i + 1]?.name} have one number`)
  return all
}

interface Applied {
  readonly number: number
  readonly name: string
  readonly sha256: string
}

/** The migrations still to run; refuses a database that is newer than this code or whose history differs from it. */
export async function pending(
  database: Database,
  known: readonly Migration[] = migrations(),
): Promise<Migration[]> {
  await prepare(database)
  const applied = await appliedOf(database)
  for (const one of applied) {
    const same = known.find((migration) => migration.number === one.number)
    if (!same)
      throw new MigrationRefused(
        `The database holds migration ${one.number} (${one.name}), which this version does not know. Run the newer Selfsame, or restore a backup made by this version.`,
      )
    if (same.sha256 !== one.sha256)
      throw new MigrationRefused(
        `Migration ${one.number} (${one.name}) differs from the one this database was made with. Restore the file; a change to a database is a new migration.`,
      )
  }
  return known.filter((migration) => !applied.some((one) => one.number === migration.number))
}

/** Applies pending migrations and returns them. Several servers may do so at once. */
export async function migrate(
  database: Database,
  now: () => number,
  known: readonly Migration[] = migrations(),
): Promise<Migration[]> {
  const todo = await pending(database, known)
  const done: Migration[] = []
  for (const migration of todo) {
    const applied = await database.transaction(async (queries) => {
      if (database.engine === 'postgres') await queries.query('LOCK TABLE migrations IN EXCLUSIVE MODE')
      const before = await appliedOf(queries)
      if (before.some((one) => one.number === migration.number)) return false
      for (const statement of statementsOf(migration.sql, database.engine)) await queries.query(statement)
      await queries.query(
        'INSERT INTO migrations (number, name, sha256, applied_at) VALUES ($1, $2, $3, $4)',
        [migration.number, migration.name, migration.sha256, now()],
      )
      return true
    })
    if (applied) done.push(migration)
  }
  return done
}

async function prepare(database: Database): Promise<void> {
  const sql =
    'CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL, applied_at BIGINT NOT NULL)'
  // Two servers may create it at the same moment; PostgreSQL then lets one of them fail.
  await database.query(sql).catch(() => database.query(sql))
}

function appliedOf(queries: Queries): Promise<Applied[]> {
  return queries.query<Applied>('SELECT number, name, sha256 FROM migrations ORDER BY number')
}

/**
 * Our scripts hold plain statements and comment lines only, so a semicolon at a line's end is an end. What the engines
 * have no common words for stands between `-- only ENGINE:` and `-- end`.
 */
function statementsOf(sql: string, engine: Database['engine']): string[] {
  const other = engine === 'sqlite' ? 'postgres' : 'sqlite'
  return sql
    .replaceAll(new RegExp(`^-- only ${other}:$[\\s\\S]*?^-- end$`, 'gm'), '')
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
