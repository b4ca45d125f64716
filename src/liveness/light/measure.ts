// Measures in a worker how a face answered the colours of the screen: when, how strongly, where, and how many other sequences fit better.
import type { LightAnswer, LightSession, LitFrame } from './answer.ts'
import { coloursInto, coloursOf, type Ratios, type Segments, segmentsOf, TICK_MS } from './expected.ts'
import { placesOf } from './places.ts'
import { drawSequence, type LightStep } from './plan.ts'
import {
  bestFit,
  dot,
  expectedAt,
  lengthOf,
  roughFit,
  sharesOver,
  type Track,
  type TrackFit,
  trackOf,
  withoutDrift,
} from './track.ts'

/** How bright the screen may be by the room, and how much redder the room may be than the screen: all together are tried. */
const SCREEN_BY_ROOM = [0.05, 0.2, 0.7, 2, 6]
const WARMTHS = [0.5, 0.75, 1, 1.35]
const guesses: readonly Ratios[] = SCREEN_BY_ROOM.flatMap((ratio) =>
  WARMTHS.map((warmth): Ratios => [ratio * warmth, ratio, ratio / warmth]),
)

/** A room without any light. */
const SCREEN_ALONE: Ratios = [1e6, 1e6, 1e6]

export function measureLight({ sequence, stretch = 1, frames, mesh }: LightSession): LightAnswer {
  const first = frames[0]?.takenAtMs ?? 0
  const timesMs = Float64Array.from(frames, ({ takenAtMs }) => takenAtMs - first)
  const shares = sharesOver(skinOver(frames))
  const track = trackOf(timesMs, shares)
  const segments = segmentsOf(sequence)
  const { ratios, offset, correlation } = bestGuess(track, segments)
  const offsetMs = TICK_MS * offset
  const expected = expectedAt(track, segments, coloursOf(segments, ratios), offsetMs)
  const change = track.length / Math.sqrt(Math.max(1, frames.length))
  const alone = lengthOf(expectedAt(track, segments, coloursOf(segments, SCREEN_ALONE), offsetMs))
  const screenShare = Math.min(1, track.length / Math.max(1e-6, alone))
  const glints = glintsOf(frames, track, expected)
  return {
    correlation,
    // Other sequences are as long as they were drawn: the time of a slow network is taken out.
    betterShare: betterShare(
      stretch === 1
        ? track
        : trackOf(
            timesMs.map((time) => time / stretch),
            shares,
          ),
      ratios,
      segments.durationMs / stretch,
      correlation,
    ),
    change,
    changeByNoise: change / Math.max(1e-6, noiseOf(track)),
    screenShare,
    offsetMs,
    transitions: transitionsOf({ sequence, track, expected, offsetMs }),
    places: placesOf({ sequence, frames, mesh, track, expected, offsetMs, screenShare }),
    ...(glints !== undefined && { glints }),
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
const [COARSE_TICKS, FINE_TICKS] = [10, 1]
/** Of a longer film, the beginning is searched in larger steps. */
const MOST_OFFSETS = 120

/** Where the sequence may begin, counted in ticks from the first frame. What the caller claims does not count. */
function offsetsOf({ timesMs }: Track, durationMs: number): Int32Array {
  const last = Math.max(0, (timesMs.at(-1) ?? 0) - durationMs) + DELAY_MS
  const range = (last + LATEST_MS) / TICK_MS
  const count = Math.min(MOST_OFFSETS, Math.ceil(range / COARSE_TICKS))
  return Int32Array.from({ length: count + 1 }, (_, i) =>
    Math.round((i * range) / count - LATEST_MS / TICK_MS),
  )
}

const around = (offset: number): Int32Array =>
  Int32Array.from(
    { length: 2 * (COARSE_TICKS / FINE_TICKS) + 1 },
    (_, i) => offset - COARSE_TICKS + FINE_TICKS * i,
  )

function bestGuess(track: Track, segments: Segments): TrackFit & { readonly ratios: Ratios } {
  const offsets = offsetsOf(track, segments.durationMs)
  return guesses
    .map((ratios) => {
      const colours = coloursOf(segments, ratios)
      const { offset } = roughFit(track, segments, colours, offsets)
      return { ratios, ...bestFit(track, segments, colours, around(offset)) }
    })
    .reduce((a, b) => (b.correlation > a.correlation ? b : a))
}

/** So many other sequences are compared, drawn by the same rules. */
const OTHERS = 10_000
/** Another sequence is looked at more closely from this share of the correlation to beat; finer offsets add less. */
const NEARLY = 0.9

/**
 * The share of other sequences that fit better, each where it fits best. The light of the room is taken as it fits the
 * sequence that was asked for: it changes the colours a little, and their order not at all.
 */
function betterShare(track: Track, ratios: Ratios, durationMs: number, correlation: number): number {
  const offsets = offsetsOf(track, durationMs)
  const colours = new Float64Array(3 * 64)
  let better = 0
  for (const other of otherSequences()) {
    coloursInto(colours, other, ratios)
    const fit = roughFit(track, other, colours, offsets)
    if (fit.correlation < NEARLY * correlation) continue
    const isBetter =
      fit.correlation > correlation ||
      bestFit(track, other, colours, around(fit.offset)).correlation > correlation
    if (isBetter) better++
  }
  return better / OTHERS
}

let drawn: readonly Segments[] | undefined

/** They are drawn once per worker and are the same in each; knowing them helps no attacker. */
function otherSequences(): readonly Segments[] {
  const next = numbers()
  const dice = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  drawn ??= Array.from({ length: OTHERS }, () => segmentsOf(drawSequence(dice)))
  return drawn
}

/** Numbers from 0 to 1 that are the same each time: mulberry32. */
function numbers(): () => number {
  let state = 0x5e1f5a3e
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
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

interface Answered {
  readonly sequence: readonly LightStep[]
  readonly track: Track
  readonly expected: Float64Array
  readonly offsetMs: number
}

/** So long before a transition its old colour is measured. */
const BEFORE_MS = 450

/** How alike the change from the old colour to the new one is to the expected change, -1 to 1. */
function transitionsOf({ sequence, track, expected, offsetMs }: Answered): number[] {
  let at = offsetMs
  return sequence.slice(1).map(({ durationMs }, i) => {
    at += sequence[i]?.durationMs ?? 0
    const change = (values: Float64Array) =>
      changeAt(track.timesMs, values, at - BEFORE_MS, at, at + durationMs)
    const [wanted, seen] = [change(expected), change(track.values)]
    return dot(seen, wanted) / Math.max(1e-12, lengthOf(seen) * lengthOf(wanted))
  })
}

/** The mean from `atMs` to `toMs` less the mean from `fromMs` to `atMs`. */
function changeAt(
  timesMs: Float64Array,
  values: Float64Array,
  fromMs: number,
  atMs: number,
  toMs: number,
): Float64Array {
  const sums = new Float64Array(6)
  const counts = [0, 0]
  for (let i = 0; i < timesMs.length; i++) {
    const time = timesMs[i] as number
    if (time < fromMs || time >= toMs) continue
    const side = time < atMs ? 0 : 1
    counts[side] = (counts[side] as number) + 1
    for (let c = 0; c < 3; c++)
      sums[3 * side + c] = (sums[3 * side + c] as number) + (values[3 * i + c] as number)
  }
  const mean = (side: number, c: number) =>
    (sums[3 * side + c] as number) / Math.max(1, counts[side] as number)
  if (counts.includes(0)) return new Float64Array(3)
  return Float64Array.from([0, 1, 2], (c) => mean(1, c) - mean(0, c))
}

function glintsOf(frames: readonly LitFrame[], { drift }: Track, expected: Float64Array): number | undefined {
  if (!frames.every(({ zones }) => zones.glint && Math.min(...zones.glint) > 0)) return undefined
  const seen = withoutDrift(
    sharesOver(Float64Array.from(frames.flatMap(({ zones }) => zones.glint ?? []))),
    drift,
  )
  return dot(seen, expected) / Math.max(1e-12, lengthOf(seen) * lengthOf(expected))
}
