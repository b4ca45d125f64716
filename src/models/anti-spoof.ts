// Judges from a face and its surroundings whether it was filmed live or from paper or a screen: MiniFASNetV2.
import type { Box } from '../image/geometry/geometry.ts'
import { cut, type Fit, pick } from '../image/geometry/warp.ts'
import type { Pixels } from '../image/pixels.ts'
import { fitOf, type Network, output, threshold } from './network.ts'

const LIVE = 1

/**
 * Logit of the live class against the two others: 0 is undecided, positive is live. It is the mean of two looks, because
 * one alone changes by chance: single pixels, as the network's authors shrank their pictures, and averaged ones, mirrored.
 */
export async function judgeSpoof(network: Network, pixels: Pixels, face: Box): Promise<number> {
  const fit = fitOf(network)
  const { x, y, width, height } = surroundings(face, pixels, threshold(network, 'context'))
  const window = { a: width / fit.width, b: 0, c: x, d: 0, e: height / fit.height, f: y }
  const looks = [pick(pixels, window, fit), mirrored(cut(pixels, window, fit), fit)]
  let sum = 0
  for (const look of looks) sum += liveLogit(output(await network.run(look), 'logits'))
  return sum / looks.length
}

/** How much less there is around the face than the network wants, in sizes of the face; 0 where nothing lacks. */
export function missingContext(network: Network, image: Pick<Pixels, 'width' | 'height'>, face: Box): number {
  const wanted = threshold(network, 'context')
  return wanted - surroundings(face, image, wanted).width / face.width
}

/** Makes the box of the face `times` as large, moved inward near an edge, and no larger than the image. */
export function surroundings(face: Box, image: { width: number; height: number }, times: number): Box {
  const scale = Math.min(times, image.width / face.width, image.height / face.height)
  const width = face.width * scale
  const height = face.height * scale
  const within = (at: number, size: number, limit: number) => Math.min(Math.max(0, at), limit - size)
  return {
    x: within(face.x + face.width / 2 - width / 2, width, image.width),
    y: within(face.y + face.height / 2 - height / 2, height, image.height),
    width,
    height,
  }
}

function mirrored(planes: Float32Array, { width }: Fit): Float32Array {
  for (let row = 0; row < planes.length; row += width) planes.subarray(row, row + width).reverse()
  return planes
}

export function liveLogit(logits: Float32Array): number {
  const others = [...logits].filter((_, i) => i !== LIVE)
  const most = Math.max(...others)
  const sum = others.reduce((total, logit) => total + Math.exp(logit - most), 0)
  return (logits[LIVE] ?? 0) - most - Math.log(sum)
}
