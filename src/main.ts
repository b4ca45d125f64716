// Starts and stops the server: configuration, store, workers, HTTP; and all of it in reverse.
import { join } from 'node:path'
import { allDoors, buildApp } from './app.ts'
import type { Settings } from './config.ts'
import { openGallery } from './gallery/open.ts'
import type { Gallery } from './gallery/port.ts'
import { openBook } from './http/book.ts'
import type { Door } from './http/door.ts'
import { openLimits } from './http/limits.ts'
import { type Log, withoutPersonalData } from './http/log.ts'
import { openMetrics } from './http/metrics.ts'
import { removeOldChallenges } from './liveness/retention.ts'
import { areKept, prepareNetworks } from './models/cache.ts'
import { rowNamed } from './models/manifest.ts'
import { openAuthenticator } from './organisations/authenticate.ts'
import { addOrganisation, type Credentials } from './organisations/manage.ts'
import type { Runtime, Traffic } from './runtime.ts'
import { openStore, type Store } from './store/open.ts'
import { anyOrganisation } from './store/records/organisations.ts'
import { lockForServing } from './store/sqlite.ts'
import { version } from './version.ts'
import type { Jobs } from './workers/jobs.ts'
import type { Pool, PoolEvent } from './workers/port.ts'
import { networksFolder, openWorkers } from './workers/server-pool.ts'

export interface Server {
  readonly url: string
  readonly runtime: Runtime
  /** Set only by the start that found no organisation and made the first. */
  readonly firstCredentials: Credentials | undefined
  /** Finishes what is in flight, refuses the rest, and ends by the deadline all the same; true when all was finished. */
  stop(): Promise<boolean>
}

export type Doors = (runtime: Runtime) => readonly Door[]

/** A start that cannot succeed; the message is for the person at the terminal. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/** `doors` is every capability's; tests and benches hang doors of their own on the same floor. */
export async function startServer(config: Settings, log: Log, doors: Doors = allDoors): Promise<Server> {
  const lock = config.databaseUrl ? undefined : lockData(config)
  const now = () => Date.now()
  const store = await openStore(config, now, {
    migrated: (name) => log.info({ migration: name }, 'database migrated'),
    masterKeyMade: (path) =>
      log.warn(
        { path },
        'made a master key: keep a copy apart from the data; without it nothing stored can be read',
      ),
  }).catch((error: unknown) => {
    lock?.release()
    throw error
  })
  const networks = makeNetworksReady(config, log)
  try {
    // Made before the workers open them, so that they are made once and not by each; found, they open meanwhile.
    if (!(await areKept(networksFolder(config)))) await networks
  } catch (error) {
    await store.close()
    lock?.release()
    throw error
  }
  const workers = openWorkers(config, { log: (event) => logPool(log, event) })
  let gallery: Gallery | undefined
  try {
    await networks
    await store.keyring.verify()
    // An embedded server is alone: whatever the journal holds was left by a process that is gone.
    await store.vault.sweep({ evenUnfinished: !config.databaseUrl }).catch((error: unknown) => {
      log.warn({ err: error }, 'files could not be swept; trying again later')
    })
    const { name, version: embedderVersion } = rowNamed('face-embedder')
    const opened = await openGallery({
      config,
      store,
      embedder: { name, version: embedderVersion },
      now,
      log: (level, fields, message) => log[level](fields, message),
    })
    gallery = opened
    const runtime = assemble(config, log, { store, workers, gallery: opened }, now)
    const app = await buildApp(runtime, doors(runtime))
    await workers.started()
    await app.listen({ host: config.host, port: config.port, listenTextResolver: () => '' })
    const firstCredentials = await firstOrganisation(store, now())
    const sweeping = sweepNowAndThen(runtime)
    const { port } = app.server.address() as { port: number }
    const host = config.host.includes(':') ? `[${config.host}]` : config.host
    return {
      url: `http://${host}:${port}`,
      runtime,
      firstCredentials,
      stop: async () => {
        clearInterval(sweeping)
        const deadline = performance.now() + config.shutdownDeadlineMs
        const drained = await drain(runtime.traffic, config.shutdownDeadlineMs)
        app.server.closeAllConnections()
        await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, 1000).unref())])
        await workers.close(Math.max(0, deadline - performance.now()))
        await opened.close()
        await store.close()
        lock?.release()
        return drained
      },
    }
  } catch (error) {
    await workers.close(0)
    await gallery?.close()
    await store.close()
    lock?.release()
    throw error
  }
}

