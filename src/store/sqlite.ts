// The embedded database: SQLite in write-ahead mode, where every commit is on the disk before it is acknowledged.
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { makeFolderSync } from '../system/make-folder.ts'
import {
  type Database,
  type Queries,
  ReferenceMissing,
  type SqlValue,
  StoredDataDamaged,
  StoreUnavailable,
} from './port.ts'

export interface SqliteOpening {
  readonly path: string
  readonly role: 'reader' | 'writer'
}

export interface SqliteRequest {
  readonly id: number
  readonly sql: string
  readonly values: readonly SqlValue[]
  readonly script?: boolean
  /** Closes the database, after which the thread waits for another. */
  readonly isLast?: boolean
}

export type SqliteAnswer =
  | { readonly id: number; readonly rows: object[] }
  | { readonly id: number; readonly fault: { readonly message: string; readonly code: number } }

/** Reads run on a thread of their own: they see only committed rows and never wait for the writer or its disk. */
export function openSqlite(path: string): Database {
  makeFolderSync(dirname(path))
  const writer = openThread({ path, role: 'writer' })
  let reader: SqliteThread | undefined

  const onWriter: Queries = {
    query: async <Row extends object>(sql: string, values: readonly SqlValue[] = []) =>
      (await writer.ask({ sql, values })) as Row[],
  }

  /** Writers take turns: statements of others must not become part of an open transaction. */
  let turn: Promise<unknown> = Promise.resolve()
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work, work)
    turn = mine.catch(() => undefined)
    return mine
  }

  /** The reader is opened after the writer has answered once, so that only the writer creates the file. */
  const onReader = async (sql: string, values: readonly SqlValue[]): Promise<object[]> => {
    await writer.opened
    reader ??= openThread({ path, role: 'reader' })
    return reader.ask({ sql, values })
  }

  return {
    engine: 'sqlite',
    query: async <Row extends object>(sql: string, values: readonly SqlValue[] = []) =>
      /^\s*select\b/i.test(sql)
        ? ((await onReader(sql, values)) as Row[])
        : inTurn(() => onWriter.query<Row>(sql, values)),
    transaction: (work) =>
      inTurn(async () => {
        await onWriter.query('BEGIN IMMEDIATE')
        try {
          const result = await work(onWriter)
          await onWriter.query('COMMIT')
          return result
        } catch (error) {
          await onWriter.query('ROLLBACK').catch(() => undefined)
          throw error
        }
      }),
    script: (sql) => inTurn(async () => void (await writer.ask({ sql, values: [], script: true }))),
    scrub: () => inTurn(async () => void (await onWriter.query('PRAGMA wal_checkpoint(TRUNCATE)'))),
    close: () =>
      inTurn(async () => {
        await reader?.close()
        await writer.close()
      }),
  }
}

interface SqliteThread {
  readonly opened: Promise<unknown>
  ask(request: Omit<SqliteRequest, 'id'>): Promise<object[]>
  close(): Promise<void>
}

/**
 * Threads whose database was closed, for the next ones: a thread takes ten times as long to start as a database to open.
 * A server opens one and never comes back here; a command may open several, and tests open thousands.
 */
const resting = new Set<Worker>()

function restedOrNew(): Worker {
  for (const thread of resting) {
    resting.delete(thread)
    return thread
  }
  const thread = new Worker(new URL('./sqlite-thread.ts', import.meta.url))
  return thread.on('exit', () => resting.delete(thread))
}

function openThread(opening: SqliteOpening): SqliteThread {
  const thread = restedOrNew()
  const waiting = new Map<number, { resolve: (rows: object[]) => void; reject: (error: Error) => void }>()
  let lastId = 0
  let broken: Error | undefined

  const hear = (answer: SqliteAnswer) => {
    const waiter = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('rows' in answer) waiter?.resolve(answer.rows)
    else waiter?.reject(faultOf(answer.fault))
    if (waiting.size === 0) thread.unref()
  }
  const breakOff = (error: Error) => {
    const { message, errcode } = error as Error & { errcode?: number }
    broken ??=
      errcode === undefined
        ? new StoreUnavailable(`the database is closed: ${message}`)
        : faultOf({ message, code: errcode })
    for (const waiter of waiting.values()) waiter.reject(broken)
    waiting.clear()
  }
  const leave = (code: number) => breakOff(new Error(`exit code ${code}`))
  thread.on('message', hear).on('error', breakOff).on('exit', leave)
  thread.postMessage(opening)

  function ask(request: Omit<SqliteRequest, 'id'>): Promise<object[]> {
    if (broken) return Promise.reject(broken)
    const id = ++lastId
    thread.ref()
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      thread.postMessage({ ...request, id })
    })
  }

  return {
    opened: ask({ sql: 'SELECT 1', values: [] }).catch(() => undefined),
    ask,
    async close() {
      if (broken) return
      const isClosed = ask({ sql: '', values: [], isLast: true }).then(
        () => true,
        () => false,
      )
      broken = new StoreUnavailable('the database is closed')
      if (!(await isClosed)) return void (await thread.terminate())
      thread.off('message', hear).off('error', breakOff).off('exit', leave)
      resting.add(thread)
    },
  }
}

/** All pages in one step: a copy in several steps starts again whenever another process writes. */
const EVERY_PAGE = 2 ** 31 - 1

/** Copies the state of one moment of a database that may be in use. */
export async function copySqlite(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 })
  try {
    await backup(source, to, { rate: EVERY_PAGE })
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    throw faultOf({ message, code: errcode ?? 0 })
  } finally {
    source.close()
  }
}

/** Undefined when another server holds the lock; the system releases it when the process ends in any way. */
export function lockForServing(path: string): { release(): void } | undefined {
  makeFolderSync(dirname(path))
  let lock: DatabaseSync | undefined
  try {
    const opened = new DatabaseSync(path)
    lock = opened
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return { release: () => opened.close() }
  } catch (error) {
    lock?.close()
    const { message, errcode = 0 } = error as Error & { errcode?: number }
    if ((errcode & 0xff) === held) return undefined
    // A full or read-only disk does not mean that another server runs.
    throw faultOf({ message, code: errcode })
  }
}

/** Whether a server holds the lock; only asks, so that a server that starts at the same moment gets it. */
export function isHeld(path: string): boolean {
  const lock = new DatabaseSync(path, { readOnly: true })
  try {
    lock.exec('SELECT name FROM sqlite_master')
    return false
  } catch (error) {
    return ((error as { errcode?: number }).errcode ?? 0) % 256 === held
  } finally {
    lock.close()
  }
}

const held = 5
const unavailable = new Map([
  [5, 'another process keeps the database busy'],
  [6, 'the database is locked'],
  [8, 'the database is read-only'],
  [10, 'the disk of the database fails'],
  [13, 'the disk of the database is full'],
  [14, 'the database cannot be opened'],
])
const foreignKeyFailed = 787
const damaged = new Map([
  [11, 'the database file is damaged'],
  [26, 'the database file is not a database'],
])

function faultOf({ message, code }: { message: string; code: number }): Error {
  if (code === foreignKeyFailed) return new ReferenceMissing('SQLite: a foreign key has no counterpart')
  const primary = code & 0xff
  const reason = unavailable.get(primary)
  if (reason) return new StoreUnavailable(`${reason} (${message})`)
  const damage = damaged.get(primary)
  if (damage) return new StoredDataDamaged(`${damage} (${message})`)
  return new Error(`SQLite: ${message}`)
}
