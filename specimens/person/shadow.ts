// How much light reaches each point past everything else: from one lamp, and from all around.
import type { Surface } from './surface.ts'
import { unitOf, type Vector } from './vector.ts'

type Solid = Pick<Surface, 'positions' | 'triangles'>

interface DepthMap {
  readonly side: number
  readonly across: Vector
  readonly up: Vector
  readonly towards: Vector
  readonly middle: Vector
  readonly scale: number
  /** How far towards the lamp the nearest thing reaches. */
  readonly heights: Float32Array
}

/** What is seen of the solids from far away in the direction of `towards`, about `middle`. */
function depthMap(
  solids: readonly Solid[],
  towards: Vector,
  middle: Vector,
  spanCm: number,
  side: number,
): DepthMap {
  const aside: Vector = Math.abs(towards[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]
  const across = unitOf(cross(aside, towards))
  const map: DepthMap = {
    side,
    across,
    up: cross(towards, across),
    towards,
    middle,
    scale: side / spanCm,
    heights: new Float32Array(side * side).fill(-1e9),
  }
  for (const { positions, triangles } of solids) {
    const seen = projected(map, positions)
    for (let at = 0; at < triangles.length; at += 3)
      lay(
        map,
        seen,
        3 * (triangles[at] as number),
        3 * (triangles[at + 1] as number),
        3 * (triangles[at + 2] as number),
      )
  }
  return map
}

const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x]

function projected(
  { across, up, towards, middle, scale, side }: DepthMap,
  positions: Float64Array,
): Float32Array {
  const seen = new Float32Array(positions.length)
  for (let at = 0; at < positions.length; at += 3) {
    const x = (positions[at] as number) - middle[0]
    const y = (positions[at + 1] as number) - middle[1]
    const z = (positions[at + 2] as number) - middle[2]
    seen[at] = side / 2 + scale * (x * across[0] + y * across[1] + z * across[2])
    seen[at + 1] = side / 2 + scale * (x * up[0] + y * up[1] + z * up[2])
    seen[at + 2] = x * towards[0] + y * towards[1] + z * towards[2]
  }
  return seen
}

function lay({ side, heights }: DepthMap, seen: Float32Array, a: number, b: number, c: number): void {
  const [ax, ay, bx, by] = [
    seen[a] as number,
    seen[a + 1] as number,
    seen[b] as number,
    seen[b + 1] as number,
  ]
  const [cx, cy] = [seen[c] as number, seen[c + 1] as number]
  const whole = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  if (Math.abs(whole) < 1e-9) return
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
  const right = Math.min(side - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
  const bottom = Math.min(side - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
  const [az, bz, cz] = [seen[a + 2] as number, seen[b + 2] as number, seen[c + 2] as number]
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const px = x + 0.5 - ax
      const py = y + 0.5 - ay
      const shareB = (px * (cy - ay) - (cx - ax) * py) / whole
      const shareC = ((bx - ax) * py - px * (by - ay)) / whole
      if (shareB < 0 || shareC < 0 || shareB + shareC > 1) continue
      const height = az + shareB * (bz - az) + shareC * (cz - az)
      const at = y * side + x
      if (height > (heights[at] as number)) heights[at] = height
    }
}

const TAPS = 7
const TAP_X = Float64Array.of(0, 1, 0.5, -0.5, -1, -0.5, 0.5)
const TAP_Y = Float64Array.of(0, 0, 0.87, 0.87, 0, -0.87, -0.87)

/** Share of the neighbourhood of each point that the lamp reaches. */
function reached(map: DepthMap, positions: Float64Array, biasCm: number, reach: number): Float64Array {
  const { side, heights } = map
  const seen = projected(map, positions)
  const result = new Float64Array(positions.length / 3)
  for (let i = 0; i < result.length; i++) {
    const x = (seen[3 * i] as number) - 0.5
    const y = (seen[3 * i + 1] as number) - 0.5
    const height = seen[3 * i + 2] as number
    // Beyond the map nothing is known to stand in the way.
    if (x < 2 || y < 2 || x > side - 3 || y > side - 3) {
      result[i] = 1
      continue
    }
    let sum = 0
    for (let tap = 0; tap < TAPS; tap++) {
      const column = Math.min(side - 1, Math.max(0, Math.round(x + (TAP_X[tap] as number) * reach)))
      const row = Math.min(side - 1, Math.max(0, Math.round(y + (TAP_Y[tap] as number) * reach)))
      const over = (heights[row * side + column] as number) - height - biasCm
      sum += over <= 0 ? 1 : over >= biasCm ? 0 : 1 - over / biasCm
    }
    result[i] = sum / TAPS
  }
  return result
}

const HEAD_SPAN_CM = 44

export function lampReach(
  solids: readonly Solid[],
  towards: Vector,
  middle: Vector,
  lit: readonly Solid[],
): Float64Array[] {
  const map = depthMap(solids, towards, middle, HEAD_SPAN_CM, 176)
  return lit.map(({ positions }) => reached(map, positions, 0.3, 1.6))
}

const DIRECTIONS = 32

/** Over many directions, evenly spread (Fibonacci's spiral), weighed by how much each faces. */
export function openness(
  solids: readonly Solid[],
  lit: readonly Pick<Surface, 'positions' | 'normals'>[],
  middle: Vector,
): Float64Array[] {
  const open = lit.map(({ positions }) => new Float64Array(positions.length / 3))
  const all = lit.map(({ positions }) => new Float64Array(positions.length / 3).fill(1e-6))
  for (let i = 0; i < DIRECTIONS; i++) {
    const z = 1 - (2 * i + 1) / DIRECTIONS
    const turn = i * Math.PI * (3 - Math.sqrt(5))
    const flat = Math.sqrt(1 - z * z)
    const towards: Vector = [flat * Math.cos(turn), flat * Math.sin(turn), z]
    const map = depthMap(solids, towards, middle, HEAD_SPAN_CM, 112)
    for (const [k, { positions, normals }] of lit.entries())
      gather(
        open[k] as Float64Array,
        all[k] as Float64Array,
        normals,
        towards,
        reached(map, positions, 0.3, 1),
      )
  }
  return open.map((sums, k) => sums.map((sum, i) => sum / (all[k]?.[i] as number)))
}

function gather(
  open: Float64Array,
  all: Float64Array,
  normals: Float64Array,
  [x, y, z]: Vector,
  reaches: Float64Array,
): void {
  for (let i = 0; i < open.length; i++) {
    const facing =
      (normals[3 * i] as number) * x + (normals[3 * i + 1] as number) * y + (normals[3 * i + 2] as number) * z
    if (facing <= 0) continue
    open[i] = (open[i] as number) + facing * (reaches[i] as number)
    all[i] = (all[i] as number) + facing
  }
}
