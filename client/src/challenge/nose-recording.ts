// When to film a nose: from looking ahead until the tip of the nose is in its box, or from the beginning again.
import { extendHolding, type Holding, heldShare, holdOf } from './auto-capture.ts'
import type { Guidance } from './shapes.ts'

/** Of one attempt, while it is filmed. */
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

/** Frames closer in time show nothing new, and a look that fails to find the face now and then is no reason to stop. */
const KEEP_GAP_MS = 110
const LOST = { looks: 3, ms: 1_500 }
/** A slow device is no slow person: so many looks everybody gets. */
const FEWEST_LOOKS = 24
/** In the box at the end: as many as the server looks at, whatever it does with the others. */
const REACHED = { looks: 3, ms: 350 }

const onTheWay: ReadonlySet<Guidance> = new Set([
  'nose-left',
  'nose-right',
  'nose-up',
  'nose-down',
  'turn-left',
  'turn-right',
])

/** `mostMs` is how long an attempt may take. */
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
  // Of a nose that stays where it is, one frame when it arrives and one at the end: more would be the same picture again.
  const isNews = reached === undefined || reached.looks === 1
  const isKept = isEnd || (isNews && nowMs - state.lastKeptMs >= KEEP_GAP_MS)
  const lastKeptMs = isKept ? nowMs : state.lastKeptMs
  const next = { ...state, looks, badLooks, reached, lastGoodMs: nowMs, lastKeptMs }
  return { state: next, step: isEnd ? 'finish' : isKept ? 'keep' : 'skip' }
}

/** The face in its area and the nose outside its box, for a moment: only from there can it be seen to arrive. */
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

/** What to say: a nose that is in its box before the film begins has to leave it first. */
export const guidanceToShow = (state: RecordingState, guidance: Guidance): Guidance =>
  state.phase === 'placing' && guidance === 'ok' ? 'look-ahead' : guidance

/** How near the end is, 0 to 1, for the ring that a page draws. */
export function recordedShare(state: RecordingState, nowMs: number): number {
  return state.phase === 'placing' ? 0 : heldShare(state.reached, nowMs, REACHED)
}

/** More frames than this tell the server nothing more of a way this short. */
const MOST_FRAMES = 24

/** Every second one is dropped where they are too many; the first and the last stay. */
export function thinned<T>(frames: readonly T[]): readonly T[] {
  if (frames.length <= MOST_FRAMES) return frames
  return frames.filter((_, i) => i % 2 === 0 || i === frames.length - 1)
}
