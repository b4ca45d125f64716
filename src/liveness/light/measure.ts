// Measures in a worker how a face answered the colours of the screen: when, how strongly, and how many other sequences fit better.

import type { LightAnswer, LightSession, LitFrame } from './answer.ts'
import { alternatives, coloursOf, type Segments, segmentsOf } from './expected.ts'
import { durationOf } from './plan.ts'
import { agreement, expectedLength, sharesOver, type Track, trackOf } from './track.ts'

/** The ratios of screen to room that are tried. */
const RATIOS = [0.03, 0.1, 0.3, 1, 3, 10]

export function measureLight({ sequence, frames }: LightSession): LightAnswer {
  const first = frames[0]?.takenAtMs ?? 0
  const timesMs = Float64Array.from(frames, ({ takenAtMs }) => takenAtMs - first)
  const track = trackOf(timesMs, sharesOver(skinOver(frames)))
  const durationMs = durationOf(sequence)
  const offsets = offsetsOf(track, durationMs)
  const segments = segmentsOf(sequence)
  const best = RATIOS.map((ratio) => ({
    ratio,
    ...bestFit(track, segments, coloursOf(segments, ratio, durationMs), offsets),
  })).reduce((a, b) => (b.correlation > a.correlation ? b : a))
  const others = alternatives()
  let better = 0
  for (const other of others) {
    const colours = coloursOf(other.segments, best.ratio, other.durationMs)
    if (bestFit(track, other.segments, colours, offsets).correlation > best.correlation) better++
  }
  const change = track.length / Math.sqrt(Math.max(1, frames.length))
  return {
    ...best,
    betterShare: better / others.length,
    change,
    changeByNoise: change / Math.max(1e-6, noiseOf(track)),
  }
}

/** The mean colour of all skin that is seen in every frame. */
function skinOver(frames: readonly LitFrame[]): Float64Array {
  const patches = (frames[0]?.zones.skin.length ?? 0) / 3
  const seen = Array.from({ length: patches }, (_, patch) => patch).filter((patch) =>
    frames.every(({ zones }) => (zones.skin[3 * patch + 1] ?? 0) > 0),
  )
  return Float64Array.from(
    frames.flatMap(({ zones: { skin } }) =>
      [0, 1, 2].map(
        (c) => seen.reduce((sum, patch) => sum + (skin[3 * patch + c] ?? 0), 0) / Math.max(1, seen.length),
      ),
    ),
  )
}

/** The first frame may be taken so long after the sequence began. */
const LATEST_MS = 600
/** Screen, camera and clock are late by so much at most, all together, and a client may film so long before it begins. */
const DELAY_MS = 1200
const OFFSET_STEP_MS = 50

/** Where the sequence may begin, counted from the first frame. What the caller claims does not count. */
function offsetsOf({ timesMs }: Track, durationMs: number): number[] {
  const span = timesMs.at(-1) ?? 0
  const last = Math.max(0, span - durationMs) + DELAY_MS
  const offsets: number[] = []
  for (let at = -LATEST_MS; at <= last; at += OFFSET_STEP_MS) offsets.push(at)
  return offsets
}

/** The length of what is expected hardly depends on the delay: it is exact only where the best is. */
function bestFit(track: Track, segments: Segments, colours: Float64Array, offsets: readonly number[]) {
  let [most, offsetMs] = [Number.NEGATIVE_INFINITY, 0]
  for (const offset of offsets) {
    const value = agreement(track, segments, colours, offset)
    if (value > most) [most, offsetMs] = [value, offset]
  }
  const length = expectedLength(track, segments, colours, offsetMs) * track.length
  return { correlation: length === 0 ? 0 : most / length, offsetMs }
}

/** What changes between frames that follow each other, but for a few transitions, is noise: the median does not see those. */
function noiseOf({ values }: Track): number {
  const squares: number[] = []
  for (let i = 3; i < values.length; i += 3) {
    let sum = 0
    for (let c = 0; c < 3; c++) sum += ((values[i + c] as number) - (values[i + c - 3] as number)) ** 2
    squares.push(sum / 2)
  }
  squares.sort((a, b) => a - b)
  return Math.sqrt(squares[Math.floor(squares.length / 2)] ?? 0)
}
