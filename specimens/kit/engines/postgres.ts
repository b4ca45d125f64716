// Starts a private PostgreSQL in a temporary folder, which can be killed like a power cut and started again.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { postgresPrograms } from './postgres-programs.ts'
import { killProcessesIn } from './processes.ts'
import { freePort, openSandbox, type User } from './sandbox.ts'
import { pausingIn, type Stoppable } from './stoppable.ts'

export { postgresInstalled } from './postgres-programs.ts'

export type Postgres = Stoppable & {
  url: string
  stop(): Promise<void>
}

export async function startPostgres(): Promise<Postgres> {
  const user = process.getuid?.() === 0 ? nobody() : undefined // initdb refuses root
  const sandbox = openSandbox('postgres', 10_000, user)
  try {
    const { initdb, postgres, env } = postgresPrograms(sandbox, user !== undefined)
    const data = join(sandbox.folder, 'data')
    const port = await freePort()
    const url = `postgres://selfsame@127.0.0.1:${port}/postgres`

    // The collation is that of a language and not of bytes, as on most servers, so a query that relies on
    // byte order fails here. Only the first files are not synced; the running server syncs as usual.
    const collation = ['--locale=C.UTF-8', '--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US']
    await sandbox.run(initdb, ['-D', data, '-U', 'selfsame', '-A', 'trust', '--no-sync', ...collation], env)

    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=16MB']
    settings.push('dynamic_shared_memory_type=mmap') // inside the folder, so that a kill leaves nothing outside
    const begin = async () => {
      const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
      await sandbox.untilReady(sandbox.start(postgres, args, env), () => query(url, 'SELECT 1'))
    }
    const kill = () => {
      killProcessesIn(sandbox.folder)
      removeSharedMemory(data)
    }
    await begin()
    return {
      url,
      stop: () => sandbox.close(),
      ...pausingIn(sandbox.folder),
      kill,
      async restart() {
        kill()
        await begin()
      },
    }
  } catch (error) {
    await sandbox.close()
    throw error
  }
}

/** Makes another database on the same server: an empty one, or a copy of one that nobody is connected to. */
export async function createDatabase(url: string, name: string, like?: string): Promise<string> {
  const template = like === undefined ? '' : ` TEMPLATE ${pg.escapeIdentifier(like)}`
  await query(url, `CREATE DATABASE ${pg.escapeIdentifier(name)}${template}`)
  const fresh = new URL(url)
  fresh.pathname = `/${encodeURIComponent(name)}`
  return fresh.href
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // a server that dies under an idle connection
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** Removes the shared memory that a killed server leaves in the kernel; its lock file says which. */
function removeSharedMemory(data: string): void {
  try {
    const id = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[6]?.trim().split(/\s+/)[1]
    if (id) spawnSync('ipcrm', ['-m', id], { stdio: 'ignore' })
  } catch {
    // no lock file: it had stopped by itself
  }
}

function nobody(): User {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (!uid || !gid) throw new Error('PostgreSQL does not run as root, and there is no user nobody')
  return { uid: Number(uid), gid: Number(gid) }
}
