// Follows a server that tells tasks one by one, as it does in the verification of a person: the plan grows with each.
import type { DistanceStarted, Plan, PlannedBox, Task, TaskCount, ToldTask } from './shapes.ts'

/** Expressions are tasks by the name of their exercise: at rest none of them may be seen. */
const expressions: readonly string[] = ['smile', 'wink']

const fields = {
  'far-distance': 'far_distance',
  'normal-distance': 'normal_distance',
  'close-distance': 'close_distance',
} as const
const noFrames: DistanceStarted['task_order'] = {
  'far-distance': 0,
  'normal-distance': 0,
  'close-distance': 0,
}
const nowhere: PlannedBox = { left: 0, top: 0, width: 0, height: 0 }

/**
 * The plan with what was told now. What was not told yet has a place that means nothing, until its own task is told; no
 * guide looks at it before.
 */
export function planWith(plan: Plan, { task, frames, box = nowhere }: ToldTask): Plan {
  if (plan.family === 'profile') {
    const { started } = plan
    const asked = started.exercise.filter((name) => expressions.includes(name)).map((name) => [name, 1])
    return {
      ...plan,
      started: {
        ...started,
        task_order: { ...Object.fromEntries(asked), ...started.task_order, [task]: frames },
      },
    }
  }
  if (plan.family === 'distance') {
    const { started } = plan
    const field = fields[task as keyof typeof fields]
    const unknown = { far_distance: box, normal_distance: box, close_distance: box }
    const task_order = { ...noFrames, ...started.task_order, [task]: frames }
    return { ...plan, started: { ...unknown, ...started, [field]: box, task_order } }
  }
  if (plan.family === 'nose') {
    const nose = { nose_left: box.left, nose_top: box.top, nose_width: box.width, nose_height: box.height }
    return { ...plan, started: { ...plan.started, ...nose } }
  }
  return plan
}

export const taskOfTold = ({ task, frames }: ToldTask): TaskCount => ({ task: task as Task, frames })
