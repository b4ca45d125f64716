// The data of a light session: what is known of its frames, and how the face answered the colours of the screen.
import type { LightZones } from '../../vision/observation.ts'
import type { LightStep } from './plan.ts'

/** One frame as far as its light counts. */
export interface LitFrame {
  readonly takenAtMs: number
  readonly zones: LightZones
}

export interface LightSession {
  readonly sequence: readonly LightStep[]
  /** In the order in which they were taken. */
  readonly frames: readonly LitFrame[]
  /** The mesh of one of them, by which it is known where its skin looks. */
  readonly mesh: Float32Array
}

export interface LightAnswer {
  /** Correlation of the colour of the skin with that of the sequence, at the delay that fits best, -1 to 1. */
  readonly correlation: number
  /** The share of other sequences that fit better, each at its own best delay. */
  readonly betterShare: number
  /** How much the colour of the skin changes beside drift: the mean length of the change, in shares of its light. */
  readonly change: number
  /** The same by the change between frames that follow each other, which is mostly noise. */
  readonly changeByNoise: number
  /** From the first frame to the beginning of the sequence on the face. */
  readonly offsetMs: number
  /** How bright the white screen is on the face by the light of the room. */
  readonly ratio: number
}
