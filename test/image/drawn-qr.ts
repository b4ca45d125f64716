// Draws a QR code with a library other than the one that reads it.
import barcodes from 'bwip-js/node'
import type { Grey } from '../../src/image/measure.ts'

const MARGIN = 6

/** Draws this many pixels per module, on a light ground with a margin. */
export function drawnQr(text: string, pixels: number): Grey {
  const [drawn] = barcodes.raw({ bcid: 'qrcode', text })
  if (drawn === undefined || !('pixs' in drawn)) throw new Error('nothing was drawn')
  const columns = drawn.pixx
  const side = (columns + 2 * MARGIN) * pixels
  const data = new Uint8Array(side * side).fill(225)
  for (let i = 0; i < data.length; i++) {
    const x = Math.floor((i % side) / pixels) - MARGIN
    const y = Math.floor(Math.floor(i / side) / pixels) - MARGIN
    const isInside = x >= 0 && y >= 0 && x < columns && y < drawn.pixs.length / columns
    if (isInside && drawn.pixs[y * columns + x] === 1) data[i] = 40
  }
  return { width: side, height: side, data }
}
