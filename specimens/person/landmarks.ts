// Names for points of the face mesh that the head is built about; left and right are the person's own.

export interface EyePoints {
  readonly outer: number
  readonly inner: number
  /** From the outer to the inner corner, without them; a place in one list is above the same place in the other. */
  readonly upper: readonly number[]
  readonly lower: readonly number[]
  /** The next rings of skin outwards: lid, then fold. */
  readonly upperLid: readonly number[]
  readonly upperFold: readonly number[]
  readonly lowerLid: readonly number[]
  /** Along the brow from its tail to the nose: its lower and its upper edge. */
  readonly browLower: readonly number[]
  readonly browUpper: readonly number[]
}

export const rightEye: EyePoints = {
  outer: 33,
  inner: 133,
  upper: [246, 161, 160, 159, 158, 157, 173],
  lower: [7, 163, 144, 145, 153, 154, 155],
  upperLid: [247, 30, 29, 27, 28, 56, 190],
  upperFold: [113, 225, 224, 223, 222, 221, 189],
  lowerLid: [25, 110, 24, 23, 22, 26, 112],
  browLower: [46, 53, 52, 65, 55],
  browUpper: [70, 63, 105, 66, 107],
}

export const leftEye: EyePoints = {
  outer: 263,
  inner: 362,
  upper: [466, 388, 387, 386, 385, 384, 398],
  lower: [249, 390, 373, 374, 380, 381, 382],
  upperLid: [467, 260, 259, 257, 258, 286, 414],
  upperFold: [342, 445, 444, 443, 442, 441, 413],
  lowerLid: [255, 339, 254, 253, 252, 256, 341],
  browLower: [276, 283, 282, 295, 285],
  browUpper: [300, 293, 334, 296, 336],
}

/** The edge of the opening, once around. */
export const eyeContour = ({ outer, inner, upper, lower }: EyePoints): number[] => [
  outer,
  ...upper,
  inner,
  ...lower.toReversed(),
]

/** From the image's left to its right, corners first and last. */
export const innerUpperLip = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308]
export const innerLowerLip = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308]
export const outerUpperLip = [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291]
export const outerLowerLip = [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291]
export const mouthContour = [...innerUpperLip, ...innerLowerLip.slice(1, -1).toReversed()]

/** The edge of the face, once around from the top by the image's right. */
// biome-ignore format: a table
export const faceOval = [10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109]
