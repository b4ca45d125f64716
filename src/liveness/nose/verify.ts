// Judges a nose challenge: the face stays in its area, and the nose reaches its box as a living head moves it.
import { atLeast, atMost } from '../../checks.ts'
import { codes } from '../../codes.ts'
import { spread } from '../../system/statistics.ts'
import { type FaceFrame, type FaceSight, facesOf, type Sight, withFace } from '../frame.ts'
import { genuineness, onePersonInEach, type PassiveAsk } from '../frame-checks.ts'
import { type Guidance, guideToFace } from '../guidance.ts'
import { faceInArea, guideIntoArea } from '../in-area.ts'
import { injectionChecks, type Session } from '../injection.ts'
import { detailForSize, skinChecks } from '../one-picture.ts'
import { samePerson } from '../same-person.ts'
import { judge, type LivenessVerdict } from '../verdict.ts'
import { landmarkMotion, noseTip, outside, rotation, trajectory } from './path.ts'
import type { NosePlan } from './plan.ts'

/** Fewer frames show no motion. */
const FEWEST_FRAMES = 3
/** The face may be missed in this share of the frames: some are blurred. */
const MOST_UNFIT_SHARE = 0.1
/** The nose has reached its box within this distance, in sides of the box: a mesh is not exact to the pixel. */
const REACHED = 0.5
/** The shares of the frames at the beginning, where the nose must be outside its box, and at the end, where it must be in it. */
const [BEGINNING, END] = [0.25, 0.3]
/** So many frames are compared: nobody changes from one frame of a film to the next. */
const MOST_COMPARED = 24

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
        ...injectionChecks(session),
        ...detailForSize(faces),
        ...skinChecks(session.compared, false),
        ...genuineness(faces, passive),
      ],
    },
  ])
}

const isReached = (plan: NosePlan, frame: FaceSight): boolean =>
  outside(plan, noseTip(plan, frame)) <= REACHED

function reaching(plan: NosePlan, faces: readonly FaceFrame[]) {
  const far = faces.map((frame) => outside(plan, noseTip(plan, frame)))
  const early = far.slice(0, Math.max(1, Math.floor(BEGINNING * far.length)))
  const late = far.slice(-Math.max(1, Math.floor(END * far.length)))
  return [
    atLeast('nose-outside-box-at-first', Math.min(...early), REACHED),
    atMost('nose-outside-box-at-last', Math.min(...late), REACHED),
  ]
}

/** Tells the person where to move; left and right are those of the picture that was sent. */
export function guideNose(plan: NosePlan, seen: Sight): Guidance {
  const first = guideToFace(seen)
  const { face, image } = seen
  if (first || !face) return first ?? 'show-face'
  const aside = guideIntoArea(plan, { face, image })
  if (aside) return aside
  if (isReached(plan, { face, image })) return 'ok'
  const tip = noseTip(plan, { face, image })
  const [across, down] = [
    plan.nose.x + plan.nose.width / 2 - tip.x,
    plan.nose.y + plan.nose.height / 2 - tip.y,
  ]
  if (Math.abs(across) >= Math.abs(down)) return across < 0 ? 'nose-left' : 'nose-right'
  return down < 0 ? 'nose-up' : 'nose-down'
}
