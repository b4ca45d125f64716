// Starts the server as an operator does, in a process of its own: times its start, reads its log, stops or kills it.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { networkCache, program } from './folders.ts'
import type { Variables } from './installation.ts'
import { noteSandbox } from './sandbox.ts'

export interface LogLine {
  /** The level is `error` for lines of stderr. */
  readonly level: string
  readonly text: string
}

export interface SpawnOptions {
  /** The server and its workers run in this folder, by which survivors are found. */
  readonly folder: string
  readonly variables: Variables
  /** The user to run as. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
  /** The program of another checkout than this one. */
  readonly program?: string
  /** A command that the server runs within. */
  readonly around?: readonly string[]
  /** Lets `settled` collect garbage. */
  readonly collectsGarbage?: true
}

interface StartOptions extends SpawnOptions {
  /** It is called with every line of its log and of its stderr. */
  readonly onLine?: (line: LogLine) => void
}

/** The memory in use after garbage was collected. */
export interface Settled {
  readonly rss: number
  readonly heapUsed: number
  /** What V8 holds of the system, whether used or not; `heapYoung` is its part for new objects. */
  readonly heapTotal: number
  readonly heapYoung: number
  readonly external: number
  readonly arrayBuffers: number
  readonly handles: number
}

export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** The time from `Date.now()`. */
  readonly spawnedAt: number
  readonly startupMs: number
  /** Lines of its log at level error or fatal. */
  readonly errors: readonly string[]
  /** Its exit code or signal; undefined while it runs. */
  ended(): string | undefined
  /** Collects garbage in the server and returns the memory in use. */
  settled(): Promise<Settled>
  /** Ends it as an operator does; the result is true when it ended in order. */
  stop(): Promise<boolean>
  /** Kills it as a power cut does; throws when it had ended by itself. */
  kill(): Promise<void>
}

const preload = new URL('./collect-garbage.ts', import.meta.url).href

/** Returns this process's environment without the settings of any other server. */
export function environmentOf(variables: Variables): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(SELFSAME_|VITEST|NODE_OPTIONS$)/.test(name))
  return {
    ...Object.fromEntries(own),
    SELFSAME_PORT: '0',
    // The networks are converted once for all runs; the folder holds nothing that a kill could lose.
    SELFSAME_NETWORK_CACHE: networkCache,
    ...variables,
  }
}

export function spawnServer({
  folder,
  variables,
  user,
  collectsGarbage,
  program: selfsame = program,
  around = [],
}: SpawnOptions): ChildProcess {
  // What starts it stays the same: it sets the allocator and the heap, without which other figures would be measured.
  const measured = collectsGarbage && { NODE_OPTIONS: `--expose-gc --import ${preload}` }
  const env = { ...environmentOf(variables), ...measured }
  const [file = '', ...words] = [...around, selfsame]
  const child = spawn(file, [...words, 'serve'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  // The server ends with this process, unless that is killed by SIGKILL.
  const abandon = () => void child.kill('SIGKILL')
  process.once('exit', abandon)
  child.once('exit', () => process.off('exit', abandon))
  return child
}

export async function startServer(options: StartOptions): Promise<ServerProcess> {
  const spawnedAt = Date.now()
  const startedAt = performance.now()
  const variables = { ...options.variables, SELFSAME_LOG_FORMAT: 'json' }
  const child = spawnServer({ ...options, variables })
  const exited = once(child, 'exit')
  const listening = Promise.withResolvers<{ readonly url: string; readonly startupMs: number }>()
  let settled = Promise.withResolvers<Settled>()
  const errors: string[] = []
  let complaint = ''
  let end: string | undefined

  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (text) => {
    const level = /"level":"(\w+)"/.exec(text)?.[1] ?? 'info'
    if (level === 'error' || level === 'fatal') errors.push(text)
    const url = /"url":"(http:[^"]+)"/.exec(text)?.[1]
    if (text.includes('"layers":[')) noteSandbox(JSON.parse(text))
    if (url !== undefined) listening.resolve({ url, startupMs: performance.now() - startedAt })
    options.onLine?.({ level, text })
  })
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (text) => {
    if (text.startsWith('{"settled"')) {
      settled.resolve((JSON.parse(text) as { settled: Settled }).settled)
      settled = Promise.withResolvers()
      return
    }
    complaint = `${complaint}${text}\n`.slice(-2000)
    if (!/ExperimentalWarning|node --trace-warnings/.test(text)) options.onLine?.({ level: 'error', text })
  })
  child.once('exit', (code, signal) => {
    end = String(code ?? signal)
    const gone = new Error(`the server ended (${end}): ${complaint} ${errors}`)
    listening.reject(gone)
    settled.promise.catch(() => undefined)
    settled.reject(gone)
  })

  const { url, startupMs } = await listening.promise
  return {
    url,
    pid: child.pid ?? 0,
    spawnedAt,
    startupMs,
    errors,
    ended: () => end,
    settled() {
      child.kill('SIGUSR2')
      return settled.promise
    },
    async stop() {
      if (end === undefined) child.kill('SIGTERM')
      await exited
      return end === '0'
    },
    async kill() {
      if (end !== undefined) throw new Error(`the server ended by itself: ${end} ${errors}`)
      child.kill('SIGKILL')
      await exited
    },
  }
}

export interface CommandResult {
  readonly isOk: boolean
  /** The output of both streams. */
  readonly said: string
}

/** Runs a command of the command line on the same installation to its end. */
export function runCommandLine(
  { folder, variables }: SpawnOptions,
  words: readonly string[],
): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(program, words, { cwd: folder, env: environmentOf(variables) }, (error, stdout, stderr) =>
      resolve({ isOk: error === null, said: stdout + stderr }),
    )
  })
}
