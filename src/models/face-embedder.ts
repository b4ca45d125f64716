// Turns a face into 128 numbers of length one, near for the same person and far for others: SFace.
import { fitSimilarity, invert, type Point } from '../image/geometry/geometry.ts'
import { cut } from '../image/geometry/warp.ts'
import type { Pixels } from '../image/pixels.ts'
import { fitOf, type Network, output } from './network.ts'

/** Where the network expects eyes, nose tip and corners of the mouth in its 112 x 112 input; left is the image's. */
const TEMPLATE: readonly Point[] = [
  { x: 38.2946, y: 51.6963 },
  { x: 73.5318, y: 51.5014 },
  { x: 56.0252, y: 71.7366 },
  { x: 41.5493, y: 92.3655 },
  { x: 70.7299, y: 92.2041 },
]

/** Eye, eye, nose tip, corner, corner of the mouth: those on the left of the image first. */
export type FivePoints = readonly [Point, Point, Point, Point, Point]

export async function embedFace(network: Network, pixels: Pixels, points: FivePoints): Promise<Float32Array> {
  const window = invert(fitSimilarity(points, TEMPLATE))
  const outputs = await network.run(cut(pixels, window, fitOf(network)))
  return unit(output(outputs, 'vector'))
}

export function unit(vector: Float32Array): Float32Array {
  let sum = 0
  for (const number of vector) sum += number * number
  const length = Math.sqrt(sum) || 1
  return vector.map((number) => number / length)
}
