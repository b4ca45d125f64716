// Reads the orientation from an EXIF block, the only entry that changes the picture.

const ORIENTATION = 0x0112
const SHORT = 3

/** 1 (upright) to 8; whatever cannot be read is upright, because phones write broken blocks around sound pictures. */
export function exifOrientation(block: Uint8Array): number {
  const tiff = startsWith(block, 'Exif\0\0') ? block.subarray(6) : block
  const littleEndian = startsWith(tiff, 'II')
  if (!littleEndian && !startsWith(tiff, 'MM')) return 1
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const short = (at: number) => (at + 2 <= tiff.byteLength ? view.getUint16(at, littleEndian) : 0)
  const long = (at: number) => (at + 4 <= tiff.byteLength ? view.getUint32(at, littleEndian) : 0)
  const directory = long(4)
  if (short(2) !== 42 || directory < 8) return 1
  const entries = short(directory)
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12
    if (at + 12 > tiff.byteLength) return 1
    if (short(at) !== ORIENTATION) continue
    const value = short(at + 8)
    return short(at + 2) === SHORT && value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  if (bytes.byteLength < text.length) return false
  for (let i = 0; i < text.length; i++) if (bytes[i] !== text.charCodeAt(i)) return false
  return true
}
