// The Prometheus metrics of a server: requests by route and result code, latency, queue, workers, gallery, memory.
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client'
import { openTrafficMetrics } from './traffic-metrics.ts'

/** How jobs ended, then why workers were replaced. */
const poolEvents = [
  'done',
  'failed',
  'crashed',
  'timedOut',
  'starved',
  'tooLarge',
  'refused',
  'retried',
  'recycled',
  'restarted',
] as const

export interface Metrics {
  answered(route: string, method: string, status: number, resultCode: number, seconds: number): void
  storeDamaged(): void
  /** A database, file store or gallery was out of reach, and a request was refused because of it. */
  storeUnavailable(): void
  /** How many of each kind a purge removed. */
  purged(counts: Readonly<Record<string, number>>, failed: number): void
  purgePaused(isPaused: boolean): void
  /** A chip was judged: whether a state signed it, and whether it is a copy. */
  chipJudged(authenticity: string, copy: string): void
  /** A message was sent to a receiver, or tried to be. */
  webhookAttempted(outcome: 'delivered' | 'failed'): void
  /** So many deliveries will not be tried again. */
  webhooksGivenUp(count: number): void
  /** A verification was decided, by its policy or by a reviewer, with these reasons against the person. */
  verificationDecided(decision: string, by: string, reasons: readonly string[]): void
  /** The frames of a challenge were judged, and looked this genuine together. */
  challengeJudged(family: string, genuineness: number): void
  /** An identity document was read: its kind, and whether a QR code spoke for any of its fields. */
  documentRead(document: string, isQrRead: boolean): void
  render(): Promise<string>
  readonly contentType: string
}

interface WorkerStats extends Readonly<Record<(typeof poolEvents)[number], number>> {
  readonly workers: number
  readonly ready: number
  readonly busy: number
  readonly queued: number
  readonly oldestQueuedMs: number
  readonly children: readonly { readonly worker: number; readonly rssBytes: number }[]
}

interface GalleryStats {
  readonly collections: number
  readonly faces: number
  readonly bytes: number
}

interface OrganisationStorage {
  readonly id: string
  readonly usedBytes: number
  readonly limitBytes: number
}

interface WebhookCounts {
  readonly waiting: number
  readonly oldestMs: number
}

interface TrustCounts {
  readonly certificates: number
  readonly lists: number
  readonly overdue: number
}

interface OpenVerifications {
  readonly state: string
  readonly count: number
  readonly oldestSeconds: number
}

/** The parts of a server that are read whenever Prometheus asks. */
export interface Observed {
  readonly version: string
  readonly inFlight: () => number
  readonly bodyBytes: () => number
  readonly workers: () => WorkerStats
  /** What holds the workers, by name. */
  readonly sandboxLayers: readonly string[]
  readonly gallery: () => GalleryStats
  /** The space left on the disk of the data folder. */
  readonly freeBytes: () => Promise<number>
  readonly storage: () => Promise<readonly OrganisationStorage[]>
  readonly trust: () => Promise<TrustCounts>
  readonly webhooks: () => Promise<WebhookCounts>
  readonly verifications: () => Promise<readonly OpenVerifications[]>
  readonly memberSessions: () => Promise<number>
}

