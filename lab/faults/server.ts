// The real server as a child process: started as a person starts it, timed until ready, and killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { processesIn } from '../../test/engines/processes.ts'
import { networkCache } from '../kit/folders.ts'

const program = fileURLToPath(new URL('../../bin/selfsame', import.meta.url))

export type Variables = Readonly<Record<string, string>>

export interface ServerChild {
  readonly url: string
  readonly pid: number
  readonly spawnedAt: number
  readonly startupMs: number
  /** Lines of its log at level error or fatal. */
  readonly errors: readonly string[]
  kill(): Promise<void>
}

/** It works inside `folder`, and so do its workers: that is how survivors are found. */
function spawnServer(folder: string, variables: Variables): ChildProcess {
  const complaints = openSync(join(folder, 'server.stderr'), 'w')
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('SELFSAME_'))
  const env = {
    ...Object.fromEntries(own),
    // Made once for all rounds; it holds nothing that a kill could lose.
    SELFSAME_NETWORK_CACHE: networkCache,
    ...variables,
    SELFSAME_LOG_FORMAT: 'json',
    SELFSAME_PORT: '0',
  }
  const child = spawn(program, ['serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', complaints] })
  closeSync(complaints)
  return child
}

export async function startServer(folder: string, variables: Variables): Promise<ServerChild> {
  const spawnedAt = Date.now()
  const startedAt = performance.now()
  const child = spawnServer(folder, variables)
  const errors: string[] = []
  const ready = Promise.withResolvers<{ url: string; startupMs: number }>()
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    if (line.includes('"url":"http:'))
      ready.resolve({ url: JSON.parse(line).url, startupMs: performance.now() - startedAt })
    else if (/"level":"(error|fatal)"/.test(line)) errors.push(line)
  })
  const ended = once(child, 'exit')
  void ended.then(([code, signal]) => {
    const said = readFileSync(join(folder, 'server.stderr'), 'utf8').slice(-2000)
    ready.reject(new Error(`the server ended (${code ?? signal}) before it was ready: ${said} ${errors}`))
  }, ready.reject)
  const { url, startupMs } = await ready.promise
  return {
    url,
    pid: child.pid ?? 0,
    spawnedAt,
    startupMs,
    errors,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`the server ended by itself: ${child.exitCode ?? child.signalCode} ${errors}`)
      child.kill('SIGKILL')
      await ended
    },
  }
}

export async function killStart(folder: string, variables: Variables, afterMs: number): Promise<void> {
  const child = spawnServer(folder, variables)
  child.stdout?.resume()
  const ended = once(child, 'exit')
  await sleep(afterMs)
  child.kill('SIGKILL')
  const [code] = await ended
  if (code !== null) throw new Error(`a start ended by itself with ${code}: ${stderrOf(folder)}`)
}

const stderrOf = (folder: string): string => readFileSync(join(folder, 'server.stderr'), 'utf8').slice(-2000)

/** Processes of killed servers that live on after `patienceMs`; a worker looks for its parent every 250 ms. */
export async function survivors(
  folder: string,
  living: readonly number[],
  patienceMs = 3000,
): Promise<number[]> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const found = processesIn(folder)
    const known = new Set(living)
    for (let size = -1; size !== known.size; ) {
      size = known.size
      for (const { pid, parent } of found) if (known.has(parent)) known.add(pid)
    }
    const left = found.filter(({ pid }) => !known.has(pid)).map(({ pid }) => pid)
    if (left.length === 0 || performance.now() > deadline) return left
    await sleep(20)
  }
}
