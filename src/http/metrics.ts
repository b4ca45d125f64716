// What Prometheus is told: requests by route and result code, latency, queue, workers, memory.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolStats } from '../workers/port.ts'

export interface Metrics {
  answered(route: string, method: string, status: number, resultCode: number, seconds: number): void
  storeDamaged(): void
  render(): Promise<string>
  readonly contentType: string
}

export interface Observed {
  readonly version: string
  readonly inFlight: () => number
  readonly bodyBytes: () => number
  readonly workers: () => PoolStats
}

const latencyBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function openMetrics(observed: Observed): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]

  const requests = new Counter({
    name: 'selfsame_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['route', 'method', 'status', 'result_code'],
    registers,
  })
  const latency = new Histogram({
    name: 'selfsame_http_request_seconds',
    help: 'Time from the headers of a request to the end of its answer.',
    labelNames: ['route', 'method'],
    buckets: latencyBuckets,
    registers,
  })
  const damaged = new Counter({
    name: 'selfsame_store_damaged_total',
    help: 'Times stored data was found damaged and not served.',
    registers,
  })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })

  const pool = (name: string, help: string, read: (stats: PoolStats) => number) =>
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
  new Gauge({
    name: 'selfsame_build_info',
    help: 'The version running.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: observed.version, node: process.version }, 1)

  // Labels are joined and hashed at every call; the few combinations that occur are kept instead.
  const routes = new Map<string, RouteMetrics>()
  const routeOf = (route: string, method: string): RouteMetrics => {
    const key = method + route
    const known = routes.get(key)
    if (known) return known
    const fresh = { latency: latency.labels({ route, method }), outcomes: new Map() }
    routes.set(key, fresh)
    return fresh
  }

  return {
    answered(route, method, status, resultCode, seconds) {
      const { latency, outcomes } = routeOf(route, method)
      latency.observe(seconds)
      const key = status * 10_000 + resultCode
      let counter = outcomes.get(key)
      if (!counter) {
        counter = requests.labels({ route, method, status, result_code: resultCode })
        outcomes.set(key, counter)
      }
      counter.inc()
    },
    storeDamaged: () => damaged.inc(),
    render: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

const poolEvents = [
  'done',
  'failed',
  'crashed',
  'timedOut',
  'tooLarge',
  'refused',
  'retried',
  'recycled',
  'restarted',
] as const

interface RouteMetrics {
  readonly latency: Histogram.Internal<string>
  /** By HTTP status and result code, as one number. */
  readonly outcomes: Map<number, Counter.Internal>
}
