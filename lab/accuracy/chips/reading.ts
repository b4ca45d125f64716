// Evaluates the chip reader on virtual cards: the standard's worked examples on both sides, and every card read by every password.
import { randomBytes } from 'node:crypto'
import type { Transceive } from '../../../client/src/chip/apdu.ts'
import { basicAccess } from '../../../client/src/chip/bac.ts'
import { secureChannel } from '../../../client/src/chip/channel.ts'
import { choosePace, pace } from '../../../client/src/chip/pace.ts'
import { zoneSecret } from '../../../client/src/chip/password.ts'
import {
  type ChipContent,
  ChipError,
  type ChipFile,
  type ChipPassword,
  type ChipReadingOptions,
  startReading,
} from '../../../client/src/chip/read-chip.ts'
import type { Card } from '../../../specimens/chips/card/card.ts'
import { CARDS, type CardRow, cardOf, passwordsOf } from '../../../specimens/chips/card/cards.ts'
import { exampleCards } from '../../../specimens/chips/card/examples.ts'
import { type ChipAsk, makeChip, type SpecimenChip } from '../../../specimens/chips/chip.ts'
import { fromHex } from '../../../specimens/chips/der.ts'
import { CHIP_KINDS, type ChipKind } from '../../../specimens/chips/groups.ts'
import { PORTRAIT_FORMS } from '../../../specimens/chips/portrait.ts'
import { keyPool } from '../../../specimens/chips/signing.ts'
import * as examples from '../../../specimens/chips/worked-examples.ts'
import { storeOf, verifyChip } from '../../../specimens/kit/trust/chip-trust.ts'
import type { Report } from '../../kit/report.ts'
import { none } from '../../kit/targets.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()

/** What the terminal of an example drew; the reader draws the numbers of a group from longer bytes. */
function drawn(values: readonly string[]): (length: number) => Uint8Array {
  const rest = [...values]
  return (length) => {
    const value = rest.shift() ?? ''
    if (value.length === 2 * length) return fromHex(value)
    return fromHex((BigInt(`0x${value}`) - 1n).toString(16).padStart(2 * length, '0'))
  }
}

/** The reader does its side of an example with this card, so that both are seen at once. */
async function readExample(at: number, transceive: Transceive): Promise<void> {
  const way = { transceive, maxLength: 261 }
  const example = examples.paceExamples[at - 1]
  if (example !== undefined) {
    const choice = choosePace(fromHex(example.cardAccess))
    if (choice === undefined) throw new Error('the reader finds no PACE')
    await pace(way, choice, example.password, drawn(example.terminalKeys))
    return
  }
  const { zone, terminalRandom, messages } = examples.basicAccess
  await transceive(fromHex('00A4040C07A0000002471001'))
  const channel = secureChannel(way, await basicAccess(way, zoneSecret(zone), drawn(terminalRandom)))
  for (const { plain } of messages)
    await channel.send('data' in plain ? { ...plain, data: fromHex(plain.data) } : plain)
}

export async function evaluateExamples(): Promise<Report> {
  const rows: string[][] = []
  let [all, different] = [0, 0]
  for (const [at, { name, card, exchanges }] of exampleCards().entries()) {
    const seen: (readonly [string, string])[] = []
    await readExample(at, async (bytes) => {
      const answer = await card.transceive(bytes)
      seen.push([hex(bytes), hex(answer)])
      return answer
    })
    const same = exchanges.filter((exchange, i) => exchange.every((text, side) => text === seen[i]?.[side]))
    const missed = Math.max(exchanges.length, seen.length) - same.length
    all += exchanges.length
    different += missed
    rows.push([name, String(exchanges.length), String(missed)])
  }
  return {
    tables: [
      {
        title: 'Worked examples of Doc 9303-11, the reader on one side and the card on the other',
        columns: ['example', 'exchanges', 'that differ in a byte'],
        rows,
      },
    ],
    plots: [],
    figures: { examples: rows },
    targets: [
      { name: 'chip_example_exchanges', value: all, bound: 31, good: 'at least' },
      none('chip_example_exchanges_different', different),
    ],
  }
}

export const ALL_FILES: readonly ChipFile[] = [
  'com',
  'sod',
  'dg1',
  'dg2',
  'dg11',
  'dg12',
  'dg13',
  'dg14',
  'dg15',
]

const LOSSES = 5
/** A phone waits about so long for a card that says nothing. */
const PATIENCE = 2000

/** As a phone does: it gives up a card that is silent. */
const patient =
  (card: Card): Transceive =>
  async (bytes) => {
    let timer: NodeJS.Timeout | undefined
    const tired = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer')), PATIENCE)
    })
    return Promise.race([card.transceive(bytes), tired]).finally(() => clearTimeout(timer))
  }

