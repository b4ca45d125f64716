// A part of the scene as the renderer takes it: points in front of the camera, their normals, and what they look like.
import type { Textures } from './texture.ts'

export interface Material {
  readonly textures: Textures
  /** How far light creeps around an edge, for red, green and blue: far in skin. */
  readonly softness: readonly [number, number, number]
  readonly shine: number
  /** Of the highlight: higher is smaller. */
  readonly sharpness: number
  /** The fourth channel is cover and not shine. */
  readonly isSeeThrough?: boolean
  readonly isTwoSided?: boolean
  /** Gives light of its own and takes none: a screen. */
  readonly glow?: number
}

export interface Surface {
  /** Camera at 0, looking along -z. */
  readonly positions: Float64Array
  readonly normals: Float64Array
  /** Across and down in the texture, 0 to 1. */
  readonly uv: Float64Array
  readonly triangles: Uint32Array
  /** How much of the surroundings each point sees, 0 to 1. */
  readonly openness: Float64Array
  readonly material: Material
}

export function normalsOf(positions: Float64Array, triangles: Uint32Array): Float64Array {
  const normals = new Float64Array(positions.length)
  for (let at = 0; at < triangles.length; at += 3) {
    const a = 3 * (triangles[at] as number)
    const b = 3 * (triangles[at + 1] as number)
    const c = 3 * (triangles[at + 2] as number)
    const [ax, ay, az] = [positions[a] as number, positions[a + 1] as number, positions[a + 2] as number]
    const bx = (positions[b] as number) - ax
    const by = (positions[b + 1] as number) - ay
    const bz = (positions[b + 2] as number) - az
    const cx = (positions[c] as number) - ax
    const cy = (positions[c + 1] as number) - ay
    const cz = (positions[c + 2] as number) - az
    const nx = by * cz - bz * cy
    const ny = bz * cx - bx * cz
    const nz = bx * cy - by * cx
    for (let corner = 0; corner < 3; corner++) {
      const to = corner === 0 ? a : corner === 1 ? b : c
      normals[to] = (normals[to] as number) + nx
      normals[to + 1] = (normals[to + 1] as number) + ny
      normals[to + 2] = (normals[to + 2] as number) + nz
    }
  }
  for (let at = 0; at < normals.length; at += 3) {
    const length =
      Math.hypot(normals[at] as number, normals[at + 1] as number, normals[at + 2] as number) || 1
    for (let axis = 0; axis < 3; axis++) normals[at + axis] = (normals[at + axis] as number) / length
  }
  return normals
}

/** Rows of points from `place`, `across` + 1 by `down` + 1 of them; seen from where u goes right and v down. */
export function grid(
  across: number,
  down: number,
  place: (u: number, v: number) => readonly [number, number, number],
): Pick<Surface, 'positions' | 'uv' | 'triangles'> {
  const positions: number[] = []
  const uv: number[] = []
  const triangles: number[] = []
  for (let row = 0; row <= down; row++)
    for (let column = 0; column <= across; column++) {
      const [u, v] = [column / across, row / down]
      positions.push(...place(u, v))
      uv.push(u, v)
      if (row === down || column === across) continue
      const at = row * (across + 1) + column
      const below = at + across + 1
      triangles.push(at, below, at + 1, at + 1, below, below + 1)
    }
  return {
    positions: Float64Array.from(positions),
    uv: Float64Array.from(uv),
    triangles: Uint32Array.from(triangles),
  }
}
