// The data of a comparison: what is known of each frame of a session, and what they show together.
import type { HeadAngles } from '../head-angles.ts'
import type { Skin } from '../observation.ts'

/** What a comparison needs to know of a frame. */
export interface ComparedFrame {
  readonly task: string
  readonly mesh: Float32Array
  readonly angles: HeadAngles
  readonly skin: Skin
}

/** A measure is absent where the frames do not show enough to make it. */
export interface FrameComparison {
  /** How much the light on the skin changes between straight and turned frames, as a share of its mean. */
  readonly shadingChange?: number
}
