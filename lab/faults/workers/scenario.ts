// Kills the worker in the middle of each kind of job: the caller is answered, others are served, and nothing is left behind.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, callerOf } from '../../kit/caller.ts'
import type { ServerInProcess } from '../../kit/server-in-process.ts'
import type { Kind } from './kinds.ts'

/** These properties of an answer are compared. */
type AnswerSummary = Pick<Answer, 'status' | 'code' | 'retryAfterSeconds'>

export interface Killed {
  readonly subject: string
  readonly job: string
  /** The answer when no worker is killed. */
  readonly calm: AnswerSummary
  readonly calmMs: number
  /** The answers when the worker is killed once, at each of these shares of its time. */
  readonly once: readonly AnswerSummary[]
  /** The answer when the worker is killed, and again at the retry. */
  readonly twice: AnswerSummary
  readonly after: AnswerSummary
  /** The count of processes of killed workers that are still alive. */
  readonly survivors: number
}

interface KillOptions {
  readonly shares: readonly number[]
}

/** The server has one worker, so a busy worker runs this job. */
export async function killDuring(
  server: ServerInProcess,
  { subject, job, send }: Kind,
  { shares }: KillOptions,
): Promise<Killed> {
  const caller = callerOf(server.url, server.credentials)
  // The first request opens what the job needs, and makes its picture.
  await send(caller)
  const begun = performance.now()
  const calm = await send(caller)
  const calmMs = performance.now() - begun
  const groups: number[] = []

  const once: AnswerSummary[] = []
  for (const share of shares) {
    const { answer, isOpen } = opened(send(caller))
    groups.push(await killBusy(server, calmMs * share, isOpen))
    once.push(await answer)
  }
  const { answer, isOpen } = opened(send(caller))
  for (let kill = 0; kill < 2; kill++) groups.push(await killBusy(server, calmMs * 0.3, isOpen))
  const twice = await answer
  const after = await send(caller)
  return { subject, job, calm, calmMs, once, twice, after, survivors: groups.filter(isGroupAlive).length }
}

/** A request, and whether its answer is still to come. */
function opened<Value>(answer: Promise<Value>): { answer: Promise<Value>; isOpen: () => boolean } {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  answer.then(settle, settle)
  return { answer, isOpen: () => !isSettled }
}

async function killBusy(
  { runtime }: ServerInProcess,
  afterMs: number,
  isOpen: () => boolean,
): Promise<number> {
  const stats = () => runtime.workers.stats()
  while (stats().busy === 0 && isOpen()) await sleep(2)
  await sleep(afterMs)
  // The job, or the request with it, may have ended: then there is nothing to interrupt.
  if (stats().busy === 0) return 0
  const pid = stats().children[0]?.pid ?? 0
  process.kill(pid, 'SIGKILL')
  while (stats().busy > 0) await sleep(2)
  return pid
}

/** A worker leads a process group, with whatever programs it started. */
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

/** Returns names in the temporary folder that a job may have left. */
export const leftovers = (): string[] =>
  ['/dev/shm', process.env.TMPDIR ?? '/tmp']
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
    .filter((path) => /\/selfsame-[0-9a-f]{8}-[0-9a-f-]{27}$/.test(path))

export function faultsOf({ subject, calm, once, twice, after, survivors }: Killed): string[] {
  const same = (one: AnswerSummary) => one.status === calm.status && one.code === calm.code
  const isRefusal = ({ status, retryAfterSeconds = 0 }: AnswerSummary) =>
    status === 503 && retryAfterSeconds > 0
  const shown = ({ status, code }: AnswerSummary) => `${status} ${code}`
  return [
    ...(calm.status === 200 ? [] : [`${subject}: answered ${shown(calm)} though nobody was killed`]),
    ...once.filter((one) => !same(one)).map((one) => `${subject}: killed once, answered ${shown(one)}`),
    // The second kill may come too late, when the retry has answered.
    ...(same(twice) || isRefusal(twice) ? [] : [`${subject}: killed twice, answered ${shown(twice)}`]),
    ...(same(after) ? [] : [`${subject}: afterwards, answered ${shown(after)}`]),
    ...(survivors === 0 ? [] : [`${subject}: ${survivors} killed workers left processes`]),
  ]
}
