// The data of a light session: what is known of its frames, and how the face answered the colours of the screen.
import type { LightZones } from '../../vision/observation.ts'
import type { LightStep } from './plan.ts'

/** One frame as far as its light counts. */
export interface LitFrame {
  readonly takenAtMs: number
  readonly zones: LightZones
}

export interface LightSession {
  /** With the durations that its steps had on the screen. */
  readonly sequence: readonly LightStep[]
  /** How much longer they were in all than they were drawn; 1 where it is not given. */
  readonly stretch?: number
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
  /** The change by what it were in a room without any light: 1 where all light is the screen's. */
  readonly screenShare: number
  /** From the first frame to the beginning of the sequence on the face. */
  readonly offsetMs: number
  /** By transition: how alike the change of the skin is to the expected change, -1 to 1. */
  readonly transitions: readonly number[]
  readonly places: LightPlaces
  /** Correlation of the colour of glints in the eyes with that of the sequence; absent where the eyes show none. */
  readonly glints?: number
}

/** How strongly the light answered in some place, by the skin that faces the screen. */
interface Answering {
  /** By the light that is there anyway: it is 1 everywhere where a picture was tinted, or lit as a flat thing. */
  readonly relative: number
  /** As light: it falls where skin turns away from the screen, and with the distance. */
  readonly absolute: number
}

/** Where the light of the screen fell. A place is absent where too little of it is seen. */
export interface LightPlaces {
  /** Skin that is turned to the side. */
  readonly sides?: Answering
  readonly background?: Answering
  /** How much more strongly skin answers the more it faces the screen, beside what a smooth spot gives: about 1 before a screen, 0 where a spot was painted on. */
  readonly relief?: number
  /** How unevenly skin answers beside what a smooth spot gives, by the answer of the skin that faces the screen. */
  readonly unevenness?: number
  /** How much earlier the upper skin answered than the lower while an edge came down, by the whole answer: positive as in front of a screen. */
  readonly upperFirst?: number
}
