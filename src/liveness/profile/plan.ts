// What a profile challenge asks for: exercises, the tasks they are made of, a number of frames for each, and the hint for a frame.
import type { Box, Size } from '../../image/geometry/geometry.ts'
import { areaShare, faceArea, scaledTo } from '../face-box.ts'
import type { Sight } from '../frame.ts'
import { type Guidance, guideToFace } from '../guidance.ts'
import {
  type AtRest,
  type Exercise,
  exercises,
  isProfileTask,
  isTurnTask,
  type ProfileTask,
  profileTasks,
  taskNames,
} from './tasks.ts'

export const defaultExercise: Exercise = 'yaw'
/** With this word instead of exercises the caller chooses tasks and numbers of frames. */
export const custom = 'custom'

export const straightTask: ProfileTask = 'keep-face-ahead'

const minFaceAreaPercent = 20
const fewestFrames = 1
const mostFrames = 3

export interface ProfilePlan {
  readonly image: Size
  readonly area: Box
  readonly minFaceAreaPercent: number
  readonly exercise: readonly (Exercise | typeof custom)[]
  readonly taskOrder: Readonly<Partial<Record<ProfileTask, number>>>
  /** Whether frames come as in a mirror; absent in a challenge that an earlier version started. */
  readonly isMirrored?: boolean
}

/** Reads `smile-yaw` as smile and yaw, in the order asked and each once; undefined when a word is no exercise. */
export function readExercise(text: string): readonly (Exercise | typeof custom)[] | undefined {
  if (text === custom) return [custom]
  const words = text.split('-').map((word) => exercises.find((name) => name === word))
  return words.includes(undefined) ? undefined : [...new Set(words.filter((word) => word !== undefined))]
}

interface ProfileWish {
  readonly image: Size
  readonly exercise: readonly (Exercise | typeof custom)[]
  /** Whether each task has one frame instead of a random number. */
  readonly isStatic: boolean
  readonly isMirrored?: boolean
}

/** `dice(a, b)` is a whole number from a to b. */
export function planProfile(
  { image, exercise, isStatic, isMirrored = false }: ProfileWish,
  dice: (least: number, most: number) => number,
): ProfilePlan {
  const isCustom = exercise.includes(custom)
  const tasksOf = (part: Exercise | undefined) =>
    taskNames.filter((task) => profileTasks[task].exercise === part)
  // The straight face comes first, because all else is measured against it.
  const wanted = [
    ...tasksOf(undefined),
    ...(isCustom ? exercises : exercise).flatMap((part) => (part === custom ? [] : tasksOf(part))),
  ]
  const count = () => (isCustom ? 0 : isStatic ? 1 : dice(fewestFrames, mostFrames))
  return {
    image,
    area: faceArea(image),
    minFaceAreaPercent,
    exercise,
    taskOrder: Object.fromEntries(wanted.map((task) => [task, count()])),
    isMirrored,
  }
}

export const isCustom = ({ exercise }: ProfilePlan): boolean => exercise.includes(custom)

/** Reading the expression takes two networks: it is done only where the challenge asks for one. */
export function needsExpression({ taskOrder }: Pick<ProfilePlan, 'taskOrder'>, task: string): boolean {
  const ofExpression = (asked: string) => asked !== straightTask && !isTurnTask(asked)
  return !isTurnTask(task) && Object.keys(taskOrder).some(ofExpression)
}

/** Tells the person what to do next: to come closer, to uncover the face, or what the task asks for. */
export function guideProfile(plan: ProfilePlan, task: string, seen: Sight, rest: AtRest): Guidance {
  const first = guideToFace(seen)
  const { face, image } = seen
  if (first || !face || !isProfileTask(task)) return first ?? 'show-face'
  const percent = 100 * areaShare(scaledTo(plan.image, image, face.box), plan.area)
  if (!isTurnTask(task) && percent < plan.minFaceAreaPercent) return 'come-closer'
  if (face.cover && face.cover.hidden.length > 0) return 'uncover-face'
  const asked: Readonly<Record<string, number>> = plan.taskOrder
  return profileTasks[task].guide(face, rest, (other) => (asked[other] ?? 0) > 0)
}
