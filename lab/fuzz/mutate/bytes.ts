// Damages files without regard to their format: bits, blocks, cuts, splices, and polyglot files.
import type { RandomChoices } from '../../kit/random-choices.ts'

/** Another file to take parts from, and the choices to damage by. */
export interface Damage {
  readonly random: RandomChoices
  readonly other: Buffer
}
export type Mutation = (bytes: Buffer, damage: Damage) => Buffer

const temptingNumbers = [
  0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff,
]

/** Returns a copy with bytes written at a place, as far as they fit. */
function written(bytes: Buffer, at: number, what: Uint8Array): Buffer {
  const copy = Buffer.from(bytes)
  copy.set(what.subarray(0, Math.max(0, copy.length - at)), at)
  return copy
}

export function temptingNumber(random: RandomChoices, width: 2 | 4, order: 'big' | 'little'): Buffer {
  const number = random.pick(temptingNumbers) % 2 ** (8 * width)
  const bytes = Buffer.alloc(width)
  if (order === 'big') bytes.writeUIntBE(number, 0, width)
  else bytes.writeUIntLE(number, 0, width)
  return bytes
}

const somewhere = (bytes: Buffer, random: RandomChoices): number =>
  random.whole(0, Math.max(0, bytes.length - 1))
/** Headers are at the front, so decoders meet damage there first. */
const nearTheFront = (bytes: Buffer, random: RandomChoices): number =>
  random.whole(0, Math.max(0, Math.min(bytes.length, 400) - 1))

function flipBits(bytes: Buffer, { random }: Damage): Buffer {
  const copy = Buffer.from(bytes)
  const places = random.is(0.5) ? nearTheFront : somewhere
  for (let i = random.whole(1, 24); i > 0 && copy.length > 0; i--) {
    const at = places(copy, random)
    copy[at] = (copy[at] ?? 0) ^ (1 << random.whole(0, 7))
  }
  return copy
}

const cutEnd: Mutation = (bytes, { random }) => bytes.subarray(0, random.whole(0, bytes.length))
const cutStart: Mutation = (bytes, { random }) => bytes.subarray(Math.min(bytes.length, random.whole(1, 64)))

const cutMiddle: Mutation = (bytes, { random }) => {
  const at = somewhere(bytes, random)
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.whole(1, 4096))])
}

const repeatBlock: Mutation = (bytes, { random }) => {
  const at = somewhere(bytes, random)
  const block = bytes.subarray(at, at + random.whole(1, 2048))
  const times = random.whole(1, 8)
  return Buffer.concat([bytes.subarray(0, at), ...Array(times).fill(block), bytes.subarray(at)])
}

const fillBlock: Mutation = (bytes, { random }) =>
  written(bytes, somewhere(bytes, random), Buffer.alloc(random.whole(1, 1024), random.pick([0, 0xff, 0x20])))

const writeNumber: Mutation = (bytes, { random }) => {
  const width = random.pick([2, 4] as const)
  const at = random.is(0.6) ? nearTheFront(bytes, random) : somewhere(bytes, random)
  return written(bytes, at, temptingNumber(random, width, random.pick(['big', 'little'] as const)))
}

const splice: Mutation = (bytes, { random, other }) =>
  Buffer.concat([bytes.subarray(0, somewhere(bytes, random)), other.subarray(somewhere(other, random))])

const swapHeader: Mutation = (bytes, { random, other }) =>
  written(bytes, 0, other.subarray(0, random.whole(2, 64)))

const append: Mutation = (bytes, { random, other }) =>
  Buffer.concat([bytes, random.is(0.5) ? other : random.bytes(random.whole(1, 300))])

/** The end of an archive of one stored file makes unpackers read the whole as a zip. */
const zipTail = Buffer.from(
  'UEsDBAoAAAAAAAAAIQAAAAAAAAAAAAAAAAABAAAAYVBLAQIKAAoAAAAAAAAAIQAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAABhUEsFBgAAAAABAAEALwAAAB8AAAAAAA==',
  'base64',
)
const alsoZip: Mutation = (bytes) => Buffer.concat([bytes, zipTail])
const zipFirst: Mutation = (bytes) => Buffer.concat([zipTail, bytes])
const pdfFirst: Mutation = (bytes) => Buffer.concat([Buffer.from('%PDF-1.7\n%\xe2\xe3\n', 'latin1'), bytes])

export const anyFile: readonly Mutation[] = [
  flipBits,
  flipBits,
  cutEnd,
  cutStart,
  cutMiddle,
  repeatBlock,
  fillBlock,
  writeNumber,
  writeNumber,
  splice,
  swapHeader,
  append,
  alsoZip,
  zipFirst,
  pdfFirst,
]
