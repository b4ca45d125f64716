// Reads CBOR strictly, as far as App Attest uses it: shortest numbers, definite lengths, text keys, nothing left over.

export class CborFault extends Error {
  override name = 'CborFault'
}

type Cbor = number | string | Uint8Array | readonly Cbor[] | CborMap
type CborMap = ReadonlyMap<string | number, Cbor>

const MOST_DEPTH = 6
const MOST_ITEMS = 64

interface Reader {
  readonly bytes: Uint8Array
  at: number
  items: number
}

/** Reads the one item that the bytes are. */
export function readCbor(bytes: Uint8Array): Cbor {
  const reader: Reader = { bytes, at: 0, items: 0 }
  const item = itemOf(reader, 0)
  if (reader.at < bytes.byteLength) throw new CborFault('goes on after its end')
  return item
}

export function mapOf(item: Cbor | undefined, what: string): CborMap {
  if (item instanceof Map) return item
  throw new CborFault(`has no ${what}`)
}

export function bytesIn(map: CborMap, key: string): Uint8Array {
  const item = map.get(key)
  if (item instanceof Uint8Array) return item
  throw new CborFault(`has no ${key}`)
}

function itemOf(reader: Reader, depth: number): Cbor {
  if (depth > MOST_DEPTH) throw new CborFault('is nested too deeply')
  if (++reader.items > MOST_ITEMS) throw new CborFault('has too many items')
  const first = take(reader, 1)[0] ?? 0
  const kind = first >> 5
  const size = sizeOf(reader, first & 0x1f)
  if (kind === 0) return size
  if (kind === 1) return -1 - size
  if (kind === 2) return take(reader, size)
  if (kind === 3) return textOf(take(reader, size))
  if (kind === 4) return Array.from({ length: atMostItems(size) }, () => itemOf(reader, depth + 1))
  if (kind === 5) return readMap(reader, atMostItems(size), depth)
  throw new CborFault('has an item of a kind that is not used')
}

function readMap(reader: Reader, size: number, depth: number): CborMap {
  const map = new Map<string | number, Cbor>()
  for (let i = 0; i < size; i++) {
    const key = itemOf(reader, depth + 1)
    if (typeof key !== 'string' && typeof key !== 'number') throw new CborFault('has a key that is no name')
    if (map.has(key)) throw new CborFault('has a key twice')
    map.set(key, itemOf(reader, depth + 1))
  }
  return map
}

function atMostItems(size: number): number {
  if (size > MOST_ITEMS) throw new CborFault('has too many items')
  return size
}

/** The number that follows the kind, in as few bytes as hold it. */
function sizeOf(reader: Reader, short: number): number {
  if (short < 24) return short
  if (short > 26) throw new CborFault('has a length that is not used')
  const bytes = take(reader, 2 ** (short - 24))
  const size = bytes.reduce((so, byte) => so * 256 + byte, 0)
  const least = short === 24 ? 24 : short === 25 ? 0x100 : 0x10000
  if (size < least) throw new CborFault('has a length that is not written in its shortest form')
  return size
}

function take(reader: Reader, size: number): Uint8Array {
  if (size > reader.bytes.byteLength - reader.at) throw new CborFault('is cut off')
  const taken = reader.bytes.subarray(reader.at, reader.at + size)
  reader.at += size
  return taken
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new CborFault('has a text that cannot be read')
  }
}
