// Takes the frames of a task without a guide in the browser, or until it is there: by the guidance that the server answers.
import { pause } from './abortable.ts'
import { GAP_MS } from './auto-capture.ts'
import { guidedTask } from './guided.ts'
import type { RunContext } from './run-context.ts'
import type { Guidance, Guide, Task, TaskCount } from './shapes.ts'

/** The time to read what to do, and to do it. */
const PREPARE_MS = 2_500
/** The most frames beyond those asked for, while the server does not answer `ok` for enough of them. */
const MOST_MORE = 20
/** The most of them while a guide is on its way. */
const MOST_WAITING = 40
/** So many frames in a row must have the nose in its box; and so many show its path. */
const NOSE_REACHED = 3
const NOSE_FEWEST = 6

/** A guide that may come while the task is done. */
export interface ComingGuide<Seen> {
  readonly current: () => Guide<Seen> | undefined
  /** Whether it is there, or will not come. */
  readonly isSettled: () => boolean
  readonly settled: Promise<Guide<Seen> | undefined>
}

/** A guide that cannot be loaded is none. */
export function comingGuide<Seen>(
  guide: Guide<Seen> | Promise<Guide<Seen> | undefined> | undefined,
): ComingGuide<Seen> {
  const isThere = typeof guide === 'function' || guide === undefined
  let current = isThere ? guide : undefined
  let isSettled = isThere
  const settled = Promise.resolve(guide)
    .catch(() => undefined)
    .then((found) => {
      isSettled = true
      current = found
      return found
    })
  return { current: () => current, isSettled: () => isSettled, settled }
}

/** Takes as many frames as asked for, whatever they show: an exercise of the caller's own has no frames to set aside. */
export async function pacedTask<Seen>(context: RunContext<Seen>, { task, frames }: TaskCount): Promise<void> {
  await pause(PREPARE_MS, context.signal)
  for (let taken = 1; taken <= frames; taken++) {
    const frame = await takeFrame(context, task)
    context.tell({ kind: 'taken', task, taken, frames })
    void context.send(frame).catch(() => {})
    await pause(GAP_MS, context.signal)
  }
}

/**
 * Takes frames until the server answered `ok` for as many as asked for: it sets the others aside. As soon as the guide of
 * the browser is there, that takes the rest.
 */
export async function pacedUntilGood<Seen>(
  context: RunContext<Seen>,
  { task, frames }: TaskCount,
  coming: ComingGuide<Seen>,
): Promise<void> {
  if (!coming.current()) await Promise.race([pause(PREPARE_MS, context.signal), guideOf(coming)])
  for (let taken = 1, good = 0, alone = 0; good < frames && alone < frames + MOST_MORE; taken++) {
    const guide = coming.current()
    if (guide) return guidedTask(context, guide, { task, frames: frames - good })
    // While the guide is still loading, the person gets more time.
    if (coming.isSettled() || taken > MOST_WAITING) alone++
    if ((await takeAndSend(context, task, taken, frames)) === 'ok') good++
    await pause(GAP_MS, context.signal)
  }
}

/** Resolves once there is a guide, and never where none comes. */
async function guideOf<Seen>({ settled, current }: ComingGuide<Seen>): Promise<void> {
  await settled
  if (!current()) await new Promise(() => {})
}

export async function pacedRecording<Seen>(context: RunContext<Seen>, mostMs: number): Promise<void> {
  await pause(PREPARE_MS, context.signal)
  const startedMs = performance.now()
  for (let taken = 1, reached = 0; performance.now() - startedMs < mostMs; taken++) {
    reached = (await takeAndSend(context, 'nose', taken, 0)) === 'ok' ? reached + 1 : 0
    if (taken >= NOSE_FEWEST && reached >= NOSE_REACHED) return
  }
}

async function takeAndSend<Seen>(
  context: RunContext<Seen>,
  task: Task,
  taken: number,
  frames: number,
): Promise<Guidance | undefined> {
  const frame = await takeFrame(context, task)
  context.tell({ kind: 'taken', task, taken, frames: Math.max(taken, frames) })
  const { guidance } = await context.send(frame)
  return guidance
}

async function takeFrame<Seen>({ camera, signal, throwIfFailed, taken }: RunContext<Seen>, task: Task) {
  const takenAtMs = await camera.draw(signal)
  throwIfFailed()
  taken.push({ task, seen: undefined })
  return { task, takenAtMs, jpeg: await camera.jpeg() }
}
