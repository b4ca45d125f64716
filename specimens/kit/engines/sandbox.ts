// Opens a temporary folder with real servers in it; both are removed with the process that opened it, however it ends.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const sandboxPrefix = 'selfsame-engine-'

const keeperFile = fileURLToPath(new URL('keeper.ts', import.meta.url))

export type User = { uid: number; gid: number }
export type Sandbox = ReturnType<typeof openSandbox>

/**
 * `patienceMs` is how long the servers may take to stop before they are killed;
 * `user` is who runs them and owns the folder, where that is not who runs us.
 */
export function openSandbox(name: string, patienceMs: number, user?: User) {
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find((path) => !user || openToAll(realpathSync(path)))
  if (!parent) throw new Error('no temporary folder that the servers may enter')
  const folder = mkdtempSync(join(realpathSync(parent), `${sandboxPrefix}${name}-`))
  if (user) chownSync(folder, user.uid, user.gid)

  const keeper = spawn(process.execPath, [keeperFile, folder, String(patienceMs)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const lifeline = keeper.stdin as Socket
  lifeline.on('error', () => {}) // the keeper died first: there is nobody left to tell
  lifeline.unref()
  keeper.unref()

  return {
    folder,
    /** Starts a server that writes to `NAME.log` and works inside the folder, which identifies it later. */
    start(program: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
      const log = openSync(join(folder, `${basename(program)}.log`), 'a')
      const child = spawn(program, args, {
        cwd: folder,
        detached: true,
        env: { ...process.env, ...env },
        stdio: ['ignore', log, log],
        ...user,
      })
      closeSync(log)
      child.on('error', () => {}) // `untilReady` reports it, because it sees that there is no such process
      child.unref()
      return child
    },
    /** Runs a program to its end and returns its output. */
    async run(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
      const options = { cwd: folder, env: { ...process.env, ...env }, timeout: 60_000, ...user }
      return (await promisify(execFile)(program, args, options)).stdout
    },
    /** Waits until `ready` stops throwing; a server that ends meanwhile is an error with its last output. */
    async untilReady(child: ChildProcess, ready: () => Promise<unknown>, limitMs = 60_000): Promise<void> {
      const deadline = Date.now() + limitMs
      for (;;) {
        const failure = await ready().then(
          () => undefined,
          (error: unknown) => error ?? new Error('not ready'),
        )
        if (failure === undefined) return
        const ended = child.pid === undefined || child.exitCode !== null || child.signalCode !== null
        if (ended || Date.now() > deadline) {
          const log = readFileSync(join(folder, `${basename(child.spawnfile)}.log`), 'utf8').slice(-2_000)
          throw new Error(`${child.spawnfile} ${ended ? 'ended' : 'is not ready'}: ${log}`, {
            cause: failure,
          })
        }
        await sleep(25)
      }
    },
    /** Ends every server of this sandbox and removes the folder; the keeper does it, as it would without this process. */
    async close(): Promise<void> {
      if (keeper.exitCode !== null) return
      keeper.ref()
      const ended = once(keeper, 'exit')
      lifeline.end()
      await ended
    },
  }
}

/** Finds a port of the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Tells whether any user may enter this folder and all those above it. */
export function openToAll(path: string): boolean {
  return (statSync(path).mode & 0o001) !== 0 && (path === '/' || openToAll(dirname(path)))
}
