// Checks against one picture that was moved: what the frames of a session show when they are compared with each other.
import { atLeast, type Check, softly } from '../checks.ts'
import { levelAt, median, probability, spread } from '../system/statistics.ts'
import { turnDegrees } from '../vision/head-angles.ts'
import type { ComparedFrame, FrameComparison, SkinComparison } from '../vision/one-picture/comparison.ts'
import { type FaceFrame, type Frame, withFace } from './frame.ts'

/** Of more frames, so many are compared. */
const MOST_COMPARED = 24

/** What the worker needs of the frames. */
export const comparedFrames = (frames: readonly Frame[]): ComparedFrame[] =>
  spread(withFace(frames), MOST_COMPARED).flatMap(
    ({ task, image, face: { mesh, angles, skin, sized, surroundings } }) =>
      skin
        ? [
            {
              task,
              mesh,
              angles,
              skin,
              ...(sized && { sized }),
              ...(surroundings && { surroundings: { thumbnail: surroundings, imageWidth: image.width } }),
            },
          ]
        : [],
  )

/**
 * The log odds that the skin is that of a living head: of each measure its logarithm, times its weight. Fitted on frames of
 * people who turn their heads and of puppets, and rounded: see `npm run evaluate -- liveness --only one-picture`.
 */
const ODDS = { level: 13.1, shading: 1.6, shift: 0.8, detail: 1.4, gaze: 1.5, turn: -1 }
/** Added before the logarithm: irises are not found more exactly. */
const GAZE_NOISE = 0.02
/** Midway between people and pictures: a head that only nodded says nothing by its gaze. */
const UNKNOWN_GAZE = 0.07
/** The turn at which the weights count as they are. */
const USUAL_TURN_DEGREES = 25

/** A head that hardly turns is lit much as before, so that less is asked of it: by degrees. */
const LEAST_ODDS = [
  { at: 11, level: -2.9 },
  { at: 14, level: -2.1 },
  { at: 22, level: -1.2 },
  { at: 28, level: -0.1 },
]

/**
 * By degrees: less change of light than any living head shows, whatever else is done to a picture. Real people had 0.06 and
 * more at all angles, rendered ones in the softest light 0.020 from 14 degrees on and 0.035 from 28 on; pictures that are
 * not lit anew have 0.01 to 0.03.
 */
const LEAST_SHADING = [
  { at: 11, level: 0.014 },
  { at: 20, level: 0.02 },
  { at: 28, level: 0.028 },
]

export const leastOdds = (turnDegrees: number): number => levelAt(LEAST_ODDS, turnDegrees)
export const leastShading = (turnDegrees: number): number => levelAt(LEAST_SHADING, turnDegrees)

/** Below these, a measure alone looks like a picture; some honest people do too, so that none decides alone. */
const LEAST_ALONE = { shift: 0.35, detail: 0.06, gaze: 0.04 }

/**
 * How much more the light on the face changes as the head turns than while it is held. Of pictures that are lit anew at
 * random in every frame it is 0.5 to 1.2, of people 1.4 and more, mostly 5.
 */
const LEAST_SHADING_BY_POSE = 1.25
/** Light that changes by less than this while the head is held is noise. */
const SHADING_NOISE = 0.004

/**
 * The skin of a head that turns; none before the frames were compared, which is done once all else has passed. Frames that
 * show too little of the same skin were not compared: a person who was asked to turn is refused then, for others it is noted.
 */
export function skinChecks(compared: FrameComparison | undefined, isTurnAsked: boolean): Check[] {
  if (!compared) return []
  const { skin } = compared
  const turned = atLeast('skin-compared', skin ? 1 : 0, 1)
  if (!skin) return [isTurnAsked ? turned : softly(turned)]
  const { gazeChange } = skin
  return [
    turned,
    atLeast('shading-change', skin.shadingChange, leastShading(skin.turnDegrees)),
    softly(atLeast('skin-shift', skin.skinShift, LEAST_ALONE.shift)),
    softly(atLeast('skin-detail-change', skin.detailChange, LEAST_ALONE.detail)),
    ...(gazeChange === undefined ? [] : [softly(atLeast('gaze-change', gazeChange, LEAST_ALONE.gaze))]),
    ...shadingByPose(skin),
    atLeast('living-skin', probability(oddsOf(skin)), probability(leastOdds(skin.turnDegrees))),
  ]
}

/** The light on a face follows its pose. */
const shadingByPose = ({ shadingChange, shadingAtRest }: SkinComparison): Check[] =>
  shadingAtRest === undefined
    ? []
    : [
        atLeast(
          'shading-by-pose',
          shadingChange / Math.max(SHADING_NOISE, shadingAtRest),
          LEAST_SHADING_BY_POSE,
        ),
      ]

export function oddsOf(skin: SkinComparison): number {
  return (
    ODDS.level +
    ODDS.shading * Math.log(skin.shadingChange) +
    ODDS.shift * Math.log(skin.skinShift) +
    ODDS.detail * Math.log(skin.detailChange) +
    ODDS.gaze * Math.log(GAZE_NOISE + (skin.gazeChange ?? UNKNOWN_GAZE)) +
    ODDS.turn * Math.log(skin.turnDegrees / USUAL_TURN_DEGREES)
  )
}

/** Of a moved picture it is about 1, see `npm run evaluate -- liveness --only surroundings`. */
const LEAST_EYES_MOTION = { usual: 1.15, whereAllGrows: 1.7 }
/**
 * The likeness as a room less that as a picture. Hair before a bare wall and a bed or a wall close behind the head grow with
 * the face as well, so that this decides only together with the eyes.
 */
const LEAST_LIKE_A_ROOM = -0.06

/** Eyes that move of themselves while the head is held: where no two frames are alike in pose, the check fails. */
export function eyesCheck(compared: FrameComparison | undefined): Check[] {
  if (!compared) return []
  const { eyesMotion = 0, surroundings } = compared
  const room = surroundings && surroundings.asRoom - surroundings.asPicture
  const least =
    room !== undefined && room < LEAST_LIKE_A_ROOM ? LEAST_EYES_MOTION.whereAllGrows : LEAST_EYES_MOTION.usual
  return [
    ...(room === undefined ? [] : [softly(atLeast('background-stays', room, LEAST_LIKE_A_ROOM))]),
    atLeast('eyes-own-motion', eyesMotion, least),
  ]
}

/** Of the eyes, see vision/sized-face.ts: an enlarged face of 65 pixels has 0.25, the softest cameras have 0.37. */
const LEAST_FINE_DETAIL = 0.3
/** A smaller face has no detail to lack. */
const LEAST_FACE_PIXELS = 110
const STRAIGHT_DEGREES = 25

/** Detail that fits the size of the face: an enlarged thumbnail has none. The median counts, for one frame may be blurred. */
export function detailForSize(frames: readonly FaceFrame[]): Check[] {
  const looked = frames.flatMap(({ face: { angles, box, fineDetail } }) =>
    fineDetail !== undefined && turnDegrees(angles) <= STRAIGHT_DEGREES
      ? [{ fineDetail, pixels: box.width }]
      : [],
  )
  if (looked.length === 0) return []
  const large = looked.filter(({ pixels }) => pixels >= LEAST_FACE_PIXELS)
  // A note says that the check was not made.
  return large.length === 0
    ? [
        softly(
          atLeast('face-pixels-for-detail', median(looked.map(({ pixels }) => pixels)), LEAST_FACE_PIXELS),
        ),
      ]
    : [atLeast('detail-for-size', median(large.map(({ fineDetail }) => fineDetail)), LEAST_FINE_DETAIL)]
}
