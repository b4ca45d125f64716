// Tests migrations: each once and in order, on every engine, and never on a database whose history differs.
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Migration, MigrationRefused, migrate, migrations, pending } from '../../src/store/migrate.ts'
import type { Database } from '../../src/store/port.ts'
import { databases, type FreshDatabase } from './adapters.ts'

const now = () => 1_700_000_000_000
const known = migrations()

function script(number: number, sql: string): Migration {
  return { number, name: `test-${number}`, sql, sha256: createHash('sha256').update(sql).digest('hex') }
}

test('the scripts are numbered from one without gaps, each under its own name', () => {
  expect(known.map(({ number }) => number)).toEqual(known.map((_, index) => index + 1))
  expect(new Set(known.map(({ name }) => name)).size).toBe(known.length)
  expect(known.length).toBeGreaterThan(0)
})

describe.each(databases)('on $name', ({ available, fresh }) => {
  let data: FreshDatabase
  let database: Database
  beforeEach(async () => {
    if (!available) return
    data = await fresh()
    database = data.open()
  })
  afterEach(async () => {
    if (!available) return
    await database.close()
    data.remove()
  })

  const applied = () =>
    database.query<{ number: number; applied_at: number }>(
      'SELECT number, applied_at FROM migrations ORDER BY number',
    )

  test.skipIf(!available)(
    'a fresh database gets every script, in order, and a second run nothing',
    async () => {
      expect((await pending(database)).map(({ number }) => number)).toEqual(known.map(({ number }) => number))
      expect(await migrate(database, now)).toEqual(known)
      expect(await applied()).toEqual(known.map(({ number }) => ({ number, applied_at: now() })))
      expect(await pending(database)).toEqual([])
      expect(await migrate(database, now)).toEqual([])
    },
  )

  test.skipIf(!available)('several at once apply each script once between them', async () => {
    const others = [data.open(), data.open(), data.open()]
    const done = await Promise.all([database, ...others].map((one) => migrate(one, now)))
    await Promise.all(others.map((one) => one.close()))
    expect(
      done
        .flat()
        .map(({ number }) => number)
        .sort((one, other) => one - other),
    ).toEqual(known.map(({ number }) => number))
    expect(await applied()).toHaveLength(known.length)
  })

  test.skipIf(!available)('an older database gets only what it lacks', async () => {
    await migrate(database, now, known.slice(0, 1))
    const next = script(known.length + 1, 'CREATE TABLE added (id TEXT);\n')
    const done = await migrate(database, now, [...known, next])
    expect(done).toEqual([...known.slice(1), next])
    expect(await database.query('SELECT id FROM added')).toEqual([])
  })

  test.skipIf(!available)('a script that was changed afterwards is refused and nothing is run', async () => {
    await migrate(database, now)
    const [first, ...rest] = known as [Migration, ...Migration[]]
    const next = script(known.length + 1, 'CREATE TABLE added (id TEXT);\n')
    const changed = [{ ...script(1, `${first.sql}\n`), name: first.name }, ...rest, next]
    await expect(migrate(database, now, changed)).rejects.toBeInstanceOf(MigrationRefused)
    await expect(migrate(database, now, changed)).rejects.toThrow('Migration 1 (organisations) differs')
    await expect(database.query('SELECT id FROM added')).rejects.toThrow()
  })

  test.skipIf(!available)('a database newer than this version is refused', async () => {
    await migrate(database, now, [...known, script(99, 'CREATE TABLE later (id TEXT);\n')])
    await expect(migrate(database, now)).rejects.toBeInstanceOf(MigrationRefused)
    await expect(pending(database)).rejects.toThrow(
      'migration 99 (test-99), which this version does not know',
    )
  })

  test.skipIf(!available)(
    'a script that fails halfway leaves nothing of itself and can be fixed',
    async () => {
      const broken = script(1, 'CREATE TABLE half (id TEXT);\nCREATE TABLE half (id TEXT);\n')
      await expect(migrate(database, now, [broken])).rejects.toThrow()
      expect(await applied()).toEqual([])
      const fixed = script(1, '-- note;\nCREATE TABLE half (id TEXT);\nCREATE TABLE other (id TEXT);\n')
      expect(await migrate(database, now, [fixed])).toEqual([fixed])
      expect(await database.query('SELECT half.id FROM half, other')).toEqual([])
    },
  )
})
