// Whether there is one person in every frame, well lit.
import { atLeast, atMost, type Check } from '../checks.ts'
import { codes } from '../codes.ts'
import { median } from '../statistics.ts'
import type { SeenFace } from '../vision/observation.ts'
import { type Frame, withFace } from './frame.ts'
import type { Step } from './verdict.ts'

/** `mostShare` of the frames may miss the face, or show a second one, where frames are many. */
export function onePersonInEach(frames: readonly Frame[], mostShare: number): Step[] {
  const share = (unfit: readonly Frame[]) => unfit.length / Math.max(1, frames.length)
  const without = frames.filter(({ people }) => people === 0)
  const several = frames.filter(({ people }) => people > 1)
  return [
    {
      code: codes.noFaceDetected,
      checks: () => [atMost('share-of-frames-without-face', share(without), mostShare)],
    },
    {
      code: codes.moreThanOneFace,
      checks: () => [atMost('share-of-frames-with-several-faces', share(several), mostShare)],
    },
  ]
}

/** On the frame in the middle of all: one dark frame among many is no reason. */
const LIGHT = { least: 0.15, most: 0.9, leastContrast: 0.12, mostDark: 0.5, mostBright: 0.3 }

export function wellLit(frames: readonly Frame[]): Step {
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

export const isTooDark = ({ light }: SeenFace): boolean =>
  light.mean < LIGHT.least || light.darkShare > LIGHT.mostDark || light.contrast < LIGHT.leastContrast

export const isTooBright = ({ light }: SeenFace): boolean =>
  light.mean > LIGHT.most || light.brightShare > LIGHT.mostBright
