// Weighs what speaks for a living face against what speaks for a picture of one, and says how probable life is.

/** What was measured in one frame. */
export interface Cues {
  /** The network's own verdict: positive is live. */
  readonly network: number
  readonly gamut: number
  readonly moire: number
}

/**
 * Log odds of life: start, then so much for each unit of a cue. Fitted on half of the measured clips, by person, by
 * `npm run evaluate -- faces --only spoof`, which prints these numbers and reports on the other half.
 */
export const weights = { start: 9.412, network: 0.3875, gamut: -0.4799, moire: -2.749 }
/**
 * Coloured lamps stretch colours further than any screen, and must not refuse people alone: more than this counts as
 * this. Chosen after the fit, on photographs from elsewhere (LFW, GENKI-4K, head turns): more of them are taken for
 * live, and as few frames of attacks as before.
 */
const MOST_GAMUT = 18

export function logOdds({ network, gamut, moire }: Cues): number {
  const colours = weights.gamut * Math.min(MOST_GAMUT, gamut)
  return weights.start + weights.network * network + colours + weights.moire * moire
}

export const probability = (odds: number): number => 1 / (1 + Math.exp(-odds))

/** Frames of one scene are not independent witnesses: their mean speaks, not their sum. */
export function probabilityOf(frames: readonly Cues[]): number {
  if (frames.length === 0) throw new RangeError('no frame, no verdict')
  return probability(frames.reduce((sum, cues) => sum + logOdds(cues), 0) / frames.length)
}
