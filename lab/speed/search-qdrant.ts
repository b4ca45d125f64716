// npm run bench:search-qdrant: fills Qdrant with millions of faces as the server would, and searches it exactly and quantised.
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { qdrantProgram } from '../../specimens/kit/engines/qdrant-program.ts'
import { freePort, openSandbox } from '../../specimens/kit/engines/sandbox.ts'
import { modeOf, PARTITION, partitionOf } from '../../src/gallery/qdrant-collection.ts'
import { answerHelp } from '../kit/help.ts'
import { median, quantile } from '../kit/statistics/summary.ts'
import { printTargets, type Target } from '../kit/targets.ts'
import { type Query, queriesFor } from './search-made-faces.ts'
import { VALUES } from './search-peers/peer.ts'
import type { Share } from './search-qdrant-thread.ts'

answerHelp(`Fills a Qdrant of its own with millions of made faces and searches it as the server does.

  --size N        faces (1000000)
  --modes A,B     exact, quantised, or both (exact,quantised)
  --queries N     whose nearest is known by plain arithmetic (64)
  --seconds N     that one mode is asked (10)
  --wait N        seconds that Qdrant may take to get ready for a mode (300)
  --threads N     that write, and that Qdrant searches with (all of this machine)

A face needs 512 bytes in memory to be searched exactly, about 130 quantised, and some 1.5 kB of disk. Writes nothing
in the checkout.`)

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '1000000' },
    modes: { type: 'string', default: 'exact,quantised' },
    queries: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '10' },
    wait: { type: 'string', default: '300' },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
})
const [size, count, threads] = [Number(options.size), Number(options.queries), Number(options.threads)]
const COLLECTION = 'faces'
const partition = {
  key: PARTITION,
  value: partitionOf({ organisationId: 'bench', collectionId: COLLECTION }),
}
const IN_FLIGHT = 4
const BATCH = 1000

const sandbox = openSandbox('qdrant', 0)
const [port, grpcPort] = [await freePort(), await freePort()]
const base = `http://127.0.0.1:${port}`

async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { result: Answer; status: unknown }
  if (!response.ok) throw new Error(`Qdrant: ${method} ${path}: ${JSON.stringify(answer.status)}`)
  return answer.result
}

async function start(): Promise<number> {
  const { program, args } = await qdrantProgram()
  const config = join(sandbox.folder, 'qdrant.yaml')
  writeFileSync(
    config,
    `
log_level: WARN
storage:
  storage_path: ${sandbox.folder}/storage
  snapshots_path: ${sandbox.folder}/snapshots
  temp_path: ${sandbox.folder}/temp
  performance:
    max_search_threads: ${threads}
service:
  host: 127.0.0.1
  http_port: ${port}
  grpc_port: ${grpcPort}
  enable_static_content: false
`,
  )
  const child = sandbox.start(program, [...args, '--config-path', config, '--disable-telemetry'])
  await sandbox.untilReady(child, async () => {
    const { ok } = await fetch(`${base}/readyz`)
    if (!ok) throw new Error('not ready')
  })
  return child.pid ?? 0
}

/** The memory that only this process has, and what it maps of files that the system may drop. */
function memoryOf(pid: number): string {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [own = 0, mapped = 0] = ['RssAnon', 'RssFile'].map((name) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0),
  )
  return `${(own / 2 ** 20).toFixed(1)} GiB of its own and ${(mapped / 2 ** 20).toFixed(1)} GiB of mapped files`
}

interface Said {
  readonly written?: number
  readonly nearest?: readonly { readonly nearest: number; readonly cosine: number }[]
}

async function fill(queries: readonly Query[]): Promise<void> {
  const each = Math.ceil(size / threads)
  let [written, told] = [0, performance.now()]
  const workers = Array.from({ length: threads }, async (_, i) => {
    const share: Share = {
      url: `http://127.0.0.1:${grpcPort}`,
      collection: COLLECTION,
      partition,
      from: i * each,
      to: Math.min(size, (i + 1) * each),
      size,
      queries: count,
      batch: BATCH,
    }
    const worker = new Worker(new URL('search-qdrant-thread.ts', import.meta.url), { workerData: share })
    worker.on('message', (said: Said) => {
      written += said.written ?? 0
      if (performance.now() - told > 30_000) {
        console.log(`${written} of ${size} written`)
        told = performance.now()
      }
      for (const [at, { nearest, cosine }] of (said.nearest ?? []).entries()) {
        const query = queries[at]
        if (query && cosine > query.cosine) [query.nearest, query.cosine] = [nearest, cosine]
      }
    })
    await once(worker, 'exit')
  })
  await Promise.all(workers)
}

