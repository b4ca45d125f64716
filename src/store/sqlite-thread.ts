// Runs one SQLite connection in a thread of its own, so that waiting for the disk never stalls the server's event loop.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort } from 'node:worker_threads'
import type { SqliteAnswer, SqliteOpening, SqliteRequest } from './sqlite.ts'

if (!parentPort) throw new Error('sqlite-thread.ts runs as a worker thread')
const port = parentPort

interface Opened {
  readonly connection: DatabaseSync
  readonly statements: Map<string, StatementSync>
}

let opened: Opened | undefined

function open({ path, role }: SqliteOpening): Opened {
  const connection = new DatabaseSync(path)
  connection.exec(
    'PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;' +
      'PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF',
  )
  if (role === 'reader') connection.exec('PRAGMA query_only = ON')
  return { connection, statements: new Map() }
}

function run({ connection, statements }: Opened, { sql, values, script, isLast }: SqliteRequest): object[] {
  if (isLast) {
    connection.close()
    opened = undefined
    return []
  }
  if (script) {
    connection.exec(sql)
    return []
  }
  let statement = statements.get(sql)
  if (!statement) {
    // SQLite numbers parameters as ?1 where PostgreSQL writes $1.
    statement = connection.prepare(sql.replaceAll(/\$(\d+)/g, '?$1'))
    statements.set(sql, statement)
  }
  return statement.all(...values)
}

port.on('message', (request: SqliteOpening | SqliteRequest) => {
  if ('path' in request) {
    // What is thrown here ends the thread with its reason.
    opened = open(request)
    return
  }
  let answer: SqliteAnswer
  try {
    if (!opened) throw new Error('no database is open')
    answer = { id: request.id, rows: run(opened, request) }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    answer = { id: request.id, fault: { message, code: errcode ?? 0 } }
  }
  port.postMessage(answer)
})
