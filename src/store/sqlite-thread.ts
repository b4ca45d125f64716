// Runs SQLite in a thread of its own, so that waiting for the disk never stalls the server's event loop.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { SqliteAnswer, SqliteRequest } from './sqlite.ts'

if (!parentPort) throw new Error('sqlite-thread.ts runs as a worker thread')
const port = parentPort

/** Two connections: readers see only what is committed while a transaction is open on the writer. */
const writer = connect()
const reader = connect()
reader.connection.exec('PRAGMA query_only = ON')

function connect() {
  const connection = new DatabaseSync((workerData as { path: string }).path)
  connection.exec(
    'PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;' +
      'PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF',
  )
  return { connection, statements: new Map<string, StatementSync>() }
}

function run(request: SqliteRequest): object[] {
  const { connection, statements } = request.on === 'reader' ? reader : writer
  if (request.script) {
    connection.exec(request.sql)
    return []
  }
  let statement = statements.get(request.sql)
  if (!statement) {
    // SQLite numbers parameters as ?1 where PostgreSQL writes $1.
    statement = connection.prepare(request.sql.replaceAll(/\$(\d+)/g, '?$1'))
    statements.set(request.sql, statement)
  }
  return statement.all(...request.values)
}

port.on('message', (request: SqliteRequest | 'close') => {
  if (request === 'close') {
    reader.connection.close()
    writer.connection.close()
    port.close()
    return
  }
  let answer: SqliteAnswer
  try {
    answer = { id: request.id, rows: run(request) }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    answer = { id: request.id, fault: { message, code: errcode ?? 0 } }
  }
  port.postMessage(answer)
})
