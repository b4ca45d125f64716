// In which order a person does the tasks, how many frames of each, and the size in which they are sent.
import type { DistanceTask, Plan, PlannedBox, ProfileTask, TaskCount } from './shapes.ts'

/** Straight first: all else is measured against it. */
const profileOrder: readonly ProfileTask[] = [
  'keep-face-ahead',
  'turn-face-left',
  'turn-face-right',
  'tilt-face-up',
  'tilt-face-down',
  'smile',
  'wink',
]

/** `counts` are the caller's, for tasks of which the server leaves the number free. */
export function tasksOf(plan: Plan, counts: Readonly<Record<string, number>> = {}): TaskCount[] {
  if (plan.family === 'nose') return [{ task: 'nose', frames: 0 }]
  const { task_order: wanted } = plan.started
  const inOrder = plan.family === 'distance' ? distanceOrder(plan.started) : profileOrder
  return inOrder.flatMap((task) => {
    const asked = (wanted as Readonly<Record<string, number | undefined>>)[task]
    if (asked === undefined) return []
    const frames = asked === 0 ? (counts[task] ?? 0) : asked
    return frames > 0 ? [{ task, frames }] : []
  })
}

type Boxes = Readonly<Record<'far_distance' | 'normal_distance' | 'close_distance', PlannedBox>>

/** Coming closer all the way, whatever ratios the caller chose. */
function distanceOrder(boxes: Boxes): DistanceTask[] {
  const heights: readonly [DistanceTask, number][] = [
    ['far-distance', boxes.far_distance.height],
    ['normal-distance', boxes.normal_distance.height],
    ['close-distance', boxes.close_distance.height],
  ]
  return [...heights].sort(([, a], [, b]) => a - b).map(([task]) => task)
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Long side of the frames: enough for every check, and small enough to send at once. */
const LONG_SIDE = 640

/** The camera's proportions; never larger than the camera, and even, as encoders like it. */
export function sendSize(camera: Size): Size {
  const times = Math.min(1, LONG_SIDE / Math.max(camera.width, camera.height))
  const even = (length: number) => 2 * Math.round((length * times) / 2)
  return { width: even(camera.width), height: even(camera.height) }
}

/** The part of the camera's picture, about its middle, that has the proportions of `size`: all of it unless the phone was turned. */
export function partOf(camera: Size, size: Size): Size & { readonly left: number; readonly top: number } {
  const times = Math.min(camera.width / size.width, camera.height / size.height)
  const [width, height] = [size.width * times, size.height * times]
  return { left: (camera.width - width) / 2, top: (camera.height - height) / 2, width, height }
}
