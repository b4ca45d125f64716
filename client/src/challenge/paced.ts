// Takes the frames of a task without a guide in the browser: at a steady pace, and by the guidance that the server answers.
import { pause } from './abortable.ts'
import { GAP_MS } from './auto-capture.ts'
import type { RunContext } from './run-context.ts'
import type { Guidance, Task, TaskCount } from './shapes.ts'

/** The time to read what to do, and to do it. */
const PREPARE_MS = 2_500
/** The most frames beyond those asked for, while the server does not answer `ok` for most of them. */
const MOST_MORE = 8
/** So many frames in a row must have the nose in its box; and so many show its path. */
const NOSE_REACHED = 3
const NOSE_FEWEST = 6

/** Takes as many frames as asked for: the server wants exactly those. */
export async function pacedTask<Seen>(context: RunContext<Seen>, { task, frames }: TaskCount): Promise<void> {
  await pause(PREPARE_MS, context.signal)
  for (let taken = 1; taken <= frames; taken++) {
    const frame = await takeFrame(context, task)
    context.tell({ kind: 'taken', task, taken, frames })
    void context.send(frame).catch(() => {})
    await pause(GAP_MS, context.signal)
  }
}

/** Takes at least as many frames as asked for, until most of them are `ok`: the server judges the median frame. */
export async function pacedUntilGood<Seen>(
  context: RunContext<Seen>,
  { task, frames }: TaskCount,
): Promise<void> {
  await pause(PREPARE_MS, context.signal)
  for (let taken = 1, good = 0; taken <= frames + MOST_MORE; taken++) {
    if ((await takeAndSend(context, task, taken, frames)) === 'ok') good++
    if (taken >= frames && good > taken / 2) return
    await pause(GAP_MS, context.signal)
  }
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
