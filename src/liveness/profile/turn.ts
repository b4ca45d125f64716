// How far a head is turned from the way the same person looks ahead; left and right are the person's own.

import { median } from '../../statistics.ts'
import type { HeadAngles } from '../../vision/head-angles.ts'
import type { SeenFace } from '../../vision/observation.ts'
import type { ProfileTask } from './plan.ts'

export interface Turn {
  readonly leftDegrees: number
  readonly upDegrees: number
}

export type Straight = Pick<HeadAngles, 'yawDegrees' | 'pitchDegrees'>

/** How the person holds the head when asked to look ahead; everybody, and every phone, a little differently. */
export function straightAngles(faces: readonly SeenFace[]): Straight {
  return {
    yawDegrees: median(faces.map(({ angles }) => angles.yawDegrees)),
    pitchDegrees: median(faces.map(({ angles }) => angles.pitchDegrees)),
  }
}

/** The person's left is the image's right, unless the picture is mirrored. */
export function turnFrom(straight: Straight, angles: HeadAngles, isMirrored: boolean): Turn {
  const toImageRight = angles.yawDegrees - straight.yawDegrees
  return {
    leftDegrees: isMirrored ? -toImageRight : toImageRight,
    upDegrees: angles.pitchDegrees - straight.pitchDegrees,
  }
}

/** How far the task asks to go, and along which way. See `npm run evaluate -- liveness --only turns`. */
// biome-ignore format: one task a row
export const turnTasks = {
  'turn-face-left': { degrees: 18, along: ({ leftDegrees }: Turn) => leftDegrees },
  'turn-face-right': { degrees: 18, along: ({ leftDegrees }: Turn) => -leftDegrees },
  'tilt-face-up': { degrees: 15, along: ({ upDegrees }: Turn) => upDegrees },
  'tilt-face-down': { degrees: 14, along: ({ upDegrees }: Turn) => -upDegrees },
} as const
export type TurnTask = keyof typeof turnTasks
export const turnTaskNames = Object.keys(turnTasks) as TurnTask[]

export const isTurnTask = (task: string): task is TurnTask => Object.hasOwn(turnTasks, task)

/** Which of the tasks a turn fulfils; of two the one it goes further along. */
export function poseOf(turn: Turn): ProfileTask {
  const [furthest, share] = turnTaskNames
    .map((task) => [task, turnTasks[task].along(turn) / turnTasks[task].degrees] as const)
    .reduce((a, b) => (b[1] > a[1] ? b : a))
  return share >= 1 ? furthest : 'keep-face-ahead'
}

/** Looking ahead as such, by the angles themselves: phones are held lower than eyes, hence more room up and down. */
export const STRAIGHT = { yawDegrees: 20, pitchDegrees: 25, rollDegrees: 30 }
