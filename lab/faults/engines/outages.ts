// Takes one engine away under traffic and brings it back, and records the answers meanwhile and the recovery time.
import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineName } from './cluster.ts'
import type { Answered, EnginesLedger } from './ledger.ts'

export interface Outage {
  /** `disk` is needed by everything that an embedded server does. */
  readonly engine: EngineName | 'disk'
  /** The manner is killed, hanging, full, read-only or slow. */
  readonly manner: string
  readonly awayAt: number
  readonly backAt: number
  /** The time of each server from the engine's return to its first good answer that needed it; undefined when none came. */
  readonly recoveryMs: readonly (number | undefined)[]
  /** The durations of requests that needed the engine and were refused. */
  readonly refusedMs: readonly number[]
  /** The slowest of the requests under way during the outage. */
  readonly slowestMs: number
  /** The slowest request that waits for no worker, and therefore only for the engine. */
  readonly slowestQuickMs: number
  /** Requests that could have been served without the engine, and were refused. */
  readonly bystanders: readonly string[]
  readonly wrong: readonly string[]
}

export interface Trouble extends Pick<Outage, 'engine' | 'manner'> {
  begin(): void | Promise<void>
  /** Resolves when the engine works again. */
  end(): void | Promise<void>
  /** A slow engine may serve everybody. */
  readonly refusesNobody?: true
  /** Checks what can be observed only during the outage. */
  observe?(): Promise<void>
}

interface OutageOptions {
  readonly trouble: Trouble
  readonly servers: number
  readonly ledger: EnginesLedger
  /** The least duration of the outage. */
  readonly awayMs: number
  /** The run stops waiting after that long without an answer. */
  readonly limitMs: number
}

export async function takeAway(options: OutageOptions): Promise<Outage> {
  const { trouble, servers, ledger, awayMs, limitMs } = options
  const { engine, manner } = trouble
  const needsIt = ({ needs }: Answered) => engine === 'disk' || needs.includes(engine)
  const each = Array.from({ length: servers }, (_, index) => index)
  const answersSince = (since: number) => ledger.answers.filter((one) => needsIt(one) && one.endedAt > since)
  const goodOn = (server: number, since: number) =>
    answersSince(since).find((one) => one.server === server && one.status > 0 && one.status < 300)
  // The outage begins after a while of normal traffic, so that requests are under way.
  const calmAt = performance.now()
  await sleep(awayMs / 2)
  await waitFor(() => each.every((server) => goodOn(server, calmAt)), limitMs * 2)

  const awayAt = performance.now()
  await trouble.begin()
  await sleep(awayMs)
  // The outage lasts until each server has refused at least once.
  const refusedOn = (server: number) =>
    answersSince(awayAt).some((one) => one.server === server && one.status === 503)
  if (!trouble.refusesNobody) await waitFor(() => each.every(refusedOn), limitMs)
  await trouble.observe?.()
  await trouble.end()
  const backAt = performance.now()
  await waitFor(() => each.every((server) => goodOn(server, backAt)), limitMs * 2)

  const meanwhile = ledger.answers.filter((one) => one.endedAt > awayAt && one.startedAt < backAt)
  const refused = meanwhile.filter(({ status }) => status === 503)
  return {
    engine,
    manner,
    awayAt,
    backAt,
    recoveryMs: each.map((server) => {
      const first = goodOn(server, backAt)
      return first && first.endedAt - backAt
    }),
    refusedMs: refused.filter(needsIt).map(tookMs),
    slowestMs: Math.max(0, ...meanwhile.map(tookMs)),
    slowestQuickMs: Math.max(0, ...meanwhile.filter(({ act }) => quickActs.has(act)).map(tookMs)),
    bystanders: refused
      .filter((one) => !needsIt(one))
      .map((one) => `${one.act} after ${Math.round(tookMs(one))} ms`),
    wrong: meanwhile.flatMap(wrongIn),
  }
}

const quickActs = new Set(['collection', 'challenge', 'face removed', 'erased'])

const tookMs = ({ startedAt, endedAt }: Answered): number => endedAt - startedAt

/** During an outage a request is served, or refused with 503 and a Retry-After; nothing else is right. */
export function wrongIn({ act, status, retryAfterSeconds = 0, outcome }: Answered): string[] {
  if (status === 503) return retryAfterSeconds > 0 ? [] : [`${act}: 503 without Retry-After`]
  if (status >= 200 && status < 300) return []
  return [`${act}: answered ${status} ${outcome}`]
}

async function waitFor(isSo: () => boolean, limitMs: number): Promise<void> {
  const until = performance.now() + limitMs
  while (!isSo() && performance.now() < until) await sleep(5)
}
