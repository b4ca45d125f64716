// Judges a nose challenge: the face stays in its area, and the nose reaches its box as a living head moves it.
import { atLeast, atMost, type Check } from '../../checks.ts'
import { codes } from '../../codes.ts'
import { spread } from '../../system/statistics.ts'
import { reliefMotion } from '../../vision/genuineness/flatness.ts'
import { type FaceFrame, type Frame, facesOf, withFace } from '../frame.ts'
import { genuineness, onePersonInEach, type PassiveAsk } from '../frame-checks.ts'
import { faceInArea } from '../in-area.ts'
import { injectionChecks, type Session } from '../injection.ts'
import { detailForSize, skinChecks } from '../one-picture.ts'
import { samePerson, samePersonSetAside } from '../same-person.ts'
import { type ChosenFrames, everyFrame } from '../set-aside.ts'
import { judge, type LivenessVerdict } from '../verdict.ts'
import { REACHED } from './guide.ts'
import { noseTip, outside, rotation, trajectory } from './path.ts'
import { aheadTask, type NosePlan } from './plan.ts'

/** Fewer frames show no motion. */
const FEWEST_FRAMES = 3
/** The face may be missed in this share of the frames: some are blurred. */
const MOST_UNFIT_SHARE = 0.1
/** The shares of the frames at the beginning, where the nose must be outside its box, and at the end, where it must be in it. */
const [BEGINNING, END] = [0.25, 0.3]
/** So many frames are compared: a person is not exchanged from one frame of a film to the next. */
const MOST_COMPARED = 24

/** The frame that a person sent before the box was told is no part of the way. */
export const chooseNoseFrames = (_plan: NosePlan, sent: readonly Frame[]): ChosenFrames => ({
  ...everyFrame(sent.filter(({ task }) => task !== aheadTask)),
  aside: withFace(sent.filter(({ task }) => task === aheadTask)),
})

export function verifyNose(plan: NosePlan, session: Session, passive: PassiveAsk): LivenessVerdict {
  const { frames } = session
  const faces = withFace(frames)
  return judge([
    { code: codes.noFramesNose, checks: () => [atLeast('frames', frames.length, FEWEST_FRAMES)] },
    ...onePersonInEach(frames, MOST_UNFIT_SHARE),
    ...faceInArea(plan, faces),
    { code: codes.noseNotReached, checks: () => reaching(plan, faces) },
    {
      code: codes.notGenuine,
      checks: () => [
        ...trajectory(plan, faces),
        ...rotation(plan, faces),
        landmarkMotion(faces),
        samePerson(facesOf(spread(faces, MOST_COMPARED))),
        ...samePersonSetAside(facesOf(spread(faces, MOST_COMPARED)), facesOf(session.aside ?? [])),
        ...injectionChecks(session),
        ...detailForSize(faces),
        ...skinChecks(session.compared, false),
        ...genuineness(faces, passive),
      ],
    },
  ])
}

function reaching(plan: NosePlan, faces: readonly FaceFrame[]) {
  const far = faces.map((frame) => outside(plan, noseTip(plan, frame)))
  const early = far.slice(0, Math.max(1, Math.floor(BEGINNING * far.length)))
  const late = far.slice(-Math.max(1, Math.floor(END * far.length)))
  return [
    atLeast('nose-outside-box-at-first', Math.min(...early), REACHED),
    atMost('nose-outside-box-at-last', Math.min(...late), REACHED),
  ]
}

const LEAST_RELIEF = 0.03

/** `face_moving_check`: the points of the face moved as those of a head. */
function landmarkMotion(frames: readonly FaceFrame[]): Check {
  const [first, last] = [frames[0], frames.at(-1)]
  const relief = first && last && first !== last ? reliefMotion([first.face.mesh, last.face.mesh]) : 0
  return atLeast('relief', relief, LEAST_RELIEF)
}