function lockData(config: Settings): { release(): void } {
  const lock = lockForServing(join(config.data, 'serving.lock'))
  if (lock) return lock
  throw new CannotStart(
    `Another Selfsame server is running on ${config.data}. Stop it, or give this one its own SELFSAME_DATA; several servers on the same data need SELFSAME_DATABASE_URL.`,
  )
}

/** A network that is not the one we measured stops the start, in one sentence, whatever the workers do meanwhile. */
function makeNetworksReady(config: Settings, log: Log): Promise<void> {
  const startedAt = performance.now()
  const ready = prepareNetworks(networksFolder(config)).then((networks) => {
    const made = networks.filter((network) => network.made)
    if (made.length === 0) return
    const ms = Math.round(performance.now() - startedAt)
    log.info({ networks: made.map(({ name }) => name), ms }, 'networks made ready')
  })
  // Awaited later; a fault until then is nobody's unhandled one.
  ready.catch(() => {})
  return ready
}

function logPool(log: Log, said: PoolEvent): void {
  // A decoder's last words may quote what it was decoding.
  const event = 'stderrTail' in said ? { ...said, stderrTail: withoutPersonalData(said.stderrTail) } : said
  if (event.kind === 'ready') log.debug(event, 'worker ready')
  else if (event.kind === 'gone' && (event.reason === 'closed' || event.reason === 'recycled'))
    log.debug(event, 'worker ended')
  else log.warn(event, event.kind === 'gone' ? 'worker lost' : 'worker rests before its next start')
}

interface Parts {
  readonly store: Store
  readonly workers: Pool<Jobs>
  readonly gallery: Gallery
}

function assemble(
  config: Settings,
  log: Log,
  { store, workers, gallery }: Parts,
  now: () => number,
): Runtime {
  const traffic: Traffic = { inFlight: 0, closing: false }
  const limits = openLimits({ ...config, clock: () => performance.now() })
  const metrics = openMetrics({
    version,
    inFlight: () => traffic.inFlight,
    bodyBytes: limits.reservedBytes,
    workers: () => workers.stats(),
    gallery: () => gallery.stats(),
  })
  const authenticator = openAuthenticator({
    database: store.database,
    now,
    cacheMs: config.credentialCacheMs,
    failuresPerMinute: config.failedLogins,
  })
  return {
    version,
    config,
    log,
    metrics,
    book: openBook(log, metrics),
    store,
    workers,
    gallery,
    authenticator,
    limits,
    traffic,
    now,
  }
}

async function firstOrganisation(store: Store, now: number): Promise<Credentials | undefined> {
  if (await anyOrganisation(store.database)) return undefined
  return addOrganisation(store, 'first', now)
}

function sweepNowAndThen({ store, gallery, config, log, now }: Runtime): NodeJS.Timeout {
  const sweep = (
    what: 'unfinished files' | 'unfinished faces' | 'old challenges',
    act: () => Promise<number>,
  ) =>
    act().then(
      (count) => void (count > 0 && log.info({ count }, `${what} removed`)),
      (error: unknown) => log.warn({ err: error }, `${what} could not be swept; trying again later`),
    )
  const all = () => {
    void sweep('unfinished files', () => store.vault.sweep())
    void sweep('unfinished faces', () => gallery.sweep())
    void sweep('old challenges', () => removeOldChallenges(store.database, store.vault, now(), config))
  }
  return setInterval(all, Math.max(1000, config.writeDeadlineMs / 2)).unref()
}

/** Until nothing is in flight, or the deadline; the listener stays open meanwhile and answers 503. */
async function drain(traffic: Traffic, deadlineMs: number): Promise<boolean> {
  traffic.closing = true
  if (traffic.inFlight === 0) return true
  const idle = Promise.withResolvers<boolean>()
  traffic.whenIdle = () => idle.resolve(true)
  const timer = setTimeout(() => idle.resolve(false), deadlineMs)
  const drained = await idle.promise
  clearTimeout(timer)
  return drained
}
