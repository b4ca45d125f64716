// Walks the outermost boxes of a HEIF file, to tell a picture from a sequence of them.
import { latin1 } from '../decode/header.ts'

const MOST_BOXES = 1024

/** A film has a `moov` box, also where its first picture could be shown alone. */
export function isSequence(bytes: Uint8Array): boolean {
  const brand = latin1(bytes, 8, 12)
  if (brand === 'msf1' || brand === 'avis' || brand === 'hevc' || brand === 'hevx') return true
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0, count = 0; at + 8 <= bytes.byteLength && count < MOST_BOXES; count++) {
    if (latin1(bytes, at + 4, at + 8) === 'moov') return true
    const length = view.getUint32(at)
    // 0: to the end of the file; 1: the true length follows in eight bytes.
    if (length === 1 && at + 16 <= bytes.byteLength) at += Number(view.getBigUint64(at + 8))
    else if (length >= 8) at += length
    else return false
  }
  return false
}
