// Makes a print (a perceptual hash) of a photograph, fine enough to tell this shot from others of the same person.
import { type Box, middleOf } from '../geometry/geometry.ts'
import type { Pixels } from '../pixels.ts'
import { cellsAround } from './shot-cells.ts'
import { motionBetween } from './shot-motion.ts'
import { mirrored, PACKED_BYTES, pack, unpack, WAVES, type Wave, wavesOf } from './shot-waves.ts'

/** Signs in the file and the pixels of one frame of where it came from; read by shot.ts. */
export interface Shot {
  /** The print made by `shotPrint`. */
  readonly print: Uint8Array
  /** The kind of file and, of a JPEG, a short name for how it was encoded: one camera and setting have one. */
  readonly encoder: string
  /** Probability of an older compression, 0 to 1; 0 also where nothing can be judged. */
  readonly doubleCompression: number
}

/** Cells of the grid on a side. */
const CELLS = 32
/** Side of the grid by the longer side of the face: some of the background must show. */
const ROOM = 1.6
/** The face found in the picture; without one the grid lies over the middle of the picture. */
const WITHOUT_FACE = 0
const WITH_FACE = 1
export const PRINT_BYTES = 1 + PACKED_BYTES

/**
 * Motion, in twenty-fourths of the grid, at which two prints are as likely of one shot as of two. Two takes of somebody
 * who sat as still as they could, before one webcam, come down to 0.014; nine of ten re-encodings stay below 0.01.
 */
const EVEN_MOTION = 0.012

/** Similarity from which on two prints of different sessions are of one shot. */
export const SAME_SHOT = 0.5
/** The same for two prints of one session: a person who sits still for three seconds sometimes reaches SAME_SHOT. */
export const SAME_SHOT_IN_SESSION = 0.8

/** Returns PRINT_BYTES bytes: a blurred thumbnail of a face, written as waves, to be protected like the photograph. */
export function shotPrint(pixels: Pixels, face: Box | undefined): Uint8Array {
  const window = face ?? { x: 0, y: 0, width: pixels.width, height: pixels.height }
  const side = face ? ROOM * Math.max(face.width, face.height) : Math.min(pixels.width, pixels.height)
  const cells = cellsAround(pixels, middleOf(window), Math.max(1, side), CELLS)
  const print = new Uint8Array(PRINT_BYTES)
  print[0] = face ? WITH_FACE : WITHOUT_FACE
  pack(wavesOf(cells, CELLS), print.subarray(1))
  return print
}

/** Similarity from 0 (different) to 1 (the same to the last bit), the better of plain and mirrored. See SAME_SHOT. */
export function sameShot(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== PRINT_BYTES || b.length !== PRINT_BYTES || a[0] !== b[0]) return 0
  const one = unpack(a.subarray(1))
  const other = unpack(b.subarray(1))
  const motion = Math.min(motionBetween(one, other), motionBetween(one, mirrored(other)))
  return 1 / (1 + (motion / EVEN_MOTION) ** 2)
}

const BANDS = 8
const WAVES_PER_BAND = 8

/**
 * Waves by which prints are found, all even across, so that a mirrored picture has the same; beside each how far it
 * differs between people, in which it is counted. Re-encoding moves them by a seventh to a fortieth of that.
 */
const finders: readonly (readonly [down: number, across: number, spread: number])[] = [
  [0, 2, 0.505],
  [1, 0, 0.322],
  [2, 0, 0.221],
  [1, 2, 0.243],
  [2, 2, 0.166],
  [3, 0, 0.145],
  [3, 2, 0.117],
  [4, 0, 0.092],
  [0, 4, 0.162],
  [5, 0, 0.071],
  [4, 2, 0.084],
  [3, 4, 0.088],
  [2, 6, 0.062],
  [0, 6, 0.08],
  [1, 4, 0.119],
  [4, 4, 0.052],
  [5, 2, 0.061],
  [2, 4, 0.083],
  [1, 8, 0.042],
  [5, 4, 0.043],
]
const finderAt = finders.map(([down, across]) =>
  WAVES.findIndex((wave: Wave) => wave.across === across && wave.down === down),
)

/** Search keys from 0 to 2^30: prints of one shot, mirrored or not, nearly always share one at the same index. */
export function printBands(print: Uint8Array): readonly number[] {
  if (print.length !== PRINT_BYTES) return []
  const heights = unpack(print.subarray(1))
  return Array.from({ length: BANDS }, (_, band) => {
    let hash = mixed(0x811c9dc5, 2 * band + (print[0] ?? 0))
    for (let i = 0; i < WAVES_PER_BAND; i++) {
      const finder = (7 * (band * WAVES_PER_BAND + i)) % finders.length
      // The steps of each band begin elsewhere, so that a value on an edge in one band is not on an edge in another.
      const begin = ((band * 0.618 + i * 0.382) % 1) + 1024
      const height = heights[finderAt[finder] ?? 0] ?? 0
      hash = mixed(hash, Math.floor(height / (finders[finder]?.[2] ?? 1) + begin))
    }
    return hash >>> 2
  })
}

function mixed(hash: number, value: number): number {
  const next = Math.imul(hash ^ value, 0x01000193)
  return (next ^ (next >>> 15)) >>> 0
}
