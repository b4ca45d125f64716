// Measures what it takes to read a Vietnamese card: commands and bytes against the least possible, and seconds on the air.
import type { Transceive } from '../../client/src/chip/apdu.ts'
import { basicAccess } from '../../client/src/chip/bac.ts'
import { type Channel, secureChannel } from '../../client/src/chip/channel.ts'
import { choosePace, pace } from '../../client/src/chip/pace.ts'
import { zoneSecret } from '../../client/src/chip/password.ts'
import { startReading } from '../../client/src/chip/read-chip.ts'
import { type Access, cardAccess, USUAL_ACCESS } from '../../specimens/chips/access.ts'
import { cardOf, passwordsOf } from '../../specimens/chips/card/cards.ts'
import { makeChip, type SpecimenChip } from '../../specimens/chips/chip.ts'
import { fromHex } from '../../specimens/chips/der.ts'
import { atMost, type Target } from '../kit/targets.ts'

export const READING_MODEL = `A command takes: 9 bits a byte at 106 or 424 kbit/s, command and answer in blocks of at most 253 bytes with 3 bytes
around each, and 3 bytes of acknowledgement for each block that another follows; 0.3 ms at each change of direction;
4 ms in the phone; 2 ms in the chip and 20 µs for each byte that it encrypts; 120 ms for each of the two steps of
PACE that multiply, and 20 ms for BAC. Blocks and bits are those of ISO 14443; all times are assumed, not measured.
The least is what a reader needs that knows how the chip is opened and how long its files and answers are.`

const BLOCK = 253
const AROUND = 3
const BITS_A_BYTE = 9
const TURN_MS = 0.3
const PHONE_MS = 4
const CHIP_MS = 2
const CIPHER_MS_A_BYTE = 0.02
const PACE_MS = { 0: 0, 1: 120, 2: 120, 3: 0 } as const
const BAC_MS = 20
const SPEEDS = [106, 424] as const

interface Spent {
  commands: number
  bytes: number
  /** Milliseconds beside what the bytes take. */
  waits: number
  /** Bytes on the air, with what is around blocks. */
  air: number
}

const secondsAt = ({ air, waits }: Spent, kilobits: number): number =>
  (air * BITS_A_BYTE) / kilobits / 1000 + waits / 1000

/** Counts what goes over the air to a card and back. */
function counted(transceive: Transceive): { spent: Spent; transceive: Transceive } {
  const spent: Spent = { commands: 0, bytes: 0, waits: 0, air: 0 }
  let steps = 0
  return {
    spent,
    transceive: async (command) => {
      const answer = await transceive(command)
      const blocks = [command, answer].map(({ length }) => Math.ceil(length / BLOCK))
      const all = blocks.reduce((sum, count) => sum + count, 0)
      const isProtected = ((command[0] ?? 0) & 0x0c) === 0x0c
      spent.commands++
      spent.bytes += command.length + answer.length
      spent.air += command.length + answer.length + AROUND * (all + (all - 2))
      spent.waits += PHONE_MS + CHIP_MS + TURN_MS * 2 * (all - 1)
      if (isProtected) spent.waits += CIPHER_MS_A_BYTE * (command.length + answer.length)
      else if (command[1] === 0x86) spent.waits += PACE_MS[(steps++ % 4) as keyof typeof PACE_MS]
      else if (command[1] === 0x82) spent.waits += BAC_MS
      return answer
    },
  }
}

/** What `bank-vn` asks for: DG1, 2, 13, 14, 15 and the security object. */
const FILES = ['dg1', 'dg2', 'dg13', 'dg14', 'dg15', 'sod'] as const
const idOf = (name: (typeof FILES)[number]): number => (name === 'sod' ? 0x1d : Number(name.slice(2)))

/** The reading that nothing could be left out of. */
async function leastReading(chip: SpecimenChip, transceive: Transceive, answerBytes: number): Promise<void> {
  const way = { transceive, maxLength: 65_538 }
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const password = { mrz: passwordsOf(chip.holder).mrz }
  const select = { ins: 0xa4, p1: 4, p2: 0x0c, data: fromHex('a0000002471001') }
  let channel: Channel
  const written = cardAccess(chip.access)
  const choice = written && choosePace(written)
  if (choice !== undefined) {
    channel = secureChannel(way, await pace(way, choice, password, random))
    await channel.send(select)
  } else {
    await transceive(fromHex('00a4040c07a0000002471001'))
    channel = secureChannel(way, await basicAccess(way, zoneSecret(password.mrz), random))
  }
  const most = channel.fits(answerBytes)
  for (const name of FILES) {
    const length = (name === 'sod' ? chip.files.sod : fileOf(chip, idOf(name))).length
    for (let at = 0; at < length; at += most) {
      const place = at === 0 ? { p1: 0x80 | idOf(name), p2: 0 } : { p1: at >> 8, p2: at & 0xff }
      const left = Math.min(most, length - at)
      // Protected, it would be longer than a short answer holds: asking for more makes the command an extended one.
      const le = left > channel.fits(256) && left <= 256 ? 257 : left
      const { data } = await channel.send({ ins: 0xb0, ...place, le })
      if (data.length !== left) throw new Error(`${name} is not read from ${at}`)
    }
  }
}

function fileOf({ files }: SpecimenChip, id: number): Uint8Array {
  const found = [...files.groups].find(([group]) => group === id)
  if (found === undefined) throw new Error(`the card has no DG${id}`)
  return found[1]
}

const BAC: Access = { ...USUAL_ACCESS, pace: [] }

const SUBJECTS: readonly (readonly [name: string, what: string, access: Access, extended: number])[] = [
  ['pace', 'PACE, answers of up to 2,048 bytes', USUAL_ACCESS, 2048],
  ['pace_short', 'PACE, no extended length', USUAL_ACCESS, 0],
  ['bac', 'BAC, answers of up to 2,048 bytes', BAC, 2048],
  ['bac_short', 'BAC, no extended length', BAC, 0],
]

export async function measureReadings(): Promise<Target[]> {
  const targets: Target[] = []
  const columns = [
    'commands',
    'least',
    'bytes',
    'least',
    ...SPEEDS.map((speed) => `s at ${speed}`),
    ...SPEEDS.map((speed) => `least ${speed}`),
  ]
  console.log(
    `\n${'Reading a Vietnamese card'.padEnd(36)}${columns.map((name) => name.padStart(10)).join('')}`,
  )
  for (const [name, what, access, extended] of SUBJECTS) {
    const chip = await makeChip({ kind: 'cccd-chip', seed: 1, access })
    const read = counted(cardOf(chip, { extended }).transceive)
    await startReading({ password: { mrz: passwordsOf(chip.holder).mrz }, files: FILES }).read(
      read.transceive,
    )
    const least = counted(cardOf(chip, { extended }).transceive)
    await leastReading(chip, least.transceive, extended || 256)
    const figures = [
      read.spent.commands,
      least.spent.commands,
      read.spent.bytes,
      least.spent.bytes,
      ...[read, least].flatMap(({ spent }) => SPEEDS.map((speed) => secondsAt(spent, speed).toFixed(2))),
    ]
    console.log(what.padEnd(36) + figures.map((figure) => String(figure).padStart(10)).join(''))
    targets.push(
      atMost(`chip_reading_${name}_commands_over_least`, read.spent.commands - least.spent.commands, 12),
      atMost(
        `chip_reading_${name}_bytes_percent_over_least`,
        100 * (read.spent.bytes / least.spent.bytes - 1),
        10,
      ),
    )
  }
  console.log(`\n${READING_MODEL}`)
  return targets
}
