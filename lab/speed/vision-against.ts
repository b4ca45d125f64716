// Measures looking at faces against another checkout of Selfsame, in one process and in turn, by processor time.

import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { askOfCard, askOfPerson } from '../../src/faces/portrait.ts'
import { askOfFrame } from '../../src/liveness/frame.ts'
import { LOOKS_BESIDE_EVERY } from '../../src/liveness/frame-routes.ts'
import type { prepareNetworks } from '../../src/models/cache.ts'
import type { openNetwork } from '../../src/models/session.ts'
import type { openFaceNetworks } from '../../src/vision/networks.ts'
import type { Ask } from '../../src/vision/observation.ts'
import type { observeImage } from '../../src/vision/observe.ts'
import { networkCache } from '../kit/folders.ts'
import { median } from '../kit/statistics/summary.ts'
import type { Target } from '../kit/targets.ts'
import { cardOnTable, selfie } from './faces-pictures.ts'
import { actedFrames, six } from './liveness-frames.ts'
import { cameraFrame } from './vision-frames.ts'

interface Checkout {
  readonly see: (bytes: Uint8Array, ask: Ask) => Promise<unknown>
  /** What its own route asks of a frame of a challenge by turns alone. */
  readonly askOfTurns: (index: number) => Ask
  /** What its own routes ask: it may search in another way. */
  readonly asks: { readonly askOfCard: Ask; readonly askOfPerson: Ask }
}

/** Until expressions were read only where they are asked for, and who is beside the person in every third frame. */
const askedOfAll: Checkout['askOfTurns'] = () => ({ ...askOfFrame, expression: true })
const askedNow: Checkout['askOfTurns'] = (index) => ({
  ...askOfFrame,
  ...(index % LOOKS_BESIDE_EVERY > 0 && { bystanders: false }),
})

const MAX_MEGAPIXELS = 50
/** The other checkout may convert the networks in another way, so each has a cache of its own. */
async function open(folder: string, cache: string, askOfTurns: Checkout['askOfTurns']): Promise<Checkout> {
  const from = async <Module>(path: string): Promise<Module> =>
    (await import(pathToFileURL(join(folder, path)).href)) as Module
  const cached = await from<{ prepareNetworks: typeof prepareNetworks }>('src/models/cache.ts')
  const session = await from<{ openNetwork: typeof openNetwork }>('src/models/session.ts')
  const faces = await from<{ openFaceNetworks: typeof openFaceNetworks }>('src/vision/networks.ts')
  const observe = await from<{ observeImage: typeof observeImage }>('src/vision/observe.ts')
  const asks = await from<{ askOfCard: typeof askOfCard; askOfPerson: typeof askOfPerson }>(
    'src/faces/portrait.ts',
  )
  await cached.prepareNetworks(cache)
  const networks = await faces.openFaceNetworks((name) => session.openNetwork(name, cache))
  return { asks, see: (bytes, ask) => observe.observeImage(networks, bytes, MAX_MEGAPIXELS, ask), askOfTurns }
}

/** Everything is asked as its route asks it. */
const asked: Ask = { search: 'frame', closely: 1, expression: true, genuineness: true, vector: true }

export async function benchAgainst(other: string, rounds: number): Promise<Target[]> {
  const folder = resolve(other)
  const checkouts = [
    await open(folder, join(networkCache, '..', 'networks-against'), askedOfAll),
    await open(join(import.meta.dirname, '../..'), networkCache, askedNow),
  ]
  const [frame, live, card] = [await cameraFrame(), await selfie(), await cardOnTable()]
  const acted = (await actedFrames(1, six)).map(({ photo }) => photo)
  const works: Readonly<Record<string, (checkout: Checkout) => Promise<unknown>>> = {
    observation: ({ see }) => see(frame, asked),
    'observation with cover': ({ see }) => see(frame, { ...asked, cover: true }),
    'compare-faces': async ({ see, asks }) => [
      await see(live, asks.askOfPerson),
      await see(card, asks.askOfCard),
    ],
    'six frames of a challenge': async ({ see }) => {
      for (const photo of acted) await see(photo, { ...askOfFrame, expression: true })
    },
    'the same as their route asks': async ({ see, askOfTurns }) => {
      for (const [i, photo] of acted.entries()) await see(photo, askOfTurns(i))
    },
  }
  const ms = new Map<string, number[][]>(Object.keys(works).map((name) => [name, [[], []]]))
  for (let round = -3; round < rounds; round++)
    for (const [name, work] of Object.entries(works))
      for (const [i, checkout] of checkouts.entries()) {
        const before = process.cpuUsage()
        await work(checkout)
        const { user, system } = process.cpuUsage(before)
        // The first rounds warm up the compiler.
        if (round >= 0) ms.get(name)?.[i]?.push((user + system) / 1000)
      }
  const of = (name: string) => (ms.get(name) ?? []).map(median) as [number, number]
  for (const name of Object.keys(works)) {
    const [then, now] = of(name)
    console.log(
      `  ${name.padEnd(28)}${then.toFixed(1)} ms of a processor, now ${now.toFixed(1)}: ${(now / then).toFixed(3)}`,
    )
  }
  const ratio = (name: string) => of(name)[1] / of(name)[0]
  const [plain, covered] = [of('observation'), of('observation with cover')]
  return [
    { name: 'eyes-observation-against', value: ratio('observation'), bound: 0.5, good: 'at most' },
    {
      name: 'eyes-cover-against',
      value: (covered[1] - plain[1]) / (covered[0] - plain[0]),
      bound: 0.35,
      good: 'at most',
    },
    { name: 'compare-faces-against', value: ratio('compare-faces'), bound: 0.45, good: 'at most' },
    {
      name: 'frames-a-second-against',
      value: 1 / ratio('six frames of a challenge'),
      bound: 2.2,
      good: 'at least',
    },
    {
      name: 'frames-a-second-as-asked-against',
      value: 1 / ratio('the same as their route asks'),
      bound: 2.2,
      good: 'at least',
    },
  ]
}
