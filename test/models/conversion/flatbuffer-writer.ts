// Writes flatbuffers for tests: tables of fields, written before what they point to, because offsets lead forwards.

export type Field =
  | { readonly int8: number }
  | { readonly int32: number }
  | { readonly float32: number }
  | { readonly bytes: Uint8Array }
  | { readonly int32s: readonly number[] }
  | { readonly int64s: readonly number[] }
  | { readonly float32s: readonly number[] }
  | { readonly table: Fields }
  | { readonly tables: readonly Fields[] }

/** Fields are keyed by the number that the schema gives them. */
export type Fields = Readonly<Record<number, Field>>

const slotBytes = 8

class Writer {
  #bytes = new DataView(new ArrayBuffer(1 << 22))
  #end = 0

  reserve(size: number): number {
    const start = Math.ceil(this.#end / 8) * 8
    this.#end = start + size
    return start
  }

  point(from: number, to: number): void {
    this.#bytes.setUint32(from, to - from, true)
  }

  table(fields: Fields): number {
    const numbers = Object.keys(fields).map(Number)
    const slots = Math.max(-1, ...numbers) + 1
    const directory = this.reserve(4 + 2 * slots)
    this.#bytes.setUint16(directory, 4 + 2 * slots, true)
    const start = this.reserve(slotBytes * (numbers.length + 1))
    this.#bytes.setInt32(start, start - directory, true)
    numbers.forEach((number, index) => {
      const offset = slotBytes * (index + 1)
      this.#bytes.setUint16(directory + 4 + 2 * number, offset, true)
      const field = fields[number]
      if (field) this.#field(field, start + offset)
    })
    return start
  }

  #field(field: Field, slot: number): void {
    if ('int8' in field) this.#bytes.setInt8(slot, field.int8)
    else if ('int32' in field) this.#bytes.setInt32(slot, field.int32, true)
    else if ('float32' in field) this.#bytes.setFloat32(slot, field.float32, true)
    else if ('table' in field) this.point(slot, this.table(field.table))
    else if ('tables' in field) {
      const start = this.#vector(slot, field.tables.length, 4)
      field.tables.forEach((fields, index) => {
        this.point(start + 4 * index, this.table(fields))
      })
    } else this.#numbers(field, slot)
  }

  #numbers(field: Exclude<Field, { table: Fields } | { tables: readonly Fields[] }>, slot: number): void {
    const write = <Value>(
      values: ArrayLike<Value>,
      size: number,
      set: (at: number, value: Value) => void,
    ): void => {
      const start = this.#vector(slot, values.length, size)
      Array.from(values, (value, index) => set(start + index * size, value))
    }
    if ('bytes' in field) write(field.bytes, 1, (at, value) => this.#bytes.setUint8(at, value))
    else if ('int32s' in field) write(field.int32s, 4, (at, value) => this.#bytes.setInt32(at, value, true))
    else if ('int64s' in field)
      write(field.int64s, 8, (at, value) => this.#bytes.setBigInt64(at, BigInt(value), true))
    else if ('float32s' in field)
      write(field.float32s, 4, (at, value) => this.#bytes.setFloat32(at, value, true))
  }

  #vector(slot: number, length: number, size: number): number {
    const start = this.reserve(4 + length * size)
    this.#bytes.setUint32(start, length, true)
    this.point(slot, start)
    return start + 4
  }

  finish(): Uint8Array {
    return new Uint8Array(this.#bytes.buffer, 0, this.#end).slice()
  }
}

export function flatbuffer(identifier: string, root: Fields): Uint8Array {
  const writer = new Writer()
  writer.reserve(8)
  writer.point(0, writer.table(root))
  const bytes = writer.finish()
  bytes.set(new TextEncoder().encode(identifier), 4)
  return bytes
}
