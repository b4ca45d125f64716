// Runs one SQLite connection in a thread of its own, so that waiting for the disk never stalls the server's event loop.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { SqliteAnswer, SqliteRequest, SqliteThreadData } from './sqlite.ts'

if (!parentPort) throw new Error('sqlite-thread.ts runs as a worker thread')
const port = parentPort
const { path, role } = workerData as SqliteThreadData

const connection = new DatabaseSync(path)
connection.exec(
  'PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;' +
    'PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF',
)
if (role === 'reader') connection.exec('PRAGMA query_only = ON')
const statements = new Map<string, StatementSync>()

function run({ sql, values, script }: SqliteRequest): object[] {
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

port.on('message', (request: SqliteRequest | 'close') => {
  if (request === 'close') {
    connection.close()
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
