// Judges a light challenge: the face stays in its area, and its skin answers the colours of the screen, in time and in the right places.
import { atLeast, atMost, type Check } from '../../checks.ts'
import { codes } from '../../codes.ts'
import { median } from '../../statistics.ts'
import { turnDegrees } from '../../vision/head-angles.ts'
import { areaShare, scaledTo, sharedShare } from '../face-box.ts'
import { type FaceFrame, type FaceSight, facesOf, type Sight, withFace } from '../frame.ts'
import { genuineness, onePersonInEach, type PassiveAsk } from '../frame-checks.ts'
import type { Guidance } from '../guidance.ts'
import { injectionChecks, type Session } from '../injection.ts'
import { detailForSize } from '../one-picture.ts'
import { samePerson } from '../same-person.ts'
import { judge, type Verdict } from '../verdict.ts'
import type { LightAnswer } from './answer.ts'
import { durationOf, type LightPlan } from './plan.ts'

/** Fewer frames a second show too little of each colour; `frame_rate` asks for more. */
const LEAST_FRAMES_A_SECOND = 4
/** The longest time without a frame, and the longest that may be missing at the ends of the sequence, in milliseconds. */
const MOST_GAP_MS = 800
const MOST_MISSING_MS = 700
/** The face may be missed in this share of the frames. */
const MOST_UNFIT_SHARE = 0.1
/** This share of the frames must have this share of the face within the area. */
const IN_AREA = { leastShareOfFrames: 0.8, leastShareOfFace: 0.7 }

export function verifyLight(plan: LightPlan, session: Session, passive: PassiveAsk): Verdict {
  const { frames, light } = session
  const faces = withFace(frames)
  const looked = faces.filter(({ shot }) => shot)
  const verdict = judge([
    { code: codes.noFrames, checks: () => [atLeast('frames', frames.length, 1)] },
    { code: codes.lightNotCovered, checks: () => covered(plan, faces) },
    ...onePersonInEach(frames, MOST_UNFIT_SHARE),
    {
      code: codes.faceTooSmall,
      checks: () => {
        const shares = faces.map((frame) => areaShare(faceBox(plan, frame), plan.area))
        return [atLeast('face-area-percent', 100 * median(shares), plan.minFaceAreaPercent)]
      },
    },
    {
      code: codes.faceOutOfArea,
      checks: () => {
        const within = faces.filter((frame) => isInArea(plan, frame))
        return [atLeast('share-of-frames-in-area', within.length / faces.length, IN_AREA.leastShareOfFrames)]
      },
    },
    { code: codes.lightNotSeen, checks: () => (light ? seen(light) : []) },
    {
      code: codes.notGenuine,
      checks: () => [
        ...(light ? answered(light) : []),
        samePerson(facesOf(looked)),
        ...injectionChecks(session),
        ...detailForSize(looked),
        ...genuineness(looked, passive),
      ],
    },
  ])
  return verdict.code === codes.lightNotSeen ? { ...verdict, guidance: 'darker-room' } : verdict
}

function covered({ sequence }: LightPlan, frames: readonly FaceFrame[]): Check[] {
  const durationMs = durationOf(sequence)
  const times = frames.map(({ takenAtMs }) => takenAtMs)
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0)
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time))
  return [
    atLeast('frames-a-second', (1000 * frames.length) / Math.max(durationMs, span), LEAST_FRAMES_A_SECOND),
    atMost('seconds-missing', Math.max(0, durationMs - span) / 1000, MOST_MISSING_MS / 1000),
    atMost('longest-gap-seconds', Math.max(0, ...gaps) / 1000, MOST_GAP_MS / 1000),
  ]
}

/** The least change of colour, in shares of the light of the skin, and by the noise between frames. */
const LEAST_CHANGE = { share: 0.003, byNoise: 2 }

const seen = ({ change, changeByNoise }: LightAnswer): Check[] => [
  atLeast('light-change', change, LEAST_CHANGE.share),
  atLeast('light-change-by-noise', changeByNoise, LEAST_CHANGE.byNoise),
]

const LEAST_CORRELATION = 0.6
const MOST_BETTER = 0.0005

const answered = ({ correlation, betterShare }: LightAnswer): Check[] => [
  atLeast('light-sequence', correlation, LEAST_CORRELATION),
  atMost('light-sequence-rank', betterShare, MOST_BETTER),
]

/** The checks on the light alone: whether it could be seen, and whether the face answered it. The lab judges by them too. */
export const lightChecks = (light: LightAnswer): { readonly seen: Check[]; readonly answered: Check[] } => ({
  seen: seen(light),
  answered: answered(light),
})

const faceBox = ({ image }: LightPlan, frame: FaceSight) => scaledTo(image, frame.image, frame.face.box)

const isInArea = (plan: LightPlan, frame: FaceSight): boolean =>
  sharedShare(faceBox(plan, frame), plan.area) >= IN_AREA.leastShareOfFace

/** Further turned, a side of the face is hidden from the screen. */
const MOST_TURN_DEGREES = 25
/** A face that is mostly clipped shows no change of light; one that is black shows none either. */
const MOST_CLIPPED = 0.3
const LEAST_LIGHT = 0.03

/** Tells the person what to do for the light to be seen; how bright the room may be only all frames together tell. */
export function guideLight(plan: LightPlan, { face, people, image }: Sight): Guidance {
  if (!face) return 'show-face'
  if (people > 1) return 'one-person-only'
  const share = areaShare(faceBox(plan, { face, image }), plan.area)
  if (100 * share < plan.minFaceAreaPercent) return 'come-closer'
  if (!isInArea(plan, { face, image })) return share > 1 ? 'move-back' : 'move-into-area'
  if (turnDegrees(face.angles) > MOST_TURN_DEGREES) return 'look-ahead'
  if ((face.zones?.clippedShare ?? 0) > MOST_CLIPPED) return 'darker-room'
  return face.light.mean < LEAST_LIGHT ? 'screen-brighter' : 'ok'
}
