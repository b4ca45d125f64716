// Takes one engine away under traffic and brings it back: what callers were told meanwhile, and how soon all was well.
import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineName } from './cluster.ts'
import type { Answered, EnginesLedger } from './ledger.ts'

export interface Outage {
  /** `disk` is under everything that an embedded server does. */
  readonly engine: EngineName | 'disk'
  /** Killed, hanging, full, read-only, slow. */
  readonly manner: string
  readonly awayAt: number
  readonly backAt: number
  /** The time of each server from the engine's return to its first good answer that needed it; undefined when none came. */
  readonly recoveryMs: readonly (number | undefined)[]
  /** Requests that needed the engine and were refused. */
  readonly refusedMs: readonly number[]
  /** Whatever was under way while it was away, and how long the slowest took. */
  readonly slowestMs: number
  /** The slowest request that waits for no worker, and therefore only for the engine. */
  readonly slowestQuickMs: number
  /** Requests that could have been served without it, and were refused. */
  readonly bystanders: readonly string[]
  readonly wrong: readonly string[]
}

export interface Trouble extends Pick<Outage, 'engine' | 'manner'> {
  begin(): void | Promise<void>
  /** Resolves when the engine is itself again. */
  end(): void | Promise<void>
  /** A slow engine may serve everybody. */
  readonly refusesNobody?: true
  /** What can be seen only while it lasts. */
  look?(): Promise<void>
}

interface OutageOptions {
  readonly trouble: Trouble
  readonly servers: number
  readonly ledger: EnginesLedger
  /** The least time it stays away. */
  readonly awayMs: number
  /** After that long without an answer nobody waits any longer. */
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
  // All well for a while: an engine that goes at once would find nothing under way.
  const calmAt = performance.now()
  await sleep(awayMs / 2)
  await waitFor(() => each.every((server) => goodOn(server, calmAt)), limitMs * 2)

  const awayAt = performance.now()
  await trouble.begin()
  await sleep(awayMs)
  // Long enough that each server had to say no at least once.
  const refusedOn = (server: number) =>
    answersSince(awayAt).some((one) => one.server === server && one.status === 503)
  if (!trouble.refusesNobody) await waitFor(() => each.every(refusedOn), limitMs)
  await trouble.look?.()
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

/** While an engine is away a request is served, or refused with 503 and a time to come back; nothing else. */
export function wrongIn({ act, status, retryAfterSeconds = 0, outcome }: Answered): string[] {
  if (status === 503) return retryAfterSeconds > 0 ? [] : [`${act}: 503 without Retry-After`]
  if (status >= 200 && status < 300) return []
  return [`${act}: answered ${status} ${outcome}`]
}

async function waitFor(isSo: () => boolean, limitMs: number): Promise<void> {
  const until = performance.now() + limitMs
  while (!isSo() && performance.now() < until) await sleep(5)
}