interface Info {
  readonly status: string
  readonly points_count: number
  readonly indexed_vectors_count: number
  readonly segments_count: number
}

/** Qdrant moves faces and builds its graph by itself after a write or a change. */
async function settled(): Promise<Info & { isReady: boolean }> {
  const until = performance.now() + 1000 * Number(options.wait)
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const info = await ask<Info>('GET', `/collections/${COLLECTION}`)
    const isReady = info.status === 'green'
    if (isReady || performance.now() > until) return { ...info, isReady }
  }
}

async function nearestOf(vector: Float32Array, params: object): Promise<number> {
  const { points } = await ask<{ points: { id: number }[] }>(
    'POST',
    `/collections/${COLLECTION}/points/query`,
    {
      query: Array.from(vector),
      filter: { must: [{ key: partition.key, match: { value: partition.value } }] },
      limit: 1,
      params,
    },
  )
  return points[0]?.id ?? -1
}

async function timed(queries: readonly Query[], params: object) {
  const until = performance.now() + 1000 * Number(options.seconds)
  const times: number[] = []
  const right = new Set<number>()
  for (let i = 0; i < queries.length || performance.now() < until; i++) {
    const at = i % queries.length
    const query = queries[at] as Query
    const startedAt = performance.now()
    const nearest = await nearestOf(query.vector, params)
    times.push(performance.now() - startedAt)
    if (nearest === query.nearest) right.add(at)
    // A slow search is not asked about all of them.
    if (performance.now() > until + 30_000) break
  }
  const asked = Math.min(times.length, queries.length)
  const startedAt = performance.now()
  let many = 0
  const keepAsking = async () => {
    do await nearestOf((queries[many++ % queries.length] as Query).vector, params)
    while (performance.now() - startedAt < 500 * Number(options.seconds))
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, keepAsking))
  const perSecond = (1000 * many) / (performance.now() - startedAt)
  return { recall: right.size / asked, medianMs: median(times), p95Ms: quantile(times, 0.95), perSecond }
}

const targets: Target[] = []
try {
  const pid = await start()
  const queries = queriesFor(size, count)
  // While faces are written nothing is rearranged, which would be done again and again.
  await ask('PUT', `/collections/${COLLECTION}`, {
    vectors: { size: VALUES, distance: 'Dot' },
    hnsw_config: { m: 0, payload_m: 0 },
    optimizers_config: { indexing_threshold: 0 },
    on_disk_payload: true,
  })
  await ask('PUT', `/collections/${COLLECTION}/index?wait=true`, {
    field_name: partition.key,
    field_schema: { type: 'keyword', is_tenant: true },
  })
  const startedAt = performance.now()
  await fill(queries)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${size} faces written in ${seconds.toFixed(0)} s by ${threads} threads; ${memoryOf(pid)}`)
  for (const mode of options.modes.split(',') as ('exact' | 'quantised')[]) {
    const { change, params } = modeOf({ search: mode, shards: 1, replicas: 1 })
    const changedAt = performance.now()
    await ask('PATCH', `/collections/${COLLECTION}`, {
      ...change,
      optimizers_config: { indexing_threshold: mode === 'exact' ? 0 : 20_000 },
    })
    const { isReady, points_count, indexed_vectors_count, segments_count } = await settled()
    const waited = ((performance.now() - changedAt) / 1000).toFixed(0)
    const { recall, medianMs, p95Ms, perSecond } = await timed(queries, params)
    console.log(
      `${mode}, ${points_count} faces: right ${(100 * recall).toFixed(1)} %, median ${medianMs.toFixed(1)} ms, ` +
        `p95 ${p95Ms.toFixed(1)} ms, ${perSecond.toFixed(1)} a second with ${IN_FLIGHT} at once; ${memoryOf(pid)}; ` +
        `${segments_count} segments, ${indexed_vectors_count} indexed, ` +
        `${isReady ? 'ready' : 'NOT READY'} after ${waited} s`,
    )
    const bound = mode === 'exact' ? 1 : 0.95
    targets.push({ name: `qdrant-recall-${mode}-${size}`, value: recall, bound, good: 'at least' })
  }
} finally {
  await sandbox.close()
}
printTargets(targets)
