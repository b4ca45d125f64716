// The server under test: started as a person starts it, in a folder of its own, with its callers' organisations made before.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../src/config.ts'
import { addOrganisation, type Credentials } from '../../src/organisations/manage.ts'
import { databasePath, openStore } from '../../src/store/open.ts'
import { networkCache } from '../kit/folders.ts'

export interface Served {
  readonly url: string
  readonly pid: number
  readonly data: string
  readonly database: string
  readonly organisations: readonly Credentials[]
  /** Lines of its log above information, without those of answers. */
  readonly warnings: readonly string[]
  /** Ends it as an operator does; false when it did not end well. */
  stop(): Promise<boolean>
}

/**
 * As people run it, but for limits that are meant to stop such a caller, and for clocks that are short, so that the disk
 * comes to hold what these minutes make and no more.
 */
export const settings: Readonly<Record<string, string>> = {
  SELFSAME_RATE: '1000000',
  SELFSAME_RATE_BURST: '1000000',
  SELFSAME_FAILED_LOGINS: '100000',
  SELFSAME_CHALLENGE_LIFE: '2 min',
  // Other work on the machine is no fault of the server.
  SELFSAME_JOB_TIMEOUT: '2 min',
  SELFSAME_VIDEO_TIMEOUT: '2 min',
  SELFSAME_FRAME_RETENTION: '1 min',
  SELFSAME_SHOT_MEMORY: '10 min',
  SELFSAME_FILE_RETENTION: '1 min',
  SELFSAME_READING_RETENTION: '1 min',
  SELFSAME_RECEIPT_RETENTION: '2 min',
}

const program = fileURLToPath(new URL('../../bin/selfsame', import.meta.url))
const MOST_WARNINGS = 200

export interface ServeOptions {
  readonly callers: number
  readonly workers: number
  /** Where its log goes; nowhere when there is none. */
  readonly log?: string
}

export async function serve({ callers, workers, log }: ServeOptions): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-soak-'))
  const data = join(folder, 'data')
  mkdirSync(data)
  const variables = {
    ...settings,
    SELFSAME_DATA: data,
    SELFSAME_PORT: '0',
    SELFSAME_WORKERS: String(workers),
    SELFSAME_LOG_FORMAT: 'json',
    // Made once for all runs; it holds nothing of anybody.
    SELFSAME_NETWORK_CACHE: networkCache,
  }
  const reading = readConfig(variables, () => '')
  if (!('config' in reading)) throw new Error(reading.faults.join('\n'))
  const organisations: Credentials[] = []
  const silent = { migrated: () => undefined, masterKeyMade: () => undefined }
  const store = await openStore(reading.config, Date.now, silent)
  for (let i = 0; i < callers; i++) {
    const made = await addOrganisation(store, `caller-${i}`, Date.now())
    if (made) organisations.push(made)
  }
  await store.close()

  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('SELFSAME_'))
  const env = { ...Object.fromEntries(own), ...variables }
  const child = spawn(program, ['serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  // However this process ends, but by SIGKILL, the server ends with it.
  const end = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', end)
  const written = log === undefined ? undefined : createWriteStream(log)
  const warnings: string[] = []
  const listening = Promise.withResolvers<string>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    written?.write(`${line}\n`)
    if (line.includes('"url":"http:')) listening.resolve(JSON.parse(line).url as string)
    if (/"level":"(warn|error|fatal)"/.test(line) && warnings.length < MOST_WARNINGS) warnings.push(line)
  })
  const ended = once(child, 'exit')
  void ended.then(([code, signal]) =>
    listening.reject(new Error(`the server ended (${code ?? signal}) before it listened`)),
  )
  const url = await listening.promise
  return {
    url,
    pid: child.pid ?? 0,
    data,
    database: databasePath(reading.config),
    organisations,
    warnings,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      const [code] = await ended
      process.off('exit', end)
      written?.end()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      return code === 0
    },
  }
}
