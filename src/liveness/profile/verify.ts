// Judges a profile challenge: each task done, compared with the person's own straight frames, and alive.
import { atLeast, atMost, type Check, exactly } from '../../checks.ts'
import { codes } from '../../codes.ts'
import { median } from '../../system/statistics.ts'
import { reliefMotion } from '../../vision/genuineness/flatness.ts'
import { areaShare, scaledTo } from '../face-box.ts'
import { type FaceFrame, type Frame, facesOf, ofTask, withFace } from '../frame.ts'
import { genuineness, onePersonInEach, type PassiveAsk, secondsTaken, tasksInTurn } from '../frame-checks.ts'
import { injectionChecks, type Session, turningSpeed } from '../injection.ts'
import { detailForSize, skinChecks } from '../one-picture.ts'
import { samePerson, samePersonSetAside } from '../same-person.ts'
import { type ChosenFrames, chooseFrames, everyFrame } from '../set-aside.ts'
import type { CheckStep } from '../step.ts'
import { judge, type LivenessVerdict } from '../verdict.ts'
import { wellLit } from '../well-lit.ts'
import { isCustom, type ProfilePlan } from './plan.ts'
import { isTurnTask, type ProfileTask, profileTasks, taskNames } from './tasks.ts'

interface ProfileAsk extends PassiveAsk {
  readonly lifeMs: number
  readonly isMirrored: boolean
}

/** The most of each zone that may be hidden: a beard, a fringe or clear glasses must not keep anybody out. */
const MOST_HIDDEN = { mouth: 0.6, nose: 0.6, eyes: 0.5, forehead: 0.7 } as const

/** A caller of `custom` asks for no number of frames. */
export const chooseProfileFrames = (plan: ProfilePlan, sent: readonly Frame[]): ChosenFrames =>
  isCustom(plan) ? everyFrame(sent) : chooseFrames(sent, { frames: plan.taskOrder, mayBeMore: false })

export function verifyProfile(plan: ProfilePlan, session: Session, ask: ProfileAsk): LivenessVerdict {
  const { frames } = session
  const faces = withFace(frames)
  const straight = ofTask(faces, 'keep-face-ahead').map(({ face }) => face)
  const rest = { straight, isMirrored: ask.isMirrored }
  return judge([
    ...numbers(plan, session),
    { code: codes.taskOrderNotFound, checks: () => [tasksInTurn(frames)] },
    { code: codes.trajectoryTooSlow, checks: () => [secondsTaken(frames, ask.lifeMs)] },
    ...onePersonInEach(frames, 0),
    wellLit(frames),
    { code: codes.occlusion, checks: () => uncovered(faces) },
    { code: codes.faceTooSmall, checks: () => [largeEnough(plan, faces)] },
    ...taskNames.map((task): CheckStep => {
      const done = ofTask(faces, task).map(({ face }) => face)
      const { code, checks } = profileTasks[task]
      return { code, checks: () => (done.length === 0 ? [] : checks(done, rest)) }
    }),
    {
      code: codes.notGenuine,
      checks: () => [
        ...solidHead(faces),
        samePerson(facesOf(faces)),
        ...samePersonSetAside(facesOf(faces), facesOf(session.aside ?? [])),
        turningSpeed(faces),
        ...injectionChecks(session),
        ...detailForSize(faces),
        ...skinChecks(
          session.compared,
          faces.some(({ task }) => isTurnTask(task)),
        ),
        ...genuineness(faces, ask),
      ],
    },
  ])
}

function numbers(plan: ProfilePlan, { frames, counts = {} }: Session): CheckStep[] {
  const some = { code: codes.noFrames, checks: () => [atLeast('frames', frames.length, 1)] }
  if (isCustom(plan)) return [some]
  const wanted = taskNames.flatMap((task): [ProfileTask, number][] => {
    const count = plan.taskOrder[task]
    return count === undefined ? [] : [[task, count]]
  })
  return [
    some,
    {
      code: codes.illegalDuration,
      checks: () =>
        wanted.map(([task, count]) =>
          exactly(`frames-${task}`, counts[task] ?? ofTask(frames, task).length, count),
        ),
    },
  ]
}

/** Judged where a cover was looked for: that takes longer than all else together, and once is enough. */
function uncovered(faces: readonly FaceFrame[]): Check[] {
  const zones = Object.entries(MOST_HIDDEN) as [keyof typeof MOST_HIDDEN, number][]
  const covers = faces.flatMap(({ face }) => (face.cover ? [face.cover] : []))
  if (covers.length === 0) return []
  return zones.map(([zone, most]) =>
    atMost(`${zone}-covered`, median(covers.map((c) => c.zones[zone])), most),
  )
}

/** A turned head looks smaller: frames that look ahead are measured where there are some. */
function largeEnough(plan: ProfilePlan, all: readonly FaceFrame[]): Check {
  const ahead = all.filter(({ task }) => !isTurnTask(task))
  const faces = ahead.length > 0 ? ahead : all
  const shares = faces.map(({ image, face }) => areaShare(scaledTo(plan.image, image, face.box), plan.area))
  return atLeast('face-area-percent', 100 * median(shares), plan.minFaceAreaPercent)
}

/** A head that turns as far as the tasks ask gives 0.08 and more. */
const LEAST_RELIEF = 0.05

/** What turned is a head: its points do not follow one plane, as those of a tilted picture do. The furthest turn counts. */
function solidHead(faces: readonly FaceFrame[]): Check[] {
  const turned = faces.filter(({ task }) => isTurnTask(task))
  const [straight] = ofTask(faces, 'keep-face-ahead')
  if (!straight || turned.length === 0) return []
  const reliefs = turned.map(({ face }) => reliefMotion([straight.face.mesh, face.mesh]))
  return [atLeast('relief', Math.max(...reliefs), LEAST_RELIEF)]
}
