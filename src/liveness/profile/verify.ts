// Judges a profile challenge: each task done, compared with the person's own straight frames, and alive.
import { atLeast, atMost, type Check, exactly } from '../../checks.ts'
import { codes } from '../../codes.ts'
import { median } from '../../statistics.ts'
import type { SeenFace } from '../../vision/observation.ts'
import { type FaceFrame, facesByTask, ofTask, withFace } from '../frame.ts'
import { injectionChecks, type Session, turningSpeed } from '../injection.ts'
import { genuineness, type PassiveAsk } from '../passive.ts'
import { areaShare, scaledTo } from '../placing.ts'
import { onePersonInEach, wellLit } from '../presence.ts'
import { samePersonInTasks } from '../same-person.ts'
import { secondsTaken, tasksInTurn } from '../tasks.ts'
import { judge, type Step, type Verdict } from '../verdict.ts'
import { isCustom, type ProfilePlan, type ProfileTask, tasks } from './plan.ts'
import { solidHead } from './solid.ts'
import {
  isTurnTask,
  STRAIGHT,
  straightAngles,
  type TurnTask,
  turnFrom,
  turnTaskNames,
  turnTasks,
} from './turn.ts'
import { leastWink, openEyes, winkOf } from './wink.ts'

export interface ProfileAsk extends PassiveAsk {
  readonly lifeMs: number
  readonly isMirrored: boolean
}

export const SMILE = { least: 0.5, leastMoreThanStraight: 0.25 }
/** Of what hides a face: a beard, a fringe or clear glasses must not keep anybody out. */
const MOST_HIDDEN = { mouth: 0.6, nose: 0.6, eyes: 0.5, forehead: 0.7 } as const

const turnCodes = {
  'turn-face-left': codes.leftAngle,
  'turn-face-right': codes.rightAngle,
  'tilt-face-up': codes.upAngle,
  'tilt-face-down': codes.downAngle,
} as const satisfies Record<TurnTask, unknown>

export function verifyProfile(plan: ProfilePlan, session: Session, ask: ProfileAsk): Verdict {
  const { frames } = session
  const faces = withFace(frames)
  const straight = ofTask(faces, 'keep-face-ahead').map(({ face }) => face)
  return judge([
    ...counts(plan, session),
    { code: codes.taskOrderNotFound, checks: () => [tasksInTurn(frames)] },
    { code: codes.trajectoryTooSlow, checks: () => [secondsTaken(frames, ask.lifeMs)] },
    ...onePersonInEach(frames, 0),
    wellLit(frames),
    { code: codes.occlusion, checks: () => uncovered(faces) },
    { code: codes.faceTooSmall, checks: () => [largeEnough(plan, faces)] },
    { code: codes.aheadAngle, checks: () => lookingAhead(straight) },
    ...turnTaskNames.map(
      (task): Step => ({
        code: turnCodes[task],
        checks: () => turned(ofTask(faces, task), task, straight, ask.isMirrored),
      }),
    ),
    { code: codes.smileNotDetected, checks: () => smiling(ofTask(faces, 'smile'), straight) },
    { code: codes.winkNotDetected, checks: () => winking(ofTask(faces, 'wink'), straight) },
    {
      code: codes.notGenuine,
      checks: () => [
        ...solidHead(faces),
        ...samePersonInTasks(facesByTask(faces)),
        turningSpeed(faces),
        ...injectionChecks(session),
        genuineness(faces, ask),
      ],
    },
  ])
}

function counts(plan: ProfilePlan, { frames }: Session): Step[] {
  if (isCustom(plan))
    return [{ code: codes.illegalDuration, checks: () => [atLeast('frames', frames.length, 1)] }]
  const wanted = tasks.flatMap((task): [ProfileTask, number][] => {
    const count = plan.taskOrder[task]
    return count === undefined ? [] : [[task, count]]
  })
  return [
    { code: codes.noFrames, checks: () => [atLeast('frames', frames.length, 1)] },
    {
      code: codes.illegalDuration,
      checks: () =>
        wanted.map(([task, count]) => exactly(`frames-${task}`, ofTask(frames, task).length, count)),
    },
  ]
}

/** Where it was looked at: once is enough, and it takes longer than all else together. */
function uncovered(faces: readonly FaceFrame[]): Check[] {
  const zones = Object.entries(MOST_HIDDEN) as [keyof typeof MOST_HIDDEN, number][]
  const covers = faces.flatMap(({ face }) => (face.cover ? [face.cover] : []))
  if (covers.length === 0) return []
  return zones.map(([zone, most]) =>
    atMost(`${zone}-covered`, median(covers.map((c) => c.zones[zone])), most),
  )
}

/** A head that is turned takes less room: where some look ahead, they are measured. */
function largeEnough(plan: ProfilePlan, all: readonly FaceFrame[]): Check {
  const ahead = all.filter(({ task }) => !isTurnTask(task))
  const faces = ahead.length > 0 ? ahead : all
  const shares = faces.map(({ image, face }) => areaShare(scaledTo(plan.image, image, face.box), plan.area))
  return atLeast('face-area-percent', 100 * median(shares), plan.minFaceAreaPercent)
}

function lookingAhead(straight: readonly SeenFace[]): Check[] {
  if (straight.length === 0) return []
  const most = (of: (face: SeenFace) => number) => Math.max(...straight.map((face) => Math.abs(of(face))))
  return [
    atMost(
      'straight-yaw-degrees',
      most(({ angles }) => angles.yawDegrees),
      STRAIGHT.yawDegrees,
    ),
    atMost(
      'straight-pitch-degrees',
      most(({ angles }) => angles.pitchDegrees),
      STRAIGHT.pitchDegrees,
    ),
    atMost(
      'straight-roll-degrees',
      most(({ angles }) => angles.rollDegrees),
      STRAIGHT.rollDegrees,
    ),
  ]
}

/** On the frame in the middle of the task's: the first may be taken before the head is where it goes. */
function turned(
  frames: readonly FaceFrame[],
  task: TurnTask,
  straight: readonly SeenFace[],
  isMirrored: boolean,
): Check[] {
  if (frames.length === 0) return []
  const from = straightAngles(straight)
  const { degrees, along } = turnTasks[task]
  const reached = median(frames.map(({ face }) => along(turnFrom(from, face.angles, isMirrored))))
  return [atLeast(`${task}-degrees`, reached, degrees)]
}

function smiling(frames: readonly FaceFrame[], straight: readonly SeenFace[]): Check[] {
  if (frames.length === 0) return []
  const smileOf = (faces: readonly SeenFace[]) =>
    median(faces.map(({ expression }) => expression?.smile ?? 0))
  const smile = smileOf(frames.map(({ face }) => face))
  const checks = [atLeast('smile', smile, SMILE.least)]
  if (straight.length === 0) return checks
  return [
    ...checks,
    atLeast('smile-more-than-straight', smile - smileOf(straight), SMILE.leastMoreThanStraight),
  ]
}

/** A wink is short: one frame that shows it is enough. */
function winking(frames: readonly FaceFrame[], straight: readonly SeenFace[]): Check[] {
  if (frames.length === 0) return []
  const open = openEyes(straight)
  return [atLeast('wink', Math.max(...frames.map(({ face }) => winkOf(face, open))), leastWink(straight))]
}
