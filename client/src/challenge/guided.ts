// Takes the frames of a task with a guide in the browser: each picture is checked, and those that fit the task are taken.

import { extendHolding, type Holding, heldShare, holdOf, isGoodLook, shouldTake } from './auto-capture.ts'
import {
  guidanceToShow,
  initialRecording,
  nextRecordingState,
  type RecordingState,
  recordedShare,
  thinned,
} from './nose-recording.ts'
import type { RunContext } from './run-context.ts'
import type { Guide, Sight, Taken, Task, TaskCount } from './shapes.ts'

export async function guidedTask<Seen>(
  context: RunContext<Seen>,
  guide: Guide<Seen>,
  { task, frames }: TaskCount,
): Promise<void> {
  let taken = 0
  let lastTakenMs: number | undefined
  let holding: Holding | undefined
  while (taken < frames) {
    const { sight, atMs } = await look(context, guide, task, context.taken)
    holding = extendHolding(holding, isGoodLook(task, sight.guidance, taken), atMs)
    const held = lastTakenMs === undefined ? heldShare(holding, atMs, holdOf(task)) : holding ? 1 : 0
    context.tell({ kind: 'look', task, guidance: sight.guidance, held, seen: sight.seen })
    if (!shouldTake(task, holding, atMs, lastTakenMs)) continue
    const frame = { task, takenAtMs: atMs, jpeg: await context.camera.jpeg() }
    context.taken.push({ task, seen: sight.seen })
    lastTakenMs = atMs
    context.tell({ kind: 'taken', task, taken: ++taken, frames })
    // A failure to send is found by the next look, or at the end.
    void context.send(frame).catch(() => {})
  }
}

/** Nothing is sent before the nose has arrived: a recording that went wrong can be started again. */
export async function guidedRecording<Seen>(
  context: RunContext<Seen>,
  guide: Guide<Seen>,
  mostMs: number,
): Promise<void> {
  const task: Task = 'nose'
  let state: RecordingState = initialRecording
  let recording: readonly (Taken<Seen> & { readonly takenAtMs: number; readonly jpeg: Blob })[] = []
  for (;;) {
    const way = recording.map(({ seen }) => ({ task, seen }))
    const { sight, atMs } = await look(context, guide, task, way)
    const guidance = guidanceToShow(state, sight.guidance)
    const { state: next, step } = nextRecordingState(state, sight.guidance, atMs, mostMs)
    state = next
    context.tell({ kind: 'look', task, guidance, held: recordedShare(state, atMs), seen: sight.seen })
    if (step === 'left' || step === 'too-slow') {
      recording = []
      context.tell({ kind: 'again', task, why: step })
    }
    if (step === 'keep' || step === 'finish') {
      const frame = { task, takenAtMs: atMs, jpeg: await context.camera.jpeg(), seen: sight.seen }
      recording = thinned([...recording, frame])
      context.tell({ kind: 'taken', task, taken: recording.length, frames: recording.length })
    }
    if (step === 'finish') break
  }
  context.tell({ kind: 'filmed', frames: recording.length })
  for (const { takenAtMs, jpeg, seen } of recording) {
    context.taken.push({ task, seen })
    await context.send({ task, takenAtMs, jpeg })
  }
}

export async function look<Seen>(
  { camera, isMirrored, plan, signal, throwIfFailed }: RunContext<Seen>,
  guide: Guide<Seen>,
  task: Task,
  taken: readonly Taken<Seen>[],
): Promise<{ readonly sight: Sight<Seen>; readonly atMs: number }> {
  const atMs = await camera.draw(signal)
  throwIfFailed()
  const picture = await camera.look()
  try {
    const sight = await guide({ picture, plan, task, isMirrored, taken })
    signal.throwIfAborted()
    return { sight, atMs }
  } finally {
    picture.close()
  }
}
