// Tells from the picture of a face whether it is happy, because the mesh alone shows too little: face-api's expression network.
import { type Box, middleOf, squareOnto } from '../image/geometry/geometry.ts'
import { cut } from '../image/geometry/warp.ts'
import { giveBack, lend } from '../image/geometry/warp-kernel.ts'
import type { Pixels } from '../image/pixels.ts'
import { fitOf, type Network, output } from './network.ts'

/** Names in the order of the network's outputs. */
const EXPRESSIONS = 7
const HAPPY = 1
const REGION_PER_BOX = 1.2

/** Log odds of a happy face against every other, mean of the face and its mirror image. */
export async function readHappiness(
  network: Network,
  pixels: Pixels,
  face: Box,
  radians: number,
): Promise<number> {
  const fit = fitOf(network)
  const side = REGION_PER_BOX * Math.max(face.width, face.height)
  const picture = cut(pixels, squareOnto(fit.width, middleOf(face), side, radians), fit)
  const both = withMirrorImage(picture, fit.width)
  giveBack(picture)
  const logits = output(await network.run(both), 'logits')
  giveBack(both)
  return (happiness(logits.subarray(0, EXPRESSIONS)) + happiness(logits.subarray(EXPRESSIONS))) / 2
}

export function withMirrorImage(picture: Float32Array, width: number): Float32Array {
  const both = lend(2 * picture.length)
  both.set(picture)
  for (let row = 0; row < picture.length; row += width)
    for (let x = 0, to = picture.length + row + width - 1; x < width; x++, to--)
      both[to] = picture[row + x] ?? 0
  return both
}

export function happiness(logits: Float32Array): number {
  const others = logits.filter((_, i) => i !== HAPPY)
  const most = Math.max(...others)
  const sum = others.reduce((total, logit) => total + Math.exp(logit - most), 0)
  return (logits[HAPPY] ?? 0) - most - Math.log(sum)
}
