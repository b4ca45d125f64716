// Starts the server, part by part, and stops it in reverse.
import { join, resolve } from 'node:path'
import { allRoutes, buildApp, closeApp, type ServerParts } from './app.ts'
import { type AttestationTrust, openAttestationTrust } from './attestation/trust.ts'
import { bindExisting } from './audit/bound-rows.ts'
import { recorded } from './audit/command.ts'
import { openTrail, type Trail } from './audit/trail.ts'
import type { Settings } from './config.ts'
import { guidingPageNetworkNames } from './documents/pages/networks.ts'
import { faceRemoval } from './faces/collections/remove.ts'
import { openGallery } from './gallery/open.ts'
import type { Gallery } from './gallery/port.ts'
import { openAccessLog } from './http/access-log.ts'
import { openLimits } from './http/limits.ts'
import type { Traffic } from './http/ports.ts'
import type { Route } from './http/route-spec.ts'
import { builtStudio } from './http/studio.ts'
import { oldestFfmpeg } from './image/video/find-ffmpeg.ts'
import type { Jobs } from './jobs.ts'
import { openEvidence } from './journey/evidence.ts'
import { openSessions } from './members/sessions.ts'
import { openSignIn } from './members/sign-in.ts'
import { areKept, loadNetwork, prepareNetworks } from './models/cache.ts'
import { rowNamed } from './models/manifest.ts'
import { fileOf } from './models/network.ts'
import { type Log, withoutPersonalData } from './observability/log.ts'
import { openMetrics } from './observability/metrics.ts'
import { openTracing } from './observability/open-tracing.ts'
import type { Tracing } from './observability/tracing.ts'
import { networksFolder, openWorkers, openWorkersCage } from './open-workers.ts'
import { openAuthenticator } from './organisations/authenticate.ts'
import { openGuessing } from './organisations/guessing.ts'
import { addOrganisation, type Credentials } from './organisations/manage.ts'
import { openReceipts } from './receipts/keep.ts'
import { freeBytes } from './store/disk.ts'
import { openStore, type Store, withPath } from './store/open.ts'
import { countOpenSessions } from './store/records/member-sessions.ts'
import { anyOrganisation } from './store/records/organisations.ts'
import { storageOfAll } from './store/records/storage.ts'
import { trustCounts } from './store/records/trust.ts'
import { openVerifications } from './store/records/verifications.ts'
import { webhookCounts } from './store/records/webhook-deliveries.ts'
import { lockForServing } from './store/sqlite.ts'
import { judgeNowAndThen, searchDuplicatesNowAndThen, sweepNowAndThen } from './sweeps.ts'
import { openFolderOf } from './system/make-folder.ts'
import { version } from './system/version.ts'
import { around } from './traced.ts'
import { openJudging } from './verifications/process.ts'
import { openPersonaRuns } from './verifications/sandbox/persona-runs.ts'
import { openVisits } from './verifications/session/visits.ts'
import { guidingNetworkNames } from './vision/networks.ts'
import { openVideoProgram, type TriedAll, type VideoProgram } from './vision/video-program.ts'
import { openDeliverer } from './webhooks/deliverer.ts'
import { openSender } from './webhooks/send.ts'
import type { Sandbox } from './workers/cage.ts'
import type { Pool, PoolEvent } from './workers/port.ts'

export interface Server {
  /** With the base path, where there is one. */
  readonly url: string
  readonly runtime: ServerParts
  /** The credentials of the first organisation; set only by the start that made it. */
  readonly firstCredentials: Credentials | undefined
  /** Finishes the requests in flight and refuses new ones, until the deadline at most; true when all were finished. */
  stop(): Promise<boolean>
}

export type Routes = (parts: ServerParts) => readonly Route[]

/** A start that cannot succeed; the message is for the person at the terminal. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/** Workers with what holds them. */
export interface StartedWorkers {
  readonly pool: Pool<Jobs>
  readonly sandbox: Sandbox
}

/**
 * Whatever is opened is closed on every way out, the newest first. `routes` are those of every capability; tests and
 * benches add routes of their own, serve another studio, or lend workers that several servers in one process share.
 */
