// Tasks that a person is told one by one: who waits for what, which frames came in their turn, and how long each task took to begin.
import { setTimeout } from 'node:timers/promises'
import { atLeast, atMost, type Check, isToldName, softly, type ToldName } from '../checks.ts'
import type { Database } from '../store/port.ts'
import type { ChallengePlace } from '../store/records/challenges.ts'
import { addArrival, arrivalsOf, type ToldTask, tellTask, toldTasksOf } from '../store/records/told-tasks.ts'
import type { Frame } from './frame.ts'

/** A task and the number of its frames. */
export type TaskFrames = Pick<ToldTask, 'task' | 'frames'>

/** What a person is told next. */
export interface Told extends TaskFrames {
  /** How many tasks come after it. */
  readonly left: number
}

/** What is told at that place of the order; undefined behind the last task. */
export const toldAs = (tasks: readonly TaskFrames[], at: number): Told | undefined => {
  const one = tasks[at]
  return one && { task: one.task, frames: one.frames, left: tasks.length - at - 1 }
}

/** Keeps that a frame came, before anybody looks at it, and says which task is being done. */
export async function frameArrived(
  database: Database,
  place: ChallengePlace,
  arrival: { readonly digest: string; readonly arrivedAt: number; readonly most: number },
): Promise<string | undefined> {
  await addArrival(database, place, arrival)
  const [tasks, arrivals] = await Promise.all([toldTasksOf(database, place), arrivalsOf(database, place)])
  const turn = arrivals.find(({ digest }) => digest === arrival.digest)?.turn
  return tasks.find((task) => task.turn === turn)?.task
}

/** A request waits so long for frames that are on their way, and looks so often. */
const WAIT_MS = 3_000
const LOOK_EVERY_MS = 30

/**
 * Tells the task after `done`, once all frames of that came. `missing` counts those that did not come in time; `unknown`
 * is a task that was not told.
 */
export async function tellNext(
  database: Database,
  place: ChallengePlace,
  done: string,
  now: () => number,
  waitMs = WAIT_MS,
): Promise<{ readonly told?: Told } | { readonly missing: number } | 'unknown'> {
  const tasks = await toldTasksOf(database, place)
  const before = tasks.find(({ task, toldAt }) => task === done && toldAt !== null)
  if (!before) return 'unknown'
  const next = tasks[before.turn]
  const answer = () => {
    const told = toldAs(tasks, before.turn)
    return told ? { told } : {}
  }
  if (!next || next.toldAt !== null) return answer()
  const until = performance.now() + waitMs
  for (;;) {
    const arrivals = await arrivalsOf(database, place)
    const missing = before.frames - arrivals.filter(({ turn }) => turn === before.turn).length
    if (missing <= 0) {
      await tellTask(database, place, next.turn, now())
      return answer()
    }
    if (performance.now() >= until) return { missing }
    await setTimeout(LOOK_EVERY_MS)
  }
}

/** How a session went whose tasks were told one by one. */
export interface Telling {
  /** Every task that was told: how long after it its first good frame came; absent where none came. */
  readonly tasks: readonly { readonly task: string; readonly seconds?: number }[]
  /** Frames that came before their task was told, or after the next one was: they do not count. */
  readonly outOfTurn: readonly Frame[]
}

/** Parts the frames into those that came in their turn, and the others. */
export async function tellingOf(
  database: Database,
  place: ChallengePlace,
  frames: readonly (Frame & { readonly digest: string })[],
): Promise<{ readonly inTurn: readonly Frame[]; readonly telling: Telling }> {
  const [tasks, arrivals] = await Promise.all([toldTasksOf(database, place), arrivalsOf(database, place)])
  const turns = new Map(tasks.map(({ task, turn }) => [task, turn]))
  const arrived = new Map(arrivals.map(({ digest, turn }) => [digest, turn]))
  const good = new Set(frames.flatMap(({ isOk, digest }) => (isOk ? [digest] : [])))
  const cameInTurn = ({ task, digest }: (typeof frames)[number]) =>
    turns.has(task) && arrived.get(digest) === turns.get(task)
  return {
    inTurn: frames.filter(cameInTurn),
    telling: {
      outOfTurn: frames.filter((frame) => !cameInTurn(frame)),
      tasks: tasks.flatMap(({ task, turn, toldAt }) => {
        if (toldAt === null) return []
        const first = arrivals.find((one) => one.turn === turn && good.has(one.digest))?.arrivedAt
        return [{ task, ...(first !== undefined && { seconds: Math.max(0, first - toldAt) / 1000 }) }]
      }),
    },
  }
}

/**
 * Seconds from telling a task to the arrival of its first good frame, the way over the network included. Nobody reads what
 * to do and does it in less than the least; a program that was ready does. The most is where a person who was hindered is
 * more likely than one who does it: what is drawn offline takes as long.
 */
export const REACTION_SECONDS = { least: 0.35, most: 20 }

/** So may a person be before it is told. */
const atRest: ReadonlySet<ToldName> = new Set([
  'keep-face-ahead',
  'far-distance',
  'normal-distance',
  'close-distance',
])

/** No person was measured: the time of a task may be doubted (presence.ts), and refuses nobody. */
export function tellingChecks({ tasks, outOfTurn }: Telling): Check[] {
  return [
    ...tasks.flatMap(({ task, seconds }) =>
      seconds === undefined || !isToldName(task) ? [] : [softly(reaction(task, seconds))],
    ),
    softly(atMost('frames-out-of-turn', outOfTurn.length, 0)),
  ]
}

function reaction(task: ToldName, seconds: number): Check {
  const { least, most } = REACTION_SECONDS
  return seconds > most || atRest.has(task)
    ? atMost(`reaction-seconds-${task}`, seconds, most)
    : atLeast(`reaction-seconds-${task}`, seconds, least)
}
