// Tells how near a face is from how it grows while it comes closer: what sticks out of a head grows faster, a picture grows evenly.
import { pointOf } from '../../models/face-mesh.ts'
import { canonicalFace } from '../canonical-face.ts'

/** Two points left and right of the nose at the same height and depth. */
interface Pair {
  readonly left: number
  readonly right: number
  /** Centimetres towards the camera. */
  readonly depthCm: number
  /** Wide pairs weigh more, because they are measured more exactly. */
  readonly weight: number
}

const pairs: readonly Pair[] = canonicalFace.flatMap(([right, x, y, depthCm]) => {
  const [left] = canonicalFace.find(([, otherX, otherY]) => x > 0 && otherX === -x && otherY === y) ?? []
  return left === undefined ? [] : [{ left, right, depthCm, weight: x * x }]
})

interface Approach {
  /** Size of the face by its size before. */
  readonly growth: number
  /**
   * One by the distance in metres from which the face came, by its perspective: 2 at half a metre, 0 for a picture,
   * whose perspective does not change.
   */
  readonly dioptres: number
}

/** Takes meshes of the same face from farther away and from closer. */
export function approach(far: readonly Float32Array[], close: readonly Float32Array[]): Approach {
  const growths = pairs.map((pair) => meanLogWidth(close, pair) - meanLogWidth(far, pair))
  const [level, slope] = weightedLine(growths)
  const growth = Math.exp(level)
  return { growth, dioptres: growth === 1 ? 0 : (100 * slope) / (growth - 1) }
}

function meanLogWidth(meshes: readonly Float32Array[], { left, right }: Pair): number {
  const logs = meshes.map((mesh) => {
    const [a, b] = [pointOf(mesh, left), pointOf(mesh, right)]
    return Math.log(Math.max(1e-6, Math.hypot(a.x - b.x, a.y - b.y)))
  })
  return logs.reduce((sum, value) => sum + value, 0) / Math.max(1, logs.length)
}

/** Fits a line through growth by depth: its height at the mean depth, and its rise per centimetre. */
function weightedLine(growths: readonly number[]): readonly [level: number, slope: number] {
  const sum = (of: (pair: Pair, i: number) => number) =>
    pairs.reduce((total, pair, i) => total + pair.weight * of(pair, i), 0)
  const weight = sum(() => 1)
  const depth = sum(({ depthCm }) => depthCm) / weight
  const level = sum((_, i) => growths[i] ?? 0) / weight
  const slope =
    sum(({ depthCm }, i) => (depthCm - depth) * (growths[i] ?? 0)) /
    sum(({ depthCm }) => (depthCm - depth) ** 2)
  return [level, slope]
}
