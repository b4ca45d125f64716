// MediaPipe's canonical face, looking straight ahead: the points that no expression moves, and the window that lays a face upon it.
import { PRINT_SIDE } from '../image/capture/print-detail.ts'
import { fitSimilarity, invert, type Transform } from '../image/geometry/geometry.ts'

/** Number of the mesh point; x to the image's right, y up, z towards the camera, in centimetres; weight of the point. */
// biome-ignore format: a table
export const canonicalFace: readonly (readonly [point: number, x: number, y: number, z: number, weight: number])[] = [
  [4, 0.0, -0.4632, 7.5866, 0.0709],
  [6, 0.0, 2.4733, 5.7886, 0.0321],
  [10, 0.0, 8.2618, 4.4815, 0.0084],
  [33, -4.4459, 2.664, 3.1734, 0.0587],
  [54, -6.2793, 6.6154, 1.4259, 0.0077],
  [67, -3.524, 8.006, 3.7292, 0.0091],
  [117, -5.2587, 0.9458, 2.9743, 0.0098],
  [119, -3.3007, 0.8616, 3.8728, 0.0146],
  [121, -1.8207, 1.468, 4.2241, 0.0186],
  [127, -7.7431, 2.365, -2.0052, 0.0052],
  [129, -1.7858, -0.9783, 4.8505, 0.1206],
  [132, -7.2709, -2.8909, -2.2525, 0.0056],
  [133, -1.8564, 2.5852, 3.7579, 0.0533],
  [136, -5.0853, -7.1786, 0.7147, 0.0669],
  [143, -6.4076, 2.236, 1.5608, 0.0148],
  [147, -6.2349, -1.9444, 1.6635, 0.0143],
  [198, -1.2468, 0.2303, 5.681, 0.0255],
  [205, -3.8329, -1.5373, 4.1377, 0.0473],
  [263, 4.4459, 2.664, 3.1734, 0.0587],
  [284, 6.2793, 6.6154, 1.4259, 0.0077],
  [297, 3.524, 8.006, 3.7292, 0.0091],
  [346, 5.2587, 0.9458, 2.9743, 0.0098],
  [348, 3.3007, 0.8616, 3.8728, 0.0146],
  [350, 1.8207, 1.468, 4.2241, 0.0186],
  [356, 7.7431, 2.365, -2.0052, 0.0052],
  [358, 1.7858, -0.9783, 4.8505, 0.1206],
  [361, 7.2709, -2.8909, -2.2525, 0.0056],
  [362, 1.8564, 2.5852, 3.7579, 0.0533],
  [365, 5.0853, -7.1786, 0.7147, 0.0669],
  [372, 6.4076, 2.236, 1.5608, 0.0148],
  [376, 6.2349, -1.9444, 1.6635, 0.0143],
  [420, 1.2468, 0.2303, 5.681, 0.0255],
  [425, 3.8329, -1.5373, 4.1377, 0.0473],
]

/** Side of the square that a print shows: a face is some 17 high, and what is around it tells shots of one person apart. */
const PRINT_CM = 28

const printed = canonicalFace.map(([, x, y]) => ({
  x: PRINT_SIDE * (0.5 + x / PRINT_CM),
  y: PRINT_SIDE * (0.5 - y / PRINT_CM),
}))

/** Maps a print onto the picture, so that faces lie alike however it was cut, turned or scaled. */
export function printWindow(mesh: Float32Array): Transform {
  const points = canonicalFace.map(([point]) => ({ x: mesh[3 * point] ?? 0, y: mesh[3 * point + 1] ?? 0 }))
  return invert(fitSimilarity(points, printed))
}
