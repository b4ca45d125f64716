// Combines the measures of one frame into the probability that its face is alive and not a picture.
import { probability } from '../../system/statistics.ts'

/** Measures of one frame. */
export interface Cues {
  /** Logit of the network: positive is live. */
  readonly network: number
  /** How much the network lacks of what surrounds the face, in sizes of the face; 0 where nothing lacks. */
  readonly missingContext: number
  /** Grain of a screen or print on the face and around it; 0 where there is none. */
  readonly moire: number
}

/**
 * Log odds of life: a start, and a weight for each cue. Fitted on half of the people of several sources, every source and
 * class weighing the same, by `npm run evaluate -- faces --only spoof`, which prints the fit, the other half and each source
 * left out; then rounded, so that of living people at most one in twenty is refused wherever that could be had.
 *
 * A drawn-out edge makes people look more alive in tight crops, and pictures too: a part of it is taken back.
 */
export const weights = { start: 0.5, network: 0.6, missingContext: -0.8, moire: -8 }
/** Missing context counts so far, in sizes of the face: from there on the network sees a drawn-out edge. */
export const MOST_MISSING = 0.5
/**
 * Grain up to `floor` is chance. What exceeds `cap` counts as `cap`, so that striped cloth alone refuses nobody; but beyond
 * `certain`, up to `most`, it counts again. Of living faces taken by phones none had more than 0.4, of all others two in a
 * hundred had more than 1.
 */
export const grain = { floor: 0.1, cap: 0.5, certain: 1, most: 2 }

export function logOdds({ network, missingContext, moire }: Cues): number {
  return (
    weights.start +
    weights.network * network +
    weights.missingContext * Math.min(MOST_MISSING, missingContext) +
    weights.moire * countedGrain(moire)
  )
}

export function countedGrain(moire: number): number {
  const { floor, cap, certain, most } = grain
  return Math.max(0, Math.min(cap, moire) - floor) + Math.max(0, Math.min(most, moire) - certain)
}

/**
 * Frames of one scene are not independent, so their log odds are averaged and not added. The specification says mean
 * score; the mean of log odds told people from pictures no worse on one source and better on another (docs/evidence/accuracy.md).
 */
export function probabilityOf(frames: readonly Cues[]): number {
  if (frames.length === 0) throw new RangeError('no frame, no verdict')
  return probability(frames.reduce((sum, cues) => sum + logOdds(cues), 0) / frames.length)
}
