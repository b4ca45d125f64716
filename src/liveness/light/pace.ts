// The pace of a light challenge: each step of the sequence is told shortly before it is to be shown, and frames count that came soon after they were taken.
import type { Database } from '../../store/port.ts'
import type { ChallengePlace } from '../../store/records/challenges.ts'
import { arrivalsOf, tellTask, toldTasksOf } from '../../store/records/told-tasks.ts'
import type { Frame } from '../frame.ts'
import type { TaskFrames } from '../told-tasks.ts'
import { durationOf, type LightPlan, type LightStep } from './plan.ts'

/** A step is told so long before the one before it ends: an answer that takes longer makes that one longer. */
const LEAD_MS = 400
/** A screen may show a step so much later than the telling allowed. */
const MOST_LATE_MS = 1_500
/** A frame counts that came at most so much later than the fastest frame of its session took. */
const MOST_LAG_MS = 2_000

/** Each step is a task that is told; none waits for a number of frames. */
export const stepsToTell = (sequence: readonly LightStep[]): TaskFrames[] =>
  sequence.map((_, i) => ({ task: `step-${i + 1}`, frames: 0 }))

/** When the step that was told last ends at the earliest, by the clock of the server; the first begins with the first frame. */
const endOf = (sequence: readonly LightStep[], firstAt: number, toldAt: readonly number[]): number =>
  toldAt.reduce(
    (beganAt, told, i) => Math.max(beganAt, i === 0 ? firstAt : told) + (sequence[i]?.durationMs ?? 0),
    0,
  )

/** Tells the next step where it is time for it, and gives all that were told. */
export async function tellSteps(
  database: Database,
  place: ChallengePlace,
  sequence: readonly LightStep[],
  now: number,
): Promise<readonly LightStep[]> {
  const [tasks, arrivals] = await Promise.all([toldTasksOf(database, place), arrivalsOf(database, place)])
  const toldAt = tasks.flatMap(({ toldAt }) => toldAt ?? [])
  const firstAt = arrivals[0]?.arrivedAt ?? now
  const next = tasks[toldAt.length]
  if (!next || now < endOf(sequence, firstAt, toldAt) - LEAD_MS) return sequence.slice(0, toldAt.length)
  await tellTask(database, place, next.turn, now)
  return sequence.slice(0, toldAt.length + 1)
}

interface Paced {
  readonly inTurn: readonly Frame[]
  readonly telling: { readonly tasks: readonly []; readonly outOfTurn: readonly Frame[] }
  /** The sequence with the durations that its steps had on the screen. */
  readonly shown: readonly LightStep[]
}

/** Parts the frames into those that came in time and the others, and says how long each step was shown. */
export async function pacedFrames(
  database: Database,
  place: ChallengePlace,
  frames: readonly Frame[],
  { sequence }: Pick<LightPlan, 'sequence'>,
): Promise<Paced> {
  const [tasks, arrivals] = await Promise.all([toldTasksOf(database, place), arrivalsOf(database, place)])
  const firstAt = arrivals[0]?.arrivedAt ?? 0
  // The clock of the caller differs, and the way takes time: both together are what the fastest frame took.
  const behindMs = Math.min(...frames.map(({ receivedAtMs, takenAtMs }) => receivedAtMs - takenAtMs))
  const claims = frames.flatMap(({ claim }) => claim ?? [])
  const shown = shownSteps(sequence, {
    firstAt,
    toldAt: tasks.flatMap(({ toldAt }) => toldAt ?? []),
    claimedAt: sequence.map((_, step) => {
      const since = claims.flatMap((claim) => (claim.step === step ? (claim.sinceMs ?? []) : []))
      return since.length === 0 ? undefined : Math.min(...since) + behindMs
    }),
  })
  const isInTime = ({ receivedAtMs, takenAtMs }: Frame) => {
    const atMs = takenAtMs + behindMs - firstAt
    return (
      receivedAtMs - takenAtMs - behindMs <= MOST_LAG_MS &&
      atMs >= -MOST_LAG_MS &&
      atMs <= durationOf(shown) + MOST_LATE_MS
    )
  }
  return {
    inTurn: frames.filter(isInTime),
    telling: { tasks: [], outOfTurn: frames.filter((frame) => !isInTime(frame)) },
    shown,
  }
}

interface Telling {
  /** When the first frame came; with it the first step begins. */
  readonly firstAt: number
  /** When each step was told, as far as they were. */
  readonly toldAt: readonly number[]
  /** When each step began, as the caller says; by the clock of the server, as the others. */
  readonly claimedAt: readonly (number | undefined)[]
}

/** A step cannot be shown before it was told, nor before the one before it is over; when exactly, the screen says. */
export function shownSteps(
  sequence: readonly LightStep[],
  { firstAt, toldAt, claimedAt }: Telling,
): LightStep[] {
  let beganAt = firstAt
  // By the telling alone: lateness does not add up from step to step.
  let dueAt = firstAt
  return sequence.map((step, i) => {
    const told = toldAt[i + 1]
    if (told === undefined) return step
    dueAt = Math.max(dueAt + step.durationMs, told)
    const earliest = Math.max(beganAt + step.durationMs, told)
    const claimed = claimedAt[i + 1] ?? earliest
    const nextAt = claimed <= dueAt + MOST_LATE_MS ? Math.max(claimed, earliest) : earliest
    const durationMs = nextAt - beganAt
    beganAt = nextAt
    return { ...step, durationMs }
  })
}
