// Evaluates the chip reader on answers that no chip gives: changed on their way, or by a chip that lies inside the channel.
import type { Transceive } from '../../../client/src/chip/apdu.ts'
import { ChipError, type ChipFile, startReading } from '../../../client/src/chip/read-chip.ts'
import type { CardTools } from '../../../specimens/chips/card/card.ts'
import { cardNamed, cardOf, passwordsOf } from '../../../specimens/chips/card/cards.ts'
import type { SpecimenChip } from '../../../specimens/chips/chip.ts'
import { joined } from '../../../specimens/chips/der.ts'
import { keyPool } from '../../../specimens/chips/signing.ts'
import { storeOf, verifyChip } from '../../../specimens/kit/trust/chip-trust.ts'
import { type Random, seededRandom } from '../../../specimens/random.ts'
import { openProgress } from '../../kit/progress.ts'
import type { Context, Report } from '../../kit/report.ts'
import { none } from '../../kit/targets.ts'
import { chipFor, foreignFiles } from './reading.ts'

const ANSWERS = 10_000
const SEED = 611

/** Opened in different ways; those that take a card and a reader little time come more often. */
const SUBJECTS: readonly (readonly [card: string, weight: number])[] = [
  ['bac', 12],
  ['plain', 8],
  ['ecdh-im-3des-12', 1],
  ['ecdh-im-aes128-13', 1],
  ['dh-im-3des-0', 1],
  ['usual', 1],
  ['right-length', 1],
  ['rest-fetched', 1],
  ['ecdh-cam-aes128-13', 1],
]

/** Without the portrait: its hundred answers are alike, and there are enough of them in the others. */
const FILES: readonly ChipFile[] = ['com', 'sod', 'dg1', 'dg13', 'dg14', 'dg15']

const STATUSES = [
  0x9000, 0x6282, 0x6300, 0x63c0, 0x6700, 0x6982, 0x6983, 0x6985, 0x6987, 0x6988, 0x6a80, 0x6a82, 0x6a86,
  0x6b00, 0x6c00, 0x6c08, 0x6cff, 0x6100, 0x6110, 0x6d00, 0x6f00, 0x0000, 0xffff,
]

/** What an attacker has beside the answer itself: answers before it, and those of another reading of the same chip. */
interface Heard {
  readonly before: readonly Uint8Array[]
  readonly other: readonly Uint8Array[]
}

const noise = (random: Random, most: number): Uint8Array =>
  Uint8Array.from({ length: 1 + random.below(most) }, () => random.below(256))
const withStatus = (data: Uint8Array, status: number): Uint8Array =>
  joined(data, Uint8Array.of(status >> 8, status & 0xff))
const one = <Item>(items: readonly Item[], random: Random): Item | undefined =>
  items[random.below(items.length)]

/** One of these for each answer that is changed. */
const CHANGES: Readonly<Record<string, (answer: Uint8Array, random: Random, heard: Heard) => Uint8Array>> = {
  'bits flipped': (answer, random) => {
    const changed = answer.slice()
    for (let n = 1 + random.below(4); n > 0 && changed.length > 0; n--) {
      const at = random.below(changed.length)
      changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8))
    }
    return changed
  },
  'cut at the end': (answer, random) => answer.subarray(0, random.below(answer.length)),
  'cut before the status': (answer, random) =>
    joined(answer.subarray(0, random.below(Math.max(answer.length - 2, 1))), answer.subarray(-2)),
  'data gone': (answer) => answer.subarray(-2),
  lengthened: (answer, random) => joined(answer.subarray(0, -2), noise(random, 300), answer.subarray(-2)),
  'more after the status': (answer, random) => joined(answer, noise(random, 40)),
  'status changed': (answer, random) => withStatus(answer.subarray(0, -2), one(STATUSES, random) ?? 0),
  'status alone': (_, random) => withStatus(new Uint8Array(), one(STATUSES, random) ?? 0),
  'an answer before': (answer, random, { before }) => one(before, random) ?? answer.subarray(1),
  'the same answer twice': (answer, _, { before }) => before.at(-1) ?? answer.subarray(1),
  'of another reading': (answer, _, { before, other }) => other[before.length] ?? answer.subarray(1),
  'a length inside changed': (answer, random) => {
    const changed = answer.slice()
    const at = random.below(Math.min(6, changed.length))
    changed[at] = [0, 1, 0x7f, 0x80, 0x81, 0x82, 0x83, 0x84, 0xff][random.below(9)] ?? 0
    return changed
  },
  noise: (_, random) => noise(random, 300),
}

/** More than any reading here needs; without an end is as bad as a crash. */
const MOST_COMMANDS = 3000

class Endless extends Error {}

interface Trial {
  readonly chip: SpecimenChip
  readonly quirks: Parameters<typeof cardOf>[1]
  readonly other: readonly Uint8Array[]
  readonly random: Random
  /** Which answer is changed, how, and whether before it is protected. */
  readonly at: number
  readonly how: string
  readonly isInside: boolean
}

