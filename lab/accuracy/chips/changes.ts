// Evaluates single bytes changed in the files of chips: every one of them must be noticed.
import { makeChip, type SpecimenChip } from '../../../specimens/chips/chip.ts'
import type { ChipKind } from '../../../specimens/chips/groups.ts'
import { keyPool } from '../../../specimens/chips/signing.ts'
import { storeOf } from '../../../specimens/kit/trust/chip-trust.ts'
import { seededRandom } from '../../../specimens/random.ts'
import type { ChipFiles, DataGroup } from '../../../src/documents/chip/chip.ts'
import { checkSigned } from '../../../src/documents/chip/passive.ts'
import { judgeSigner } from '../../../src/trust/judge.ts'
import type { Authenticity, TrustStore } from '../../../src/trust/judgement.ts'
import { openProgress } from '../../kit/progress.ts'
import type { Context, Report } from '../../kit/report.ts'
import { none } from '../../kit/targets.ts'

const CHIPS: readonly { readonly kind: ChipKind; readonly algorithm: string; readonly seed: number }[] = [
  { kind: 'cccd-chip', algorithm: 'rsa-sha256', seed: 301 },
  { kind: 'can-cuoc', algorithm: 'brainpool256-sha256-explicit', seed: 302 },
  { kind: 'passport', algorithm: 'pss-sha256', seed: 303 },
]
const GROUPS: readonly DataGroup[] = [1, 2, 13, 15]
const SAMPLES = 20_000
/** A file that has hardly more changes than samples is changed in every way: DG1 has 23,000. */
const EXHAUSTIVE_SHARE = 1.25
const OTHER_VALUES = 255

interface Change {
  readonly at: number
  /** 1 to 255: what is added to the byte, modulo 256. */
  readonly by: number
}

/** Every change of a small file; of a large one, each byte once as far as the limit reaches, and the rest at random. */
function changesOf(size: number, isWhole: boolean, limit: number, seed: number): readonly Change[] {
  const all = size * OTHER_VALUES
  if (isWhole || all <= limit * EXHAUSTIVE_SHARE)
    return Array.from({ length: all }, (_, index) => ({
      at: Math.floor(index / OTHER_VALUES),
      by: 1 + (index % OTHER_VALUES),
    }))
  const random = seededRandom(seed)
  return Array.from({ length: limit }, (_, index) => ({
    at: index < size ? index : random.below(size),
    by: 1 + random.below(OTHER_VALUES),
  }))
}

/** What a server would say, without reading the contents: those are read only from files that passed. */
async function verdictOf(files: ChipFiles, store: TrustStore): Promise<Authenticity> {
  const { fault, signed } = checkSigned(files)
  if (fault || !signed) return 'broken'
  const signedAt = signed.signedAt ? new Date(signed.signedAt) : undefined
  return (await judgeSigner(signed.signer, { signedAt, now: new Date(), issuingState: 'VNM' }, store))
    .authenticity
}

/** In CMS the algorithm of RSA may be named with its hash or without: two names, one byte apart, of the same thing. */
const RSA_NAMES = [0x01, 0x05, 0x0b, 0x0c, 0x0d, 0x0e]

function meansTheSame(before: Uint8Array, after: Uint8Array, at: number): boolean {
  const isName = Buffer.from(before.subarray(at - 10, at)).equals(Buffer.from('06092a864886f70d0101', 'hex'))
  return isName && RSA_NAMES.includes(before[at] ?? 0) && RSA_NAMES.includes(after[at] ?? 0)
}

export async function evaluateChanges({ limit = SAMPLES, asked }: Context): Promise<Report> {
  const keys = keyPool()
  const rows: string[][] = []
  const total = { tried: 0, accepted: 0, same: 0, unproven: 0 }
  for (const [index, { kind, algorithm, seed }] of CHIPS.entries()) {
    const chip = await makeChip({ kind, algorithm, seed, newKeys: keys() })
    const store = storeOf(chip)
    if ((await verdictOf(chip.files, store)) !== 'trusted')
      throw new Error(`the ${kind} is not trusted unchanged`)
    for (const file of filesOf(chip)) {
      const isWhole = file.group === 'sod' && asked('whole')
      const changes = changesOf(file.bytes.byteLength, isWhole, limit, index)
      const verdicts = new Map<string, number>()
      const progress = openProgress({ label: `${kind} ${file.name}`, total: changes.length })
      for (const { at, by } of changes) {
        const changed = Uint8Array.from(file.bytes)
        changed[at] = ((changed[at] ?? 0) + by) % 256
        const verdict = await verdictOf(file.replacedBy(changed), store)
        const word =
          verdict === 'trusted' && meansTheSame(file.bytes, changed, at) ? 'means the same' : verdict
        verdicts.set(word, (verdicts.get(word) ?? 0) + 1)
        progress.step()
      }
      progress.end()
      const count = (word: string): number => verdicts.get(word) ?? 0
      const others = changes.length - count('broken') - count('trusted') - count('means the same')
      total.tried += changes.length
      total.accepted += count('trusted')
      total.same += count('means the same')
      total.unproven += others
      const isAll = changes.length === file.bytes.byteLength * OTHER_VALUES
      rows.push([
        kind,
        algorithm,
        file.name,
        String(file.bytes.byteLength),
        `${changes.length}${isAll ? ' (all)' : ''}`,
        String(count('broken')),
        String(others),
        String(count('means the same')),
        String(count('trusted')),
      ])
    }
  }
  return {
    tables: [
      {
        title: 'One byte changed',
        columns: [
          'chip',
          'algorithm',
          'file',
          'bytes',
          'changes',
          'broken',
          'not trusted',
          'means the same',
          'accepted',
        ],
        rows,
      },
    ],
    plots: [],
    figures: { changes: { ...total, rows } },
    targets: [
      { name: 'chip_changes_tried', value: total.tried, bound: CHIPS.length * limit, good: 'at least' },
      none('chip_changes_accepted', total.accepted),
      none('chip_changes_not_refused', total.unproven),
    ],
  }
}

interface ChangedFile {
  readonly name: string
  readonly group: DataGroup | 'sod'
  readonly bytes: Uint8Array
  replacedBy(bytes: Uint8Array): ChipFiles
}

function filesOf({ files }: SpecimenChip): readonly ChangedFile[] {
  const sod: ChangedFile = {
    name: 'SOD',
    group: 'sod',
    bytes: files.sod,
    replacedBy: (bytes) => ({ ...files, sod: bytes }),
  }
  const groups = GROUPS.flatMap((group): ChangedFile[] => {
    const bytes = files.groups.get(group)
    // Without the other files the same is asked in less time; DG1 is always asked for.
    const zone = files.groups.get(1) ?? new Uint8Array()
    const replacedBy = (changed: Uint8Array): ChipFiles => ({
      ...files,
      groups: new Map([[1, zone] as const, [group, changed] as const]),
    })
    return bytes ? [{ name: `DG${group}`, group, bytes, replacedBy }] : []
  })
  return [sod, ...groups]
}
