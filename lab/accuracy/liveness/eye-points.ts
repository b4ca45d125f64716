// Lists the mesh points of each eye, from its corner at the image's left to the other.

/** The side is the person's own. */
export type EyeSide = 'left' | 'right'

export interface Eye {
  readonly corners: readonly [number, number]
  /** The lids run from corner to corner; the corners are not listed. */
  readonly upper: readonly number[]
  readonly lower: readonly number[]
  /** These points are on the skin around the eye, where no lid moves them much. */
  readonly around: readonly number[]
}

export const eyes: Readonly<Record<EyeSide, Eye>> = {
  right: {
    corners: [33, 133],
    upper: [246, 161, 160, 159, 158, 157, 173],
    lower: [7, 163, 144, 145, 153, 154, 155],
    around: [70, 63, 105, 66, 107, 226, 117, 118, 119, 120, 121, 193],
  },
  left: {
    corners: [362, 263],
    upper: [398, 384, 385, 386, 387, 388, 466],
    lower: [382, 381, 380, 374, 373, 390, 249],
    around: [300, 293, 334, 296, 336, 446, 346, 347, 348, 349, 350, 417],
  },
}
