// The tasks of a profile challenge, one row each: what its frames must show, the hint for the person, the code of a failure.
import { atLeast, atMost, type Check, hasFailed } from '../../checks.ts'
import { type Code, codes } from '../../codes.ts'
import { median } from '../../system/statistics.ts'
import type { SeenFace } from '../../vision/observation.ts'
import type { Guidance } from '../guidance.ts'
import { leastWink, openEyes, STRAIGHT, straightAngles, type Turn, turnFrom, winkOf } from './measures.ts'

/** A caller asks for exercises; each has one task or more. */
export const exercises = ['yaw', 'pitch', 'smile', 'wink'] as const
export type Exercise = (typeof exercises)[number]

/** How the person looks at rest: tasks are measured against it. */
export interface AtRest {
  /** The faces of the person's own straight frames; none before the first of them. */
  readonly straight: readonly SeenFace[]
  readonly isMirrored: boolean
}

interface TaskRow {
  /** The exercise it is part of; a task without one is part of every exercise. */
  readonly exercise?: Exercise
  /** The code of the verdict when frames of the task do not show it. */
  readonly code: Code
  /** Judges the frames of the task; there is at least one. */
  readonly checks: (faces: readonly SeenFace[], rest: AtRest) => Check[]
  /** Tells the person what to do next; `isAsked` says whether the challenge also asks for another task. */
  readonly guide: (face: SeenFace, rest: AtRest, isAsked: (task: string) => boolean) => Guidance
}

export const SMILE = { least: 0.5, leastMoreThanStraight: 0.25 }

/** How far each asks the head to go: see `npm run evaluate -- liveness --only turns`. */
export const turnTasks = {
  'turn-face-left': turnRow('turn-face-left', {
    exercise: 'yaw',
    degrees: 18,
    along: ({ leftDegrees }) => leftDegrees,
    guidance: 'turn-left',
    code: codes.leftAngle,
  }),
  'turn-face-right': turnRow('turn-face-right', {
    exercise: 'yaw',
    degrees: 18,
    along: ({ leftDegrees }) => -leftDegrees,
    guidance: 'turn-right',
    code: codes.rightAngle,
  }),
  'tilt-face-up': turnRow('tilt-face-up', {
    exercise: 'pitch',
    degrees: 15,
    along: ({ upDegrees }) => upDegrees,
    guidance: 'look-up',
    code: codes.upAngle,
  }),
  'tilt-face-down': turnRow('tilt-face-down', {
    exercise: 'pitch',
    degrees: 14,
    along: ({ upDegrees }) => -upDegrees,
    guidance: 'look-down',
    code: codes.downAngle,
  }),
}
export type TurnTask = keyof typeof turnTasks
export const isTurnTask = (task: string): task is TurnTask => Object.hasOwn(turnTasks, task)

/** The API lists the tasks in this order, and verify judges them in it. */
const rows = {
  'keep-face-ahead': {
    code: codes.aheadAngle,
    checks: lookingAhead,
    guide: (face, _, isAsked) => {
      if (lookingAhead([face]).some(hasFailed)) return 'look-ahead'
      return isAsked('smile') && smileOf([face]) >= SMILE.least ? 'relax-face' : 'ok'
    },
  },
  ...turnTasks,
  smile: {
    exercise: 'smile',
    code: codes.smileNotDetected,
    checks: (faces, { straight }) => {
      const smile = atLeast('smile', smileOf(faces), SMILE.least)
      if (straight.length === 0) return [smile]
      const more = smileOf(faces) - smileOf(straight)
      return [smile, atLeast('smile-more-than-straight', more, SMILE.leastMoreThanStraight)]
    },
    guide: (face) => (smileOf([face]) >= SMILE.least ? 'ok' : 'smile'),
  },
  wink: {
    exercise: 'wink',
    code: codes.winkNotDetected,
    checks: (faces, { straight }) => {
      const open = openEyes(straight)
      // A wink is short: one frame that shows it is enough.
      return [atLeast('wink', Math.max(...faces.map((face) => winkOf(face, open))), leastWink(straight))]
    },
    guide: (face, { straight }) => (winkOf(face, openEyes(straight)) >= leastWink(straight) ? 'ok' : 'wink'),
  },
} as const satisfies Record<string, TaskRow>

export type ProfileTask = keyof typeof rows
export const profileTasks: Readonly<Record<ProfileTask, TaskRow>> = rows
export const taskNames = Object.keys(rows) as ProfileTask[]
export const isProfileTask = (task: string): task is ProfileTask => Object.hasOwn(rows, task)

/** The tasks whose frames are judged by how far the head went. */
type TurnName = 'turn-face-left' | 'turn-face-right' | 'tilt-face-up' | 'tilt-face-down'

interface TurnRule extends Pick<TaskRow, 'exercise' | 'code'> {
  readonly degrees: number
  /** The degrees of a turn in the direction of the task. */
  readonly along: (turn: Turn) => number
  readonly guidance: Guidance
}

function turnRow(name: TurnName, rule: TurnRule): TaskRow & TurnRule {
  const { degrees, along, guidance } = rule
  const reached = ({ angles }: SeenFace, { straight, isMirrored }: AtRest) =>
    along(turnFrom(straightAngles(straight), angles, isMirrored))
  return {
    ...rule,
    // The median counts: the first frame may be taken before the head is where it goes.
    checks: (faces, rest) => [
      atLeast(`${name}-degrees`, median(faces.map((face) => reached(face, rest))), degrees),
    ],
    guide: (face, rest) => (reached(face, rest) >= degrees ? 'ok' : guidance),
  }
}

/** Judged by the angles themselves: these frames are what all others are compared with. */
function lookingAhead(faces: readonly SeenFace[]): Check[] {
  const most = (angle: keyof typeof STRAIGHT) =>
    Math.max(...faces.map(({ angles }) => Math.abs(angles[angle])))
  return [
    atMost('straight-yaw-degrees', most('yawDegrees'), STRAIGHT.yawDegrees),
    atMost('straight-pitch-degrees', most('pitchDegrees'), STRAIGHT.pitchDegrees),
    atMost('straight-roll-degrees', most('rollDegrees'), STRAIGHT.rollDegrees),
  ]
}

function smileOf(faces: readonly SeenFace[]): number {
  return median(faces.map(({ expression }) => expression?.smile ?? 0))
}
