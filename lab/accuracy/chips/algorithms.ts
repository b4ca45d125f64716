// Evaluates specimen chips in every algorithm, and broken in every way: what is accepted, and what each break is called.
import { randomBytes } from 'node:crypto'
import { ALGORITHMS } from '../../../specimens/chips/algorithms.ts'
import { CHIP_BREAKS, type ChipBreak, type Expected } from '../../../specimens/chips/breaks.ts'
import { makeChip, type SpecimenChip } from '../../../specimens/chips/chip.ts'
import { CHIP_KINDS } from '../../../specimens/chips/groups.ts'
import { MESSAGE_FORMS } from '../../../specimens/chips/messages.ts'
import { keyPool } from '../../../specimens/chips/signing.ts'
import { storeOf, uploadOf, verifyChip } from '../../../specimens/kit/trust/chip-trust.ts'
import type { Check } from '../../../src/checks.ts'
import type { Report } from '../../kit/report.ts'
import { none } from '../../kit/targets.ts'

/** Combinations that the issue asks for. */
const LEAST_ALGORITHMS = 24

/** Asks the chip, verifies everything, and says in a word what came of it. */
async function verdictOf(chip: SpecimenChip): Promise<Expected | 'trusted'> {
  const challenge = Uint8Array.from(randomBytes(8))
  const upload = uploadOf(chip, { challenge, response: chip.answer(challenge) })
  const { authenticity, reading } = await verifyChip(upload, storeOf(chip))
  if (authenticity !== 'trusted') return authenticity
  if (reading.copy === 'copy') return 'copy'
  // A contradiction inside what the state signed may only be noted: it was not changed afterwards. That a chip was not asked
  // for chip authentication is none: it answered active authentication.
  const isConflict = ({ name, outcome }: Check): boolean =>
    outcome === 'failed' ||
    (outcome === 'noted' && name.startsWith('chip-') && !name.startsWith('chip-authentication'))
  if (reading.checks.some(isConflict)) return 'conflict'
  return reading.copy === 'genuine' ? 'trusted' : 'unknown-anchor'
}

export async function evaluateAlgorithms(): Promise<Report> {
  const keys = keyPool()
  const rows: string[][] = []
  const accepted = new Set<string>()
  for (const [at, { name }] of ALGORITHMS.entries()) {
    const kind = CHIP_KINDS[at % CHIP_KINDS.length] ?? 'cccd-chip'
    const verdict = await verdictOf(
      await makeChip({ kind, seed: 100 + at, algorithm: name, newKeys: keys() }),
    )
    if (verdict === 'trusted') accepted.add(name)
    rows.push([name, kind, verdict])
  }
  for (const form of MESSAGE_FORMS) {
    const chip = await makeChip({ kind: 'passport', seed: 100, form, newKeys: keys() })
    const verdict = await verdictOf(chip)
    if (verdict === 'trusted') accepted.add(form)
    rows.push([`${chip.algorithm.name}, ${form}`, 'passport', verdict])
  }
  return {
    tables: [{ title: 'Chips in every algorithm', columns: ['algorithm', 'kind', 'verdict'], rows }],
    plots: [],
    figures: { algorithms: rows },
    targets: [
      { name: 'chip_algorithms_accepted', value: accepted.size, bound: LEAST_ALGORITHMS, good: 'at least' },
      none('chip_algorithms_refused', rows.length - accepted.size),
    ],
  }
}

export async function evaluateBreaks(): Promise<Report> {
  const keys = keyPool()
  const rows: string[][] = []
  let misses = 0
  for (const breaks of Object.keys(CHIP_BREAKS) as ChipBreak[]) {
    const { expected, what } = CHIP_BREAKS[breaks]
    const verdict = await verdictOf(await makeChip({ kind: 'cccd-chip', seed: 200, breaks, newKeys: keys() }))
    if (verdict !== expected) misses++
    rows.push([breaks, what, expected, verdict])
  }
  return {
    tables: [{ title: 'Broken chips', columns: ['break', 'what', 'expected', 'verdict'], rows }],
    plots: [],
    figures: { breaks: rows },
    targets: [none('chip_breaks_missed', misses)],
  }
}
