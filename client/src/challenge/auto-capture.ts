// Decides when a frame is taken: once the guidance has been `ok` for a moment, so that the picture is sharp and meant.
import type { Guidance, Task } from './shapes.ts'

interface Hold {
  /** The number of good looks in a row, and the time from the first to the last of them. */
  readonly looks: number
  readonly ms: number
}

const usual: Hold = { looks: 3, ms: 450 }

/** A wink is over before it could be held, and a turned head is hard to keep still. */
const holds: Readonly<Partial<Record<Task, Hold>>> = {
  wink: { looks: 1, ms: 0 },
  'turn-face-left': { looks: 2, ms: 200 },
  'turn-face-right': { looks: 2, ms: 200 },
  'tilt-face-up': { looks: 2, ms: 200 },
  'tilt-face-down': { looks: 2, ms: 200 },
  nose: { looks: 2, ms: 300 },
  // The face stays in its place for some seconds: it has to be there to stay.
  light: { looks: 4, ms: 900 },
}

export const holdOf = (task: Task): Hold => holds[task] ?? usual

/** The least time between two frames of a task: closer ones show the same picture twice. */
export const GAP_MS = 300

export interface Holding {
  readonly looks: number
  readonly sinceMs: number
}

/** Counts one more good look; undefined after a bad one. */
export function extendHolding(
  before: Holding | undefined,
  isGood: boolean,
  nowMs: number,
): Holding | undefined {
  if (!isGood) return undefined
  return before ? { looks: before.looks + 1, sinceMs: before.sinceMs } : { looks: 1, sinceMs: nowMs }
}

/** How much of the hold is done, 0 to 1. */
export function heldShare(holding: Holding | undefined, nowMs: number, { looks, ms }: Hold): number {
  if (!holding) return 0
  const inTime = ms === 0 ? 1 : (nowMs - holding.sinceMs) / ms
  return Math.max(0, Math.min(1, holding.looks / looks, inTime))
}

/** Guidance that says the picture is unfit for any task, wherever the person stands. */
export const unfit: ReadonlySet<Guidance> = new Set([
  'show-face',
  'one-person-only',
  'more-light',
  'less-light',
  'hold-still',
  'uncover-face',
])

/** One frame that shows a wink is enough: the frames after it only need the face. */
export function isGoodLook(task: Task, guidance: Guidance, takenOfTask: number): boolean {
  if (guidance === 'ok') return true
  return task === 'wink' && takenOfTask > 0 && guidance !== 'come-closer' && !unfit.has(guidance)
}

/** Whether this look becomes a frame: the first after a hold, the next ones after a gap. */
export function shouldTake(
  task: Task,
  holding: Holding | undefined,
  nowMs: number,
  lastTakenMs: number | undefined,
): boolean {
  if (!holding) return false
  if (lastTakenMs !== undefined) return nowMs - lastTakenMs >= GAP_MS
  return heldShare(holding, nowMs, holdOf(task)) >= 1
}
