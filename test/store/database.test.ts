// Runs the contract of a database on every engine, and tests an engine that is out of reach.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../specimens/kit/engines/postgres.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { StoreUnavailable } from '../../src/store/port.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { lockForServing, openSqlite } from '../../src/store/sqlite.ts'
import { databases, postgres } from './adapters.ts'
import { databaseContract } from './database.contract.ts'
import { transactionContract } from './transaction.contract.ts'

for (const adapter of databases) {
  databaseContract(adapter)
  transactionContract(adapter)
}

describe.skipIf(!postgres.available)('PostgreSQL out of reach', () => {
  test('is unavailable while it is down and serves again without being reopened', async () => {
    const server = await startPostgres()
    const database = openPostgres({ url: server.url, connections: 2 })
    onTestFinished(async () => {
      await database.close()
      await server.stop()
    })
    await database.query('CREATE TABLE kept (id TEXT)')

    const cutOff = database.transaction(async (queries) => {
      await queries.query("INSERT INTO kept VALUES ('uncommitted')")
      server.kill()
      await queries.query("INSERT INTO kept VALUES ('after')")
    })
    await expect(cutOff).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(database.query('SELECT 1')).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(database.transaction(async () => 'no')).rejects.toBeInstanceOf(StoreUnavailable)

    await server.restart()
    expect(await database.query('SELECT id FROM kept')).toEqual([])
    await database.transaction((queries) => queries.query("INSERT INTO kept VALUES ('again')"))
    expect(await database.query('SELECT id FROM kept')).toEqual([{ id: 'again' }])
  })

  test('that cannot be found is unavailable, not a bug', async () => {
    const database = openPostgres({ url: 'postgres://selfsame@127.0.0.1:1/none', connections: 1 })
    onTestFinished(() => database.close())
    await expect(database.query('SELECT 1')).rejects.toBeInstanceOf(StoreUnavailable)
  })
})

describe('SQLite out of reach', () => {
  test('is unavailable while another process holds the file, and serves again after', async () => {
    const folder = temporaryFolder()
    const path = join(folder.path, 'held.db')
    const database = openSqlite(path)
    await database.query('CREATE TABLE kept (id TEXT)')
    const holder = new DatabaseSync(path)
    onTestFinished(async () => {
      await database.close()
      holder.close()
      folder.remove()
    })
    holder.exec('BEGIN EXCLUSIVE')
    const refused = database.query("INSERT INTO kept VALUES ('a')")
    await expect(refused).rejects.toBeInstanceOf(StoreUnavailable)
    holder.exec('ROLLBACK')
    await database.query("INSERT INTO kept VALUES ('b')")
    expect(await database.query('SELECT id FROM kept')).toEqual([{ id: 'b' }])
  })

  test('in a file that is a folder is unavailable', async () => {
    const folder = temporaryFolder()
    onTestFinished(folder.remove)
    await expect(openSqlite(folder.path).query('SELECT 1')).rejects.toBeInstanceOf(StoreUnavailable)
  })

  test('lets one server at a time serve a folder', () => {
    const folder = temporaryFolder()
    onTestFinished(folder.remove)
    const path = join(folder.path, 'serving.lock')
    const first = lockForServing(path)
    expect(first).toBeDefined()
    expect(lockForServing(path)).toBeUndefined()
    first?.release()
    const second = lockForServing(path)
    expect(second).toBeDefined()
    second?.release()
  })
})
