// npm run bench:liveness: measures a challenge of twelve frames against the bare networks it needs, and fifty at once.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { prepareNetworks } from '../../src/models/cache.ts'
import { networkCache } from '../kit/folders.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { median, quantile } from '../kit/statistics/summary.ts'
import { printTargets, type Target } from '../kit/targets.ts'
import { Failed, type Played, playProfile, type Server } from './liveness-caller.ts'
import { openFrameCost } from './liveness-frame-cost.ts'
import { type ActedFrame, actedFrames, six, twelve } from './liveness-frames.ts'

answerHelp(`Measures a challenge of twelve frames against the bare networks it needs, and many challenges at once.

  --rounds N      of the challenge of twelve frames (10)
  --challenges N  at once (50)
  --only PARTS    frames, load; separated by commas

${writesCacheOnly}`)

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    challenges: { type: 'string', default: '50' },
    only: { type: 'string', default: 'frames,load' },
  },
})
const rounds = Number(options.rounds)
const challenges = Number(options.challenges)
const wanted = options.only.split(',')
const MEBIBYTE = 2 ** 20

interface Child {
  readonly process: ChildProcess
  readonly server: Server
}

async function serve(workers: number): Promise<Child> {
  const file = new URL('./liveness-server.ts', import.meta.url)
  const child = fork(file, [String(workers)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [server] = (await once(child, 'message')) as [Server]
  return { process: child, server }
}

async function ask<Answer>({ process: child }: Child, word: string): Promise<Answer> {
  child.send(word)
  const [answer] = await once(child, 'message')
  return answer as Answer
}

async function stop({ process: child }: Child): Promise<void> {
  child.disconnect()
  await once(child, 'exit')
}

/** Each round has an organisation of its own, because repeated pictures are refused. */
async function benchFrames(): Promise<Target[]> {
  const frames = await actedFrames(1, twelve)
  const cost = await openFrameCost(networkCache, frames)
  const child = await serve(1)
  const times = {
    networks: [] as number[],
    decode: [] as number[],
    shot: [] as number[],
    whole: [] as number[],
    played: [] as Played[],
  }
  for (let round = -2; round < rounds; round++) {
    const credentials = await ask<Server['credentials']>(child, 'organisation')
    const networks = await cost.networks()
    const played = await playProfile({ ...child.server, credentials }, frames)
    const parts = { whole: await cost.whole(), decode: await cost.decode(), shot: await cost.shot() }
    // The first rounds warm up the compiler.
    if (round < 0) continue
    times.networks.push(networks)
    times.played.push(played)
    for (const name of ['whole', 'decode', 'shot'] as const) times[name].push(parts[name])
  }
  await stop(child)
  const totals = times.played.map(
    ({ framesMs, verifyMs }) => verifyMs + framesMs.reduce((sum, ms) => sum + ms, 0),
  )
  const ms = {
    networks: median(times.networks),
    decode: median(times.decode),
    shot: median(times.shot),
    whole: median(times.whole),
    total: median(totals),
    verify: median(times.played.map(({ verifyMs }) => verifyMs)),
  }
  const each = (value: number) => `${(value / frames.length).toFixed(1)} ms`
  const counts = Map.groupBy(cost.runs, ({ network }) => network.row.name)
  console.log(
    `a profile challenge of ${frames.length} frames, one worker; medians of ${rounds} rounds, in turn`,
  )
  console.log(`  verdicts: ${verdictsOf(times.played)}`)
  console.log(
    `  networks alone ${ms.networks.toFixed(0)} ms: ${[...counts].map(([name, all]) => `${name} x ${all.length}`).join(', ')}`,
  )
  console.log(
    `  over HTTP, uploads and verify ${ms.total.toFixed(0)} ms, of which verify ${ms.verify.toFixed(1)} ms`,
  )
  console.log(
    `  a frame: networks ${each(ms.networks)}, decoding ${each(ms.decode)}, print and compression ${each(ms.shot)}, the rest of looking ${each(ms.whole - ms.networks - ms.decode - ms.shot)}, HTTP, worker and store ${each(ms.total - ms.verify - ms.whole)}`,
  )
  return [
    { name: 'liveness-12-frames-by-networks', value: ms.total / ms.networks, bound: 1.3, good: 'at most' },
  ]
}

async function benchLoad(): Promise<Target[]> {
  const people: ActedFrame[][] = []
  for (const seed of [1, 2, 3]) people.push(await actedFrames(seed, six))
  const child = await serve(2)
  for (const frames of people) await playProfile(child.server, frames)
  const before = await ask<{ rssBytes: number }>(child, 'memory')
  const startedAt = performance.now()
  const all = await Promise.allSettled(
    Array.from({ length: challenges }, (_, i) => playProfile(child.server, people[i % people.length] ?? [])),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const after = await ask<{ rssBytes: number; peakBytes?: number }>(child, 'memory')
  const alone = await playProfile(child.server, people[0] ?? [])
  await stop(child)
  const played = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  for (const error of failed) if (!(error instanceof Failed)) console.error(error)
  const uploads = played.flatMap(({ framesMs }) => framesMs)
  const at = (share: number) => `${Math.round(quantile(uploads, share))} ms`
  const mebibytes = (bytes: number | undefined) => `${Math.round((bytes ?? Number.NaN) / MEBIBYTE)} MiB`
  console.log(
    `${challenges} profile challenges at once, each 6 frames one after the other and verify; two workers`,
  )
  console.log(
    `  failures ${failed.length}${failed[0] ? `, the first: ${failed[0].message}` : ''}; verdicts: ${verdictsOf(played)}`,
  )
  console.log(
    `  a frame upload: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}; verify: median ${median(played.map(({ verifyMs }) => verifyMs)).toFixed(0)} ms, of one more alone afterwards ${alone.verifyMs.toFixed(0)} ms`,
  )
  console.log(`  ${(uploads.length / seconds).toFixed(1)} frames/s over ${seconds.toFixed(1)} s`)
  console.log(
    `  memory of the server without its workers: ${mebibytes(before.rssBytes)} before, ${mebibytes(after.rssBytes)} after, ${mebibytes(after.peakBytes)} at most`,
  )
  return [
    { name: `liveness-${challenges}-at-once-failures`, value: failed.length, bound: 0, good: 'at most' },
  ]
}

function verdictsOf(played: readonly Played[]): string {
  const counts = Map.groupBy(played, ({ verdict, failed }) => [verdict, ...failed].join(' '))
  return [...counts].map(([code, all]) => `${code} x ${all.length}`).join(', ')
}

await prepareNetworks(networkCache)
const targets: Target[] = []
if (wanted.includes('frames')) targets.push(...(await benchFrames()))
if (wanted.includes('load')) targets.push(...(await benchLoad()))
printTargets(targets)
