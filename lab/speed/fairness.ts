// npm run bench:fairness: one organisation does the worst it may; measures what another one notices.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Credentials } from '../../src/organisations/manage.ts'
import { callerOf } from '../kit/caller.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { startInProcess } from '../kit/server-in-process.ts'
import { quantile } from '../kit/statistics/summary.ts'
import { atMost, none, printTargets, type Target } from '../kit/targets.ts'
import { cardOnTable, selfie } from './faces-pictures.ts'
import { slowStorms, storms } from './fairness-storms.ts'

const all = { ...storms, ...slowStorms }

answerHelp(`Lets one organisation do the worst it may, and measures what another one notices: the time of its small
requests, and how many faces it compares and how long each takes, beside the same on a quiet server.

  --seconds N   of each measurement (10); there are two for each attack and two on the quiet server
  --only NAMES  attacks, with commas between: ${Object.keys(all).join(', ')}
  --workers N   of the server (one per core)

The server, the attacker and the other organisation are a process each; limits are those of the defaults. "Event loop"
is how long the server's own thread was held up meanwhile, by itself or because the processors were taken.
${writesCacheOnly}`)

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    only: { type: 'string' },
    workers: { type: 'string', default: '0' },
    serve: { type: 'boolean', default: false },
  },
})
const seconds = Number(options.seconds)
/** The small request must stay within three times its quiet time, or within this. */
const smallMs = 50
const leastShare = 0.4

interface Served {
  readonly url: string
  readonly neighbour: Credentials
  readonly attacker: Credentials
}

interface HeldUp {
  readonly p99Ms: number
  readonly longestMs: number
  /** Shares of the time in which the server's own thread had a processor, and in which it waited for one. */
  readonly ran: number
  readonly waited: number
}

if (options.serve) await serve()
else await bench()

async function serve(): Promise<void> {
  const overrides = { shotMemoryOf: 'organisation', workers: Number(options.workers) } as const
  const server = await startInProcess(overrides, 'error')
  const attacker = await server.addOrganisation('attacker')
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  process.send?.({ url: server.url, neighbour: server.credentials, attacker } satisfies Served)
  let before = scheduled()
  process.on('message', () => {
    const now = scheduled()
    const passedMs = now.atMs - before.atMs
    const heldUp = {
      p99Ms: delay.percentile(99) / 1e6,
      longestMs: delay.max / 1e6,
      ran: (now.ranMs - before.ranMs) / passedMs,
      waited: (now.waitedMs - before.waitedMs) / passedMs,
    }
    before = now
    delay.reset()
    process.send?.(heldUp satisfies HeldUp)
  })
  process.on('disconnect', () => void server.stop())
}

/** Of the thread that the event loop runs on, since it began. */
function scheduled() {
  const [ranNs = 0, waitedNs = 0] = readFileSync('/proc/self/schedstat', 'latin1').split(' ').map(Number)
  return { atMs: performance.now(), ranMs: ranNs / 1e6, waitedMs: waitedNs / 1e6 }
}

async function bench(): Promise<void> {
  const names = options.only?.split(',') ?? Object.keys(all)
  const odd = names.find((name) => !(name in all))
  if (odd !== undefined) throw new Error(`there is no attack named ${odd}`)
  const server = fork(new URL(import.meta.url), ['--serve', '--workers', options.workers], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // As bin/selfsame starts it.
    execArgv: [...process.execArgv, '--max-semi-space-size=16'],
    env: { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' },
  })
  const [served] = (await once(server, 'message')) as [Served]
  const measured = await neighbourOf(served)
  const heldUp = async () => {
    server.send('delay')
    const [{ p99Ms, longestMs, ran, waited }] = (await once(server, 'message')) as [HeldUp]
    const shares = `ran ${percent(ran)} of the time and waited ${percent(waited)} for a processor`
    return `event loop p99 ${p99Ms.toFixed(0)} ms, longest ${longestMs.toFixed(0)} ms, ${shares}`
  }

  await heldUp()
  const quiet = await measured()
  console.log(`quiet: ${said(quiet)}; ${await heldUp()}`)
  const targets: Target[] = []
  for (const name of names) {
    const { storm, prepared } = await startStorm(name, served)
    await heldUp()
    const under = await measured()
    const { sent, refused } = await stopped(storm)
    console.log(`${name}: ${said(under)}; ${await heldUp()}; ${prepared}${sent} sent, ${refused} refused`)
    targets.push(atMost(`fairness_small_ms_${name}`, under.ms, Math.max(smallMs, 3 * quiet.ms)))
    const share = under.faces / Math.max(1, quiet.faces)
    targets.push({ name: `fairness_share_${name}`, value: share, bound: leastShare, good: 'at least' })
    targets.push(none(`fairness_refused_${name}`, under.refused))
    if (name in slowStorms)
      targets.push(atMost(`fairness_faces_ms_${name}`, under.facesMs, 3 * quiet.facesMs))
  }
  server.disconnect()
  printTargets(targets)
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}

