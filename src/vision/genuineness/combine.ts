// Combines the measures of one frame into the probability that its face is alive and not a picture.
import { mean, probability } from '../../system/statistics.ts'
import type { Tones } from './tones.ts'

/** Measures of one frame. */
export interface Cues {
  /** Logit of the network: positive is live. */
  readonly network: number
  /** How much the network lacks of what surrounds the face, in sizes of the face; 0 where nothing lacks. */
  readonly missingContext: number
  /** Grain of a screen or print on the face and around it; 0 where there is none. */
  readonly moire: number
  /** What the pixels of the face tell; absent in observations that earlier editions stored. */
  readonly picture?: PictureCues
}

interface PictureCues extends Tones {
  /** Width of the face, in pixels. */
  readonly facePixels: number
  /** Grain also further around the face; measured where the face is small. */
  readonly widerMoire: number
}

/**
 * Log odds of life: a start, a part for the network and for what it misses, and one for each sign of a picture that is there
 * in full. Fitted on half of the people of several sources, every source and class weighing the same, by
 * `npm run evaluate -- faces --only spoof`, which prints the fit, the other half and each source left out; then rounded, so
 * that no species of attack passes more often than before and fewer people are refused (docs/evidence/accuracy.md).
 *
 * A drawn-out edge makes people look more alive in tight crops, and pictures too: a part of it is taken back.
 */
export const weights = {
  start: 0.8,
  /** What a face of few pixels is given: cameras of few pixels blur. */
  fewPixels: 0.7,
  network: 0.64,
  missingContext: -0.8,
  moire: -6.6,
  flatRed: -1.25,
  liftedShadows: -3,
  vividColours: -2.5,
  stretchedColours: -4,
  stretchedContrast: -2,
  widerGrain: -4,
  /** What one look is given that nothing stands beside, and what more where the face has few pixels: anybody can shrink a picture. */
  onlyLook: 0.3,
  onlyLookOfFewPixels: 0.3,
}

/** Missing context counts so far, in sizes of the face: from there on the network sees a drawn-out edge. */
export const MOST_MISSING = 0.5
/**
 * Grain up to `floor` is chance. What exceeds `cap` counts as `cap`, so that striped cloth alone refuses nobody; but beyond
 * `certain`, up to `most`, it counts again. Of living faces taken by phones none had more than 0.4, of all others two in a
 * hundred had more than 1.
 */
export const grain = { floor: 0.1, cap: 0.5, certain: 1, most: 2 }

export function countedGrain(moire: number): number {
  const { floor, cap, certain, most } = grain
  return Math.max(0, Math.min(cap, moire) - floor) + Math.max(0, Math.min(most, moire) - certain)
}

/** From 0 at `from` to 1 at `to`, and no further: a sign can only speak against life, and only so far. */
const share = (value: number, { from, to }: { from: number; to: number }): number =>
  Math.max(0, Math.min(1, (value - from) / (to - from)))

/** How much the face is one of few pixels with its surroundings, as webcams and small photographs show it. */
export function smallness({ missingContext, picture }: Cues): number {
  if (!picture) return 0
  return share(picture.facePixels, { from: 200, to: 150 }) * share(missingContext, { from: 0.9, to: 0.7 })
}

/** How much the face fills its picture, so that nothing around it is seen. */
const tightness = ({ missingContext }: Cues): number => share(missingContext, { from: 0.5, to: 0.8 })

/** How much the camera lets dark places go black, as a webcam does that looks at something bright. */
const crushedShadows = ({ darkest }: Tones): number => share(darkest, { from: 30, to: 0 })

/**
 * Signs of a picture, each from 0 to 1, each only where it holds. Where the face fills the picture: shadows that shine, and
 * colours as no skin has them. Of a small face whose shadows are black: colours and contrast that are stretched. Elsewhere
 * these are sunlight, stage light or taste.
 */
const signs = {
  flatRed: (_: Cues, { redSlope }: PictureCues) => share(redSlope, { from: 1.1, to: 0.85 }),
  liftedShadows: (cues: Cues, { darkest }: PictureCues) =>
    tightness(cues) * share(darkest, { from: 45, to: 85 }),
  vividColours: (cues: Cues, { colourSpread }: PictureCues) =>
    tightness(cues) * share(colourSpread, { from: 20, to: 28 }),
  stretchedColours: (cues: Cues, picture: PictureCues) =>
    smallness(cues) * crushedShadows(picture) * share(picture.colourSpread, { from: 14, to: 20 }),
  stretchedContrast: (cues: Cues, picture: PictureCues) =>
    smallness(cues) * crushedShadows(picture) * share(picture.contrast, { from: 45, to: 70 }),
  widerGrain: (cues: Cues, { widerMoire }: PictureCues) =>
    smallness(cues) * share(widerMoire, { from: 0.4, to: 1 }),
}

type Sign = keyof typeof signs

export const signNames = Object.keys(signs) as readonly Sign[]

export const signOf = (name: Sign, cues: Cues): number => (cues.picture ? signs[name](cues, cues.picture) : 0)

/**
 * Of frames of one scene, each as one among so many; of one frame alone, as the only look. Photographs of the web are blurred,
 * scanned and pressed together, small ones most, and nothing stands beside them: they are given something. Frames of one
 * camera bear each other out, so from the third on nothing is given.
 */
export function logOddsOf(frames: readonly Cues[], among = frames.length): number[] {
  const alone = share(among, { from: 3, to: 1 })
  return frames.map((cues) => {
    const { onlyLook, onlyLookOfFewPixels, fewPixels } = weights
    const given = onlyLook + onlyLookOfFewPixels * fewness(cues)
    return evidenceOf(cues) + fewPixels * fewness(cues) + alone * given
  })
}

export const logOdds = (cues: Cues): number => logOddsOf([cues])[0] as number

function evidenceOf(cues: Cues): number {
  const { network, missingContext, moire } = cues
  return (
    weights.start +
    weights.network * network +
    weights.missingContext * Math.min(MOST_MISSING, missingContext) +
    weights.moire * countedGrain(moire) +
    signNames.reduce((sum, name) => sum + weights[name] * signOf(name, cues), 0)
  )
}

/** How few pixels the face has, whatever is around it. */
export const fewness = ({ picture }: Cues): number =>
  picture ? share(picture.facePixels, { from: 180, to: 120 }) : 0

/**
 * Frames of one scene are not independent, so their log odds are averaged and not added. The specification says mean
 * score; the mean of log odds told people from pictures no worse on one source and better on another (docs/evidence/accuracy.md).
 */
export function probabilityOf(frames: readonly Cues[], among = frames.length): number {
  if (frames.length === 0) throw new RangeError('no frame, no verdict')
  return probability(mean(logOddsOf(frames, among)))
}