export async function startServer(
  config: Settings,
  log: Log,
  routes: Routes = allRoutes,
  studioFolder = builtStudio,
  lent?: StartedWorkers,
): Promise<Server> {
  await using opened = new AsyncDisposableStack()
  if (!config.databaseUrl) opened.adopt(lockData(config), (lock) => lock.release())
  const now = () => Date.now()
  const tracing = await openTracing(config, version, log)
  if (tracing) opened.defer(() => tracing.close())
  const traced = around(tracing)
  const store = opened.adopt(await openStore(config, now, storeEvents(log), traced), (open) => open.close())
  const trail = traced.trail(openTrail({ database: store.database, now, isOn: config.audit === 'on' }))
  opened.defer(() => trail.settled())
  const attestation = await openAttestationTrust(config, (words) =>
    log.warn({ words }, 'the list of revoked keys could not be read again; the one before holds'),
  )
  // The gallery is opened after the workers but closed after them, because their last jobs may still change it.
  const galleryPlace = opened.use(new AsyncDisposableStack())
  let closeBy = 0
  const { pool, sandbox } =
    lent ?? (await startWorkers(config, log, opened, () => Math.max(0, closeBy - performance.now())))
  const workers = traced.workers(pool)
  const videos = openVideoProgram(workers, config.ffmpeg, (tried) => tellOfFfmpeg(log, tried))
  await store.keyring.verify()
  const boundNow = await bindExisting(store.database, trail)
  if (boundNow) log.info({ rows: boundNow }, 'rows bound to the audit trail')
  // An embedded server is alone, so whatever the journal holds was left by a process that is gone.
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
  const gallery = galleryPlace.adopt(traced.gallery(searched), (open) => open.close())
  const runtime = assemble(
    config,
    log,
    { store, trail, workers, videos, sandbox, gallery, tracing, attestation },
    now,
  )
  opened.defer(() => runtime.authenticator.close())
  opened.adopt(runtime.webhooks, (webhooks) =>
    webhooks.close(Math.min(LAST_WEBHOOKS_MS, config.shutdownDeadlineMs)),
  )
  opened.adopt(runtime.judging, (judging) =>
    judging.close(Math.min(LAST_WEBHOOKS_MS, config.shutdownDeadlineMs)),
  )
  const network = openBrowserNetworks(networksFolder(config))
  const app = opened.adopt(
    await buildApp(runtime, routes(runtime), { folder: studioFolder, network }),
    closeApp,
  )
  runtime.personaRuns.connect(async (method, path, bearer, body) => {
    const { statusCode, payload } = await app.inject({
      method,
      url: config.basePath + path,
      headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { payload: JSON.stringify(body) }),
    })
    return { status: statusCode, body: JSON.parse(payload) }
  })
  await workers.started()
  // The start does not wait for it; what needs to know does.
  void videos.path()
  let isDrained = true
  opened.defer(async () => {
    closeBy = performance.now() + config.shutdownDeadlineMs
    isDrained = await drain(runtime.traffic, config.shutdownDeadlineMs)
  })
  await app.listen({ host: config.host, port: config.port, listenTextResolver: () => '' })
  const firstCredentials = await firstOrganisation(store, config, now())
  opened.adopt(setInterval(() => trail.chainBound(), CHAIN_BOUND_MS).unref(), clearInterval)
  opened.adopt(sweepNowAndThen(runtime), clearInterval)
  opened.adopt(judgeNowAndThen(runtime), clearInterval)
  opened.adopt(searchDuplicatesNowAndThen(runtime), (searches) => searches.stop())
  const { port } = app.server.address() as { port: number }
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const running = opened.move()
  let stopped: Promise<boolean> | undefined
  return {
    url: `http://${host}:${port}${config.basePath}`,
    runtime,
    firstCredentials,
    stop: () => {
      stopped ??= running.disposeAsync().then(() => isDrained)
      return stopped
    },
  }
}

const storeEvents = (log: Log) => ({
  migrated: (name: string) => log.info({ migration: name }, 'database migrated'),
  masterKeyMade: (path: string) =>
    log.warn(
      { path },
      'made a master key: keep a copy apart from the data; without it nothing stored can be read',
    ),
})

function lockData(config: Settings): { release(): void } {
  openFolderOf('SELFSAME_DATA', config.data)
  const path = join(config.data, 'serving.lock')
  const lock = lockedOrWhy(path)
  if (lock) return lock
  throw new CannotStart(
    `Another Selfsame server is running on ${resolve(config.data)}. Stop it, or give this one its own SELFSAME_DATA; several servers on the same data need SELFSAME_DATABASE_URL.`,
  )
}

