// Computes the angles of a head from the rotation that brings the canonical face onto its mesh.
import { canonicalFace } from './canonical-face.ts'

export interface HeadAngles {
  /** Positive when the nose points to the image's right. */
  readonly yawDegrees: number
  /** Positive when the chin is up. */
  readonly pitchDegrees: number
  /** Positive when the head leans to the image's right. */
  readonly rollDegrees: number
}

/** How far the nose points away from the camera; to which side the head leans does not count. */
export const turnDegrees = ({ yawDegrees, pitchDegrees }: HeadAngles): number =>
  Math.hypot(yawDegrees, pitchDegrees)

export const degreesBetween = (one: HeadAngles, other: HeadAngles): number =>
  Math.hypot(one.yawDegrees - other.yawDegrees, one.pitchDegrees - other.pitchDegrees)

type Vector = readonly [number, number, number]
type Matrix = readonly [Vector, Vector, Vector]

export function headAngles(mesh: Float32Array): HeadAngles {
  return anglesOf(fitTurn(mesh))
}

/**
 * The rotation R that brings canonical points p closest to mesh points q = s R p + t by weighted least squares:
 * the unit quaternion of Horn's method, by power iteration on his 4 x 4 matrix.
 */
export function fitTurn(mesh: Float32Array): Matrix {
  const p = canonicalFace.map(([, x, y, z]): Vector => [x, y, z])
  // The mesh has y down and z away from the camera; the canonical face the other way around.
  const q = canonicalFace.map(
    ([point]): Vector => [mesh[3 * point] ?? 0, -(mesh[3 * point + 1] ?? 0), -(mesh[3 * point + 2] ?? 0)],
  )
  const weights = canonicalFace.map(([, , , , weight]) => weight)
  return turnOf(largestEigenvector(hornMatrix(covariance(p, q, weights))))
}

function covariance(p: readonly Vector[], q: readonly Vector[], weights: readonly number[]): number[][] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = (points: readonly Vector[], axis: 0 | 1 | 2) =>
    points.reduce((sum, point, i) => sum + point[axis] * (weights[i] ?? 0), 0) / total
  const axes = [0, 1, 2] as const
  return axes.map((row) =>
    axes.map((column) => {
      const [mp, mq] = [mean(p, row), mean(q, column)]
      return p.reduce(
        (sum, point, i) => sum + (weights[i] ?? 0) * (point[row] - mp) * ((q[i]?.[column] ?? 0) - mq),
        0,
      )
    }),
  )
}

function hornMatrix(s: number[][]): number[][] {
  const [[xx = 0, xy = 0, xz = 0] = [], [yx = 0, yy = 0, yz = 0] = [], [zx = 0, zy = 0, zz = 0] = []] = s
  return [
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ]
}

/** The matrix is shifted by its largest possible eigenvalue, so that the largest one is also the largest in size. */
function largestEigenvector(matrix: number[][]): readonly number[] {
  const shift = Math.max(...matrix.map((row) => row.reduce((sum, value) => sum + Math.abs(value), 0)))
  let vector: number[] = [1, 0.01, 0.01, 0.01]
  for (let step = 0; step < 200; step++) {
    const next = matrix.map((row, i) =>
      row.reduce((sum, value, j) => sum + value * (vector[j] ?? 0), shift * (vector[i] ?? 0)),
    )
    const length = Math.hypot(...next) || 1
    const unit = next.map((value) => value / length)
    const change = Math.hypot(...unit.map((value, i) => value - (vector[i] ?? 0)))
    vector = unit
    if (change < 1e-9) break
  }
  return vector
}

function turnOf([w = 1, x = 0, y = 0, z = 0]: readonly number[]): Matrix {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ]
}

/** Yaw and pitch are where the nose points, roll how the face is turned about that direction. */
function anglesOf(turn: Matrix): HeadAngles {
  const [[, upX, noseX], [, upY, noseY], [, , noseZ]] = turn
  const degrees = 180 / Math.PI
  return {
    yawDegrees: Math.atan2(noseX, noseZ) * degrees,
    pitchDegrees: Math.asin(Math.max(-1, Math.min(1, noseY))) * degrees,
    rollDegrees: Math.atan2(upX, upY) * degrees,
  }
}
