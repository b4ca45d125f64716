// Takes the frames of a task with eyes of its own: looks at each picture, and takes those that are as the task wants them.

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
  stage: RunContext<Seen>,
  guide: Guide<Seen>,
  { task, frames }: TaskCount,
): Promise<void> {
  let taken = 0
  let lastTakenMs: number | undefined
  let holding: Holding | undefined
  while (taken < frames) {
    const { sight, atMs } = await look(stage, guide, task, stage.taken)
    holding = extendHolding(holding, isGoodLook(task, sight.guidance, taken), atMs)
    const held = lastTakenMs === undefined ? heldShare(holding, atMs, holdOf(task)) : holding ? 1 : 0
    stage.tell({ kind: 'look', task, guidance: sight.guidance, held, seen: sight.seen })
    if (!shouldTake(task, holding, atMs, lastTakenMs)) continue
    const frame = { task, takenAtMs: atMs, jpeg: await stage.camera.jpeg() }
    stage.taken.push({ task, seen: sight.seen })
    lastTakenMs = atMs
    stage.tell({ kind: 'taken', task, taken: ++taken, frames })
    // Its failure is found by the next look, or at the end.
    void stage.send(frame).catch(() => {})
  }
}

/** Nothing is sent before the nose has arrived: a way that led elsewhere can be begun anew. */
export async function guidedRecording<Seen>(
  stage: RunContext<Seen>,
  guide: Guide<Seen>,
  mostMs: number,
): Promise<void> {
  const task: Task = 'nose'
  let state: RecordingState = initialRecording
  let film: readonly (Taken<Seen> & { readonly takenAtMs: number; readonly jpeg: Blob })[] = []
  for (;;) {
    const way = film.map(({ seen }) => ({ task, seen }))
    const { sight, atMs } = await look(stage, guide, task, way)
    const guidance = guidanceToShow(state, sight.guidance)
    const { state: next, step } = nextRecordingState(state, sight.guidance, atMs, mostMs)
    state = next
    stage.tell({ kind: 'look', task, guidance, held: recordedShare(state, atMs), seen: sight.seen })
    if (step === 'left' || step === 'too-slow') {
      film = []
      stage.tell({ kind: 'again', task, why: step })
    }
    if (step === 'keep' || step === 'finish') {
      const frame = { task, takenAtMs: atMs, jpeg: await stage.camera.jpeg(), seen: sight.seen }
      film = thinned([...film, frame])
      stage.tell({ kind: 'taken', task, taken: film.length, frames: film.length })
    }
    if (step === 'finish') break
  }
  stage.tell({ kind: 'filmed', frames: film.length })
  for (const { takenAtMs, jpeg, seen } of film) {
    stage.taken.push({ task, seen })
    await stage.send({ task, takenAtMs, jpeg })
  }
}

async function look<Seen>(
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
