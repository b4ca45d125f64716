// Damages DER along its elements: lengths that lie, other tags, elements lost, doubled, swapped, nested, or from elsewhere.
import type { RandomChoices } from '../../kit/random-choices.ts'
import type { Mutation } from './bytes.ts'

interface Element {
  readonly start: number
  readonly lengthAt: number
  readonly content: number
  readonly end: number
}

/** More are not needed to choose from. */
const MOST_ELEMENTS = 400

/** All elements, those inside others too; what cannot be followed is left out. */
function elementsIn(bytes: Buffer): Element[] {
  const found: Element[] = []
  const waiting: [from: number, to: number][] = [[0, bytes.length]]
  for (let range = waiting.pop(); range && found.length < MOST_ELEMENTS; range = waiting.pop()) {
    let [at] = range
    const to = range[1]
    while (at + 2 <= to && found.length < MOST_ELEMENTS) {
      const tag = bytes[at] ?? 0
      const lengthAt = at + ((tag & 0x1f) === 0x1f ? 2 : 1)
      const first = bytes[lengthAt] ?? 0
      const extra = first > 0x80 ? first & 0x7f : 0
      if (extra > 4 || lengthAt + extra >= to) break
      const length = extra === 0 ? first : bytes.readUIntBE(lengthAt + 1, extra)
      const content = lengthAt + 1 + extra
      const end = content + length
      if (end > to) break
      found.push({ start: at, lengthAt, content, end })
      if ((tag & 0x20) !== 0 || tag === 4) waiting.push([content, end])
      at = end
    }
  }
  return found
}

const someElement = (bytes: Buffer, random: RandomChoices): Element | undefined => {
  const all = elementsIn(bytes)
  return all.length > 0 ? random.pick(all) : undefined
}

/** Puts other bytes in the place of some. */
const replaced = (bytes: Buffer, from: number, to: number, by: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)])

/** A change of one element; a file without any stays as it is. */
const onElement =
  (change: (bytes: Buffer, element: Element, random: RandomChoices, other: Buffer) => Buffer): Mutation =>
  (bytes, { random, other }) => {
    const element = someElement(bytes, random)
    return element ? change(bytes, element, random, other) : bytes
  }

const LENGTHS = [
  '80',
  '00',
  '7f',
  '8100',
  '820000',
  '84ffffffff',
  '847fffffff',
  '8400000001',
  '89',
  'ff',
  '85',
].map((hex) => Buffer.from(hex, 'hex'))
const TAGS = [0, 1, 2, 4, 5, 6, 0x0c, 0x13, 0x1f, 0x30, 0x31, 0x5f, 0x61, 0x6d, 0x77, 0x7f, 0xa0, 0xa1, 0xff]

const lyingLength = onElement((bytes, { lengthAt, content }, random) =>
  replaced(bytes, lengthAt, content, random.pick(LENGTHS)),
)
/** The element reaches into the next one, or ends before its own end. */
const otherLength = onElement((bytes, { lengthAt }, random) => {
  const copy = Buffer.from(bytes)
  copy[lengthAt] = ((copy[lengthAt] ?? 0) + random.pick([-2, -1, 1, 2, 16, 127])) & 0xff
  return copy
})
const otherTag = onElement((bytes, { start }, random) => {
  const copy = Buffer.from(bytes)
  copy[start] = random.pick(TAGS)
  return copy
})
const without = onElement((bytes, { start, end }) => replaced(bytes, start, end, Buffer.alloc(0)))
const twice = onElement((bytes, { start, end }) => replaced(bytes, end, end, bytes.subarray(start, end)))
const empty = onElement((bytes, { lengthAt, end }) => replaced(bytes, lengthAt, end, Buffer.from([0])))
const fromElsewhere = onElement((bytes, { start, end }, random, other) => {
  const taken = someElement(other, random)
  return taken ? replaced(bytes, start, end, other.subarray(taken.start, taken.end)) : bytes
})
const swapped: Mutation = (bytes, { random }) => {
  const [one, other] = [someElement(bytes, random), someElement(bytes, random)]
  if (!one || !other || one.end > other.start) return bytes
  const parts = [bytes.subarray(other.start, other.end), bytes.subarray(one.end, other.start)]
  return Buffer.concat([
    bytes.subarray(0, one.start),
    ...parts,
    bytes.subarray(one.start, one.end),
    bytes.subarray(other.end),
  ])
}

/** Deeper than any limit now and then; lengths are right, so that only depth is wrong. */
const nested = onElement((bytes, { start, end }, random) => {
  let inner = bytes.subarray(start, Math.min(end, start + 4000))
  for (let depth = random.pick([1, 5, 30, 300]); depth > 0; depth--) {
    const length = Buffer.alloc(3)
    length[0] = 0x82
    length.writeUInt16BE(Math.min(inner.length, 65_535), 1)
    inner = Buffer.concat([Buffer.from([0x30]), length, inner])
  }
  return replaced(bytes, start, end, inner)
})
const endless = onElement((bytes, { lengthAt, content, end }) =>
  Buffer.concat([
    bytes.subarray(0, lengthAt),
    Buffer.from([0x80]),
    bytes.subarray(content, end),
    Buffer.from([0, 0]),
    bytes.subarray(end),
  ]),
)
const oddValue = onElement((bytes, { content, end }, random) =>
  replaced(bytes, content, end, random.bytes(Math.min(end - content, 300))),
)

export const der: readonly Mutation[] = [
  lyingLength,
  otherLength,
  otherLength,
  otherTag,
  without,
  twice,
  empty,
  fromElsewhere,
  swapped,
  nested,
  endless,
  oddValue,
]