/** Holds the card to the phone again whenever the field is lost. */
async function readOn(
  card: Card,
  options: ChipReadingOptions,
  transceive: Transceive = patient(card),
): Promise<ChipContent> {
  const reading = startReading(options)
  for (let losses = 0; ; losses++) {
    try {
      return await reading.read(transceive)
    } catch (error) {
      if (!(error instanceof ChipError) || error.reason !== 'lost' || losses === LOSSES) throw error
      card.reset()
    }
  }
}

/** The names of files that are not, byte for byte, those of the chip. */
export function foreignFiles({ files }: ChipContent, chip: SpecimenChip): string[] {
  const own = new Map<string, Uint8Array | undefined>([
    ['sod', chip.files.sod],
    ['com', chip.files.com],
    ...[...chip.files.groups].map(([group, bytes]) => [`dg${group}`, bytes] as const),
  ])
  return Object.entries(files)
    .filter(([name, bytes]) => !Buffer.from(bytes).equals(own.get(name) ?? new Uint8Array()))
    .map(([name]) => name)
}

export const chipFor = (row: CardRow, ask: Pick<ChipAsk, 'kind' | 'seed' | 'newKeys'>) =>
  makeChip({
    ...ask,
    algorithm: row.algorithm,
    access: row.access,
    portrait: PORTRAIT_FORMS.find(({ name }) => name === row.portrait),
  })

/** In a word: read and verified, or the reason why not. */
async function outcomeOf(chip: SpecimenChip, row: CardRow, password: ChipPassword): Promise<string> {
  const challenge = new Uint8Array(randomBytes(8))
  const active_authentication = { challenge: Buffer.from(challenge).toString('base64') }
  const session = async () => ({ session_id: '', active_authentication })
  const card = cardOf(chip, row.quirks, { wait: async () => {} })
  try {
    const content = await readOn(card, { password, files: ALL_FILES, session })
    const missing = chip.files.groups.size + 2 - Object.keys(content.files).length
    if (missing !== 0 || foreignFiles(content, chip).length > 0) return 'other files'
    const { active_response } = content.session ?? {}
    // RSA of 2048 bits needs an answer of extended length, or one in parts.
    if (active_response === undefined) return 'no answer to the challenge'
    const response = new Uint8Array(Buffer.from(active_response, 'base64'))
    const { sod, ...groups } = content.files
    const upload = { ...groups, sod: sod ?? new Uint8Array(), active: { challenge, response } }
    const { authenticity, reading } = await verifyChip(upload, storeOf(chip))
    return authenticity === 'trusted' && reading.copy === 'genuine'
      ? 'read'
      : `${authenticity}, ${reading.copy}`
  } catch (error) {
    return error instanceof ChipError ? error.reason : `crash: ${String(error)}`
  }
}

const OTHER_DAY = '010101'

export async function evaluateCards(): Promise<Report> {
  const keys = keyPool()
  const rows: string[][] = []
  let [read, missed] = [0, 0]
  const judge = (got: string, wanted: string): string => {
    if (got === wanted && wanted === 'read') read++
    if (got !== wanted) missed++
    return got === wanted ? got : `${got}, not ${wanted}`
  }
  const asks = (name: string): readonly ChipKind[] => (name === 'usual' ? CHIP_KINDS : ['cccd-chip'])
  for (const [name, row] of Object.entries(CARDS))
    for (const kind of asks(name)) {
      const chip = await chipFor(row, { kind, seed: 410, newKeys: keys() })
      const { mrz, can } = passwordsOf(chip.holder)
      const isLocked = row.quirks?.triesUntilLocked === 0
      const wanted = isLocked ? 'locked' : 'read'
      const byZone = judge(await outcomeOf(chip, row, { mrz }), wanted)
      const byNumber =
        can === undefined
          ? '–'
          : judge(await outcomeOf(chip, row, { can }), chip.access.pace.length === 0 ? 'unsupported' : wanted)
      const wrong = judge(
        await outcomeOf(chip, row, { mrz: { ...mrz, dateOfBirth: OTHER_DAY } }),
        isLocked ? 'locked' : 'wrong-password',
      )
      rows.push([name, kind, row.what, byZone, byNumber, wrong])
    }
  return {
    tables: [
      {
        title: 'Virtual cards, by what opens them',
        columns: ['card', 'kind', 'what', 'zone', 'access number', 'wrong birthday'],
        rows,
      },
    ],
    plots: [],
    figures: { cards: rows },
    targets: [
      { name: 'chip_cards', value: rows.length, bound: 60, good: 'at least' },
      { name: 'chip_cards_read_and_verified', value: read, bound: 120, good: 'at least' },
      none('chip_cards_not_as_expected', missed),
    ],
  }
}
