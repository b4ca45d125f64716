// Pastes one eye of a photograph into another of the same person, aligned by the mesh, with a soft edge.

import { apply, distance, fitSimilarity, type Point } from '../../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { pointOf } from '../../../src/models/face-mesh.ts'
import { bilinear } from './bilinear.ts'
import { type EyeSide, eyes } from './eye-points.ts'

export interface FacePicture {
  readonly pixels: Pixels
  readonly mesh: Float32Array
}

/** The area that is replaced completely, and the end of its soft edge, in widths of the eye along it and across it. */
const WHOLE = { along: 0.62, across: 0.3 }
const EDGE = { along: 0.95, across: 0.55 }

export function pasteEye(into: FacePicture, from: FacePicture, side: EyeSide): Pixels {
  const { corners, around } = eyes[side]
  const still = [...corners, ...around]
  const placed = (mesh: Float32Array) => still.map((index) => pointOf(mesh, index))
  const toSource = fitSimilarity(placed(into.mesh), placed(from.mesh))
  const [a, b] = corners.map((index) => pointOf(into.mesh, index)) as [Point, Point]
  const width = distance(a, b)
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  const along = { x: (b.x - a.x) / width, y: (b.y - a.y) / width }
  const shareAt = (x: number, y: number): number => {
    const [dx, dy] = [x - middle.x, y - middle.y]
    const u = Math.abs(dx * along.x + dy * along.y) / width
    const v = Math.abs(dy * along.x - dx * along.y) / width
    const outside = Math.max(rise(u, WHOLE.along, EDGE.along), rise(v, WHOLE.across, EDGE.across))
    return 1 - outside
  }
  const { width: columns, height: rows } = into.pixels
  const data = Uint8Array.from(into.pixels.data)
  const shift = colourShift(into, from, around)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const share = shareAt(x, y)
      if (share <= 0) continue
      const source = apply(toSource, { x, y })
      for (let channel = 0; channel < 3; channel++) {
        const at = 3 * (y * columns + x) + channel
        const taken = bilinear(from.pixels, source, channel) + (shift[channel] as number)
        data[at] = Math.min(255, Math.max(0, (1 - share) * (data[at] as number) + share * taken + 0.5))
      }
    }
  return { ...into.pixels, data }
}

const rise = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)))

/** Light differs from frame to frame, so the skin around the eye is brought to the same colour. */
function colourShift(into: FacePicture, from: FacePicture, around: readonly number[]): number[] {
  const mean = ({ pixels, mesh }: FacePicture, channel: number) =>
    around.reduce((sum, index) => sum + bilinear(pixels, pointOf(mesh, index), channel), 0) / around.length
  return [0, 1, 2].map((channel) => mean(into, channel) - mean(from, channel))
}
