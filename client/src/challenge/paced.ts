// Takes the frames of a task without eyes of its own: at a pace that people can follow, and by what the server says of each.

import { pause } from './abortable.ts'
import { GAP_MS } from './auto-capture.ts'
import type { RunContext } from './run-context.ts'
import type { Guidance, Task, TaskCount } from './shapes.ts'

/** To read what to do, and to do it. */
const PREPARE_MS = 2_500
/** Beyond what was asked for, of a task that the server is not content with yet. */
const MOST_MORE = 8
/** In a row, with the nose in its box; and the fewest frames that show a way. */
const NOSE_REACHED = 3
const NOSE_FEWEST = 6

/** As many as asked for: the server wants exactly those. */
export async function pacedTask<Seen>(stage: RunContext<Seen>, { task, frames }: TaskCount): Promise<void> {
  await pause(PREPARE_MS, stage.signal)
  for (let taken = 1; taken <= frames; taken++) {
    const frame = await takeFrame(stage, task)
    stage.tell({ kind: 'taken', task, taken, frames })
    void stage.send(frame).catch(() => {})
    await pause(GAP_MS, stage.signal)
  }
}

/** At least as many as asked for, until most of them are as the server wants them: the one in the middle counts. */
export async function pacedUntilGood<Seen>(
  stage: RunContext<Seen>,
  { task, frames }: TaskCount,
): Promise<void> {
  await pause(PREPARE_MS, stage.signal)
  for (let taken = 1, content = 0; taken <= frames + MOST_MORE; taken++) {
    if ((await takeAndSend(stage, task, taken, frames)) === 'ok') content++
    if (taken >= frames && content > taken / 2) return
    await pause(GAP_MS, stage.signal)
  }
}

export async function pacedRecording<Seen>(stage: RunContext<Seen>, mostMs: number): Promise<void> {
  await pause(PREPARE_MS, stage.signal)
  const startedMs = performance.now()
  for (let taken = 1, reached = 0; performance.now() - startedMs < mostMs; taken++) {
    reached = (await takeAndSend(stage, 'nose', taken, 0)) === 'ok' ? reached + 1 : 0
    if (taken >= NOSE_FEWEST && reached >= NOSE_REACHED) return
  }
}

async function takeAndSend<Seen>(
  stage: RunContext<Seen>,
  task: Task,
  taken: number,
  frames: number,
): Promise<Guidance | undefined> {
  const frame = await takeFrame(stage, task)
  stage.tell({ kind: 'taken', task, taken, frames: Math.max(taken, frames) })
  const { guidance } = await stage.send(frame)
  return guidance
}

async function takeFrame<Seen>({ camera, signal, throwIfFailed, taken }: RunContext<Seen>, task: Task) {
  const takenAtMs = await camera.draw(signal)
  throwIfFailed()
  taken.push({ task, seen: undefined })
  return { task, takenAtMs, jpeg: await camera.jpeg() }
}
