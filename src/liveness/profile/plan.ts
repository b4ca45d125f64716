// What a profile challenge asks for: exercises, the tasks they are made of, and a number of frames for each.
import type { Box } from '../../image/geometry/geometry.ts'
import { faceArea, type Size } from '../placing.ts'

export const tasks = [
  'keep-face-ahead',
  'turn-face-left',
  'turn-face-right',
  'tilt-face-up',
  'tilt-face-down',
  'smile',
  'wink',
] as const
export type ProfileTask = (typeof tasks)[number]

/** Every exercise begins with the face held straight: all else is judged against it. */
export const exercises = {
  yaw: ['turn-face-left', 'turn-face-right'],
  pitch: ['tilt-face-up', 'tilt-face-down'],
  smile: ['smile'],
  wink: ['wink'],
} as const satisfies Record<string, readonly ProfileTask[]>
export type Exercise = keyof typeof exercises
export const exerciseNames = Object.keys(exercises) as Exercise[]
export const defaultExercise: Exercise = 'yaw'
/** The caller chooses tasks and numbers of frames. */
export const custom = 'custom'

export const minFaceAreaPercent = 20
const fewestFrames = 1
const mostFrames = 3

export interface ProfilePlan {
  readonly image: Size
  readonly area: Box
  readonly minFaceAreaPercent: number
  readonly exercise: readonly (Exercise | typeof custom)[]
  readonly taskOrder: Readonly<Partial<Record<ProfileTask, number>>>
}

/** Undefined when a word is none of ours; in our order, each once. */
export function readExercise(text: string): readonly (Exercise | typeof custom)[] | undefined {
  if (text === custom) return [custom]
  const words = text.split('-')
  if (!words.every((word) => exerciseNames.some((name) => name === word))) return undefined
  return exerciseNames.filter((name) => words.includes(name))
}

export interface ProfileWish {
  readonly image: Size
  readonly exercise: readonly (Exercise | typeof custom)[]
  /** One frame a task. */
  readonly isStatic: boolean
}

/** `dice(a, b)` is a whole number from a to b. */
export function planProfile(
  { image, exercise, isStatic }: ProfileWish,
  dice: (least: number, most: number) => number,
): ProfilePlan {
  const isCustom = exercise.includes(custom)
  const chosen = exerciseNames
    .filter((name) => exercise.includes(name))
    .flatMap((name) => [...exercises[name]])
  const wanted: readonly ProfileTask[] = isCustom ? tasks : ['keep-face-ahead', ...chosen]
  const count = () => (isCustom ? 0 : isStatic ? 1 : dice(fewestFrames, mostFrames))
  return {
    image,
    area: faceArea(image),
    minFaceAreaPercent,
    exercise,
    taskOrder: Object.fromEntries(wanted.map((task) => [task, count()])),
  }
}

export const isCustom = ({ exercise }: ProfilePlan): boolean => exercise.includes(custom)
