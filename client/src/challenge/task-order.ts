// The order in which a person does the tasks, and the number of frames of each.
import type { DistanceTask, Plan, PlannedBox, ProfileStarted, ProfileTask, TaskCount } from './shapes.ts'

const straightTask: ProfileTask = 'keep-face-ahead'

/** `counts` are the caller's numbers, for tasks of which the server leaves the number free. */
export function tasksOf(plan: Plan, counts: Readonly<Record<string, number>> = {}): TaskCount[] {
  if (plan.family === 'nose' || plan.family === 'light') return [{ task: plan.family, frames: 0 }]
  const { task_order: wanted } = plan.started
  const inOrder = plan.family === 'distance' ? distanceOrder(plan.started) : profileOrder(plan.started)
  return inOrder.flatMap((task) => {
    const asked = (wanted as Readonly<Record<string, number | undefined>>)[task]
    if (asked === undefined) return []
    const frames = asked === 0 ? (counts[task] ?? 0) : asked
    return frames > 0 ? [{ task, frames }] : []
  })
}

/** The straight face comes first, because all else is measured against it; then the tasks as the server lists them. */
function profileOrder({ task_order: wanted }: ProfileStarted): ProfileTask[] {
  const others = (Object.keys(wanted) as ProfileTask[]).filter((task) => task !== straightTask)
  return [straightTask, ...others]
}

type Boxes = Readonly<Record<'far_distance' | 'normal_distance' | 'close_distance', PlannedBox>>

/** The person always comes closer, whatever ratios the caller chose. */
function distanceOrder(boxes: Boxes): DistanceTask[] {
  const heights: readonly [DistanceTask, number][] = [
    ['far-distance', boxes.far_distance.height],
    ['normal-distance', boxes.normal_distance.height],
    ['close-distance', boxes.close_distance.height],
  ]
  return [...heights].sort(([, a], [, b]) => a - b).map(([task]) => task)
}
