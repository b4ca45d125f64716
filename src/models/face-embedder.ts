// Embeds a face as a vector of 128 numbers and length one, near for the same person and far for others: SFace.
import { fitSimilarity, invert, type Point, type Transform } from '../image/geometry/geometry.ts'
import { cut } from '../image/geometry/warp.ts'
import { giveBack } from '../image/geometry/warp-kernel.ts'
import type { Pixels } from '../image/pixels.ts'
import { pointOf } from './face-mesh.ts'
import { fitOf, type Network, output } from './network.ts'

/** Where the network expects eyes, nose tip and corners of the mouth in its 112 x 112 input; left is the image's. */
const TEMPLATE: readonly Point[] = [
  { x: 38.2946, y: 51.6963 },
  { x: 73.5318, y: 51.5014 },
  { x: 56.0252, y: 71.7366 },
  { x: 41.5493, y: 92.3655 },
  { x: 70.7299, y: 92.2041 },
]

/** Eyes, tip of the nose, corners of the mouth: those on the left of the image come first. */
export type FivePoints = readonly [Point, Point, Point, Point, Point]

/** Points of the mesh, with the middles of the irises as eyes: this choice gave the fewest errors when measured. */
export function fivePoints(mesh: Float32Array): FivePoints {
  return [pointOf(mesh, 468), pointOf(mesh, 473), pointOf(mesh, 4), pointOf(mesh, 61), pointOf(mesh, 291)]
}

/** Brings the points of an image to where the network expects them. */
export const placeFace = (points: FivePoints): Transform => fitSimilarity(points, TEMPLATE)

/**
 * The second look is mirrored and shows a little more around the face. The middle of both tells people apart better
 * than either does, most of all people of one origin: docs/evidence/accuracy.md has the figures.
 */
const WIDER = 0.92
/** Stays where it is: between the eyes and the mouth. */
const STILL: Point = { x: 56, y: 60 }

function secondLook({ a, b, c, d, e, f }: Transform): Transform {
  return {
    a: -WIDER * a,
    b: -WIDER * b,
    c: STILL.x - WIDER * (c - STILL.x),
    d: WIDER * d,
    e: WIDER * e,
    f: STILL.y + WIDER * (f - STILL.y),
  }
}

/** For comparing people; both looks have length one before they are added. */
export async function embedTwice(network: Network, pixels: Pixels, placed: Transform): Promise<Float32Array> {
  const first = await embedFace(network, pixels, placed)
  const second = await embedFace(network, pixels, secondLook(placed))
  return unit(first.map((number, i) => number + (second[i] ?? 0)))
}

/** `placed` maps the image onto the network's input. */
export async function embedFace(network: Network, pixels: Pixels, placed: Transform): Promise<Float32Array> {
  const look = cut(pixels, invert(placed), fitOf(network))
  const outputs = await network.run(look)
  giveBack(look)
  return unit(output(outputs, 'vector'))
}

export function unit(vector: Float32Array): Float32Array {
  let sum = 0
  for (const number of vector) sum += number * number
  const length = Math.sqrt(sum) || 1
  return vector.map((number) => number / length)
}
