// The colour of skin over time: its measured track without slow drift, and how well a sequence fits it.
import { type Segments, TICK_MS } from './expected.ts'

/** Drift of exposure and white balance is followed by a curve of this many terms, and taken out. */
const DRIFT_TERMS = 4

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
  /** The first frame at or after each tick. */
  readonly firstAt: Int32Array
}

/** Shares of red, green and blue, less a third, where each channel is divided by its mean first: skin and white balance go out. */
export function sharesOver(colours: Float64Array): Float64Array {
  const means = [0, 0, 0]
  for (let i = 0; i < colours.length; i++)
    means[i % 3] = (means[i % 3] as number) + (3 * (colours[i] as number)) / colours.length
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
  const firstAt = new Int32Array(Math.ceil(last / TICK_MS) + 2)
  for (let at = 0, i = 0; at < firstAt.length; at++) {
    while (i < frames && (timesMs[i] as number) < TICK_MS * at) i++
    firstAt[at] = i
  }
  firstAt[firstAt.length - 1] = frames
  return { timesMs, values, length: lengthOf(values), drift, valueSums, driftSums, firstAt }
}

export function lengthOf(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value * value
  return Math.sqrt(sum)
}

export function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += (one[i] as number) * (other[i] as number)
  return sum
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
export function withoutDrift(shares: Float64Array, drift: Float64Array): Float64Array {
  const values = shares.slice()
  const frames = shares.length / 3
  for (let k = 0; k < DRIFT_TERMS; k++)
    for (let c = 0; c < 3; c++) takeOut(values, drift.subarray(frames * k, frames * (k + 1)), c, 3)
  return values
}

/** The colours of the segments at the times of the frames, where the first segment began `offsetMs` after the first frame. */
export function expectedAt(
  { timesMs, drift }: Track,
  segments: Segments,
  colours: Float64Array,
  offsetMs: number,
): Float64Array {
  const expected = new Float64Array(3 * timesMs.length)
  for (let i = 0, segment = 0; i < timesMs.length; i++) {
    const at = (timesMs[i] as number) - offsetMs
    while (segment < segments.count - 1 && at >= TICK_MS * (segments.ends[segment] as number)) segment++
    for (let c = 0; c < 3; c++) expected[3 * i + c] = colours[3 * segment + c] as number
  }
  return withoutDrift(expected, drift)
}

/**
 * The sum of what is measured times what is expected, over all frames and channels, where the sequence begins `offset`
 * ticks after the first frame. The last colour stays.
 */
function agreement(track: Track, segments: Segments, colours: Float64Array, offset: number): number {
  const { valueSums, firstAt } = track
  const { count, ends } = segments
  const last = firstAt.length - 1
  let sum = 0
  for (let s = 0, a = 0; s < count; s++) {
    const tick = s === count - 1 ? last : (ends[s] as number) + offset
    const b = tick <= 0 ? 0 : (firstAt[tick < last ? tick : last] as number)
    if (b <= a) continue
    sum +=
      (colours[3 * s] as number) * ((valueSums[3 * b] as number) - (valueSums[3 * a] as number)) +
      (colours[3 * s + 1] as number) * ((valueSums[3 * b + 1] as number) - (valueSums[3 * a + 1] as number)) +
      (colours[3 * s + 2] as number) * ((valueSums[3 * b + 2] as number) - (valueSums[3 * a + 2] as number))
    a = b
  }
  return sum
}

const along = new Float64Array(3 * DRIFT_TERMS)

/** The length of what is expected, without what a drift would explain of it. */
function expectedLength(track: Track, segments: Segments, colours: Float64Array, offset: number): number {
  const { driftSums, firstAt } = track
  const last = firstAt.length - 1
  along.fill(0)
  let squares = 0
  for (let s = 0, a = 0; s < segments.count; s++) {
    const tick = s === segments.count - 1 ? last : (segments.ends[s] as number) + offset
    const b = tick <= 0 ? 0 : (firstAt[tick < last ? tick : last] as number)
    if (b <= a) continue
    for (let c = 0; c < 3; c++) {
      const colour = colours[3 * s + c] as number
      squares += (b - a) * colour * colour
      for (let k = 0; k < DRIFT_TERMS; k++)
        along[DRIFT_TERMS * c + k] =
          (along[DRIFT_TERMS * c + k] as number) +
          colour * ((driftSums[DRIFT_TERMS * b + k] as number) - (driftSums[DRIFT_TERMS * a + k] as number))
    }
    a = b
  }
  for (const part of along) squares -= part * part
  return Math.sqrt(Math.max(0, squares))
}

export interface TrackFit {
  readonly correlation: number
  /** In ticks, from the first frame to the beginning of the sequence. */
  readonly offset: number
}

/** Roughly the best of some offsets: the length of what is expected is taken for the same at all of them. */
export function roughFit(
  track: Track,
  segments: Segments,
  colours: Float64Array,
  offsets: Int32Array,
): TrackFit {
  let most = Number.NEGATIVE_INFINITY
  let best = 0
  for (let i = 0; i < offsets.length; i++) {
    const value = agreement(track, segments, colours, offsets[i] as number)
    if (value > most) {
      most = value
      best = offsets[i] as number
    }
  }
  const length = expectedLength(track, segments, colours, best) * track.length
  return { correlation: length === 0 ? 0 : most / length, offset: best }
}

/** The best of some offsets. Between two frames all are alike: the middle of them is the likeliest. */
export function bestFit(
  track: Track,
  segments: Segments,
  colours: Float64Array,
  offsets: Int32Array,
): TrackFit {
  let most = Number.NEGATIVE_INFINITY
  let [first, last] = [0, 0]
  for (let i = 0; i < offsets.length; i++) {
    const offset = offsets[i] as number
    const length = expectedLength(track, segments, colours, offset) * track.length
    const value = length === 0 ? 0 : agreement(track, segments, colours, offset) / length
    if (value > most) {
      most = value
      first = offset
    }
    if (value === most) last = offset
  }
  return { correlation: most, offset: Math.round((first + last) / 2) }
}
