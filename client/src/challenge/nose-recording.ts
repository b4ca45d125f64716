// Decides what to record of a nose challenge: from looking ahead until the tip of the nose is in its box.
import { extendHolding, type Holding, heldShare, holdOf } from './auto-capture.ts'
import type { Guidance } from './shapes.ts'

/** One attempt while it is recorded. */
interface OngoingRecording {
  readonly startedMs: number
  readonly looks: number
  readonly lastGoodMs: number
  readonly badLooks: number
  readonly lastKeptMs: number
  readonly reached: Holding | undefined
}

export type RecordingState =
  | { readonly phase: 'placing'; readonly placed: Holding | undefined }
  | ({ readonly phase: 'filming' } & OngoingRecording)

export const initialRecording: RecordingState = { phase: 'placing', placed: undefined }

export type RecordingStep = 'skip' | 'keep' | 'finish' | 'left' | 'too-slow'

/** Frames closer in time than this show nothing new. */
const KEEP_GAP_MS = 110
/** The attempt ends after so many bad looks in a row over this time: single ones are no reason to stop. */
const LOST = { looks: 3, ms: 1_500 }
/** Everybody gets so many looks: a slow device is no slow person. */
const FEWEST_LOOKS = 24
/** The nose must be in its box for so many looks and this time at the end. */
const REACHED = { looks: 3, ms: 350 }

const onTheWay: ReadonlySet<Guidance> = new Set([
  'nose-left',
  'nose-right',
  'nose-up',
  'nose-down',
  'turn-left',
  'turn-right',
])

/** The state after one more look, and what to do with its picture; `mostMs` is how long an attempt may take. */
export function nextRecordingState(
  state: RecordingState,
  guidance: Guidance,
  nowMs: number,
  mostMs: number,
): { readonly state: RecordingState; readonly step: RecordingStep } {
  if (state.phase === 'placing') return place(state.placed, guidance, nowMs)
  const looks = state.looks + 1
  if (nowMs - state.startedMs > mostMs && looks > FEWEST_LOOKS)
    return { state: initialRecording, step: 'too-slow' }
  const isGood = guidance === 'ok' || onTheWay.has(guidance)
  const badLooks = isGood ? 0 : state.badLooks + 1
  if (badLooks >= LOST.looks && nowMs - state.lastGoodMs > LOST.ms)
    return { state: initialRecording, step: 'left' }
  if (!isGood) return { state: { ...state, looks, badLooks, reached: undefined }, step: 'skip' }
  const reached = extendHolding(state.reached, guidance === 'ok', nowMs)
  const isEnd = heldShare(reached, nowMs, REACHED) >= 1
  // A nose that stays in its box gives one frame when it arrives and one at the end: more would be the same picture again.
  const isNews = reached === undefined || reached.looks === 1
  const isKept = isEnd || (isNews && nowMs - state.lastKeptMs >= KEEP_GAP_MS)
  const lastKeptMs = isKept ? nowMs : state.lastKeptMs
  const next = { ...state, looks, badLooks, reached, lastGoodMs: nowMs, lastKeptMs }
  return { state: next, step: isEnd ? 'finish' : isKept ? 'keep' : 'skip' }
}

/** Waits until the face is in its area and the nose outside its box: only from there can it be seen to arrive. */
function place(placed: Holding | undefined, guidance: Guidance, nowMs: number) {
  const next = extendHolding(placed, onTheWay.has(guidance), nowMs)
  if (heldShare(next, nowMs, holdOf('nose')) < 1)
    return { state: { phase: 'placing', placed: next }, step: 'skip' } as const
  const begun: OngoingRecording = {
    startedMs: nowMs,
    looks: 1,
    lastGoodMs: nowMs,
    badLooks: 0,
    lastKeptMs: nowMs,
    reached: undefined,
  }
  return { state: { phase: 'filming', ...begun }, step: 'keep' } as const
}

/** The guidance to show: a nose that is in its box before the recording has to leave it first. */
export const guidanceToShow = (state: RecordingState, guidance: Guidance): Guidance =>
  state.phase === 'placing' && guidance === 'ok' ? 'look-ahead' : guidance

/** How much of the hold at the end is done, 0 to 1, for the ring that a page draws. */
export function recordedShare(state: RecordingState, nowMs: number): number {
  return state.phase === 'placing' ? 0 : heldShare(state.reached, nowMs, REACHED)
}

/** More frames than this tell the server nothing more of a path this short. */
const MOST_FRAMES = 24

/** Drops every second frame where there are too many; the first and the last stay. */
export function thinned<T>(frames: readonly T[]): readonly T[] {
  if (frames.length <= MOST_FRAMES) return frames
  return frames.filter((_, i) => i % 2 === 0 || i === frames.length - 1)
}
