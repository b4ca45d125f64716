// Damage that knows nothing of formats: bits, blocks, cuts, splices, and files that are two things at once.
import type { Chance } from '../chance.ts'

/** Another file to take parts from, and chance to damage by. */
export interface Damage {
  readonly chance: Chance
  readonly other: Buffer
}
export type Mutation = (bytes: Buffer, damage: Damage) => Buffer

const temptingNumbers = [
  0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff,
]

/** A copy with bytes written at a place, as far as they fit. */
function written(bytes: Buffer, at: number, what: Uint8Array): Buffer {
  const copy = Buffer.from(bytes)
  copy.set(what.subarray(0, Math.max(0, copy.length - at)), at)
  return copy
}

export function temptingNumber(chance: Chance, width: 2 | 4, order: 'big' | 'little'): Buffer {
  const number = chance.pick(temptingNumbers) % 2 ** (8 * width)
  const bytes = Buffer.alloc(width)
  if (order === 'big') bytes.writeUIntBE(number, 0, width)
  else bytes.writeUIntLE(number, 0, width)
  return bytes
}

const somewhere = (bytes: Buffer, chance: Chance): number => chance.whole(0, Math.max(0, bytes.length - 1))
/** Where headers are; damage there is met first. */
const nearTheFront = (bytes: Buffer, chance: Chance): number =>
  chance.whole(0, Math.max(0, Math.min(bytes.length, 400) - 1))

function flipBits(bytes: Buffer, { chance }: Damage): Buffer {
  const copy = Buffer.from(bytes)
  const places = chance.is(0.5) ? nearTheFront : somewhere
  for (let i = chance.whole(1, 24); i > 0 && copy.length > 0; i--) {
    const at = places(copy, chance)
    copy[at] = (copy[at] ?? 0) ^ (1 << chance.whole(0, 7))
  }
  return copy
}

const cutEnd: Mutation = (bytes, { chance }) => bytes.subarray(0, chance.whole(0, bytes.length))
const cutStart: Mutation = (bytes, { chance }) => bytes.subarray(Math.min(bytes.length, chance.whole(1, 64)))

const cutMiddle: Mutation = (bytes, { chance }) => {
  const at = somewhere(bytes, chance)
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + chance.whole(1, 4096))])
}

const repeatBlock: Mutation = (bytes, { chance }) => {
  const at = somewhere(bytes, chance)
  const block = bytes.subarray(at, at + chance.whole(1, 2048))
  const times = chance.whole(1, 8)
  return Buffer.concat([bytes.subarray(0, at), ...Array(times).fill(block), bytes.subarray(at)])
}

const fillBlock: Mutation = (bytes, { chance }) =>
  written(bytes, somewhere(bytes, chance), Buffer.alloc(chance.whole(1, 1024), chance.pick([0, 0xff, 0x20])))

const writeNumber: Mutation = (bytes, { chance }) => {
  const width = chance.pick([2, 4] as const)
  const at = chance.is(0.6) ? nearTheFront(bytes, chance) : somewhere(bytes, chance)
  return written(bytes, at, temptingNumber(chance, width, chance.pick(['big', 'little'] as const)))
}

const splice: Mutation = (bytes, { chance, other }) =>
  Buffer.concat([bytes.subarray(0, somewhere(bytes, chance)), other.subarray(somewhere(other, chance))])

const swapHeader: Mutation = (bytes, { chance, other }) =>
  written(bytes, 0, other.subarray(0, chance.whole(2, 64)))

const append: Mutation = (bytes, { chance, other }) =>
  Buffer.concat([bytes, chance.is(0.5) ? other : chance.bytes(chance.whole(1, 300))])

/** The end of an archive of one stored file, so that unpackers take the whole for a zip. */
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
