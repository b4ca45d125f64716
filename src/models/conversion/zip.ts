// Reads one entry of a zip archive, in which MediaPipe ships several networks as one file.
import { crc32, inflateRawSync } from 'node:zlib'
import { DamagedFile } from './flatbuffer.ts'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const endBytes = 22
const directoryBytes = 46
const localBytes = 30
/** The comment after the end of the directory is counted in two bytes. */
const longestComment = 0xffff

const STORED = 0
const DEFLATED = 8

export function readZipEntry(zip: Uint8Array, name: string): Uint8Array {
  try {
    return readEntry(new DataView(zip.buffer, zip.byteOffset, zip.byteLength), zip, name)
  } catch (error) {
    // A position outside of the file is the first sign of damage.
    if (error instanceof RangeError) throw new DamagedFile('the archive is damaged or cut off')
    throw error
  }
}

function readEntry(view: DataView, zip: Uint8Array, name: string): Uint8Array {
  const end = findEnd(view)
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new DamagedFile('the archive is damaged')
    const nameLength = view.getUint16(at + 28, true)
    const found = new TextDecoder().decode(
      zip.subarray(at + directoryBytes, at + directoryBytes + nameLength),
    )
    if (found === name) return unpacked(view, zip, at, name)
    at += directoryBytes + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  throw new Error(`the archive holds no ${name}`)
}

function findEnd(view: DataView): number {
  const last = view.byteLength - endBytes
  for (let at = last; at >= Math.max(0, last - longestComment); at--)
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at
  throw new DamagedFile('this is not a zip archive, or its end is missing')
}

function unpacked(view: DataView, zip: Uint8Array, entry: number, name: string): Uint8Array {
  const method = view.getUint16(entry + 10, true)
  const packedSize = view.getUint32(entry + 20, true)
  const size = view.getUint32(entry + 24, true)
  const local = view.getUint32(entry + 42, true)
  if (view.getUint32(local, true) !== LOCAL_ENTRY) throw new DamagedFile('the archive is damaged')
  const start = local + localBytes + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  const packed = zip.subarray(start, start + packedSize)
  if (method !== STORED && method !== DEFLATED) throw new Error(`${name} is packed by method ${method}`)
  const bytes = method === STORED ? packed : inflated(packed, size, name)
  if (bytes.length !== size || crc32(bytes) !== view.getUint32(entry + 16, true))
    throw new DamagedFile(`${name} is damaged in its archive`)
  return bytes
}

function inflated(packed: Uint8Array, size: number, name: string): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) })
  } catch {
    throw new DamagedFile(`${name} is damaged in its archive`)
  }
}
