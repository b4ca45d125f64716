// The server that is fuzzed: a real one in a process of its own, on SQLite and disk in a folder that goes away.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readConfig, type Settings } from '../../src/config.ts'
import { addOrganisation, type Credentials } from '../../src/organisations/manage.ts'
import { openStore } from '../../src/store/open.ts'
import { networkCache } from '../kit/folders.ts'

export interface Settled {
  readonly rss: number
  readonly heapUsed: number
  readonly external: number
  readonly arrayBuffers: number
  readonly handles: number
}

export interface LogLine {
  readonly level: string
  readonly text: string
}

export interface FuzzedServer {
  readonly url: string
  readonly pid: number
  readonly config: Settings
  /** Where its processes may write what they need for a moment. */
  readonly temporary: string
  readonly organisations: readonly Credentials[]
  /** Its exit code or signal; undefined while it lives. */
  readonly ended: () => string | undefined
  /** Collects garbage and tells what is left. */
  settled(): Promise<Settled>
  /** A command of the command line on the same installation; what it printed, and whether it was content. */
  command(...words: readonly string[]): Promise<{ readonly ok: boolean; readonly said: string }>
  /** True when it ended of itself and in order. */
  stop(): Promise<boolean>
  remove(): void
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const node = join(root, 'node_modules/.bin/node')

/** Limits of time are short, so that callers who never finish are met many times; the others stay as they are. */
const variablesIn = (folder: string, workers: number): Record<string, string> => ({
  SELFSAME_DATA: join(folder, 'data'),
  SELFSAME_PORT: '0',
  SELFSAME_NETWORK_CACHE: networkCache,
  SELFSAME_WORKERS: String(workers),
  SELFSAME_LOG_FORMAT: 'json',
  SELFSAME_RATE: '1000000',
  SELFSAME_RATE_BURST: '1000000',
  SELFSAME_CONCURRENCY: '10000',
  SELFSAME_FAILED_LOGINS: '100000',
  SELFSAME_HEADERS_TIMEOUT: '3 s',
  SELFSAME_REQUEST_TIMEOUT: '6 s',
  SELFSAME_VIDEO_TIMEOUT: '30 s',
})

export async function startFuzzed(workers: number, onLine: (line: LogLine) => void): Promise<FuzzedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-fuzz-'))
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary)
  mkdirSync(join(folder, 'data'))
  const variables = variablesIn(folder, workers)
  const reading = readConfig(variables, () => '')
  if (!('config' in reading)) throw new Error(reading.faults.join('\n'))
  const organisations = await makeOrganisations(reading.config)
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('SELFSAME_'))
  const env = { ...Object.fromEntries(own), ...variables, TMPDIR: temporary }
  const preload = fileURLToPath(new URL('./collect.ts', import.meta.url))
  const words = ['--expose-gc', '--import', preload, join(root, 'src/cli.ts'), 'serve']
  const child = spawn(node, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const heard = listen(child, onLine)
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  // Whatever ends this process, a server without a caller is not left behind.
  const abandon = () => {
    child.kill('SIGKILL')
    remove()
  }
  process.once('exit', abandon)
  child.once('exit', () => process.off('exit', abandon))
  const url = await heard.url.catch((error: unknown) => {
    remove()
    throw error
  })
  return {
    url,
    pid: child.pid ?? 0,
    config: reading.config,
    temporary,
    organisations,
    ended: heard.ended,
    settled() {
      child.kill('SIGUSR2')
      return heard.nextSettled()
    },
    command: async (...words) => {
      try {
        const { stdout, stderr } = await promisify(execFile)(node, [join(root, 'src/cli.ts'), ...words], {
          cwd: folder,
          env,
        })
        return { ok: true, said: stdout + stderr }
      } catch (error) {
        const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
        return { ok: false, said: stdout + stderr }
      }
    },
    async stop() {
      if (heard.ended() === undefined) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      return heard.ended() === '0'
    },
    remove,
  }
}

function listen(child: ChildProcess, onLine: (line: LogLine) => void) {
  const url = Promise.withResolvers<string>()
  let settled = Promise.withResolvers<Settled>()
  let end: string | undefined
  let last = ''
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    if (!line.startsWith('{')) return
    const told = JSON.parse(line) as { level: string; url?: string }
    if (told.url !== undefined) url.resolve(told.url)
    onLine({ level: told.level, text: line })
  })
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
    last = line
    if (line.startsWith('{"settled"')) {
      settled.resolve((JSON.parse(line) as { settled: Settled }).settled)
      settled = Promise.withResolvers()
    } else if (!/ExperimentalWarning|node --trace-warnings/.test(line)) onLine({ level: 'error', text: line })
  })
  child.once('exit', (code, signal) => {
    end = String(code ?? signal)
    const gone = new Error(`the server ended (${end}): ${last}`)
    url.reject(gone)
    settled.promise.catch(() => undefined)
    settled.reject(gone)
  })
  return { url: url.promise, ended: () => end, nextSettled: () => settled.promise }
}

async function makeOrganisations(config: Settings): Promise<Credentials[]> {
  const silent = { migrated: () => undefined, masterKeyMade: () => undefined }
  const store = await openStore(config, Date.now, silent)
  try {
    const made: Credentials[] = []
    for (const name of ['fuzz-one', 'fuzz-two', 'fuzz-six']) {
      const credentials = await addOrganisation(store, name, Date.now())
      if (credentials) made.push(credentials)
    }
    return made
  } finally {
    await store.close()
  }
}
