// bench:chip: measures the processor time of verifying a chip, by algorithm, and what it takes to read one.
import { createHash, randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { ALGORITHMS } from '../../specimens/chips/algorithms.ts'
import { makeChip } from '../../specimens/chips/chip.ts'
import { keyPool } from '../../specimens/chips/signing.ts'
import { storeOf, uploadOf, verifyChip } from '../../specimens/kit/trust/chip-trust.ts'
import { answerHelp } from '../kit/help.ts'
import { median } from '../kit/statistics/summary.ts'
import { atMost, printTargets } from '../kit/targets.ts'
import { measureReadings, READING_MODEL } from './chip-reading.ts'

answerHelp(`Measures the processor time of verifying a chip: signature, hashes, answer to a challenge, contents, chain,
revocation. The portrait is hashed, and not decoded. Then reads a virtual card: commands, bytes, and seconds on the air.

${READING_MODEL}

  --tries N  verifications of each algorithm (40)

Writes nothing.`)

const { values } = parseArgs({ options: { tries: { type: 'string', default: '40' } } })
const tries = Number(values.tries)
const BOUND_MS = 15
/** The first verifications compile the code. */
const WARM_UPS = 5

const keys = keyPool()
const subjects = await Promise.all(
  ALGORITHMS.map(async ({ name, groupHash }) => {
    const chip = await makeChip({ kind: 'cccd-chip', seed: 1, algorithm: name, newKeys: keys() })
    const challenge = Uint8Array.from(randomBytes(8))
    const { dg2 = new Uint8Array(), ...upload } = uploadOf(chip, {
      challenge,
      response: chip.answer(challenge),
    })
    const times: number[] = []
    return { name, groupHash, dg2, upload, store: storeOf(chip), times }
  }),
)

// Algorithms take turns, so that other load on the machine affects all of them alike.
for (let i = -WARM_UPS; i < tries; i++)
  for (const { name, groupHash, dg2, upload, store, times } of subjects) {
    const begun = process.cpuUsage()
    createHash(groupHash).update(dg2).digest()
    const { authenticity, reading } = await verifyChip(upload, store)
    const { user, system } = process.cpuUsage(begun)
    if (authenticity !== 'trusted' || reading.copy !== 'genuine') throw new Error(`${name} is not accepted`)
    if (i >= 0) times.push((user + system) / 1000)
  }

console.log(`${'algorithm'.padEnd(32)} ${'median ms'.padStart(10)} ${'largest ms'.padStart(11)}`)
const medians = subjects.map(({ name, times }) => {
  const milliseconds = median(times)
  const columns = [
    milliseconds.toFixed(2).padStart(10),
    Math.max(...times)
      .toFixed(2)
      .padStart(11),
  ]
  console.log([name.padEnd(32), ...columns].join(' '))
  return milliseconds
})
const readings = await measureReadings()
printTargets([atMost('chip_verification_cpu_ms', Math.max(...medians), BOUND_MS), ...readings])