function lockedOrWhy(path: string): { release(): void } | undefined {
  try {
    return lockForServing(path)
  } catch (error) {
    throw withPath(path, error)
  }
}

/** The workers may still be starting; their networks are the ones that were measured. */
async function startWorkers(
  config: Settings,
  log: Log,
  opened: AsyncDisposableStack,
  closingMs: () => number,
): Promise<StartedWorkers> {
  const networks = startPreparingNetworks(config, log)
  opened.defer(() => networks.catch(() => undefined))
  // Missing networks are prepared before the workers open them, once and not by each; workers open kept ones meanwhile.
  if (!(await areKept(networksFolder(config)))) await networks
  const cage = await openWorkersCage(config)
  logSandbox(log, cage.sandbox)
  const workers = openWorkers(config, cage, { log: (event) => logPool(log, event) })
  const pool = opened.adopt(workers, (open) => open.close(closingMs()))
  await networks
  return { pool, sandbox: cage.sandbox }
}

/** A network that is not the one we measured stops the start with one sentence, whatever the workers do meanwhile. */
function startPreparingNetworks(config: Settings, log: Log): Promise<void> {
  const startedAt = performance.now()
  const prepared = prepareNetworks(networksFolder(config)).then((networks) => {
    const made = networks.filter((network) => network.made)
    if (made.length === 0) return
    const ms = Math.round(performance.now() - startedAt)
    log.info({ networks: made.map(({ name }) => name), ms }, 'networks prepared')
  })
  // The caller awaits it later; until then a failure must not count as unhandled.
  prepared.catch(() => {})
  return prepared
}

function logPool(log: Log, raw: PoolEvent): void {
  // The stderr of a decoder may quote what it was decoding.
  const event = 'stderrTail' in raw ? { ...raw, stderrTail: withoutPersonalData(raw.stderrTail) } : raw
  if (event.kind === 'ready') log.debug(event, 'worker ready')
  else if (event.kind === 'gone' && (event.reason === 'closed' || event.reason === 'recycled'))
    log.debug(event, 'worker ended')
  else log.warn(event, event.kind === 'gone' ? 'worker lost' : 'worker rests before its next start')
}

/** What is being sent or judged when the server stops may take this long; then another server does it again. */
const LAST_WEBHOOKS_MS = 2_000

/** What the server changes without a request is in the audit trail after this time. */
const CHAIN_BOUND_MS = 1_000

/** Metrics name so many organisations, those that store most. */
const MOST_IN_METRICS = 500

function tellOfFfmpeg(log: Log, { choice, fault }: TriedAll): void {
  const { chosen, refused } = choice
  if (fault) log.warn({ why: fault }, 'no ffmpeg reads videos here, so they are answered 503')
  if (!chosen) return
  const { path, version, lacks } = chosen
  log.info({ path, version, lacks }, 'videos are read by ffmpeg')
  for (const { path: other, fault: why } of refused)
    if (why) log.warn({ path: other, why }, 'an ffmpeg does not run here, and another is taken')
  if (chosen.isOld)
    log.warn(
      { path, version, oldest: oldestFfmpeg },
      'ffmpeg is old, and its faults are known to attackers: install a newer one, or set SELFSAME_FFMPEG',
    )
}

function logSandbox(log: Log, sandbox: Sandbox): void {
  if (sandbox.state === 'off')
    log.warn(sandbox, 'workers are not caged, as SELFSAME_CAGE says: a decoder that is taken over reads all')
  else if (sandbox.open)
    log.warn(sandbox, 'a decoder that is taken over reads keys or data, as SELFSAME_CAGE=partial allows')
  else if (sandbox.lacking === undefined) log.info(sandbox, 'workers are caged')
  else
    log.warn(
      sandbox,
      `workers are caged ${sandbox.state === 'caged' ? 'but for what is lacking' : 'only in part'}: see "The cage of the workers" in docs/guides/operations.md`,
    )
}

interface Parts {
  readonly store: Store
  readonly trail: Trail
  readonly workers: Pool<Jobs>
  readonly videos: VideoProgram
  readonly sandbox: Sandbox
  readonly gallery: Gallery
  readonly tracing: Tracing | undefined
  readonly attestation: AttestationTrust
}

