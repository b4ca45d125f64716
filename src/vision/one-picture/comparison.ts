// The data of a comparison: what is known of each frame of a session, and what they show together.
import type { HeadAngles } from '../head-angles.ts'
import type { SizedFace, Skin, Thumbnail } from '../observation.ts'

/** What a comparison needs to know of a frame. */
export interface ComparedFrame {
  readonly task: string
  readonly mesh: Float32Array
  readonly angles: HeadAngles
  readonly skin: Skin
  readonly sized?: SizedFace
  /** The whole frame made small, and the width of the picture in whose pixels the mesh is. */
  readonly surroundings?: { readonly thumbnail: Thumbnail; readonly imageWidth: number }
}

/** A measure is absent where the frames do not show enough to make it. */
export interface FrameComparison {
  readonly skin?: SkinComparison
  /** How much the eyes move of themselves, by what those of a moved picture do, see eyes.ts. */
  readonly eyesMotion?: number
  readonly surroundings?: SurroundingsComparison
}

/** How like the surroundings of a near face are to those of a far one, -1 to 1: laid as a room would be, and as a picture. */
export interface SurroundingsComparison {
  readonly asRoom: number
  readonly asPicture: number
}

/** How the skin changes between frames turned apart, typical of several pairs; see skin-change.ts. */
export interface SkinComparison {
  readonly turnDegrees: number
  readonly shadingChange: number
  readonly skinShift: number
  readonly detailChange: number
  /** Absent where the head did not turn to a side. */
  readonly gazeChange?: number
  /** The change of light between frames alike in pose; absent where no two are. */
  readonly shadingAtRest?: number
}
