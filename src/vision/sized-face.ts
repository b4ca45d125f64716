// Brings a face to one size, upright and a little smoothed, to compare frames of it; and measures how fine its detail is at that size.
import { tent } from '../image/box-sums.ts'
import { filtersFor, mixArea, mixed } from '../image/filters.ts'
import { fitSimilarity, type Point } from '../image/geometry/geometry.ts'
import { cropGrey } from '../image/geometry/warp.ts'
import type { Grey } from '../image/measure.ts'
import type { Pixels } from '../image/pixels.ts'
import { canonicalMesh, FACE_POINTS } from '../models/canonical-mesh.ts'
import { pointOf } from '../models/face-mesh.ts'
import type { SizedFace } from './observation.ts'

/** Pixels along each side. */
export const SIZED_SIDE = 128
const PIXELS_PER_CM = 6.7
/** Where the middle of the canonical face is. */
const MIDDLE: Point = { x: 64, y: 66 }
/** It is cut out finer by this and then smoothed, because detail that falls between pixels would seem to move. */
const FINER = 2
/** Reach of the squares over which the finer picture is averaged, twice; in its pixels to each side. */
const REACH = 2

let layout: readonly Point[] | undefined

/** Where each point of the mesh is in the picture of a canonical face. */
function sizedPoints(): readonly Point[] {
  layout ??= Array.from({ length: FACE_POINTS }, (_, i) => {
    const [x = 0, y = 0] = canonicalMesh().positions.subarray(3 * i, 3 * i + 2)
    return { x: MIDDLE.x + PIXELS_PER_CM * x, y: MIDDLE.y - PIXELS_PER_CM * y }
  })
  return layout
}

export function sizedFace(pixels: Pixels, mesh: Float32Array): SizedLook {
  const points = sizedPoints()
  const { a, b, c, d, e, f } = fitSimilarity(
    points,
    points.map((_, i) => pointOf(mesh, i)),
  )
  const window = { a: a / FINER, b: b / FINER, c, d: d / FINER, e: e / FINER, f }
  const side = FINER * SIZED_SIDE
  const grey = cropGrey(pixels, window, side, side).data
  const areas = filtersFor(grey.length, 3)
  areas.numbers(0).set(grey)
  mixArea(areas, { from: 0, room: 1, to: 2 }, { width: side, height: side }, tent(REACH), 'edge')
  const smooth = areas.numbers(2)
  const sized = new Uint8Array(SIZED_SIDE * SIZED_SIDE)
  for (let y = 0, to = 0; y < SIZED_SIDE; y++)
    for (let x = 0; x < SIZED_SIDE; x++, to++) {
      const at = FINER * (y * side + x)
      const sum =
        (smooth[at] as number) +
        (smooth[at + 1] as number) +
        (smooth[at + side] as number) +
        (smooth[at + side + 1] as number)
      sized[to] = sum / 4 + 0.5
    }
  return { sized, fineDetail: fineDetail(grey, side) }
}

interface SizedLook {
  readonly sized: SizedFace
  readonly fineDetail: number
}

interface Zone extends Point {
  readonly reachX: number
  readonly reachY: number
}

/** A zone around the middle of two points of the mesh, in pixels of the picture that is finer by so much. */
export function zoneBetween(
  [one, other]: readonly [number, number],
  reach: { readonly reachX: number; readonly reachY: number },
  finer = 1,
): Zone {
  const places = sizedPoints()
  const middle = (axis: 'x' | 'y') =>
    Math.round((finer * ((places[one]?.[axis] ?? 0) + (places[other]?.[axis] ?? 0))) / 2)
  return { x: middle('x'), y: middle('y'), ...reach }
}

/** Ends of each eye, and places of flat skin. */
export const EYES: readonly (readonly [number, number])[] = [
  [33, 133],
  [362, 263],
]
export const FLAT_SKIN: readonly (readonly [number, number])[] = [
  [50, 50],
  [280, 280],
  [151, 151],
]
const EYE_REACH = { reachX: 24, reachY: 16 }
const SKIN_REACH = { reachX: 14, reachY: 10 }
/** Reach of the squares that part fine detail from that of a middle size, and that from the rest. */
const FINE_REACH = 1
const MIDDLE_REACH = 4

/**
 * Detail of the eyes finer than a 40th of the face, by that of 15ths to 40ths, less what flat skin shows as well, which is
 * noise. An enlarged thumbnail has little: nothing in it is finer than its pixels were.
 */
function fineDetail(grey: Grey['data'], side: number): number {
  const noise = Math.min(
    ...FLAT_SKIN.map((ends) => bandsIn(grey, side, zoneBetween(ends, SKIN_REACH, FINER)).finest),
  )
  const shares = EYES.map((ends) => {
    const { finest, middle } = bandsIn(grey, side, zoneBetween(ends, EYE_REACH, FINER))
    return Math.sqrt(Math.max(0, finest - noise) / Math.max(1e-6, middle))
  })
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

/** The mean squares of the finest detail of a zone, and of that of a middle size. */
function bandsIn(grey: Grey['data'], side: number, { x, y, reachX, reachY }: Zone) {
  // A square of a square reaches twice as far: with so much room nothing of the zone sees the rim of the patch.
  const room = 2 * MIDDLE_REACH
  const [width, height] = [2 * (reachX + room) + 1, 2 * (reachY + room) + 1]
  const patch = new Float32Array(width * height)
  for (let v = 0; v < height; v++) {
    const from = (y - reachY - room + v) * side + x - reachX - room
    patch.set(grey.subarray(from, from + width), v * width)
  }
  const [fine, coarse] = [softened(patch, width, FINE_REACH), softened(patch, width, MIDDLE_REACH)]
  let [finest, middle] = [0, 0]
  for (let v = room; v < height - room; v++)
    for (let at = v * width + room; at < (v + 1) * width - room; at++) {
      const level = fine[at] as number
      finest += ((patch[at] as number) - level) ** 2
      middle += (level - (coarse[at] as number)) ** 2
    }
  const count = (2 * reachX + 1) * (2 * reachY + 1)
  return { finest: finest / count, middle: middle / count }
}

/** The mean of the means over a square around each pixel, nearly a bell. */
export const softened = (values: Float32Array, width: number, reach: number): Float32Array =>
  mixed(values, width, tent(reach), 'edge')
