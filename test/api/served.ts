// Starts the server as people run it: `bin/selfsame serve` in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { networksCache } from '../../specimens/kit/networks/networks-cache.ts'
import type { Credentials } from '../../src/organisations/manage.ts'

export interface ServedProcess {
  readonly url: string
  readonly credentials: Credentials
  readonly process: ChildProcess
  readonly output: () => string
  /** Gives the resident memory now, and its peak. */
  memoryBytes(): { now: number; peak: number }
  /** Sends the signal, waits for the end, and returns the exit code. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; ms: number }>
}

export async function serveProcess(
  data: string,
  settings: Record<string, string> = {},
): Promise<ServedProcess> {
  const child = spawn(join(import.meta.dirname, '../../bin/selfsame'), ['serve'], {
    env: {
      PATH: process.env.PATH ?? '',
      SELFSAME_DATA: data,
      SELFSAME_NETWORK_CACHE: networksCache,
      SELFSAME_PORT: '0',
      SELFSAME_WORKERS: '1',
      SELFSAME_LOG_FORMAT: 'json',
      ...settings,
    },
    cwd: data,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  let noticed = () => {}
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      noticed()
    })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const found = (pattern: RegExp) => pattern.exec(text)?.[1]
  const ready = new Promise<void>((resolve) => {
    noticed = () => void (found(/browse: (.+)\/docs/) && resolve())
  })
  const ended = await Promise.race([ready, exited])
  if (ended !== undefined) throw new Error(`selfsame serve ended with ${ended}:\n${text}`)
  const status = (name: string) =>
    Number(
      new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1],
    ) * 1024
  return {
    url: found(/browse: (.+)\/docs/) ?? '',
    credentials: { name: found(/user +(\S+)/) ?? '', password: found(/password {2}(\S+)/) ?? '' },
    process: child,
    output: () => text,
    memoryBytes: () => ({ now: status('VmRSS'), peak: status('VmHWM') }),
    async end(signal = 'SIGTERM') {
      const begun = performance.now()
      child.kill(signal)
      return { code: await exited, ms: performance.now() - begun }
    },
  }
}
