// Defines the troubles of the disk of an embedded server: full, files that cannot be written, every flush slow.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Trouble } from '../engines/outages.ts'
import type { SmallDisk } from './small-disk.ts'

/** What readiness answered while the trouble lasted. */
export interface Readiness {
  readonly manner: string
  readonly status: number
  readonly checks: Readonly<Record<string, string>>
}

async function readinessOf({ server }: SmallDisk, manner: string): Promise<Readiness> {
  // An answer of readiness is cached for a second; this one must be current.
  await sleep(1_100)
  const answer = await fetch(`${server.url}/readyz`)
  const { checks } = (await answer.json()) as { checks: Record<string, string> }
  return { manner, status: answer.status, checks }
}

const asked = (disk: SmallDisk, manner: string, said: Readiness[]) => async () =>
  void said.push(await readinessOf(disk, manner))

export const full = (disk: SmallDisk, said: Readiness[]): Trouble => ({
  engine: 'disk',
  manner: 'full',
  begin: disk.fill,
  end: disk.free,
  observe: asked(disk, 'full', said),
})

/** A read-only mount covers the folder of the files; the database beside it is unchanged. */
export function readOnly(disk: SmallDisk, said: Readiness[]): Trouble {
  const folder = join(disk.data, 'files')
  return {
    engine: 's3',
    manner: 'read-only',
    async begin() {
      while (!existsSync(folder)) await sleep(20)
      execFileSync('mount', ['--bind', folder, folder])
      execFileSync('mount', ['-o', 'remount,ro,bind', folder])
    },
    end: () => void execFileSync('umount', ['-l', folder]),
    observe: asked(disk, 'read-only', said),
  }
}

export const canSlow = (): boolean => existsSync('/usr/bin/strace')
export const slowInstall = 'apt-get install -y --no-install-recommends strace'

/** Every flush waits that long before it begins, as on a worn-out or overloaded disk. */
export function slow({ server }: SmallDisk, delayMs: number): Trouble {
  let tracer: ChildProcess | undefined
  return {
    engine: 'disk',
    manner: 'slow',
    refusesNobody: true,
    async begin() {
      const delay = `inject=fsync,fdatasync:delay_enter=${delayMs * 1000}`
      const args = ['-f', '-qq', '-o', '/dev/null', '-p', String(server.pid)]
      tracer = spawn('strace', [...args, '-e', 'trace=fsync,fdatasync', '-e', delay], { stdio: 'ignore' })
      await sleep(500)
    },
    async end() {
      if (!tracer) return
      const ended = once(tracer, 'exit')
      tracer.kill('SIGINT')
      await ended
    },
  }
}
