// The database for several servers: PostgreSQL, through a pool that reconnects by itself.
import pg from 'pg'
import { type Database, type Queries, ReferenceMissing, type SqlValue, StoreUnavailable } from './port.ts'

const bigint = 20
const foreignKeyFailed = '23503'

interface PostgresOptions {
  readonly url: string
  readonly connections: number
  /** A statement that takes longer is cancelled: a database that hangs must not block callers. */
  readonly statementTimeoutMs?: number
  /** How long a caller waits for a connection, a new one or one that others use. */
  readonly connectionTimeoutMs?: number
}

export function openPostgres({
  url,
  connections,
  statementTimeoutMs = 30_000,
  connectionTimeoutMs = 5_000,
}: PostgresOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    // A silently dropped connection never answers, so the client needs a timeout of its own.
    query_timeout: statementTimeoutMs + 1_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    application_name: 'selfsame',
    types: {
      // Our BIGINTs are times, sizes and counts below 2^53; pg would return them as text.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === bigint ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)

  const through = (client: pg.Pool | pg.PoolClient): Queries => ({
    query: async <Row extends object>(sql: string, values: readonly SqlValue[] = []) => {
      try {
        const result = await client.query(sql, values.map(bound))
        return result.rows as Row[]
      } catch (error) {
        throw faultOf(error)
      }
    },
  })
  const onPool = through(pool)

  return {
    engine: 'postgres',
    query: onPool.query,
    async transaction(work) {
      const client = await pool.connect().catch((error: unknown) => {
        throw faultOf(error)
      })
      // A connection that breaks between two queries reports here; the next query then fails.
      const ignore = () => undefined
      client.on('error', ignore)
      const queries = through(client)
      let broken: unknown
      try {
        await queries.query('BEGIN')
        const result = await work(queries)
        await commit(client)
        return result
      } catch (error) {
        // A silent connection would not answer a ROLLBACK either; closing it rolls the transaction back.
        if (silences.has(error as Error)) broken = error
        else
          await queries.query('ROLLBACK').catch((fault: unknown) => {
            broken = fault
          })
        throw error
      } finally {
        client.off('error', ignore)
        client.release(broken !== undefined)
      }
    },
    script: async (sql) => void (await onPool.query(sql)),
    scrub: async () => void (await onPool.query('VACUUM organisation_keys')),
    close: () => pool.end(),
  }
}

/** PostgreSQL answers the COMMIT of a transaction that failed before with a ROLLBACK, and no error. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT').catch((error: unknown) => {
    throw faultOf(error)
  })
  if (command !== 'COMMIT') throw new Error('PostgreSQL: the transaction had failed and was rolled back')
}

function bound(value: SqlValue): unknown {
  return value instanceof Uint8Array && !Buffer.isBuffer(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : value
}

/**
 * SQLSTATE classes that mean "not now": connection, read-only standby, idle too long, login, no such database,
 * conflict and deadlock, resources, lock, operator intervention and timeout, system.
 */
const passing = /^(08|25006|25P03|28|3D|40|53|55P03|57|58)/

/** Errors of the connection itself, after which it is not used again. */
const silences = new WeakSet<Error>()

function faultOf(error: unknown): Error {
  const { code, message, name } = error as { code?: string; message?: string; name?: string }
  const network = code === undefined || /^E[A-Z]+$/.test(code)
  if (network) {
    const silence = new StoreUnavailable(`PostgreSQL: ${code ?? message ?? name}`)
    silences.add(silence)
    return silence
  }
  if (passing.test(code)) return new StoreUnavailable(`PostgreSQL ${code}: ${message}`)
  if (code === foreignKeyFailed) return new ReferenceMissing('PostgreSQL: a foreign key has no counterpart')
  // The detail of a PostgreSQL error quotes stored values, as does the message about a malformed one.
  if (code.startsWith('22')) return new Error(`PostgreSQL ${code}: a value does not fit its column`)
  return new Error(`PostgreSQL ${code}: ${message}`)
}
