// Opens a cage around the jobs that try to leave it, and says of each attempt whether the cage held.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../../../src/system/find-program.ts'
import { openCage, type Sandbox } from '../../../src/workers/cage.ts'
import type { CageSettings } from '../../../src/workers/cage-plan.ts'
import { openPool } from '../../../src/workers/pool.ts'
import type { jobs, Outcome } from './breakout-jobs.ts'

export interface Attempts {
  readonly sandbox: Sandbox
  readonly outcomes: Readonly<Record<string, Outcome>>
}

const installed = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const perl = findProgram('perl', ['/usr/bin', '/bin']) ?? 'perl'

/** `folder` is empty and gets a data folder with a key and a database, which the cage must hide. */
export async function tryToBreakOut(folder: string, mode: CageSettings['mode']): Promise<Attempts> {
  const data = join(folder, 'data')
  mkdirSync(join(data, 'networks'), { recursive: true })
  for (const name of ['master.key', 'selfsame.db', 'networks/network'])
    writeFileSync(join(data, name), 'secret')
  const cage = await openCage({
    mode,
    readable: [
      ...['src', 'node_modules', 'package.json', 'specimens/kit/cage'].map(installed),
      join(data, 'networks'),
    ],
    hidden: [{ what: 'the data folder', path: data }],
    // A decoder has native code; here Perl makes the system calls that it would make.
    programs: [perl],
    temporaryBytes: 512 * 2 ** 20,
  })
  const pool = openPool<typeof jobs>({
    jobsModule: new URL('./breakout-jobs.ts', import.meta.url),
    workers: 2,
    queueLimit: 100,
    jobTimeoutMs: 60_000,
    memoryCeilingBytes: 2 ** 30,
    cage,
  })
  const out = await listening({ host: '127.0.0.1', port: 0 })
  const socket = join(folder, 'socket')
  const local = await listening({ path: socket })
  try {
    await pool.started()
    const { port } = out.address() as { port: number }
    const workers = pool.stats().children.map(({ pid }) => pid)
    const server = { perl, pid: process.pid }
    const who = { organisation: 'attacker' }
    const tried = {
      'reads its networks': pool.run('readFile', join(data, 'networks', 'network'), who),
      'starts Node.js': pool.run('startNode', undefined, who),
      'signals its own group': pool.run('signalOwnGroup', undefined, who),
      'read the master key': pool.run('readFile', join(data, 'master.key'), who),
      'read the database': pool.run('readFile', join(data, 'selfsame.db'), who),
      'find the key in the data folder': pool.run('findInFolder', { folder: data, name: 'master.key' }, who),
      'read /etc/passwd': pool.run('readFile', '/etc/passwd', who),
      'list /run, with its secrets': pool.run('listFolder', '/run', who),
      'list the home folder': pool.run('listFolder', process.env.HOME ?? '/root', who),
      'list the processes': pool.run('listFolder', '/proc/self', who),
      "read the server's memory": pool.run('readMemory', [process.pid], who),
      "read another worker's memory": pool.run('readMemory', workers, who),
      "read the server's environment": pool.run('readEnvironment', process.pid, who),
      'attach to the server': pool.run('attach', server, who),
      'attach to another worker': pool.run('attachToOther', { perl, pids: workers }, who),
      "read the server's memory by a call": pool.run('readByCall', server, who),
      "change the server's limits": pool.run('limitOther', server, who),
      'signal the server': pool.run('signal', process.pid, who),
      'signal another worker': pool.run('signalOther', workers, who),
      'connect to a port': pool.run('connect', { host: '127.0.0.1', port }, who),
      'connect to a socket of this machine': pool.run('connect', { path: socket }, who),
      'send a packet': pool.run('sendPacket', port, who),
      'start a shell': pool.run('start', ['/bin/sh', '-c', 'echo free'], who),
      'start a program of the machine': pool.run('start', ['/usr/bin/env'], who),
      'start a program of its own': pool.run('startOwn', undefined, who),
      'leave its process group': pool.run('leaveGroup', perl, who),
      'make a user namespace': pool.run('makeNamespace', perl, who),
      'change its root': pool.run('changeRoot', perl, who),
      'make a program without a file': pool.run('makeNamelessProgram', perl, who),
      'change a network': pool.run('writeFile', join(data, 'networks', 'network'), who),
    }
    const names = Object.keys(tried)
    const done = await Promise.all(Object.values(tried))
    return {
      sandbox: cage.sandbox,
      outcomes: Object.fromEntries(names.map((name, i) => [name, done[i] as Outcome])),
    }
  } finally {
    await pool.close(0)
    out.close()
    local.close()
  }
}

function listening(on: { host: string; port: number } | { path: string }): Promise<Server> {
  const server = createServer((socket) => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(on, () => resolve(server))
  })
}

/** These must go on working: a cage that holds everything has no use. */
export const needs = ['reads its networks', 'starts Node.js', 'signals its own group']

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = '', mode = 'auto'] = process.argv
  console.log(JSON.stringify(await tryToBreakOut(folder, mode as CageSettings['mode'])))
}
