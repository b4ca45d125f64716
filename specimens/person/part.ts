// A piece of the head or body as it is built: in the head's own centimetres, before anything is turned.
import type { Material, Surface } from './surface.ts'

export interface Part extends Pick<Surface, 'positions' | 'uv' | 'triangles'> {
  readonly material: Material
  /** 1 turns with the head, 0 stays with the body; between for the neck. */
  readonly turning: Float64Array
}

/** All of it turns alike. */
export function rigid(
  shape: Pick<Surface, 'positions' | 'uv' | 'triangles'>,
  material: Material,
  turning = 1,
): Part {
  return { ...shape, material, turning: new Float64Array(shape.positions.length / 3).fill(turning) }
}

/** Turning by height: all above `from`, nothing below `to`. */
export function bending(
  shape: Pick<Surface, 'positions' | 'uv' | 'triangles'>,
  material: Material,
  from: number,
  to: number,
  least = 0,
): Part {
  const turning = Float64Array.from({ length: shape.positions.length / 3 }, (_, i) => {
    const share = ((shape.positions[3 * i + 1] as number) - to) / (from - to)
    return Math.max(least, Math.min(1, share))
  })
  return { ...shape, material, turning }
}

export const SKIN_SOFTNESS = [0.42, 0.24, 0.18] as const
export const HARD = [0.08, 0.08, 0.08] as const
