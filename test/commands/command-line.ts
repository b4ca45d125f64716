// Runs bin/selfsame as a person would: in a process and a folder of its own, with the given settings only.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { networksCache } from '../../specimens/kit/networks/networks-cache.ts'
import { temporaryFolder, testSettings } from '../../specimens/kit/servers/settings.ts'
import { openStore, type Store } from '../../src/store/open.ts'

const program = fileURLToPath(new URL('../../bin/selfsame', import.meta.url))

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface Installation {
  readonly data: string
  run(args: string, settings?: Record<string, string>): Promise<Ended>
  /** Starts a command, within another where one is given, and hands out its process. */
  start(args: string, settings?: Record<string, string>, around?: readonly string[]): Running
  /** Opens the store of this installation as a server would, and closes it when `use` is done. */
  withStore<T>(use: (store: Store) => Promise<T>, masterKey?: string): Promise<T>
}

export interface Running {
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<number | null>
  /** Resolves once this text was written; rejects with all output when the process ends before. */
  until(pattern: RegExp): Promise<void>
}

/** `copyOf` is a data folder to begin with. */
export function installation(copyOf?: string): Installation {
  const folder = temporaryFolder()
  // The clean-up is per test and not a hook of this module, which is loaded once for many files and would serve only the first.
  onTestFinished(folder.remove)
  const data = join(folder.path, 'data')
  if (copyOf !== undefined) {
    cpSync(copyOf, data, { recursive: true })
    chmodSync(data, 0o700)
  }
  // The environment of the shell that runs the tests must not reach the command.
  const clean = Object.entries(process.env).filter(([name]) => !/^(SELFSAME_|NODE_|VITEST)/.test(name))
  const environment = (settings: Record<string, string>) => ({
    ...Object.fromEntries(clean),
    SELFSAME_DATA: data,
    SELFSAME_NETWORK_CACHE: networksCache,
    SELFSAME_PORT: '0',
    SELFSAME_WORKERS: '1',
    ...settings,
  })
  return {
    data,
    run: (args, settings = {}) =>
      new Promise((resolve) => {
        const options = { cwd: folder.path, env: environment(settings), timeout: 150_000 }
        execFile(program, words(args), options, (error, out, err) =>
          resolve({ code: error === null ? 0 : Number(error.code ?? 255), out, err }),
        )
      }),
    start(args, settings = {}, around = []) {
      const [first = '', ...rest] = [...around, program, ...words(args)]
      const child = spawn(first, rest, { cwd: folder.path, env: environment(settings) })
      let written = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (chunk: string) => {
          written += chunk
          child.emit('written')
        })
      // At 'exit' the last of what was written may not be read yet; at 'close' it is.
      const ended = once(child, 'close').then(([code]) => code as number | null)
      onTestFinished(async () => {
        child.kill('SIGKILL')
        await ended
      })
      return { child, output: () => written, ended, until: (pattern) => until(child, () => written, pattern) }
    },
    async withStore(use, masterKey = '') {
      const events = { migrated: () => undefined, masterKeyMade: () => undefined }
      const store = await openStore(testSettings(data, { masterKey }), Date.now, events)
      try {
        return await use(store)
      } finally {
        await store.close()
      }
    },
  }
}

/** Returns the password that a command printed. */
export const passwordIn = (text: string): string => /password\s+([\w-]{32})/.exec(text)?.[1] ?? ''

const words = (line: string): string[] => line.split(' ').filter((word) => word !== '')

async function until(child: ChildProcess, written: () => string, pattern: RegExp): Promise<void> {
  const closed = once(child, 'close')
  while (!pattern.test(written())) {
    const isClosed = await Promise.race([closed.then(() => true), once(child, 'written').then(() => false)])
    if (isClosed && !pattern.test(written())) throw new Error(`no ${pattern} in what it wrote:\n${written()}`)
  }
}
