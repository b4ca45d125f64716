// The state of a running challenge for the screen, made from the events of the runner.

import type { ChallengeEvent, Guidance, Plan, Task, TaskCount } from '../../src/challenge/shapes.ts'
import type { SeenFace } from '../vision/browser-guide.ts'

export interface Progress {
  readonly plan: Plan
  /** The tasks that were known at start; where they are told one by one, the first. */
  readonly tasks: readonly TaskCount[]
  /** Of tasks in all. */
  readonly count: number
  readonly index: number
  readonly task: Task
  readonly guidance: Guidance | undefined
  /** How long the person has held still for the next frame, 0 to 1. */
  readonly held: number
  readonly taken: number
  readonly frames: number
  readonly sent: number
  /** The number of frames taken in all, which are to be sent. */
  readonly total: number
  readonly face: SeenFace | undefined
  readonly again: 'left' | 'too-slow' | undefined
  /** `shining`: the light is shown; `shown` of its `steps` is on the screen. */
  readonly step: 'doing' | 'shining' | 'sending' | 'judging'
  readonly shown: number
  readonly steps: number
}

/** A person who stands well is filmed again at once. The reason is shown for so many frames, so that it can be read. */
const READ_FRAMES = 10

export function progressAfter(
  before: Progress | undefined,
  event: ChallengeEvent<SeenFace>,
): Progress | undefined {
  if (event.kind === 'started') return begun(event.plan, event.tasks, event.count)
  if (!before) return before
  switch (event.kind) {
    case 'task':
      return {
        ...before,
        index: event.index,
        task: event.task,
        plan: event.plan,
        frames: event.frames,
        taken: 0,
        held: 0,
        guidance: undefined,
      }
    case 'look':
      return { ...before, guidance: event.guidance, held: event.held, face: event.seen }
    case 'taken':
      // The recording of a nose is sent when it is complete.
      return before.plan.family === 'nose'
        ? {
            ...before,
            taken: event.taken,
            total: event.frames,
            again: event.taken > READ_FRAMES ? undefined : before.again,
          }
        : { ...before, taken: event.taken, frames: event.frames, held: 0, total: before.total + 1 }
    case 'shown':
      return {
        ...before,
        step: 'shining',
        shown: event.index,
        steps: event.steps,
        plan: event.plan,
        held: 1,
      }
    case 'again':
      return { ...before, again: event.why, taken: 0, held: 0, total: 0 }
    case 'filmed':
      return { ...before, step: 'sending', total: event.frames, held: 1 }
    case 'sent':
      return { ...before, sent: before.sent + 1, guidance: before.face ? before.guidance : event.guidance }
    case 'task-done':
      return event.index === before.count - 1 ? { ...before, step: 'sending', held: 1 } : before
    case 'verifying':
      return { ...before, step: 'judging' }
    default:
      return before
  }
}

function begun(plan: Plan, tasks: readonly TaskCount[], count: number): Progress {
  return {
    plan,
    tasks,
    count,
    index: 0,
    task: tasks[0]?.task ?? 'nose',
    guidance: undefined,
    held: 0,
    taken: 0,
    frames: tasks[0]?.frames ?? 0,
    sent: 0,
    total: 0,
    face: undefined,
    again: undefined,
    step: 'doing',
    shown: 0,
    steps: 0,
  }
}

/** The share of this task that is done, 0 to 1, the frame that is being held for included. */
export function shareOfTask({ plan, taken, frames, held }: Progress): number {
  if (plan.family === 'nose') return held
  return frames === 0 ? 0 : Math.min(1, (taken + held) / frames)
}
