// How much a liveness verdict proves, by what was asked and which checks could be made: one table, and the operator's floor.
import type { Check, CheckName } from '../checks.ts'
import { type Code, codes } from '../codes.ts'

/**
 * From the weakest to the strongest. `low`: a picture may pass. `standard`: whoever injects frames must render them while the
 * challenge runs. `high`: besides, hardware that its maker vouches for signed every frame.
 */
export const strengths = ['none', 'low', 'standard', 'high'] as const
export type Strength = (typeof strengths)[number]

export interface Asked {
  readonly family: 'distance' | 'nose' | 'profile' | 'light' | 'video'
  /** Tasks of which at least one frame is wanted or was sent. */
  readonly tasks: readonly string[]
  /** The largest box of the distance challenge divided by the smallest. */
  readonly growth?: number
  /** The least genuineness, 0 to 1. */
  readonly threshold: number
}

/** The most that a challenge proves without a word about its camera. */
export const MOST_BY_TASKS = 'standard' satisfies Strength

/** What a caller weakened, by the field that did it; `strength` is the most that is left. */
interface Bound {
  readonly field: string
  readonly strength: Strength
}

/** A lower threshold than the default lets pictures pass; at 0 nothing is asked. */
const USUAL_THRESHOLD = 0.5
/** Below these the growth of the face tells little of its depth, or nothing. */
const GROWTH = { standard: 1.15, low: 1.05 }

const bounds: Readonly<Record<Asked['family'], (asked: Asked) => Bound>> = {
  distance: ({ growth = 1 }) => ({
    field: 'close_distance_ratio',
    strength: growth >= GROWTH.standard ? 'standard' : growth >= GROWTH.low ? 'low' : 'none',
  }),
  nose: () => ({ field: 'passive_liveness_threshold', strength: 'standard' }),
  profile: ({ tasks }) => {
    const has = (...names: string[]) => names.every((name) => tasks.includes(name))
    const isMeasured = has('keep-face-ahead')
    const strength: Strength = !isMeasured
      ? 'none'
      : has('turn-face-left') || has('turn-face-right') || has('tilt-face-up', 'tilt-face-down')
        ? 'standard'
        : tasks.length > 1
          ? 'low'
          : 'none'
    return { field: 'exercise', strength }
  },
  // A still photograph that is moved and tinted softly in time answers the colours; people were not measured.
  light: () => ({ field: 'passive_liveness_threshold', strength: 'low' }),
  // Nothing is asked that the person could not know before: a film made elsewhere, or for another server, does as well.
  video: () => ({ field: 'file', strength: 'low' }),
}

/** With frames that attested hardware signed. */
export const strengthWithCapture = (ofTasks: Strength): Strength =>
  ofTasks === MOST_BY_TASKS ? 'high' : ofTasks

/** The weakest of what was asked decides. */
export function strengthAsked(asked: Asked): Bound {
  const { threshold } = asked
  const passive: Bound = {
    field: 'passive_liveness_threshold',
    strength: threshold >= USUAL_THRESHOLD ? MOST_BY_TASKS : threshold > 0 ? 'low' : 'none',
  }
  return [bounds[asked.family](asked), passive].reduce((a, b) => (isBelow(b.strength, a.strength) ? b : a))
}

export const isBelow = (one: Strength, other: Strength): boolean =>
  strengths.indexOf(one) < strengths.indexOf(other)

/** Checks that compare the frames of a session with each other, or with the light of the screen: without one of them a moved photograph passes. */
const comparing: readonly CheckName[] = ['living-skin', 'eyes-own-motion', 'light-sequence-rank']

interface Reached {
  readonly code: Code
  readonly checks: readonly Check[]
  readonly isDoubtful?: true | undefined
  /** What the frames prove about their camera. */
  readonly capture?: { readonly capture: string } | undefined
}

/**
 * Where no such check could be made, or what was seen leaves doubt, the verdict proves little, whatever was asked. A capture
 * that is attested adds to a challenge that is good, and makes no weak one better.
 */
export function strengthsReached(
  asked: Strength,
  verdict: Reached,
): { readonly strength: Strength; readonly strengthOfTasks?: Strength } {
  const ofTasks = withoutDoubt(asked, verdict)
  if (!verdict.isDoubtful) return { strength: ofTasks }
  return { strength: isBelow('low', ofTasks) ? 'low' : ofTasks, strengthOfTasks: ofTasks }
}

function withoutDoubt(asked: Strength, { code, checks, capture }: Reached): Strength {
  if (code !== codes.success) return asked
  const isCompared = checks.some(({ name }) => comparing.includes(name))
  if (!isCompared) return isBelow('low', asked) ? 'low' : asked
  return capture?.capture === 'attested' ? strengthWithCapture(asked) : asked
}
