// A QR code drawn by a library that is not the one that reads it.
import barcodes from 'bwip-js/node'
import type { Grey } from '../../src/image/measure.ts'

const ROOM = 6

/** So many pixels a module, on a light ground with room around. */
export function drawnQr(text: string, pixels: number): Grey {
  const [drawn] = barcodes.raw({ bcid: 'qrcode', text })
  if (drawn === undefined || !('pixs' in drawn)) throw new Error('nothing was drawn')
  const columns = drawn.pixx
  const side = (columns + 2 * ROOM) * pixels
  const data = new Uint8Array(side * side).fill(225)
  for (let i = 0; i < data.length; i++) {
    const x = Math.floor((i % side) / pixels) - ROOM
    const y = Math.floor(Math.floor(i / side) / pixels) - ROOM
    const isInside = x >= 0 && y >= 0 && x < columns && y < drawn.pixs.length / columns
    if (isInside && drawn.pixs[y * columns + x] === 1) data[i] = 40
  }
  return { width: side, height: side, data }
}
