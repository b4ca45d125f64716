// Detects that a picture was a JPEG before it became this file, by traces of an older quantisation in its frequencies.

import { containerOf, type Header } from '../decode/header.ts'
import { readJpegHeader } from '../decode/jpeg.ts'
import { type JpegTables, jpegTables } from '../decode/jpeg-tables.ts'
import type { Pixels } from '../pixels.ts'
import { AC_MODES, blockLevels, type Levels } from './compression-blocks.ts'
import { olderStepGain } from './compression-model.ts'

interface CompressionHistory {
  /** Quality of the standard tables nearest to those of the file, 1 to 100; undefined where it is no JPEG. */
  readonly quality: number | undefined
  /** Probability of an older compression, 0 to 1; undefined where nothing can be judged. */
  readonly doubleCompression: number | undefined
}

/** From here up an older compression is likelier than none. */
export const DOUBLY_COMPRESSED = 0.5

/** `pixels` have the full size of the file; without them only its tables are read. */
export function compressionHistory(bytes: Uint8Array, pixels?: Pixels): CompressionHistory {
  const tables = containerOf(bytes) === 'jpeg' ? jpegTables(bytes) : undefined
  const header = tables && readJpegHeader(bytes)
  if (!header || 'fault' in header) return { quality: undefined, doubleCompression: undefined }
  const steps = AC_MODES.map((mode) => tables.light[mode] ?? 0)
  return {
    quality: qualityOf(tables),
    doubleCompression: pixels && doubleCompression(header, pixels, steps),
  }
}

function doubleCompression(header: Header, pixels: Pixels, steps: readonly number[]): number | undefined {
  // Behind a colour profile, or as ink, the quantised numbers cannot be recovered.
  if (header.colours === 4 || header.profile) return undefined
  const stored = gainPerBlock(blockLevels(pixels, header, 0, steps), steps)
  // Blocks beside the grid were never quantised: what the model gains there is its own error.
  const beside = gainPerBlock(blockLevels(pixels, header, BESIDE, steps), steps)
  return stored === undefined || beside === undefined ? undefined : certaintyOf(stored - beside)
}

const BESIDE = 4

function gainPerBlock(levels: Levels | undefined, steps: readonly number[]): number | undefined {
  if (!levels) return undefined
  const gains = steps.map((step, mode) => olderStepGain(levels.counts[mode] ?? new Float64Array(), step))
  return gains.reduce((sum, gain) => sum + gain, 0) / levels.blocks
}

/** Nats per block at which an older compression is as likely as none, and the scale of the logistic curve. */
const EVEN_GAIN = 0.05
const GAIN_STEP = 0.015

function certaintyOf(gain: number): number {
  return 1 / (1 + Math.exp((EVEN_GAIN - gain) / GAIN_STEP))
}

/** Steps of light at quality 50 as the standard prints them, row by row. */
const STANDARD: readonly number[] = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
  29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
  121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
]

function qualityOf({ light }: Pick<JpegTables, 'light'>): number {
  const percent =
    (100 * light.reduce((sum, step) => sum + step, 0)) / STANDARD.reduce((sum, step) => sum + step, 0)
  const quality = percent <= 100 ? (200 - percent) / 2 : 5000 / percent
  return Math.min(100, Math.max(1, Math.round(quality)))
}