/** What came of it, in a word; `crash` and `accepted` must not come. */
async function tried({ chip, quirks, other, random, at, how, isInside }: Trial): Promise<string> {
  const change = CHANGES[how]
  if (change === undefined) throw new Error(`there is no change called ${how}`)
  const before: Uint8Array[] = []
  let [commands, isChanged] = [0, false]
  const changed = (answer: Uint8Array): Uint8Array => {
    if (before.length !== at || isChanged) return answer
    isChanged = true
    return change(answer, random, { before, other })
  }
  const lie: CardTools['lie'] = ({ status, data = new Uint8Array() }) => {
    const whole = changed(withStatus(data, status))
    const end = Math.max(whole.length - 2, 0)
    return { data: whole.subarray(0, end), status: (whole[end] ?? 0) * 256 + (whole[end + 1] ?? 0) }
  }
  const card = cardOf(chip, quirks, isInside ? { lie } : {})
  const transceive: Transceive = async (bytes) => {
    if (++commands > MOST_COMMANDS) throw new Endless('the reader does not end')
    const answer = await card.transceive(bytes)
    const given = isInside ? answer : changed(answer)
    before.push(answer)
    return given
  }
  const { mrz } = passwordsOf(chip.holder)
  const active_authentication = { challenge: Buffer.alloc(8, 7).toString('base64') }
  const reading = startReading({
    password: { mrz },
    files: FILES,
    session: async () => ({ session_id: '', active_authentication }),
  })
  // After a field that was lost the reading goes on with what it has: what came before must still be the chip's.
  for (let losses = 0; ; losses++) {
    try {
      const content = await reading.read(transceive)
      const foreign = foreignFiles(content, chip)
      if (commands > MOST_COMMANDS) return 'crash'
      if (!isChanged) return 'not reached'
      if (foreign.length === 0) return 'read all the same'
      if (!isInside) return 'accepted'
      // Nobody signs EF.COM: what a chip lies about there counts for nothing.
      if (foreign.join() === 'com') return 'EF.COM changed'
      return (await isTrusted(content.files, chip)) ? 'accepted' : 'refused by the server'
    } catch (error) {
      if (commands > MOST_COMMANDS || !(error instanceof ChipError)) {
        console.log(`${how}, answer ${at}: ${error instanceof Error ? error.stack : error}`)
        return 'crash'
      }
      if (error.reason !== 'lost' || losses === 2) return error.reason
      card.reset()
    }
  }
}

/** A chip that lies has keys for the channel, and none to sign files. */
async function isTrusted(files: Partial<Record<ChipFile, Uint8Array>>, chip: SpecimenChip): Promise<boolean> {
  const { sod = new Uint8Array(), ...groups } = files
  return (await verifyChip({ ...groups, sod }, storeOf(chip))).authenticity === 'trusted'
}

/** How a reading goes when nothing is changed. */
async function heardOf(chip: SpecimenChip, quirks: Trial['quirks']): Promise<Uint8Array[]> {
  const heard: Uint8Array[] = []
  const card = cardOf(chip, quirks)
  await startReading({
    password: { mrz: passwordsOf(chip.holder).mrz },
    files: FILES,
    session: async () => ({ session_id: '', active_authentication: { challenge: 'AAAAAAAAAAA=' } }),
  }).read(async (bytes) => {
    heard.push(await card.transceive(bytes))
    return heard.at(-1) ?? new Uint8Array()
  })
  return heard
}

export async function evaluateAnswers({ limit = ANSWERS }: Context): Promise<Report> {
  const keys = keyPool()
  const subjects = []
  for (const [name, weight] of SUBJECTS) {
    const row = cardNamed(name)
    const chip = await chipFor(row, { kind: 'cccd-chip', seed: 420, newKeys: keys() })
    const other = await heardOf(chip, row.quirks)
    for (let n = 0; n < weight; n++) subjects.push({ name, chip, quirks: row.quirks, other })
  }
  const hows = Object.keys(CHANGES)
  const counts = new Map<string, Map<string, number>>()
  const total = new Map<string, number>()
  const progress = openProgress({ label: 'changed answers', total: limit })
  let isRejected = 0
  const onRejection = (): void => void isRejected++
  process.on('unhandledRejection', onRejection)
  for (let nth = 0, done = 0; done < limit; nth++) {
    const random = seededRandom(SEED + nth)
    const subject = one(subjects, random)
    if (subject === undefined) throw new Error('there are subjects')
    const how = hows[nth % hows.length] ?? ''
    // A third is changed by a chip that lies.
    const isInside = random.below(3) === 0
    const at = random.below(subject.other.length)
    const outcome = await tried({ ...subject, random, at, how, isInside })
    if (outcome === 'not reached') continue
    done++
    progress.step()
    const row = `${how}${isInside ? ', inside the channel' : ''}`
    const outcomes = counts.get(row) ?? new Map<string, number>()
    counts.set(row, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1))
    total.set(outcome, (total.get(outcome) ?? 0) + 1)
    if (outcome === 'accepted' || outcome === 'crash')
      console.log(`${outcome}: ${subject.name}, ${row}, ${nth}`)
  }
  progress.end()
  process.off('unhandledRejection', onRejection)
  const columns = [...total.keys()].toSorted()
  const rows = [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, outcomes]) => [name, ...columns.map((outcome) => String(outcomes.get(outcome) ?? 0))])
  return {
    tables: [{ title: 'Answers that no chip gives', columns: ['change', ...columns], rows }],
    plots: [],
    figures: { answers: Object.fromEntries(total) },
    targets: [
      {
        name: 'chip_answers_changed',
        value: [...total.values()].reduce((sum, count) => sum + count, 0),
        bound: ANSWERS,
        good: 'at least',
      },
      none('chip_answers_crashes', (total.get('crash') ?? 0) + isRejected),
      none('chip_answers_foreign_files_accepted', total.get('accepted') ?? 0),
    ],
  }
}
