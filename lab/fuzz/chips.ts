// npm run fuzz:chips: sends damaged uploads of chips to caged workers, and counts crashes, hangs and changes that were not noticed.
import { parseArgs } from 'node:util'
import { storeOf } from '../../specimens/kit/trust/chip-trust.ts'
import type { Settings } from '../../src/config.ts'
import { prepareNetworks } from '../../src/models/cache.ts'
import { openWorkers, openWorkersCage } from '../../src/open-workers.ts'
import { judgeSigner } from '../../src/trust/judge.ts'
import { JobTimedOut } from '../../src/workers/errors.ts'
import { networkCache } from '../kit/folders.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { settingsOf, temporaryFolder } from '../kit/installation.ts'
import { none, printTargets } from '../kit/targets.ts'
import { damagedUpload, makeSources } from './chip-uploads.ts'

answerHelp(`Sends damaged uploads of chips to the workers of a server, and judges what they answer.

  --uploads N   how many (2000)
  --seed N      chooses the damage (1)
  --lanes N     uploads at once (4)

A crash is a job that threw, a worker that ended, or an answer without words. Unnoticed is a change of signed bytes
after which the chip is still called trusted, or of its answer after which it is called genuine. ${writesCacheOnly}`)

const { values } = parseArgs({
  options: {
    uploads: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '4' },
  },
})
const whole = (name: 'uploads' | 'seed' | 'lanes'): number => {
  const value = Number(values[name])
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} is a whole number above 0`)
  return value
}

const [uploads, seed] = [whole('uploads'), whole('seed')]
const now = new Date()
const counts = { crashes: 0, hangs: 0, unnoticed: 0, replaced: 0 }
const answers = new Map<string, number>()
const count = (what: string): void => {
  answers.set(what, (answers.get(what) ?? 0) + 1)
}

await prepareNetworks(networkCache)
const folder = temporaryFolder('fuzz-chips')
const settings: Settings = { ...settingsOf({ SELFSAME_DATA: folder.path }), networkCache }
const cage = await openWorkersCage(settings)
console.log(`workers: ${cage.sandbox.state} (${cage.sandbox.layers.join(', ')})`)
const pool = openWorkers(settings, cage, {
  workers: 1,
  log: (event) => {
    if (event.kind === 'gone' && done < uploads) counts.replaced++
  },
})
const sources = await makeSources()
const stores = new Map(sources.map((chip) => [chip, storeOf(chip)]))
const startedAt = performance.now()
let [next, done] = [0, 0]
// A run that is stopped tells what it has seen so far.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    next = uploads
  })

async function one(nth: number): Promise<void> {
  const { chip, upload, mustBeNoticed, isAnswerDamaged, how } = damagedUpload(sources, seed, nth)
  try {
    const reading = await pool.run('read-chip', upload, { organisation: 'fuzz' })
    const { fault, signed, issuingState } = reading
    if (fault && (fault.words === '' || fault.file === undefined)) throw new Error('a fault without words')
    if (fault || !signed) return count(`${how}: ${fault?.reason ?? 'not signed'}`)
    const signedAt = signed.signedAt ? new Date(signed.signedAt) : undefined
    const store = stores.get(chip)
    if (!store) throw new Error('a chip without a state')
    const { authenticity } = await judgeSigner(signed.signer, { signedAt, now, issuingState }, store)
    count(`${how}: ${authenticity}, ${reading.copy}`)
    if ((authenticity === 'trusted' && mustBeNoticed) || (reading.copy === 'genuine' && isAnswerDamaged)) {
      counts.unnoticed++
      console.log(`unnoticed: upload ${nth} of seed ${seed}`)
    }
  } catch (error) {
    if (error instanceof JobTimedOut) counts.hangs++
    else counts.crashes++
    console.log(`upload ${nth} of seed ${seed} (${how}): ${error instanceof Error ? error.message : error}`)
  }
}

async function lane(): Promise<void> {
  while (next < uploads) {
    await one(next++)
    if (++done % 5000 === 0) {
      const perSecond = Math.round((1000 * done) / (performance.now() - startedAt))
      console.error(`${done} of ${uploads}, ${perSecond}/s`)
    }
  }
}

try {
  await Promise.all(Array.from({ length: whole('lanes') }, lane))
} finally {
  await pool.close(1000)
  folder.remove()
}
for (const [what, times] of [...answers].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(`${String(times).padStart(8)}  ${what}`)
console.log(`${done} uploads in ${Math.round((performance.now() - startedAt) / 1000)} s`)
const targets = [
  { name: 'fuzz-chips-uploads', value: done, bound: 100_000, good: 'at least' as const },
  none('fuzz-chips-crashes', counts.crashes),
  none('fuzz-chips-hangs', counts.hangs),
  none('fuzz-chips-unnoticed', counts.unnoticed),
  none('fuzz-chips-workers-replaced', counts.replaced),
]
printTargets(targets)
process.exitCode = counts.crashes + counts.hangs + counts.unnoticed > 0 ? 1 : 0
