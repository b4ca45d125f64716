// Combines the measures of one frame into the probability that its face is alive and not a picture.

/** Measures of one frame. */
export interface Cues {
  /** Logit of the network: positive is live. */
  readonly network: number
  readonly gamut: number
  readonly moire: number
}

/**
 * Log odds of life: a start, and a weight for each cue. Fitted on half of the measured clips, by person, by
 * `npm run evaluate -- faces --only spoof`, which prints these numbers and reports on the other half.
 */
export const weights = { start: 9.412, network: 0.3875, gamut: -0.4799, moire: -2.749 }
/**
 * A larger gamut counts as this one: coloured lamps stretch colours further than any screen, and must not refuse people
 * alone. The limit was chosen after the fit, on photographs from elsewhere (LFW, GENKI-4K, head turns): more of them
 * are taken for live, and as few frames of attacks as before.
 */
const MAX_GAMUT = 18

export function logOdds({ network, gamut, moire }: Cues): number {
  const colours = weights.gamut * Math.min(MAX_GAMUT, gamut)
  return weights.start + weights.network * network + colours + weights.moire * moire
}

export const probability = (odds: number): number => 1 / (1 + Math.exp(-odds))

/**
 * Frames of one scene are not independent, so their log odds are averaged and not added. The specification says mean
 * score; the mean of log odds told people from pictures no worse on one source and better on another (docs/accuracy.md).
 */
export function probabilityOf(frames: readonly Cues[]): number {
  if (frames.length === 0) throw new RangeError('no frame, no verdict')
  return probability(frames.reduce((sum, cues) => sum + logOdds(cues), 0) / frames.length)
}
