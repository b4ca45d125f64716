// Reads from the file and the pixels of one frame what tells where it came from, as plain data to keep and to compare.
import { createHash } from 'node:crypto'
import { containerOf } from '../decode/header.ts'
import { jpegTables } from '../decode/jpeg-tables.ts'
import type { Box } from '../geometry/geometry.ts'
import type { Pixels } from '../pixels.ts'
import { compressionHistory } from './compression.ts'
import { type Shot, shotPrint } from './shot-print.ts'

/** `face` is in the pixels of `pixels`, of which there are `scale` to one of the file. */
export function readShot(bytes: Uint8Array, pixels: Pixels, scale: number, face: Box | undefined): Shot {
  const isWhole = scale === 1
  return {
    print: shotPrint(pixels, face),
    encoder: encoderOf(bytes),
    doubleCompression: (isWhole && compressionHistory(bytes, pixels).doubleCompression) || 0,
  }
}

/** `jpeg-` and eight digits, or the kind of file. */
export function encoderOf(bytes: Uint8Array): string {
  const container = containerOf(bytes)
  const tables = container === 'jpeg' ? jpegTables(bytes) : undefined
  if (!tables) return typeof container === 'string' ? container : 'unknown'
  const { light, colour, sampling, isProgressive, markers } = tables
  const facts = JSON.stringify([[...light], [...(colour ?? [])], sampling, isProgressive, markers])
  return `jpeg-${createHash('sha256').update(facts).digest('hex').slice(0, 8)}`
}
