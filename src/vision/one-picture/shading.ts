// Measures how the light on the skin changes from one frame to another: a head that turns is lit anew, a picture carries its light along.
import type { Skin } from '../observation.ts'
import { SKIN_SIDE } from '../skin.ts'

export interface SeenSkin {
  readonly skin: Skin
  /** Pixels that show each place of the sheet, see skin.ts. */
  readonly seen: Float32Array
}

/** Places are compared that both frames show with at least this share of the pixels of the best seen fifth. */
const LEAST_SEEN_SHARE = 0.35
/** Fewer places say nothing. */
const FEWEST_PLACES = 1500
/** Reach of the squares over which light is averaged, twice; in places to each side. */
const REACH = 8

/** The deviation of the smoothed light, brought to the same mean; undefined where too little skin is seen in both. */
export function shadingChange(one: SeenSkin, other: SeenSkin): number | undefined {
  const shared = sharedPlaces(one, other)
  const [a, b] = [smoothed(one.skin, shared), smoothed(other.skin, shared)]
  let [count, sumA, sumB] = [0, 0, 0]
  for (let i = 0; i < shared.length; i++) {
    if (!shared[i]) continue
    count += 1
    sumA += a[i] ?? 0
    sumB += b[i] ?? 0
  }
  if (count < FEWEST_PLACES) return undefined
  let squares = 0
  for (let i = 0; i < shared.length; i++)
    if (shared[i]) squares += ((count * (b[i] ?? 0)) / sumB - (count * (a[i] ?? 0)) / sumA) ** 2
  return Math.sqrt(squares / count)
}

function sharedPlaces(one: SeenSkin, other: SeenSkin): Uint8Array {
  const [leastOne, leastOther] = [leastSeen(one.seen), leastSeen(other.seen)]
  return one.seen.reduce((shared, seen, i) => {
    if (seen >= leastOne && (other.seen[i] ?? 0) >= leastOther) shared[i] = 1
    return shared
  }, new Uint8Array(one.seen.length))
}

const leastSeen = (seen: Float32Array): number => {
  const within = seen.filter((pixels) => pixels > 0).toSorted()
  return LEAST_SEEN_SHARE * (within[Math.floor(0.8 * within.length)] ?? Number.POSITIVE_INFINITY)
}

/** The mean of the shared places around each, twice over, so that nothing beyond them is mixed in. */
function smoothed(skin: Skin, shared: Uint8Array): Float32Array {
  let values = Float32Array.from(skin)
  for (let pass = 0; pass < 2; pass++) values = averaged(values, shared)
  return values
}

function averaged(values: Float32Array, shared: Uint8Array): Float32Array<ArrayBuffer> {
  const wide = SKIN_SIDE + 1
  const sums = new Float64Array(wide * wide)
  const counts = new Float64Array(wide * wide)
  for (let y = 0, i = 0; y < SKIN_SIDE; y++)
    for (let x = 0; x < SKIN_SIDE; x++, i++) {
      const at = (y + 1) * wide + x + 1
      const own = shared[i] ?? 0
      sums[at] =
        own * (values[i] ?? 0) + (sums[at - 1] ?? 0) + (sums[at - wide] ?? 0) - (sums[at - wide - 1] ?? 0)
      counts[at] = own + (counts[at - 1] ?? 0) + (counts[at - wide] ?? 0) - (counts[at - wide - 1] ?? 0)
    }
  const means = new Float32Array(values.length)
  for (let y = 0, i = 0; y < SKIN_SIDE; y++)
    for (let x = 0; x < SKIN_SIDE; x++, i++) {
      if (!shared[i]) continue
      const [top, under] = [Math.max(0, y - REACH) * wide, Math.min(SKIN_SIDE, y + REACH + 1) * wide]
      const [left, right] = [Math.max(0, x - REACH), Math.min(SKIN_SIDE, x + REACH + 1)]
      const within = (of: Float64Array) =>
        (of[under + right] ?? 0) - (of[under + left] ?? 0) - (of[top + right] ?? 0) + (of[top + left] ?? 0)
      means[i] = within(sums) / Math.max(1, within(counts))
    }
  return means
}
