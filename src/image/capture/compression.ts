// Detects that a picture was a JPEG before it became this file, by traces of an older quantisation in its frequencies.

import { containerOf, type Header } from '../decode/header.ts'
import { readJpegHeader } from '../decode/jpeg.ts'
import { type JpegTables, jpegTables } from '../decode/jpeg-tables.ts'
import type { Pixels } from '../pixels.ts'
import { AC_MODES, blockCoefficients, type Coefficients } from './compression-blocks.ts'
import { MOST_LEVEL, olderStepGain } from './compression-model.ts'

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
  const stored = gainPerBlock(blockCoefficients(pixels, header, 0), steps)
  // Blocks beside the grid were never quantised: what the model gains there is its own error.
  const beside = gainPerBlock(blockCoefficients(pixels, header, BESIDE), steps)
  return stored === undefined || beside === undefined ? undefined : certaintyOf(stored - beside)
}

const BESIDE = 4

function gainPerBlock(found: Coefficients | undefined, steps: readonly number[]): number | undefined {
  if (!found) return undefined
  const { blocks, room, values } = found
  const gains = steps.map((step, mode) =>
    olderStepGain(levelCounts(values.subarray(mode * room, mode * room + blocks), step), step),
  )
  return gains.reduce((sum, gain) => sum + gain, 0) / blocks
}

/** Counts of the levels without their sign; those beyond the last are left out. */
function levelCounts(values: Float32Array, step: number): Float64Array {
  const counts = new Float64Array(MOST_LEVEL + 1)
  for (let i = 0; i < values.length; i++) {
    const level = Math.round(Math.abs(values[i] ?? 0) / step)
    if (level <= MOST_LEVEL) counts[level] = (counts[level] ?? 0) + 1
  }
  return counts
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