export function openMetrics(observed: Observed): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]

  const traffic = openTrafficMetrics()
  registry.registerMetric(traffic.requests as unknown as Metric)
  registry.registerMetric(traffic.seconds as unknown as Metric)
  const damaged = new Counter({
    name: 'selfsame_store_damaged_total',
    help: 'Times stored data was found damaged and not served.',
    registers,
  })
  const unavailable = new Counter({
    name: 'selfsame_store_unavailable_total',
    help: 'Requests refused because the database, the files or the gallery could not be reached.',
    registers,
  })
  new Gauge({
    name: 'selfsame_data_free_bytes',
    help: 'Space left on the disk of the data folder.',
    registers,
    async collect() {
      this.set(await observed.freeBytes().catch(() => Number.NaN))
    },
  })
  // Organisations are named by their ids: a reader of metrics need not learn who the customers are.
  const ofOrganisations = (name: string, help: string, read: (one: OrganisationStorage) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['organisation'],
      registers,
      async collect() {
        this.reset()
        const all = await observed.storage().catch(() => [])
        for (const one of all) this.set({ organisation: one.id }, read(one))
      },
    })
  ofOrganisations(
    'selfsame_organisation_storage_bytes',
    'What an organisation stores, and what its uploads under way will add.',
    ({ usedBytes }) => usedBytes,
  )
  ofOrganisations(
    'selfsame_organisation_storage_limit_bytes',
    'What an organisation may store.',
    ({ limitBytes }) => limitBytes,
  )
  new Gauge({
    name: 'selfsame_member_sessions',
    help: 'Sessions of members that go on.',
    registers,
    async collect() {
      this.set(await observed.memberSessions().catch(() => Number.NaN))
    },
  })
  const removed = new Counter({
    name: 'selfsame_purged_total',
    help: 'What was removed because its time was over, by kind; kind "failed" could not be.',
    labelNames: ['kind'],
    registers,
  })
  const paused = new Gauge({
    name: 'selfsame_purge_paused',
    help: '1 while this server does not purge because its clock cannot be believed.',
    registers,
  })
  const chips = new Counter({
    name: 'selfsame_chips_judged_total',
    help: 'Chips of documents that were judged, by whether a state signed them and whether they are copies.',
    labelNames: ['authenticity', 'copy'],
    registers,
  })
  const verifications = new Counter({
    name: 'selfsame_verifications_decided_total',
    help: 'Verifications that this server decided or sent to review, by decision and by who decided.',
    labelNames: ['decision', 'by'],
    registers,
  })
  const reasonsGiven = new Counter({
    name: 'selfsame_verification_reasons_total',
    help: 'Reasons against the person in verifications that this server decided or sent to review; a verification may have several.',
    labelNames: ['reason', 'decision'],
    registers,
  })
  const genuineness = new Histogram({
    name: 'selfsame_challenge_genuineness',
    help: 'Passive score of the frames of a challenge together, by family: 0 is a print or a screen, 1 a living face.',
    labelNames: ['family'],
    buckets: [0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1],
    registers,
  })
  const documents = new Counter({
    name: 'selfsame_documents_read_total',
    help: 'Identity documents that were read, by kind and whether their QR code was.',
    labelNames: ['document', 'qr'],
    registers,
  })
  const trusted = (name: string, help: string, read: (counts: TrustCounts) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await observed.trust().then(read, () => Number.NaN))
      },
    })
  trusted(
    'selfsame_trust_certificates',
    'Certificates of states in the trust store.',
    ({ certificates }) => certificates,
  )
  trusted('selfsame_trust_lists', 'Revocation lists in the trust store.', ({ lists }) => lists)
  trusted(
    'selfsame_trust_lists_overdue',
    'Issuers whose newest revocation list is past its date.',
    ({ overdue }) => overdue,
  )
  const attempted = new Counter({
    name: 'selfsame_webhook_attempts_total',
    help: 'Attempts to deliver an event to a receiver, by how they ended.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['delivered', 'failed']) attempted.inc({ outcome }, 0)
  const givenUp = new Counter({
    name: 'selfsame_webhooks_given_up_total',
    help: 'Deliveries that are not tried any more.',
    registers,
  })
  const ofWebhooks = (name: string, help: string, read: (counts: WebhookCounts) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await observed.webhooks().then(read, () => Number.NaN))
      },
    })
  ofWebhooks('selfsame_webhooks_waiting', 'Deliveries in the outbox.', ({ waiting }) => waiting)
  ofWebhooks(
    'selfsame_webhooks_oldest_seconds',
    'How long the oldest delivery in the outbox has waited.',
    ({ oldestMs }) => oldestMs / 1000,
  )
  const openVerifications = (name: string, help: string, read: (one: OpenVerifications) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers,
      async collect() {
        this.reset()
        const all = await observed.verifications().catch(() => [])
        for (const one of all) this.set({ state: one.state }, read(one))
      },
    })
  openVerifications(
    'selfsame_verifications_open',
    'Verifications of all organisations that have not come to an end, by state.',
    ({ count }) => count,
  )
  openVerifications(
    'selfsame_verifications_oldest_seconds',
    'How long nothing has happened to the one that has waited longest, by state; of processing: to be judged.',
    ({ oldestSeconds }) => oldestSeconds,
  )
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })

  const pool = (name: string, help: string, read: (stats: WorkerStats) => number) =>
    gauge(name, help, () => read(observed.workers()))

  gauge('selfsame_http_in_flight', 'Requests being answered.', observed.inFlight)
  gauge('selfsame_http_body_bytes', 'Bytes of request bodies admitted to memory.', observed.bodyBytes)
  pool('selfsame_workers', 'Worker processes there should be.', (stats) => stats.workers)
  pool('selfsame_workers_ready', 'Worker processes that are ready or at work.', (stats) => stats.ready)
  pool('selfsame_workers_busy', 'Worker processes at work.', (stats) => stats.busy)
  pool('selfsame_queue_jobs', 'Jobs waiting for a worker.', (stats) => stats.queued)
  pool(
    'selfsame_queue_oldest_seconds',
    'How long the oldest job has waited.',
    (stats) => stats.oldestQueuedMs / 1000,
  )
  const held = (name: string, help: string, read: (stats: GalleryStats) => number) =>
    gauge(name, help, () => read(observed.gallery()))
  held(
    'selfsame_gallery_collections',
    'Collections in the memory of this process.',
    (stats) => stats.collections,
  )
  held('selfsame_gallery_faces', 'Faces in the memory of this process.', (stats) => stats.faces)
  held('selfsame_gallery_bytes', 'Shared memory that holds them.', (stats) => stats.bytes)
  new Gauge({
    name: 'selfsame_worker_memory_bytes',
    help: 'Memory of each worker process.',
    labelNames: ['worker'],
    registers,
    collect() {
      this.reset()
      for (const child of observed.workers().children) this.set({ worker: child.worker }, child.rssBytes)
    },
  })
  new Counter({
    name: 'selfsame_jobs_total',
    help: 'Jobs by how they ended, and workers by why they were replaced.',
    labelNames: ['event'],
    registers,
    collect() {
      const stats = observed.workers()
      this.reset()
      for (const event of poolEvents) this.inc({ event }, stats[event])
    },
  })
  const layer = new Gauge({
    name: 'selfsame_sandbox_layer',
    help: '1 for each layer of the cage that holds the workers; "namespaces" is missing where it is not whole.',
    labelNames: ['layer'],
    registers,
  })
  for (const name of observed.sandboxLayers) layer.set({ layer: name }, 1)
  new Gauge({
    name: 'selfsame_build_info',
    help: 'The version running.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: observed.version, node: process.version }, 1)

  return {
    answered: traffic.answered,
    storeDamaged: () => damaged.inc(),
    storeUnavailable: () => unavailable.inc(),
    purged(counts, failed) {
      for (const [kind, count] of Object.entries(counts)) removed.inc({ kind }, count)
      removed.inc({ kind: 'failed' }, failed)
    },
    chipJudged: (authenticity, copy) => chips.inc({ authenticity, copy }),
    webhookAttempted: (outcome) => attempted.inc({ outcome }),
    webhooksGivenUp: (count) => givenUp.inc(count),
    verificationDecided(decision, by, reasons) {
      verifications.inc({ decision, by })
      for (const reason of new Set(reasons)) reasonsGiven.inc({ reason, decision })
    },
    challengeJudged: (family, score) => genuineness.observe({ family }, score),
    documentRead: (document, isQrRead) => documents.inc({ document, qr: isQrRead ? 'read' : 'not-read' }),
    purgePaused: (isPaused) => paused.set(isPaused ? 1 : 0),
    render: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
