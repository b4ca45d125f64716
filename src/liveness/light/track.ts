// The colour of skin over time: its measured track without slow drift, and how well a sequence fits it.
import type { Segments } from './expected.ts'

/** Drift of exposure and white balance is followed by a curve of this many terms, and taken out. */
const DRIFT_TERMS = 4
/** The time between two places of the table that finds the frames of a segment. */
const TABLE_MS = 10

/** A track is measured at the times of the frames; its parts are ready to be summed over any stretch of frames. */
export interface Track {
  readonly timesMs: Float64Array
  /** Three numbers a frame, without drift. */
  readonly values: Float64Array
  /** The length of all values taken as one vector. */
  readonly length: number
  /** Curves of drift, of length one and square to each other, one after the other. */
  readonly drift: Float64Array
  /** Sums of values and of drift over all frames before each. */
  readonly valueSums: Float64Array
  readonly driftSums: Float64Array
  /** The first frame at or after each time. */
  readonly firstAt: Int32Array
}

/** Shares of red, green and blue, less a third, where each channel is divided by its mean first: skin and white balance go out. */
export function sharesOver(colours: Float64Array): Float64Array {
  const frames = colours.length / 3
  const means = [0, 0, 0]
  for (let i = 0; i < colours.length; i++)
    means[i % 3] = (means[i % 3] as number) + (colours[i] as number) / frames
  const shares = new Float64Array(colours.length)
  for (let i = 0; i < colours.length; i += 3) {
    let sum = 0
    for (let c = 0; c < 3; c++) {
      const value = (colours[i + c] as number) / Math.max(1e-6, means[c] as number)
      shares[i + c] = value
      sum += value
    }
    for (let c = 0; c < 3; c++) shares[i + c] = (shares[i + c] as number) / Math.max(1e-6, sum) - 1 / 3
  }
  return shares
}

export function trackOf(timesMs: Float64Array, shares: Float64Array): Track {
  const drift = driftCurves(timesMs)
  const values = withoutDrift(shares, drift)
  const frames = timesMs.length
  const valueSums = new Float64Array(3 * (frames + 1))
  const driftSums = new Float64Array(DRIFT_TERMS * (frames + 1))
  for (let i = 0; i < frames; i++) {
    for (let c = 0; c < 3; c++)
      valueSums[3 * (i + 1) + c] = (valueSums[3 * i + c] as number) + (values[3 * i + c] as number)
    for (let k = 0; k < DRIFT_TERMS; k++)
      driftSums[DRIFT_TERMS * (i + 1) + k] =
        (driftSums[DRIFT_TERMS * i + k] as number) + (drift[frames * k + i] as number)
  }
  const last = timesMs[frames - 1] ?? 0
  const firstAt = new Int32Array(Math.ceil(last / TABLE_MS) + 2)
  for (let at = 0, i = 0; at < firstAt.length; at++) {
    while (i < frames && (timesMs[i] as number) < TABLE_MS * at) i++
    firstAt[at] = i
  }
  return { timesMs, values, length: lengthOf(values), drift, valueSums, driftSums, firstAt }
}

const lengthOf = (values: Float64Array): number => {
  let sum = 0
  for (const value of values) sum += value * value
  return Math.sqrt(sum)
}

/** Powers of the time, each less what the ones before explain. */
function driftCurves(timesMs: Float64Array): Float64Array {
  const frames = timesMs.length
  const span = Math.max(1, timesMs[frames - 1] ?? 1)
  const curves = new Float64Array(DRIFT_TERMS * frames)
  for (let k = 0; k < DRIFT_TERMS; k++) {
    const curve = curves.subarray(frames * k, frames * (k + 1))
    for (let i = 0; i < frames; i++) curve[i] = ((2 * (timesMs[i] as number)) / span - 1) ** k
    for (let j = 0; j < k; j++) takeOut(curve, curves.subarray(frames * j, frames * (j + 1)))
    const length = lengthOf(curve) || 1
    for (let i = 0; i < frames; i++) curve[i] = (curve[i] as number) / length
  }
  return curves
}

function takeOut(from: Float64Array, what: Float64Array, start = 0, step = 1): void {
  let sum = 0
  for (let i = 0; i < what.length; i++) sum += (from[start + step * i] as number) * (what[i] as number)
  for (let i = 0; i < what.length; i++)
    from[start + step * i] = (from[start + step * i] as number) - sum * (what[i] as number)
}

/** Takes the drift out of each of the three channels. */
function withoutDrift(shares: Float64Array, drift: Float64Array): Float64Array {
  const values = shares.slice()
  const frames = shares.length / 3
  for (let k = 0; k < DRIFT_TERMS; k++)
    for (let c = 0; c < 3; c++) takeOut(values, drift.subarray(frames * k, frames * (k + 1)), c, 3)
  return values
}

const range = new Int32Array(2)

function framesWithin(track: Track, fromMs: number, toMs: number): Int32Array {
  const { firstAt } = track
  const place = (ms: number) =>
    ms === Number.POSITIVE_INFINITY
      ? track.timesMs.length
      : (firstAt[Math.min(firstAt.length - 1, Math.max(0, Math.ceil(ms / TABLE_MS)))] as number)
  range[0] = fromMs === Number.NEGATIVE_INFINITY ? 0 : place(fromMs)
  range[1] = place(toMs)
  return range
}

/** The sum of what is measured times what is expected, over all frames and channels. */
export function agreement(track: Track, segments: Segments, colours: Float64Array, offsetMs: number): number {
  const { valueSums } = track
  let sum = 0
  let from = Number.NEGATIVE_INFINITY
  for (let s = 0; s < segments.count; s++) {
    const to = (segments.endsMs[s] as number) + offsetMs
    const [a, b] = framesWithin(track, from, to) as unknown as [number, number]
    if (b > a)
      for (let c = 0; c < 3; c++)
        sum +=
          (colours[3 * s + c] as number) *
          ((valueSums[3 * b + c] as number) - (valueSums[3 * a + c] as number))
    from = to
  }
  return sum
}

/** The length of what is expected, without what a drift would explain of it. */
export function expectedLength(
  track: Track,
  segments: Segments,
  colours: Float64Array,
  offsetMs: number,
): number {
  const { driftSums } = track
  const along = new Float64Array(3 * DRIFT_TERMS)
  let squares = 0
  let from = Number.NEGATIVE_INFINITY
  for (let s = 0; s < segments.count; s++) {
    const to = (segments.endsMs[s] as number) + offsetMs
    const [a, b] = framesWithin(track, from, to) as unknown as [number, number]
    from = to
    if (b <= a) continue
    for (let c = 0; c < 3; c++) {
      const colour = colours[3 * s + c] as number
      squares += (b - a) * colour * colour
      for (let k = 0; k < DRIFT_TERMS; k++)
        along[DRIFT_TERMS * c + k] =
          (along[DRIFT_TERMS * c + k] as number) +
          colour * ((driftSums[DRIFT_TERMS * b + k] as number) - (driftSums[DRIFT_TERMS * a + k] as number))
    }
  }
  for (const part of along) squares -= part * part
  return Math.sqrt(Math.max(0, squares))
}
