// Decides whether a photo is fit for recognition: one row per demand, with its threshold and its code.
import { atLeast, atMost, type Check, hasFailed } from '../../checks.ts'
import { type Code, codes } from '../../codes.ts'
import type { SeenFace } from '../../vision/observation.ts'

interface Demand {
  readonly code: Code
  readonly check: (face: SeenFace) => Check
}

/** The embedder takes 112 pixels; a smaller face than this would be enlarged too much. */
const LEAST_PIXELS = 80
/** Measured on photographs that were blurred on purpose; see docs/evidence/accuracy.md. */
const LEAST_SHARPNESS = 0.3
const MOST_DEGREES = { yaw: 30, pitch: 30, roll: 35 }
const LIGHT = { least: 0.15, most: 0.9, leastContrast: 0.12, mostDark: 0.5, mostBright: 0.3 }
/** Higher than in a challenge: a beard or a shadow must not prevent a registration. */
const MOST_HIDDEN = { mouth: 0.6, nose: 0.6, forehead: 0.7 }

/** In the order in which a person would fix them; the first that fails gives the code. */
// biome-ignore format: one demand a row
export const demands: readonly Demand[] = [
  { code: codes.faceTooSmall, check: ({ box }) => atLeast('face-height-pixels', Math.round(box.height), LEAST_PIXELS) },
  { code: codes.brightness, check: ({ light }) => atLeast('brightness', light.mean, LIGHT.least) },
  { code: codes.brightness, check: ({ light }) => atMost('brightness-not-too-high', light.mean, LIGHT.most) },
  { code: codes.brightness, check: ({ light }) => atLeast('contrast', light.contrast, LIGHT.leastContrast) },
  { code: codes.brightness, check: ({ light }) => atMost('dark-share', light.darkShare, LIGHT.mostDark) },
  { code: codes.brightness, check: ({ light }) => atMost('glare-share', light.brightShare, LIGHT.mostBright) },
  { code: codes.faceNotSharp, check: ({ sharpness }) => atLeast('sharpness', sharpness, LEAST_SHARPNESS) },
  { code: codes.aheadAngle, check: ({ angles }) => atMost('yaw-degrees', Math.abs(angles.yawDegrees), MOST_DEGREES.yaw) },
  { code: codes.aheadAngle, check: ({ angles }) => atMost('pitch-degrees', Math.abs(angles.pitchDegrees), MOST_DEGREES.pitch) },
  { code: codes.aheadAngle, check: ({ angles }) => atMost('roll-degrees', Math.abs(angles.rollDegrees), MOST_DEGREES.roll) },
  { code: codes.occlusion, check: ({ cover }) => atMost('mouth-covered', cover?.zones.mouth ?? 0, MOST_HIDDEN.mouth) },
  { code: codes.occlusion, check: ({ cover }) => atMost('nose-covered', cover?.zones.nose ?? 0, MOST_HIDDEN.nose) },
  { code: codes.occlusion, check: ({ cover }) => atMost('forehead-covered', cover?.zones.forehead ?? 0, MOST_HIDDEN.forehead) },
]

interface Quality {
  /** Undefined when every demand is met. */
  readonly code: Code | undefined
  readonly checks: readonly Check[]
}

/** All demands are checked, so that everything wrong can be fixed at once. */
export function judgeQuality(face: SeenFace): Quality {
  const judged = demands.map(({ code, check }) => ({ code, check: check(face) }))
  const isUnclear = judged.some(({ code, check }) => unclear.includes(code) && hasFailed(check))
  const reported = judged.filter(({ code }) => !isUnclear || code !== codes.occlusion)
  return {
    code: reported.find(({ check }) => hasFailed(check))?.code,
    checks: reported.map(({ check }) => check),
  }
}

/** In a dark or blurred photo it is not certain what covers a face, so cover is not reported. */
const unclear: readonly Code[] = [codes.brightness, codes.faceNotSharp]
