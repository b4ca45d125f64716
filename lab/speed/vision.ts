// npm run bench:eyes: measures one observation against its bare networks, two workers against one, opening, and memory over time.

import { parseArgs } from 'node:util'
import { prepareNetworks } from '../../src/models/cache.ts'
import type { Ask } from '../../src/vision/observation.ts'
import { networkCache } from '../kit/folders.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { printTargets, type Target } from '../kit/targets.ts'
import { benchAgainst } from './vision-against.ts'
import { cameraFrame, variedImages } from './vision-frames.ts'
import { benchObservation } from './vision-observation.ts'
import { benchOpening } from './vision-opening.ts'
import { benchMemory, benchTwoWorkers } from './vision-workers.ts'

answerHelp(`Measures one observation against its bare networks, two workers against one, opening, and memory over time.

  --rounds N    of the observation (60)
  --images N    for memory over time (500)
  --only PARTS  observation, workers, opening, memory; separated by commas
  --against FOLDER  another checkout with its packages: both in turn, by processor time, and nothing else

${writesCacheOnly}`)

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    images: { type: 'string', default: '500' },
    only: { type: 'string', default: 'observation,workers,opening,memory' },
    against: { type: 'string' },
  },
})
const only = options.against === undefined ? options.only.split(',') : []
const ask: Ask = { search: 'frame', closely: 1, expression: true, genuineness: true, vector: true }
const targets: Target[] = []

await prepareNetworks(networkCache)
const frame = await cameraFrame()

if (options.against !== undefined)
  targets.push(...(await benchAgainst(options.against, Number(options.rounds))))
if (only.includes('observation')) {
  console.log('observation:')
  const ratio = await benchObservation(networkCache, frame, ask, Number(options.rounds))
  console.log('observation with cover:')
  const covered = await benchObservation(networkCache, frame, { ...ask, cover: true }, Number(options.rounds))
  console.log(`  with cover the ratio is ${covered.toFixed(3)}`)
  targets.push({ name: 'eyes-observation-ratio', value: ratio, bound: 1.25, good: 'at most' })
}
if (only.includes('workers')) {
  console.log('workers:')
  const ratio = await benchTwoWorkers(networkCache, frame, ask, { frames: 40, rounds: 6 })
  targets.push({ name: 'eyes-two-workers-ratio', value: ratio, bound: 1.8, good: 'at least' })
}
if (only.includes('opening')) {
  console.log('opening:')
  const { cold, warm } = await benchOpening(5)
  targets.push({ name: 'eyes-opening-cold-seconds', value: cold, bound: 2, good: 'at most' })
  targets.push({ name: 'eyes-opening-warm-seconds', value: warm, bound: 0.5, good: 'at most' })
}
if (only.includes('memory')) {
  console.log('memory:')
  const growth = await benchMemory(networkCache, await variedImages(), Number(options.images), ask)
  targets.push({ name: 'eyes-memory-growth', value: growth, bound: 1.1, good: 'at most' })
}
printTargets(targets)
