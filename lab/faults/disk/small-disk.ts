// Starts an embedded server whose data is on a small disk of its own, which a test can fill, forbid and slow down.
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openSandbox } from '../../../specimens/kit/engines/sandbox.ts'
import { openStoreOf, settingsOf, unlimited, type Variables } from '../../kit/installation.ts'
import { type ServerProcess, startServer } from '../../kit/server.ts'
import type { Cluster } from '../engines/cluster.ts'
import { addMember } from '../installation.ts'

export interface SmallDisk {
  readonly cluster: Cluster
  readonly server: ServerProcess
  readonly data: string
  /** The means by which the disk is made full. */
  readonly means: 'a disk of its own' | 'a limit on the size of files'
  /** Takes all space that is left. */
  fill(): void
  free(): void
}

/** Root in a container may lack the right to mount. */
function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export async function openSmallDisk(variables: Variables = {}, mounted = canMount()): Promise<SmallDisk> {
  const sandbox = openSandbox('fault-disk', 0)
  try {
    const data = join(sandbox.folder, 'data')
    mkdirSync(data)
    // Readiness wants 64 MiB of space. The disk goes away with the sandbox.
    if (mounted) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m,mode=0700', 'tmpfs', data])
    const settings: Variables = {
      SELFSAME_WORKERS: '1',
      ...unlimited,
      SELFSAME_WRITE_DEADLINE: '4 s',
      SELFSAME_CHALLENGE_LIFE: '6 h',
      ...variables,
    }
    const placed = { ...settings, SELFSAME_DATA: data }
    const server = await startServer({ folder: sandbox.folder, variables: placed })
    const store = await openStoreOf(settingsOf(placed))
    const cluster: Cluster = {
      engines: new Map(),
      on: 'SQLite and disk',
      servers: [server],
      store,
      qdrantUrl: undefined,
      member: await addMember(store),
      async close() {
        await store.close()
        await server.kill().catch(() => undefined)
        await sandbox.close()
      },
    }
    const filler = join(data, 'filler')
    return {
      cluster,
      server,
      data,
      means: mounted ? 'a disk of its own' : 'a limit on the size of files',
      fill: mounted ? () => fillUp(filler) : () => limitFiles(server.pid, '0'),
      free: mounted ? () => rmSync(filler) : () => limitFiles(server.pid, 'unlimited'),
    }
  } catch (error) {
    await sandbox.close()
    throw error
  }
}

function fillUp(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (let size = 2 ** 22; size >= 1; ) {
      try {
        writeSync(file, Buffer.alloc(size))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        size = Math.floor(size / 2)
      }
    }
  } finally {
    closeSync(file)
  }
}

/** The kernel then refuses every byte beyond the limit, also for files that are open already. */
function limitFiles(pid: number, most: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${most}:unlimited`])
}
