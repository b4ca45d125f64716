// npm run bench:fairness: one organisation does the worst it may; measures what another one notices.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { callerOf } from '../kit/caller.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { startInProcess } from '../kit/server-in-process.ts'
import { quantile } from '../kit/statistics/summary.ts'
import { atMost, printTargets, type Target } from '../kit/targets.ts'
import { cardOnTable, selfie } from './faces-pictures.ts'
import { playProfile } from './liveness-caller.ts'
import { actedFrames, twelve } from './liveness-frames.ts'

answerHelp(`Lets one organisation do the worst it may, and measures what another one notices: the time of its small
requests, and how many faces it compares, each beside the same on a quiet server.

  --seconds N  of each measurement (20)
  --only KINDS attacks, with commas between: bodies, verifies, cards

The server is a process of its own with one worker per core and the limits of the defaults.
${writesCacheOnly}`)

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    only: { type: 'string' },
    serve: { type: 'boolean', default: false },
  },
})
const seconds = Number(options.seconds)
/** The small request must stay within three times its quiet time, or within this. */
const smallMs = 50
const mebibyte = 2 ** 20

if (options.serve) await serve()
else await bench()

async function serve(): Promise<void> {
  const server = await startInProcess({ shotMemoryOf: 'organisation' }, 'info')
  const attacker = await server.addOrganisation('attacker')
  process.send?.({ url: server.url, neighbour: server.credentials, attacker })
  process.on('disconnect', () => void server.stop())
}

async function bench(): Promise<void> {
  const child = fork(new URL(import.meta.url), ['--serve'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [{ url, neighbour, attacker }] = await once(child, 'message')
  const pictures = { image_live: await selfie(), image_card: await cardOnTable() }
  const frames = await actedFrames(1, twelve)
  const bad = callerOf(url, attacker)
  const good = callerOf(url, neighbour)
  const letters = 'A'.repeat(11.4 * mebibyte)

  /** What the attacker repeats, and how many at a time. */
  const attacks: Record<string, { readonly atATime: number; readonly act: () => Promise<unknown> }> = {
    bodies: {
      atATime: 8,
      act: () => bad.call('compareFaces', { body: { image_live: letters, image_card: letters } }),
    },
    verifies: {
      atATime: 8,
      act: () => playProfile({ url, credentials: attacker }, frames).catch(() => undefined),
    },
    cards: { atATime: 16, act: () => bad.call('compareFaces', { body: encoded(pictures) }) },
  }
  const names = options.only?.split(',') ?? Object.keys(attacks)

  /** Repeats an act until the time is over, so many at a time; returns how long each took. */
  async function repeat(atATime: number, act: () => Promise<unknown>): Promise<number[]> {
    const times: number[] = []
    const end = performance.now() + 1000 * seconds
    const one = async () => {
      while (performance.now() < end) {
        const startedAt = performance.now()
        await act()
        times.push(performance.now() - startedAt)
      }
    }
    await Promise.all(Array.from({ length: atATime }, one))
    return times
  }

  const compare = async () => {
    const { status } = await good.call('compareFaces', { body: encoded(pictures) })
    if (status !== 200) throw new Error(`the neighbour's faces were answered ${status}`)
  }
  const small = async () => {
    const { status } = await good.call('organisation')
    if (status !== 200) throw new Error(`the neighbour's small request was answered ${status}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const p95 = (times: readonly number[]) => Math.max(0, quantile(times, 0.95) - 20)
  const measured = async () => [p95(await repeat(1, small)), (await repeat(4, compare)).length] as const

  await compare()
  const [quietMs, quietFaces] = await measured()
  console.log(`quiet: small request p95 ${quietMs.toFixed(1)} ms, ${quietFaces} faces in ${seconds} s`)
  const targets: Target[] = []
  for (const name of names) {
    const attack = attacks[name]
    if (!attack) throw new Error(`there is no attack named ${name}`)
    let isOver = false
    const attacking = Array.from({ length: attack.atATime }, async () => {
      while (!isOver) await attack.act()
    })
    const [ms, faces] = await measured()
    isOver = true
    await Promise.all(attacking)
    console.log(`${name}: small request p95 ${ms.toFixed(1)} ms, ${faces} faces in ${seconds} s`)
    targets.push(atMost(`fairness_small_ms_${name}`, ms, Math.max(smallMs, 3 * quietMs)))
    targets.push({ name: `fairness_share_${name}`, value: faces / quietFaces, bound: 0.4, good: 'at least' })
  }
  child.disconnect()
  printTargets(targets)
}

function encoded(files: Readonly<Record<string, Uint8Array>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
  )
}
