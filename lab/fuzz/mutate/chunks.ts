// Damages the parts of a format: segments of JPEG, chunks of PNG and WebP, boxes of HEIF, AVIF and MP4.
import { crc32 } from 'node:zlib'
import { exif, jpegSegment } from '../../../specimens/kit/photographs/pictures.ts'
import { type Damage, type Mutation, temptingNumber } from './bytes.ts'

interface Part {
  readonly start: number
  readonly end: number
  readonly name: string
}

type Cut = (bytes: Buffer) => Part[]

const jpegParts: Cut = (bytes) => {
  const parts: Part[] = []
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const name = String(bytes[at + 1])
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    parts.push({ start: at, end, name })
    // The bytes after the start of a scan are no segment.
    if (name === '218') break
    at = end
  }
  return parts
}

const pngParts: Cut = (bytes) => {
  const parts: Part[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    parts.push({ start: at, end, name: bytes.toString('latin1', at + 4, at + 8) })
    at = end
  }
  return parts
}

const riffParts: Cut = (bytes) => {
  const parts: Part[] = []
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    parts.push({ start: at, end, name: bytes.toString('latin1', at, at + 4) })
    at = end
  }
  return parts
}

const holders = new Set([
  'meta',
  'iprp',
  'ipco',
  'moov',
  'trak',
  'mdia',
  'minf',
  'stbl',
  'iinf',
  'iref',
  'dinf',
])

function boxParts(bytes: Buffer, from = 0, to = bytes.length, depth = 0): Part[] {
  const parts: Part[] = []
  for (let at = from; at + 8 <= to; ) {
    const length = bytes.readUInt32BE(at)
    if (length < 8 || at + length > to) break
    const name = bytes.toString('latin1', at + 4, at + 8)
    parts.push({ start: at, end: at + length, name })
    const skip = name === 'meta' ? 12 : 8
    if (holders.has(name) && depth < 8) parts.push(...boxParts(bytes, at + skip, at + length, depth + 1))
    at += length
  }
  return parts
}

function anyPart(cut: Cut, bytes: Buffer, { random }: Damage): Part | undefined {
  const parts = cut(bytes)
  return parts.length === 0 ? undefined : random.pick(parts)
}

const leaveOut =
  (cut: Cut): Mutation =>
  (bytes, damage) => {
    const part = anyPart(cut, bytes, damage)
    return part ? Buffer.concat([bytes.subarray(0, part.start), bytes.subarray(part.end)]) : bytes
  }

const repeat =
  (cut: Cut): Mutation =>
  (bytes, damage) => {
    const part = anyPart(cut, bytes, damage)
    if (!part) return bytes
    const again: Buffer[] = Array(damage.random.pick([1, 1, 3, 200])).fill(
      bytes.subarray(part.start, part.end),
    )
    return Buffer.concat([bytes.subarray(0, part.end), ...again, bytes.subarray(part.end)])
  }

/** The damage is inside one part, so that the container stays valid and the part's decoder is reached. */
const spoil =
  (cut: Cut, headBytes: number, fix: (copy: Buffer, part: Part) => void = () => {}): Mutation =>
  (bytes, damage) => {
    const part = anyPart(cut, bytes, damage)
    const end = part ? Math.min(part.end, bytes.length) : 0
    if (!part || end <= part.start + headBytes) return bytes
    const { random } = damage
    const copy = Buffer.from(bytes)
    for (let times = random.whole(1, 4); times > 0; times--) {
      const at = Math.min(end - 1, part.start + headBytes + random.whole(0, Math.min(40, end - part.start)))
      if (random.is(0.5)) copy[at] = random.whole(0, 255)
      else copy.set(temptingNumber(random, 2, 'big').subarray(0, copy.length - at), at)
    }
    fix(copy, part)
    return copy
  }

const wrongLength =
  (cut: Cut, offset: number, width: 2 | 4, order: 'big' | 'little'): Mutation =>
  (bytes, damage) => {
    const part = anyPart(cut, bytes, damage)
    if (!part || part.start + offset + width > bytes.length) return bytes
    const copy = Buffer.from(bytes)
    copy.set(temptingNumber(damage.random, width, order), part.start + offset)
    return copy
  }

/** A decoder would reject a wrong checksum and see nothing else. */
function fixChecksum(copy: Buffer, { start, end }: Part): void {
  if (end <= copy.length) copy.writeUInt32BE(crc32(copy.subarray(start + 4, end - 4)), end - 4)
}

/** Dimensions are two numbers side by side, at a place after the name of the part. */
const dimensions =
  (cut: Cut, names: readonly string[], offset: number, width: 2 | 4, order: 'big' | 'little'): Mutation =>
  (bytes, { random }) => {
    const part = cut(bytes).find(({ name }) => names.includes(name))
    if (!part || part.start + offset + 2 * width > bytes.length) return bytes
    const copy = Buffer.from(bytes)
    for (const side of [0, 1])
      if (random.is(0.7)) copy.set(temptingNumber(random, width, order), part.start + offset + side * width)
    fixChecksum.call(undefined, cut === pngParts ? copy : Buffer.alloc(0), part)
    return copy
  }

const strangeExif: Mutation = (bytes, { random }) => {
  const block = Buffer.from(
    exif(random.whole(0, 70_000), { order: random.pick(['II', 'MM'] as const), type: random.whole(0, 14) }),
  )
  if (random.is(0.7)) block[random.whole(0, block.length - 1)] = random.whole(0, 255)
  const content = Buffer.concat([Buffer.from('Exif\0\0'), block])
  return Buffer.concat([bytes.subarray(0, 2), jpegSegment(0xe1, content), bytes.subarray(2)])
}

/** The profile has two parts, and the second has a wrong number. */
const strangeProfile: Mutation = (bytes, { random }) => {
  const part = (number: number, of: number) =>
    jpegSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.of(number, of), random.bytes(140)]))
  const parts = [part(1, 2), part(random.whole(0, 255), random.whole(0, 255))]
  return Buffer.concat([bytes.subarray(0, 2), ...parts, bytes.subarray(2)])
}

const general = (cut: Cut, headBytes: number): Mutation[] => [
  leaveOut(cut),
  repeat(cut),
  spoil(cut, headBytes),
  spoil(cut, headBytes),
]

const frames = ['192', '193', '194', '195', '201', '202']
export const jpeg: readonly Mutation[] = [
  ...general(jpegParts, 4),
  wrongLength(jpegParts, 2, 2, 'big'),
  dimensions(jpegParts, frames, 5, 2, 'big'),
  strangeExif,
  strangeProfile,
]
export const png: readonly Mutation[] = [
  leaveOut(pngParts),
  repeat(pngParts),
  spoil(pngParts, 8, fixChecksum),
  spoil(pngParts, 8, fixChecksum),
  wrongLength(pngParts, 0, 4, 'big'),
  dimensions(pngParts, ['IHDR'], 8, 4, 'big'),
]
export const webp: readonly Mutation[] = [
  ...general(riffParts, 8),
  wrongLength(riffParts, 4, 4, 'little'),
  dimensions(riffParts, ['VP8 '], 14, 2, 'little'),
]
export const boxes: readonly Mutation[] = [
  ...general((bytes) => boxParts(bytes), 8),
  wrongLength((bytes) => boxParts(bytes), 0, 4, 'big'),
  dimensions((bytes) => boxParts(bytes), ['ispe'], 12, 4, 'big'),
]
