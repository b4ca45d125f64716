// Lays a mesh of 478 points over a face, with the confidence that there is a face: MediaPipe's attention mesh.
import { apply, type Point, squareOnto, type Transform } from '../image/geometry/geometry.ts'
import { cut } from '../image/geometry/warp.ts'
import { giveBack } from '../image/geometry/warp-kernel.ts'
import type { Pixels } from '../image/pixels.ts'
import { fitOf, type Network, output } from './network.ts'

export const MESH_POINTS = 478

/** A turned square of the image. */
export interface Region {
  readonly middle: Point
  readonly side: number
  /** Clockwise. */
  readonly radians: number
}

export interface Mesh {
  /** x, y and z of each point in pixels of the image; z grows away from the camera and is 0 at the middle of the head. */
  readonly points: Float32Array
  /** Confidence that there is a face, 0 to 1. */
  readonly presence: number
}

export async function layMesh(network: Network, pixels: Pixels, region: Region): Promise<Mesh> {
  const fit = fitOf(network)
  const window = squareOnto(fit.width, region.middle, region.side, region.radians)
  const picture = cut(pixels, window, fit)
  const outputs = await network.run(picture)
  giveBack(picture)
  const [logit = 0] = output(outputs, 'presence')
  return {
    points: placed(output(outputs, 'points'), window, region.side / fit.width),
    presence: 1 / (1 + Math.exp(-logit)),
  }
}

export function placed(raw: Float32Array, window: Transform, scale: number): Float32Array {
  const points = new Float32Array(3 * MESH_POINTS)
  for (let i = 0; i < points.length; i += 3) {
    const { x, y } = apply(window, { x: raw[i] ?? 0, y: raw[i + 1] ?? 0 })
    points[i] = x
    points[i + 1] = y
    points[i + 2] = (raw[i + 2] ?? 0) * scale
  }
  return points
}

export function pointOf(points: Float32Array, index: number): Point {
  return { x: points[3 * index] ?? 0, y: points[3 * index + 1] ?? 0 }
}
