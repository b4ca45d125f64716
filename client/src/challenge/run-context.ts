// What the parts of the challenge runner share while a challenge runs.
import type { FrameAnswer, TakenFrame } from './calls.ts'
import type { Camera } from './capture.ts'
import type { ChallengeEvent, Plan, Taken } from './shapes.ts'

export interface RunContext<Seen> {
  readonly camera: Camera
  /** Whether its pictures are mirrored. */
  readonly isMirrored: boolean
  readonly plan: Plan
  readonly signal: AbortSignal
  /** The frames taken so far; the code that takes one adds it. */
  readonly taken: Taken<Seen>[]
  readonly tell: (event: ChallengeEvent<Seen>) => void
  readonly send: (frame: TakenFrame) => Promise<FrameAnswer>
  readonly throwIfFailed: () => void
}
