// Kills the worker in the middle of each kind of job: the caller is answered, others are served, and nothing is left behind.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestServer } from '../../../test/kit/server.ts'
import type { Kind, Told } from './kinds.ts'

export interface Killed {
  readonly door: string
  readonly job: string
  /** What it answers when nobody is killed. */
  readonly calm: Told
  readonly calmMs: number
  /** Killed once at each of these shares of its time. */
  readonly once: readonly Told[]
  /** Killed, and again when it was tried once more. */
  readonly twice: Told
  readonly after: Told
  /** Processes of the killed workers that lived on. */
  readonly survivors: number
}

export interface KillOptions {
  readonly shares: readonly number[]
}

/** The server has one worker: whatever is busy is the job. */
export async function killDuring(
  server: TestServer,
  { door, job, send }: Kind,
  { shares }: KillOptions,
): Promise<Killed> {
  await send(server) // opens what the job needs, and makes its picture
  const begun = performance.now()
  const calm = await send(server)
  const calmMs = performance.now() - begun
  const groups: number[] = []

  const once: Told[] = []
  for (const share of shares) {
    const told = send(server)
    groups.push(await killBusy(server, calmMs * share))
    once.push(await told)
  }
  const told = send(server)
  for (let kill = 0; kill < 2; kill++) groups.push(await killBusy(server, calmMs * 0.3))
  const twice = await told
  const after = await send(server)
  return { door, job, calm, calmMs, once, twice, after, survivors: groups.filter(isGroupAlive).length }
}

async function killBusy({ server }: TestServer, afterMs: number): Promise<number> {
  const stats = () => server.runtime.workers.stats()
  while (stats().busy === 0) await sleep(2)
  await sleep(afterMs)
  // It may just have answered: then there is nothing to be in the middle of.
  if (stats().busy === 0) return 0
  const pid = stats().children[0]?.pid ?? 0
  process.kill(pid, 'SIGKILL')
  while (stats().busy > 0) await sleep(2)
  return pid
}

/** A worker leads a group of its own, with whatever programs it started. */
function isGroupAlive(leader: number): boolean {
  if (leader === 0) return false
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return Number(group) === leader && state !== 'Z'
      } catch {
        return false
      }
    })
}

/** Names that a job may have left where temporary files lie. */
export const leftovers = (): string[] =>
  ['/dev/shm', process.env.TMPDIR ?? '/tmp']
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
    .filter((path) => /\/selfsame-[0-9a-f]{8}-[0-9a-f-]{27}$/.test(path))

export interface Fault {
  readonly what: string
}

export function faultsOf({ door, calm, once, twice, after, survivors }: Killed): string[] {
  const same = (one: Told) => one.status === calm.status && one.resultCode === calm.resultCode
  const isRefusal = ({ status, retryAfter }: Told) => status === 503 && Number(retryAfter) > 0
  const shown = ({ status, resultCode }: Told) => `${status} ${String(resultCode)}`
  return [
    ...(calm.status === 200 ? [] : [`${door}: answered ${shown(calm)} though nobody was killed`]),
    ...once.filter((one) => !same(one)).map((one) => `${door}: killed once, answered ${shown(one)}`),
    // The second kill may come too late, when the second try has answered.
    ...(same(twice) || isRefusal(twice) ? [] : [`${door}: killed twice, answered ${shown(twice)}`]),
    ...(same(after) ? [] : [`${door}: afterwards, answered ${shown(after)}`]),
    ...(survivors === 0 ? [] : [`${door}: ${survivors} killed workers left processes`]),
  ]
}
