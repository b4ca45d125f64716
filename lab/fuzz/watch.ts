// Measures the server from outside: memory, open files and leftovers of its processes at rest, and its log.
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { factsOf, metricsOf, type ProcessFacts, workersOf } from '../kit/processes.ts'
import type { LogLine, Settled } from '../kit/server.ts'
import type { Findings } from './findings.ts'
import type { FuzzedServer } from './server.ts'

export interface AtRest {
  readonly server: Settled
  readonly serverFiles: number
  readonly workers: readonly Pick<ProcessFacts, 'rssBytes' | 'handles'>[]
  /** The count of files left in the temporary folder and in shared memory. */
  readonly leftovers: number
}

/** Waits until no request is served and no worker is busy, lets garbage be collected, and measures. */
export async function atRest(server: FuzzedServer, patienceMs = 90_000): Promise<AtRest> {
  const deadline = performance.now() + patienceMs
  while (!(await isIdle(server.url))) {
    if (performance.now() > deadline) throw new Error('the server does not come to rest')
    await sleep(250)
  }
  await sleep(1500)
  const settled = await server.settled()
  return {
    server: settled,
    serverFiles: factsOf(server.pid)?.handles ?? 0,
    workers: workersOf(server.pid).flatMap((pid) => factsOf(pid) ?? []),
    leftovers: readdirSync(server.temporary).length + sharedMemoryOf(),
  }
}

async function isIdle(url: string): Promise<boolean> {
  const value = await metricsOf(url)
  const atWork = ['selfsame_workers_busy', 'selfsame_queue_jobs'].map(value)
  const ready = value('selfsame_workers_ready') === value('selfsame_workers')
  // The request for the metrics is itself in flight.
  return value('selfsame_http_in_flight') <= 1 && atWork.every((one) => one === 0) && ready
}

/** The server's files there have no name; a file with a name is left over. Other folders than workers' are those of tests. */
function sharedMemoryOf(): number {
  try {
    const entries = readdirSync('/dev/shm', { withFileTypes: true })
    const isOfServer = /^selfsame-worker-/
    return entries.filter((entry) => (entry.isFile() ? /^selfsame-/ : isOfServer).test(entry.name)).length
  } catch {
    return 0 // This machine has no shared memory folder.
  }
}

/** These ends of a worker are not those of a job at its limits. */
const deaths = /"reason":"(crashed|idle|silent|start|slow-start)"/

interface LogWatch {
  readonly hear: (line: LogLine) => void
  /** The counts of replaced workers by reason. */
  readonly replaced: ReadonlyMap<string, number>
}

export function watchLog(findings: Findings, secretMark: string, keep: (text: string) => void): LogWatch {
  const replaced = new Map<string, number>()
  return {
    replaced,
    hear({ level, text }) {
      const reason = /"kind":"gone".*"reason":"([\w-]+)"/.exec(text)?.[1]
      if (reason !== undefined) replaced.set(reason, (replaced.get(reason) ?? 0) + 1)
      const died = deaths.exec(text)?.[1]
      if (died) findings.add({ kind: 'dead', what: `a worker: ${died}` })
      if (level === 'error' || level === 'fatal')
        findings.add({ kind: 'log', what: `${level}: ${messageOf(text)}` })
      if (text.includes(secretMark)) findings.add({ kind: 'leak', what: 'the log repeats what was sent' })
      if (died || reason || level === 'error' || level === 'fatal' || text.includes(secretMark)) keep(text)
    },
  }
}

function messageOf(text: string): string {
  try {
    const { msg, err } = JSON.parse(text) as { msg?: string; err?: { type?: string; message?: string } }
    return `${msg ?? ''} ${err?.type ?? ''} ${err?.message ?? ''}`.trim()
  } catch {
    return text.slice(0, 200)
  }
}
