// Puts spans around the parts of a server that a request waits for: database, files, workers, gallery, audit trail.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Trail } from './audit/trail.ts'
import type { Gallery } from './gallery/port.ts'
import { type Attributes, kindOf, type Tracing } from './observability/tracing.ts'
import type { Database, Files, Queries } from './store/port.ts'
import type { JobTable, Pool } from './workers/port.ts'

/** Puts a span around `act`, however it ends; spans that begin inside become its children. */
async function timed<T>(
  tracing: Tracing,
  name: string,
  attributes: Attributes,
  act: () => Promise<T>,
): Promise<T> {
  const span = tracing.part(name, attributes)
  if (!span) return act()
  try {
    const result = await tracing.within(span, act)
    span.end()
    return result
  } catch (error) {
    span.end(kindOf(error))
    throw error
  }
}

const systems = { sqlite: 'sqlite', postgres: 'postgresql' } as const

function tracedDatabase(tracing: Tracing, database: Database): Database {
  const system = { 'db.system.name': systems[database.engine] }
  const statements = new Map<string, { readonly name: string; readonly attributes: Attributes }>()

  function statementOf(sql: string) {
    const known = statements.get(sql)
    if (known) return known
    const { operation, table } = partsOf(sql)
    const collection: Attributes = table === '' ? {} : { 'db.collection.name': table }
    const name = table === '' ? operation : `${operation} ${table}`
    const fresh = { name, attributes: { ...system, ...collection, 'db.operation.name': operation } }
    statements.set(sql, fresh)
    return fresh
  }

  const through = (queries: Queries): Queries['query'] => {
    return (sql, values) => {
      const { name, attributes } = statementOf(sql)
      return timed(tracing, name, attributes, () => queries.query(sql, values))
    }
  }

  return {
    ...database,
    query: through(database),
    transaction: (work) =>
      timed(tracing, 'transaction', system, () =>
        database.transaction((queries) => work({ query: through(queries) })),
      ),
  }
}

/** The operation and the table of a statement, never its values. */
function partsOf(sql: string): { readonly operation: string; readonly table: string } {
  const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? ''
  const table = /\b(?:FROM|INTO|UPDATE|TABLE)\s+([a-z_]+)/i.exec(sql)?.[1] ?? ''
  return { operation, table }
}

function tracedFiles(tracing: Tracing, files: Files): Files {
  const engine = { 'selfsame.files.engine': files.engine }
  return {
    ...files,
    put: (key, bytes) =>
      timed(tracing, 'file put', { ...engine, 'selfsame.bytes': bytes.byteLength }, () =>
        files.put(key, bytes),
      ),
    get: (key) => timed(tracing, 'file get', engine, () => files.get(key)),
    remove: (key) => timed(tracing, 'file remove', engine, () => files.remove(key)),
  }
}

/** A job has two spans: its wait for a worker, and its work there. A job that is tried again has a second work span. */
function tracedWorkers<Jobs extends JobTable>(tracing: Tracing, workers: Pool<Jobs>): Pool<Jobs> {
  return {
    run(name, input, options) {
      const job = { 'selfsame.job': name }
      let span = tracing.part('queue', job)
      if (!span) return workers.run(name, input, options)
      // This is called in the context of the job that ended, so it is bound to the request of this one.
      const onStart = AsyncLocalStorage.bind(() => {
        span?.end()
        span = tracing.part(`job ${name}`, job)
      })
      const running = workers.run(name, input, { ...options, onStart })
      running.then(
        () => span?.end(),
        (error: unknown) => span?.end(kindOf(error)),
      )
      return running
    },
    stats: () => workers.stats(),
    ask: (timeoutMs) => workers.ask(timeoutMs),
    started: (timeoutMs) => workers.started(timeoutMs),
    close: (deadlineMs) => workers.close(deadlineMs),
  }
}

function tracedGallery(tracing: Tracing, gallery: Gallery): Gallery {
  const engine = { 'selfsame.gallery.engine': gallery.engine }
  const around = <T>(name: string, act: () => Promise<T>) => timed(tracing, `gallery ${name}`, engine, act)
  return {
    ...gallery,
    register: (key, face, commit) =>
      around('register', () =>
        gallery.register(key, face, (add) =>
          commit((queries, number) => around('add', () => add(queries, number))),
        ),
      ),
    remove: (key, commit) => around('remove', () => gallery.remove(key, commit)),
    nearest: (key, question) => around('search', () => gallery.nearest(key, question)),
    nearestOfEach: (key, questions) => around('search', () => gallery.nearestOfEach(key, questions)),
  }
}

/** The span of the wait until an entry is durable. One commit serves many requests and belongs to none of them. */
function tracedTrail(tracing: Tracing, trail: Trail): Trail {
  return {
    ...trail,
    record(event, done, attached) {
      const span = tracing.part('audit')
      const settled = (error?: Error) => {
        span?.end(error && kindOf(error))
        done(error)
      }
      tracing.outside(() => trail.record(event, settled, attached))
    },
  }
}

const asItIs = <Part>(part: Part): Part => part

/** The functions that put spans around each part of a server; where nothing is traced they change nothing. */
export function around(tracing: Tracing | undefined) {
  if (!tracing) return { database: asItIs, files: asItIs, workers: asItIs, gallery: asItIs, trail: asItIs }
  return {
    database: (database: Database) => tracedDatabase(tracing, database),
    files: (files: Files) => tracedFiles(tracing, files),
    workers: <Jobs extends JobTable>(workers: Pool<Jobs>) => tracedWorkers(tracing, workers),
    gallery: (gallery: Gallery) => tracedGallery(tracing, gallery),
    trail: (trail: Trail) => tracedTrail(tracing, trail),
  }
}
