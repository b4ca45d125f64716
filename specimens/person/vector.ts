// Points and directions in space, in centimetres: x to the image's right, y up, z towards the camera.

export type Vector = readonly [number, number, number]

export interface Eyeball {
  readonly middle: Vector
  readonly radius: number
}

export const at = (points: Float64Array, index: number): Vector => [
  points[3 * index] as number,
  points[3 * index + 1] as number,
  points[3 * index + 2] as number,
]

export const plus = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [a + x, b + y, c + z]
export const minus = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [a - x, b - y, c - z]
export const times = ([a, b, c]: Vector, factor: number): Vector => [a * factor, b * factor, c * factor]
export const dot = ([a, b, c]: Vector, [x, y, z]: Vector): number => a * x + b * y + c * z
export const unitOf = (vector: Vector): Vector => times(vector, 1 / (Math.hypot(...vector) || 1))
export const between = (one: Vector, other: Vector, share: number): Vector =>
  plus(one, times(minus(other, one), share))

/** Three rows. */
export type Turn = readonly [Vector, Vector, Vector]

/** First about the line of sight, then up or down, then to a side: the nose points where yaw and pitch say. */
export function turnOf(yawDegrees: number, pitchDegrees: number, rollDegrees: number): Turn {
  const [yaw, pitch, roll] = [yawDegrees, pitchDegrees, rollDegrees].map(
    (degrees) => (degrees * Math.PI) / 180,
  )
  const [sy, cy] = [Math.sin(yaw ?? 0), Math.cos(yaw ?? 0)]
  const [sp, cp] = [Math.sin(pitch ?? 0), Math.cos(pitch ?? 0)]
  const [sr, cr] = [Math.sin(roll ?? 0), Math.cos(roll ?? 0)]
  // Columns of yaw after pitch: where x, y and z of the head go.
  const side: Vector = [cy, 0, -sy]
  const up: Vector = [-sy * sp, cp, -cy * sp]
  const nose: Vector = [sy * cp, sp, cy * cp]
  const x = plus(times(side, cr), times(up, -sr))
  const y = plus(times(side, sr), times(up, cr))
  return [
    [x[0], y[0], nose[0]],
    [x[1], y[1], nose[1]],
    [x[2], y[2], nose[2]],
  ]
}

export const turned = ([x, y, z]: Turn, vector: Vector): Vector => [
  dot(x, vector),
  dot(y, vector),
  dot(z, vector),
]
