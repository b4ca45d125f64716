// Times cards over HTTP beside the processor time of reading them in this process, card by card in turns.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { Level } from '../../specimens/camera/scene.ts'
import { cardPhoto } from '../../specimens/kit/photographs/card-photo.ts'
import { askOfDocument } from '../../src/documents/identity/find.ts'
import { openPageNetworks } from '../../src/documents/pages/networks.ts'
import { readPages } from '../../src/documents/pages/read-pages.ts'
import { openNetwork } from '../../src/models/session.ts'
import { callerOf } from '../kit/caller.ts'
import { networkCache } from '../kit/folders.ts'
import { median } from '../kit/statistics/summary.ts'
import { atMost, type Target } from '../kit/targets.ts'
import type { Server } from './liveness-caller.ts'

const MEGAPIXELS = 50
/** Cards that differ in light, angle and sharpness, so that no single one decides. */
const SEEDS = [3, 4, 5, 6, 7] as const
const ROUNDS_TO_WARM_UP = 3
const MOST_OVER = 1.2

const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** One worker, so that it is as warm as this process. On a busy machine the wall time says more about the others. */
export async function benchHttp(level: Level, rounds: number): Promise<Target[]> {
  const photos = []
  for (const seed of SEEDS) photos.push((await cardPhoto(level, seed)).bytes)
  const networks = await openPageNetworks((name) => openNetwork(name, networkCache))
  const file = new URL('./liveness-server.ts', import.meta.url)
  const child = fork(file, ['1'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [server] = (await once(child, 'message')) as [Server]
  const caller = callerOf(server.url, server.credentials)
  const cards = photos.map((bytes) => ({
    bytes,
    wallMs: [] as number[],
    ownMs: [] as number[],
    theirMs: [] as number[],
  }))
  let firstMs = 0
  try {
    for (let round = -ROUNDS_TO_WARM_UP; round < rounds; round++)
      for (const { bytes, wallMs, ownMs, theirMs } of cards) {
        const before = processorMsOf(child.pid)
        // The client encodes the picture in its call; here that is done before the clock starts.
        const attachment = { content: Buffer.from(bytes).toString('base64') }
        const answer = await caller.call('createDocument', { body: { attachment } })
        if (answer.code !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
        const after = processorMsOf(child.pid)
        firstMs ||= answer.ms
        const from = processorMs()
        const pages = await readPages(networks, bytes, MEGAPIXELS, askOfDocument)
        const own = processorMs() - from
        if ('fault' in pages) throw new Error(pages.fault)
        if (round < 0) continue
        wallMs.push(answer.ms)
        ownMs.push(own)
        theirMs.push(after - before)
      }
  } finally {
    child.disconnect()
    await once(child, 'exit')
  }
  console.log(`cards over HTTP, one after the other; the very first took ${firstMs.toFixed(0)} ms:`)
  for (const [i, { wallMs, ownMs, theirMs }] of cards.entries())
    console.log(
      `  card ${SEEDS[i]}: ${median(wallMs).toFixed(0)} ms over HTTP, in which the server and its worker used ${median(theirMs).toFixed(0)} ms; read here in ${median(ownMs).toFixed(0)} ms of processor time`,
    )
  const over = (pick: (card: (typeof cards)[number]) => readonly number[]): number =>
    median(cards.map((card) => median(pick(card)) / median(card.ownMs)))
  return [
    atMost(
      'card-http-over-cpu',
      over(({ wallMs }) => wallMs),
      MOST_OVER,
    ),
    atMost(
      'card-http-cpu-over-cpu',
      over(({ theirMs }) => theirMs),
      MOST_OVER,
    ),
  ]
}

/** Of a process and all that it started: what others run on the machine is not in it. */
function processorMsOf(pid: number | undefined): number {
  if (pid === undefined) return 0
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
  return children.reduce((sum, one) => sum + processorMsOf(Number(one)), (user + system) * MS_OF_A_TICK)
}

const MS_OF_A_TICK = 10
