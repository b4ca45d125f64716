// How bright a face may be: the step that every family has, and whether one face is too dark or too bright.
import { atLeast, atMost, type Check } from '../checks.ts'
import { codes } from '../codes.ts'
import { median } from '../system/statistics.ts'
import type { SeenFace } from '../vision/observation.ts'
import { type Frame, withFace } from './frame.ts'
import type { CheckStep } from './step.ts'

/** The bounds of the light on a face, as shares of the brightest. */
const LIGHT = { least: 0.15, most: 0.9, leastContrast: 0.12, mostDark: 0.5, mostBright: 0.3 }

/** The median frame decides: one dark frame among many is no reason to refuse. */
export function wellLit(frames: readonly Frame[]): CheckStep {
  const lights = withFace(frames).map(({ face }) => face.light)
  const middle = (what: keyof SeenFace['light']) => median(lights.map((light) => light[what]))
  const checks = (): Check[] => [
    atLeast('brightness', middle('mean'), LIGHT.least),
    atMost('brightness-not-too-high', middle('mean'), LIGHT.most),
    atLeast('contrast', middle('contrast'), LIGHT.leastContrast),
    atMost('dark-share', middle('darkShare'), LIGHT.mostDark),
    atMost('glare-share', middle('brightShare'), LIGHT.mostBright),
  ]
  return { code: codes.brightness, checks }
}

/** Light drowns the contrast of a face that is brighter than this, and darkness that of others. */
const MIDDLE_GREY = 0.5

const isFlat = ({ light }: SeenFace): boolean => light.contrast < LIGHT.leastContrast

export const isTooBright = (face: SeenFace): boolean =>
  face.light.mean > LIGHT.most ||
  face.light.brightShare > LIGHT.mostBright ||
  (isFlat(face) && face.light.mean > MIDDLE_GREY)

/** Never of a face that is too bright: more light would make it worse. */
export const isTooDark = (face: SeenFace): boolean =>
  !isTooBright(face) &&
  (face.light.mean < LIGHT.least || face.light.darkShare > LIGHT.mostDark || isFlat(face))