function assemble(
  config: Settings,
  log: Log,
  { store, trail, workers, videos, sandbox, gallery, tracing, attestation }: Parts,
  now: () => number,
): ServerParts {
  const traffic: Traffic = { inFlight: 0, closing: false }
  const limits = openLimits({ ...config, clock: () => performance.now() })
  const metrics = openMetrics({
    version,
    inFlight: () => traffic.inFlight,
    bodyBytes: limits.reservedBytes,
    workers: () => workers.stats(),
    sandboxLayers: sandbox.layers,
    gallery: () => gallery.stats(),
    freeBytes: () => freeBytes(config.data),
    trust: () => trustCounts(store.database, now()),
    webhooks: async () => {
      const { waiting, oldestAt } = await webhookCounts(store.database)
      return { waiting, oldestMs: oldestAt === null ? 0 : Math.max(0, now() - oldestAt) }
    },
    memberSessions: () => countOpenSessions(store.database, now(), now() - config.memberIdleMs),
    verifications: async () =>
      (await openVerifications(store.database)).map(({ state, count, since }) => ({
        state,
        count,
        oldestSeconds: (now() - since) / 1000,
      })),
    storage: async () =>
      (await storageOfAll(store.database, MOST_IN_METRICS)).map(({ id, usedBytes, ownLimitBytes }) => ({
        id,
        usedBytes,
        limitBytes: ownLimitBytes ?? config.storageLimitBytes,
      })),
  })
  const receipts = openReceipts({ ...config, store, now, serverVersion: version })
  const evidence = openEvidence({ store, workers, gallery, config, receipts, now, version })
  const judging = openJudging({ store, evidence, trail, receipts, log, metrics, now })
  const visits = openVisits({ ...store, now })
  visits.whenOver(judging.wake)
  const { database, keyring } = store
  const guessing = openGuessing({
    now,
    failuresPerMinute: config.failedLogins,
    failuresOfAddressPerMinute: config.failedLoginsPerAddress,
  })
  const sessions = openSessions({
    database,
    now,
    idleMs: config.memberIdleMs,
    lifeMs: config.memberSessionMs,
  })
  const signIn = openSignIn({
    database,
    sessions,
    guessing,
    now,
    publicUrl: config.publicUrl,
    secret: () => keyring.secretNamed('members'),
  })
  const cacheMs = config.credentialCacheMs
  const authenticator = openAuthenticator({ database, visits, sessions, guessing, now, cacheMs })
  return {
    version,
    config,
    log,
    metrics,
    accessLog: openAccessLog(log, metrics),
    trail,
    receipts,
    store,
    workers,
    videos,
    sandbox,
    gallery,
    removeFace: faceRemoval({ vault: store.vault, gallery }),
    authenticator,
    members: { sessions, signIn },
    attestation,
    webhooks: openDeliverer({
      ...store,
      sender: openSender({
        allowed: config.webhookAllow,
        timeoutMs: config.webhookTimeoutMs,
        userAgent: `Selfsame/${version}`,
      }),
      log,
      metrics,
      now,
      timeoutMs: config.webhookTimeoutMs,
      giveUpMs: config.webhookGiveUpMs,
      concurrency: config.webhookConcurrency,
      isAlone: !config.databaseUrl,
    }),
    visits,
    judging,
    limits,
    personaRuns: openPersonaRuns((verification, error) =>
      log.warn(
        { verification, err: error },
        'a persona could not finish its verification, which will expire',
      ),
    ),
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

/** Waits until nothing is in flight, or until the deadline. Meanwhile the listener stays open and answers 503. */
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

interface BrowserNetwork {
  readonly onnx: Uint8Array
  readonly sha256: string
}

/** Undefined for any other file. A network has the hash of the manifest and stays in memory: all together are 18 MB. */
function openBrowserNetworks(folder: string): (file: string) => Promise<BrowserNetwork> | undefined {
  const names = [...guidingNetworkNames, ...guidingPageNetworkNames]
  const rows = new Map(names.map(rowNamed).map((row) => [fileOf(row), row]))
  const opened = new Map<string, Promise<BrowserNetwork>>()
  return (file) => {
    const row = rows.get(file)
    const known = opened.get(file)
    if (row === undefined || known) return known
    const opening = loadNetwork(row, folder).then((onnx) => ({ onnx, sha256: row.sha256 }))
    opened.set(file, opening)
    // A disk that failed once may answer later.
    opening.catch(() => opened.delete(file))
    return opening
  }
}
