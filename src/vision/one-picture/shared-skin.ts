// Finds the skin that two frames both see well: the same places of the face, and the light on them in each.
import { canonicalMesh } from '../../models/canonical-mesh.ts'
import type { Skin } from '../observation.ts'
import { pixelsPerPlace, SKIN_SIDE } from '../skin.ts'
import { blurred, PLACES, SIDE } from './smoothing.ts'

/** The skin of one frame. */
export interface SeenSkin {
  /** Logarithms, so that twice the light is the same step everywhere. */
  readonly light: Float32Array
  /** Whether the frame sees the place well, 1 or 0. */
  readonly isSeen: Uint8Array
}

/** The skin that two frames share; `shared` is 1 where both see it. */
export interface SharedSkin {
  readonly one: Float32Array
  readonly other: Float32Array
  readonly shared: Float32Array
}

/** A place is seen well with at least this share of the pixels of the best seen fifth. */
const LEAST_SEEN_SHARE = 0.35
/** Greys added before the logarithm: the noise of dark skin would count too much. */
const DARKEST = 6
/** Fewer places say nothing. */
const FEWEST_PLACES = 375

export function seenSkin(skin: Skin, mesh: Float32Array): SeenSkin {
  const seen = halved(pixelsPerPlace(mesh))
  const grey = halved(skin)
  const within = seen.filter((pixels) => pixels > 0).sort()
  const least = LEAST_SEEN_SHARE * (within[Math.floor(0.8 * within.length)] ?? Number.POSITIVE_INFINITY)
  const changing = changingPlaces()
  const isSeen = new Uint8Array(PLACES)
  for (let i = 0; i < PLACES; i++) if ((seen[i] as number) >= least && changing[i] === 0) isSeen[i] = 1
  return { light: grey.map((value) => Math.log(value + DARKEST)), isSeen }
}

/** Undefined where too little skin is seen in both. */
export function sharedSkin(one: SeenSkin, other: SeenSkin): SharedSkin | undefined {
  const both = new Float32Array(PLACES)
  for (let i = 0; i < PLACES; i++) both[i] = (one.isSeen[i] as number) * (other.isSeen[i] as number)
  // The rim of what is seen is seen at a slant, and a mesh is not exact to the place.
  const inner = blurred(both, 1)
  let count = 0
  const shared = new Float32Array(PLACES)
  for (let i = 0; i < PLACES; i++) {
    if (both[i] !== 1 || (inner[i] as number) <= 0.8) continue
    shared[i] = 1
    count++
  }
  return count < FEWEST_PLACES ? undefined : { one: one.light, other: other.light, shared }
}

/** The mean of four places; 0 where one of them is outside the face. */
function halved(values: Skin | Float32Array): Float32Array {
  const half = new Float32Array(PLACES)
  for (let y = 0, to = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++, to++) {
      const at = 2 * y * SKIN_SIDE + 2 * x
      const a = values[at] as number
      const b = values[at + 1] as number
      const c = values[at + SKIN_SIDE] as number
      const d = values[at + SKIN_SIDE + 1] as number
      if (a && b && c && d) half[to] = (a + b + c + d) / 4
    }
  return half
}

/** The openings of eyes and mouth, around each: what lids, gaze and speech change says nothing about the skin. */
// biome-ignore format: a table
const openings = [
  [33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7],
  [263, 466, 388, 387, 386, 385, 384, 398, 362, 382, 381, 380, 374, 373, 390, 249],
  [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308, 324, 318, 402, 317, 14, 87, 178, 88, 95],
] as const
/** Places beside an opening that change with it. */
const BESIDE = 2

let changing: Uint8Array | undefined

function changingPlaces(): Uint8Array {
  changing ??= layOut()
  return changing
}

function layOut(): Uint8Array {
  const { uv } = canonicalMesh()
  const places = new Uint8Array(PLACES)
  for (const opening of openings) {
    const around = opening.map((point) => ({
      x: SIDE * (uv[2 * point] ?? 0),
      y: SIDE * (uv[2 * point + 1] ?? 0),
    }))
    for (let i = 0; i < PLACES; i++) {
      const [x, y] = [(i % SIDE) + 0.5, Math.floor(i / SIDE) + 0.5]
      const isBeside = around.some((point) => Math.hypot(x - point.x, y - point.y) < BESIDE)
      if (isBeside || isInside(x, y, around)) places[i] = 1
    }
  }
  return places
}

/** Whether a line to the right crosses the outline an odd number of times. */
function isInside(
  x: number,
  y: number,
  around: readonly { readonly x: number; readonly y: number }[],
): boolean {
  const crossed = around.filter((to, i) => {
    const from = around.at(i - 1) ?? to
    if (from.y > y === to.y > y) return false
    return x < from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y)
  })
  return crossed.length % 2 === 1
}
