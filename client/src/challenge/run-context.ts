// What the parts of a running challenge share.
import type { FrameAnswer, TakenFrame } from './calls.ts'
import type { Camera } from './capture.ts'
import type { ChallengeEvent, Plan, Taken } from './shapes.ts'

export interface RunContext<Seen> {
  readonly camera: Camera
  /** Whether its pictures are as in a mirror. */
  readonly isMirrored: boolean
  readonly plan: Plan
  readonly signal: AbortSignal
  /** Frames so far; whoever takes one adds it. */
  readonly taken: Taken<Seen>[]
  readonly tell: (event: ChallengeEvent<Seen>) => void
  readonly send: (frame: TakenFrame) => Promise<FrameAnswer>
  readonly throwIfFailed: () => void
}
