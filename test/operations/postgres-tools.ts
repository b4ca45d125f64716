// Starts PostgreSQL with the tools of its own version, from Debian, in a sandbox, for real dumps and restores.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase } from '../../specimens/kit/engines/postgres.ts'
import { freePort, openSandbox } from '../../specimens/kit/engines/sandbox.ts'

const newest = globSync('/usr/lib/postgresql/*/bin')
  .filter((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'pg_dump')))
  .toSorted((a, b) => Number(a.split('/')[4]) - Number(b.split('/')[4]))
  .at(-1)

export const hasPostgresTools = newest !== undefined

export async function startPostgresWithTools() {
  if (newest === undefined) throw new Error('no PostgreSQL with its tools: apt-get install postgresql')
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout)
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  const sandbox = openSandbox('postgres-tools', 10_000, user)
  const data = join(sandbox.folder, 'data')
  const port = await freePort()
  await sandbox.run(join(newest, 'initdb'), ['-D', data, '-U', 'selfsame', '-A', 'trust', '--no-sync'])
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=16MB']
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])]
  const url = `postgres://selfsame@127.0.0.1:${port}/postgres`
  const ready = () => sandbox.run(join(newest, 'psql'), ['-c', 'SELECT 1', url])
  await sandbox.untilReady(sandbox.start(join(newest, 'postgres'), args), ready)
  const dump = join(sandbox.folder, 'selfsame.dump')
  return {
    database: (name: string) => createDatabase(url, name),
    dump: (of: string) => sandbox.run(join(newest, 'pg_dump'), ['--format=custom', `--file=${dump}`, of]),
    restore: (into: string) =>
      sandbox.run(join(newest, 'pg_restore'), ['--exit-on-error', `--dbname=${into}`, dump]),
    stop: () => sandbox.close(),
  }
}