interface Measured {
  /** p95 of the small request. */
  readonly ms: number
  readonly faces: number
  /** p95 of comparing them. */
  readonly facesMs: number
  /** How many of its own requests the organisation did not get its answer to. */
  readonly refused: number
}

function said({ ms, faces, facesMs, refused }: Measured): string {
  const times = `small request p95 ${ms.toFixed(1)} ms, faces p95 ${facesMs.toFixed(0)} ms`
  const words = `${times}, ${faces.toFixed(1)} faces in ${seconds} s`
  return refused > 0 ? `${words}, ${refused} refused` : words
}

async function neighbourOf({ url, neighbour }: Served): Promise<() => Promise<Measured>> {
  const good = callerOf(url, neighbour)
  const body = {
    image_live: Buffer.from(await selfie()).toString('base64'),
    image_card: Buffer.from(await cardOnTable()).toString('base64'),
  }
  let refused = 0
  const isAnswered = ({ status }: { readonly status: number }) => {
    if (status !== 200) {
      refused++
      console.log(`the other organisation got ${status}`)
    }
    return status === 200
  }
  /** So many at a time until the time is over; what is under way then counts by its share of time within. */
  async function facesDone(atATime: number): Promise<{ faces: number; facesMs: number }> {
    let done = 0
    const times: number[] = []
    const endMs = performance.now() + 1000 * seconds
    const one = async () => {
      while (performance.now() < endMs) {
        const startedMs = performance.now()
        if (!isAnswered(await good.call('compareFaces', { body }))) continue
        const endedMs = performance.now()
        times.push(endedMs - startedMs)
        done += Math.min(1, (endMs - startedMs) / (endedMs - startedMs))
      }
    }
    await Promise.all(Array.from({ length: atATime }, one))
    return { faces: done, facesMs: quantile(times, 0.95) }
  }
  async function smallTimes(): Promise<number[]> {
    const times: number[] = []
    for (const endMs = performance.now() + 1000 * seconds; performance.now() < endMs; await sleep(20)) {
      const answer = await good.call('organisation')
      if (isAnswered(answer)) times.push(answer.ms)
    }
    return times
  }
  // The first opens what is opened on first use.
  await good.call('compareFaces', { body })
  return async () => {
    refused = 0
    const ms = quantile(await smallTimes(), 0.95)
    return { ms, ...(await facesDone(4)), refused }
  }
}

/** The storm is a process of its own, so that its work is not taken for that of the server. */
async function startStorm(name: string, { url, attacker }: Served) {
  const program = new URL('./fairness-storms.ts', import.meta.url)
  const storm = fork(program, [name, url, attacker.name, attacker.password])
  const [prepared] = (await once(storm, 'message')) as [string]
  return { storm, prepared }
}

interface Stormed {
  readonly sent: number
  readonly refused: number
}

/** What is under way is broken off, as an attacker would. */
async function stopped(storm: ChildProcess): Promise<Stormed> {
  storm.send('stop')
  const [stormed] = (await once(storm, 'message')) as [Stormed]
  storm.kill('SIGKILL')
  await once(storm, 'exit')
  return stormed
}
