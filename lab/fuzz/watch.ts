// Looks at the server from outside: memory, open files and leftovers of its processes when it has come to rest, and its log.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Findings } from './findings.ts'
import type { FuzzedServer, LogLine, Settled } from './server.ts'

export interface AtRest {
  readonly server: Settled
  readonly serverFiles: number
  readonly workers: readonly { readonly pid: number; readonly rss: number; readonly files: number }[]
  /** In the temporary folder and in shared memory. */
  readonly leftovers: number
}

/** Waits until nobody is served and no worker works, lets garbage be collected, and looks. */
export async function atRest(server: FuzzedServer, patienceMs = 90_000): Promise<AtRest> {
  const deadline = performance.now() + patienceMs
  while (!(await isIdle(server.url))) {
    if (performance.now() > deadline) throw new Error('the server does not come to rest')
    await sleep(250)
  }
  await sleep(1500)
  const settled = await server.settled()
  const workers = childrenOf(server.pid).map((pid) => ({ pid, rss: rssOf(pid), files: openFilesOf(pid) }))
  return {
    server: settled,
    serverFiles: openFilesOf(server.pid),
    workers,
    leftovers: readdirSync(server.temporary).length + sharedMemoryOf(),
  }
}

async function isIdle(url: string): Promise<boolean> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  const atWork = ['selfsame_workers_busy', 'selfsame_queue_jobs'].map(value)
  const ready = value('selfsame_workers_ready') === value('selfsame_workers')
  // The question itself is in flight.
  return value('selfsame_http_in_flight') <= 1 && atWork.every((one) => one === 0) && ready
}

export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

const rssOf = (pid: number): number =>
  1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

/** Files of ours there have no name; one that has is left over. */
function sharedMemoryOf(): number {
  try {
    return readdirSync('/dev/shm').filter((name) => name.startsWith('selfsame-')).length
  } catch {
    return 0 // a machine without it
  }
}

/** Ends that are no end of a job at its limits. */
const deaths = /"reason":"(crashed|idle|silent|start|slow-start)"/

export interface LogWatch {
  readonly hear: (line: LogLine) => void
  /** Workers that were replaced, by why. */
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
