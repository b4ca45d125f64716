// Measures one whole observation against the bare networks it runs: what decoding, cutting and measuring cost on top.

import { decodeImage } from '../../src/image/decode/image.ts'
import { greyOf, measureLight, measureSharpness } from '../../src/image/measure.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { surroundings } from '../../src/models/anti-spoof.ts'
import { openNetwork } from '../../src/models/session.ts'
import { moire } from '../../src/vision/genuineness/moire.ts'
import { headAngles } from '../../src/vision/head-angles.ts'
import { portraitOf } from '../../src/vision/look-at-face.ts'
import { type FaceNetworks, openFaceNetworks } from '../../src/vision/networks.ts'
import type { Ask } from '../../src/vision/observation.ts'
import { observeImage, observePixels } from '../../src/vision/observe.ts'
import { median } from '../kit/statistics/summary.ts'
import { type Run, recorded, replaced, runAll } from './network-runs.ts'

const MAX_MEGAPIXELS = 50
const FRAME_SIDE = 1920

interface Cost {
  readonly wallMs: number
  readonly cpuMs: number
}

async function cost(work: () => Promise<unknown>): Promise<Cost> {
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  await work()
  const wallMs = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpu)
  return { wallMs, cpuMs: (user + system) / 1000 }
}

const middle = (costs: readonly Cost[]): Cost => ({
  wallMs: median(costs.map(({ wallMs }) => wallMs)),
  cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
})

const text = ({ wallMs, cpuMs }: Cost) =>
  `${wallMs.toFixed(2).padStart(8)} ms  ${cpuMs.toFixed(2).padStart(8)} ms CPU`

/** In this observation the networks return recorded answers at once, so that everything else is measured. */
function withoutNetworks(networks: FaceNetworks, runs: readonly Run[]) {
  let next = 0
  const remembering = replaced(networks, ({ row }) => ({
    row,
    run: () => Promise.resolve(runs[next++]?.outputs ?? {}),
  }))
  return (pixels: Pixels, ask: Ask) => {
    next = 0
    return observePixels(remembering, pixels, ask)
  }
}

type Work = () => Promise<unknown>

async function inTurn(
  works: Readonly<Record<string, Work>>,
  rounds: number,
): Promise<Record<string, Cost[]>> {
  const costs: Record<string, Cost[]> = {}
  for (let round = -10; round < rounds; round++)
    for (const [name, work] of Object.entries(works)) {
      const spent = await cost(work)
      // The first rounds warm up the compiler.
      if (round >= 0) costs[name] = [...(costs[name] ?? []), spent]
    }
  return costs
}

/** Returns the milliseconds of the whole by those of its bare networks: medians of wall time, measured in turn. */
export async function benchObservation(
  folder: string,
  frame: Uint8Array,
  ask: Ask,
  rounds: number,
): Promise<number> {
  const networks = await openFaceNetworks((name) => openNetwork(name, folder))
  const decoded = await decodeImage(frame, { maxMegapixels: MAX_MEGAPIXELS, longestSide: FRAME_SIDE })
  if ('fault' in decoded) throw new Error(decoded.fault)
  const { pixels } = decoded
  const runs = await recorded(networks, pixels, ask)
  const faces = await observePixels(networks, pixels, ask)
  const [face] = faces
  if (!face || faces.length !== 1) throw new Error(`the frame shows ${faces.length} faces`)
  const dry = withoutNetworks(networks, runs)
  const names = [...new Set(runs.map(({ network }) => network.row.name))]

  const sync = (work: () => unknown) => () => Promise.resolve(work())
  const parts = {
    whole: () => observeImage(networks, frame, MAX_MEGAPIXELS, ask),
    networks: () => runAll(runs),
    decode: () => decodeImage(frame, { maxMegapixels: MAX_MEGAPIXELS, longestSide: FRAME_SIDE }),
    'all but decode and networks': () => dry(pixels, ask),
    '  moire': sync(() => moire(pixels, surroundings(face.box, pixels, 2.025))),
    '  portrait, light, sharpness': sync(() => {
      const own = greyOf(portraitOf(pixels, face.box))
      return [measureLight(own), measureSharpness(own)]
    }),
    '  angles': sync(() => headAngles(face.mesh)),
    ...Object.fromEntries(
      names.map((name) => [
        `${name} x ${runs.filter(({ network }) => network.row.name === name).length}`,
        async () => {
          for (const { network, input } of runs) if (network.row.name === name) await network.run(input)
        },
      ]),
    ),
  }
  // The compared pair takes turns alone, so that neither pays for garbage of the parts.
  const { whole, networks: bare, ...pieces } = parts
  const costs = { ...(await inTurn({ whole, networks: bare }, rounds)), ...(await inTurn(pieces, rounds)) }
  const { width, height } = pixels
  console.log(
    `a face ${Math.round(face.box.height)} pixels high in ${width} x ${height}; medians of ${rounds} rounds`,
  )
  for (const [name, spent] of Object.entries(costs)) console.log(`  ${name.padEnd(32)}${text(middle(spent))}`)
  const of = (name: string) => middle(costs[name] ?? [])
  console.log(`  CPU ratio ${(of('whole').cpuMs / of('networks').cpuMs).toFixed(3)}`)
  return of('whole').wallMs / of('networks').wallMs
}
