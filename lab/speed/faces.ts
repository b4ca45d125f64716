// npm run bench:faces: compare-faces over HTTP against the bare networks it runs.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../../src/config.ts'
import { askOfCard, askOfPerson } from '../../src/faces/portrait.ts'
import { decodeImage } from '../../src/image/decode/image.ts'
import { startServer } from '../../src/main.ts'
import { prepareNetworks } from '../../src/models/cache.ts'
import { openNetwork } from '../../src/models/open.ts'
import { openLog } from '../../src/observability/log.ts'
import { openFaceNetworks } from '../../src/vision/networks.ts'
import type { Ask } from '../../src/vision/observation.ts'
import { networkCache } from '../kit/folders.ts'
import { median } from '../kit/statistics/summary.ts'
import { printTargets } from '../kit/targets.ts'
import { cardOnTable, selfie } from './faces-pictures.ts'
import { type Run, recorded, runAll } from './network-runs.ts'

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })
const rounds = Number(options.rounds)

await prepareNetworks(networkCache)
const networks = await openFaceNetworks((name) => openNetwork(name, networkCache))
const pictures = { live: await selfie(), card: await cardOnTable() }

async function runsOf(bytes: Uint8Array, ask: Ask): Promise<Run[]> {
  const decoded = await decodeImage(bytes, {
    maxMegapixels: 50,
    longestSide: ask.search === 'frame' ? 1920 : 2560,
  })
  if ('fault' in decoded) throw new Error(decoded.fault)
  return recorded(networks, decoded.pixels, ask)
}

/** A server as people run it, but for the number of its workers. */
async function serve(workers: number) {
  const data = mkdtempSync(join(tmpdir(), 'selfsame-bench-'))
  const reading = readConfig({}, () => '')
  if ('faults' in reading) throw new Error(reading.faults.join('\n'))
  const config = { ...reading.config, data, port: 0, networkCache, workers, rate: 1_000_000 }
  const server = await startServer(config, openLog({ level: 'silent', format: 'json' }))
  const { name, password } = server.firstCredentials ?? { name: '', password: '' }
  const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
  const body = JSON.stringify({
    image_live: Buffer.from(pictures.live).toString('base64'),
    image_card: Buffer.from(pictures.card).toString('base64'),
  })
  return {
    async compare(): Promise<number> {
      const startedAt = performance.now()
      const headers = { authorization, 'content-type': 'application/json' }
      const answer = await fetch(`${server.url}/face-matching/compare-faces`, {
        method: 'POST',
        headers,
        body,
      })
      const { verify_result } = (await answer.json()) as { verify_result?: number }
      if (verify_result !== 2) throw new Error(`compare-faces answered ${answer.status}, ${verify_result}`)
      return performance.now() - startedAt
    },
    async stop() {
      await server.stop()
      rmSync(data, { recursive: true, force: true })
    },
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
  // The first rounds are for the compiler.
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
])
