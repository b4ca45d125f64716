// Reads flatbuffers, in which TFLite files are written: tables found by offsets, every step checked against the end.

/** Thrown for a file whose bytes contradict themselves. */
export class DamagedFile extends Error {}

type Scalar = 'int8' | 'uint8' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'int64'

const scalarBytes: Readonly<Record<Scalar, number>> = {
  int8: 1,
  uint8: 1,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  int64: 8,
}

class Bytes {
  readonly #bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  scalar(kind: Scalar, at: number): number {
    this.#mustHold(at, scalarBytes[kind])
    switch (kind) {
      case 'int8':
        return this.#view.getInt8(at)
      case 'uint8':
        return this.#view.getUint8(at)
      case 'uint16':
        return this.#view.getUint16(at, true)
      case 'int32':
        return this.#view.getInt32(at, true)
      case 'uint32':
        return this.#view.getUint32(at, true)
      case 'float32':
        return this.#view.getFloat32(at, true)
      case 'int64':
        return Number(this.#view.getBigInt64(at, true))
    }
  }

  /** Follows an offset. Offsets only lead forwards, so that following them always ends. */
  follow(at: number): number {
    const offset = this.scalar('uint32', at)
    if (offset === 0) throw new DamagedFile('the file is damaged: an offset leads nowhere')
    return at + offset
  }

  slice(at: number, length: number): Uint8Array {
    this.#mustHold(at, length)
    return this.#bytes.subarray(at, at + length)
  }

  #mustHold(at: number, length: number): void {
    if (at < 0 || at + length > this.#bytes.length)
      throw new DamagedFile('the file is damaged or cut off: it points outside of itself')
  }
}

export class Table {
  readonly #bytes: Bytes
  readonly #at: number

  constructor(bytes: Bytes, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  scalar(field: number, kind: Scalar, otherwise = 0): number {
    const at = this.#find(field)
    return at === undefined ? otherwise : this.#bytes.scalar(kind, at)
  }

  table(field: number): Table | undefined {
    const at = this.#find(field)
    return at === undefined ? undefined : new Table(this.#bytes, this.#bytes.follow(at))
  }

  tables(field: number): Table[] {
    return this.#elements(field, 4).map((at) => new Table(this.#bytes, this.#bytes.follow(at)))
  }

  scalars(field: number, kind: Scalar): number[] {
    return this.#elements(field, scalarBytes[kind]).map((at) => this.#bytes.scalar(kind, at))
  }

  bytes(field: number): Uint8Array {
    const { start, length } = this.#vector(field, 1)
    return this.#bytes.slice(start, length)
  }

  text(field: number): string {
    return new TextDecoder().decode(this.bytes(field))
  }

  #elements(field: number, size: number): number[] {
    const { start, length } = this.#vector(field, size)
    return Array.from({ length }, (_, index) => start + index * size)
  }

  #vector(field: number, size: number): { start: number; length: number } {
    const at = this.#find(field)
    if (at === undefined) return { start: 0, length: 0 }
    const vector = this.#bytes.follow(at)
    const length = this.#bytes.scalar('uint32', vector)
    // The length is checked before anything is allocated: it may claim four thousand million.
    this.#bytes.slice(vector + 4, length * size)
    return { start: vector + 4, length }
  }

  /** The position of a field; the table of them lies in front of or behind the table that it describes. */
  #find(field: number): number | undefined {
    const directory = this.#at - this.#bytes.scalar('int32', this.#at)
    const entry = 4 + 2 * field
    if (entry >= this.#bytes.scalar('uint16', directory)) return undefined
    const offset = this.#bytes.scalar('uint16', directory + entry)
    return offset === 0 ? undefined : this.#at + offset
  }
}

export function rootTable(bytes: Uint8Array, identifier: string): Table {
  const found = new TextDecoder().decode(bytes.subarray(4, 8))
  if (found !== identifier) throw new DamagedFile(`this is not a ${identifier} file`)
  const source = new Bytes(bytes)
  return new Table(source, source.follow(0))
}
