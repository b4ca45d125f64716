// Starts and stops the server: configuration, store, workers, HTTP; and all of it in reverse.
import { join } from 'node:path'
import { allRoutes, buildApp } from './app.ts'
import { recorded } from './audit/command.ts'
import { openTrail } from './audit/trail.ts'
import type { Settings } from './config.ts'
import { openGallery } from './gallery/open.ts'
import type { Gallery } from './gallery/port.ts'
import { openAccessLog } from './http/access-log.ts'
import { openLimits } from './http/limits.ts'
import type { Route } from './http/route-spec.ts'
import { builtStudio } from './http/studio.ts'
import type { Jobs } from './jobs.ts'
import { areKept, prepareNetworks } from './models/cache.ts'
import { rowNamed } from './models/manifest.ts'
import { type Log, withoutPersonalData } from './observability/log.ts'
import { openMetrics } from './observability/metrics.ts'
import { openTracing } from './observability/open-tracing.ts'
import type { Tracing } from './observability/tracing.ts'
import { networksFolder, openWorkers } from './open-workers.ts'
import { openAuthenticator } from './organisations/authenticate.ts'
import { addOrganisation, type Credentials } from './organisations/manage.ts'
import { openReceipts } from './receipts/keep.ts'
import type { Runtime, Traffic } from './runtime.ts'
import { freeBytes } from './store/disk.ts'
import { openStore, type Store } from './store/open.ts'
import { anyOrganisation } from './store/records/organisations.ts'
import { lockForServing } from './store/sqlite.ts'
import { sweepNowAndThen } from './sweeps.ts'
import { around } from './traced.ts'
import { version } from './version.ts'
import { openBrowserNetworks } from './vision/browser-networks.ts'
import type { Pool, PoolEvent } from './workers/port.ts'

export interface Server {
  readonly url: string
  readonly runtime: Runtime
  /** Set only by the start that found no organisation and made the first. */
  readonly firstCredentials: Credentials | undefined
  /** Finishes what is in flight, refuses the rest, and ends by the deadline all the same; true when all was finished. */
  stop(): Promise<boolean>
}

export type Routes = (runtime: Runtime) => readonly Route[]

/** A start that cannot succeed; the message is for the person at the terminal. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/** `doors` is every capability's; tests and benches hang doors of their own, or another studio, on the same floor. */
export async function startServer(
  config: Settings,
  log: Log,
  routes: Routes = allRoutes,
  studioFolder = builtStudio,
): Promise<Server> {
  const lock = config.databaseUrl ? undefined : lockData(config)
  const now = () => Date.now()
  const tracing = await openTracing(config, version, log)
  const watched = around(tracing)
  const events = {
    migrated: (name: string) => log.info({ migration: name }, 'database migrated'),
    masterKeyMade: (path: string) =>
      log.warn(
        { path },
        'made a master key: keep a copy apart from the data; without it nothing stored can be read',
      ),
  }
  const store = await openStore(config, now, events, watched).catch((error: unknown) => {
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
  const workers = watched.workers(openWorkers(config, { log: (event) => logPool(log, event) }))
  let gallery: Gallery | undefined
  try {
    await networks
    await store.keyring.verify()
    // An embedded server is alone: whatever the journal holds was left by a process that is gone.
    await store.vault.sweep({ evenUnfinished: !config.databaseUrl }).catch((error: unknown) => {
      log.warn({ err: error }, 'files could not be swept; trying again later')
    })
    const { name, version: embedderVersion } = rowNamed('face-embedder')
    const searched = await openGallery({
      config,
      store,
      embedder: { name, version: embedderVersion },
      now,
      log: (level, fields, message) => log[level](fields, message),
    })
    const opened = watched.gallery(searched)
    gallery = opened
    const runtime = assemble(config, log, { store, workers, gallery: opened, tracing }, now)
    const network = openBrowserNetworks(networksFolder(config))
    const app = await buildApp(runtime, routes(runtime), { folder: studioFolder, network })
    await workers.started()
    await app.listen({ host: config.host, port: config.port, listenTextResolver: () => '' })
    const firstCredentials = await firstOrganisation(store, config, now())
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
        await runtime.trail.settled()
        await store.close()
        await tracing?.close()
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
  readonly tracing: Tracing | undefined
}

function assemble(
  config: Settings,
  log: Log,
  { store, workers, gallery, tracing }: Parts,
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
    freeBytes: () => freeBytes(config.data),
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
    accessLog: openAccessLog(log, metrics),
    trail: around(tracing).trail(openTrail({ database: store.database, now, isOn: config.audit === 'on' })),
    receipts: openReceipts({ ...config, store, now, serverVersion: version }),
    store,
    workers,
    gallery,
    authenticator,
    limits,
    traffic,
    tracing,
    now,
  }
}

async function firstOrganisation(
  store: Store,
  { audit }: Settings,
  now: number,
): Promise<Credentials | undefined> {
  if (await anyOrganisation(store.database)) return undefined
  return recorded(store, audit === 'on', { name: 'org add' }, () => addOrganisation(store, 'first', now))
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
