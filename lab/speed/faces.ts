// npm run bench:faces: measures compare-faces over HTTP against the bare networks it runs, and finding portraits on cards.

import { parseArgs } from 'node:util'
import { askOfCard, askOfPerson } from '../../src/faces/portrait.ts'
import { decodeImage } from '../../src/image/decode/image.ts'
import { prepareNetworks } from '../../src/models/cache.ts'
import { openNetwork } from '../../src/models/session.ts'
import { openFaceNetworks } from '../../src/vision/networks.ts'
import type { Ask } from '../../src/vision/observation.ts'
import { callerOf } from '../kit/caller.ts'
import { networkCache } from '../kit/folders.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { startInProcess } from '../kit/server-in-process.ts'
import { median } from '../kit/statistics/summary.ts'
import { printTargets } from '../kit/targets.ts'
import { cardOnTable, selfie } from './faces-pictures.ts'
import { benchPortraits } from './faces-portraits.ts'
import { type Run, recorded, runAll } from './network-runs.ts'

answerHelp(`Measures compare-faces over HTTP against the bare networks it runs, and finding the portrait on a card.

  --rounds N     the median counts (20)
  --portraits N  simulated cards whose portrait is found by their pages and by a search (24); 0 leaves this out

${writesCacheOnly}`)

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, portraits: { type: 'string', default: '24' } },
})
const rounds = Number(options.rounds)
const cards = Number(options.portraits)

await prepareNetworks(networkCache)
const networks = await openFaceNetworks((name) => openNetwork(name, networkCache))
const portraits = cards > 0 ? await benchPortraits(networks, cards) : []
const pictures = { live: await selfie(), card: await cardOnTable() }

async function runsOf(bytes: Uint8Array, ask: Ask): Promise<Run[]> {
  const decoded = await decodeImage(bytes, {
    maxMegapixels: 50,
    longestSide: ask.search === 'frame' ? 1920 : 2560,
  })
  if ('fault' in decoded) throw new Error(decoded.fault)
  return recorded(networks, decoded.pixels, ask)
}

/** A server with its default settings but for the number of its workers. */
async function serve(workers: number) {
  const server = await startInProcess({ workers, rate: 1_000_000 }, 'silent')
  const { call } = callerOf(server.url, server.credentials)
  const request = {
    image_live: Buffer.from(pictures.live).toString('base64'),
    image_card: Buffer.from(pictures.card).toString('base64'),
  }
  return {
    async compare(): Promise<number> {
      const { status, body, ms } = await call('compareFaces', { request })
      if (body.verify_result !== 2)
        throw new Error(`compare-faces answered ${status}, ${String(body.verify_result)}`)
      return ms
    },
    stop: () => server.stop(),
  }
}

const runs = [...(await runsOf(pictures.live, askOfPerson)), ...(await runsOf(pictures.card, askOfCard))]
const one = await serve(1)
const two = await serve(2)
const times: Record<'networks' | 'one' | 'two', number[]> = { networks: [], one: [], two: [] }
for (let round = -3; round < rounds; round++) {
  const startedAt = performance.now()
  await runAll(runs)
  const bare = performance.now() - startedAt
  const measured = { networks: bare, one: await one.compare(), two: await two.compare() }
  // The first rounds warm up the compiler.
  if (round >= 0) for (const key of ['networks', 'one', 'two'] as const) times[key].push(measured[key])
}
await one.stop()
await two.stop()

const ms = { networks: median(times.networks), one: median(times.one), two: median(times.two) }
const counts = Map.groupBy(runs, ({ network }) => network.row.name)
console.log(
  `compare-faces, a selfie of 1280 x 720 and a card in 1600 x 1200; medians of ${rounds} rounds, in turn`,
)
console.log(
  `  networks alone ${ms.networks.toFixed(0)} ms: ${[...counts].map(([name, all]) => `${name} x ${all.length}`).join(', ')}`,
)
console.log(
  `  over HTTP, one worker ${ms.one.toFixed(0)} ms; two workers, both pictures at once ${ms.two.toFixed(0)} ms`,
)
printTargets([
  { name: 'compare-faces-by-networks', value: ms.one / ms.networks, bound: 1.3, good: 'at most' },
  { name: 'compare-faces-two-workers-by-networks', value: ms.two / ms.networks, bound: 1.3, good: 'at most' },
  ...portraits,
])
