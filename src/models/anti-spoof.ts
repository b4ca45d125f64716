// Judges from a face and its surroundings whether it was filmed live or from paper or a screen: MiniFASNetV2.
import type { Box, Transform } from '../image/geometry/geometry.ts'
import { cut, type Fit, pick } from '../image/geometry/warp.ts'
import { giveBack } from '../image/geometry/warp-kernel.ts'
import type { Pixels } from '../image/pixels.ts'
import { fitOf, type Network, output, threshold } from './network.ts'

const LIVE = 1

/** Where the picture ends nearer to the face than this, in sizes of the face, its edge is drawn out so far. */
const LEAST_CONTEXT = 1.5

/**
 * Logit of the live class against the two others: 0 is undecided, positive is live. It is the mean of two looks, because
 * one alone changes by chance: single pixels, as the network's authors shrank their pictures, and averaged ones, mirrored.
 * In a tight crop the face is larger than any that the network has learnt from: a third look, which weighs as much as the
 * two, shows it smaller.
 */
export async function judgeSpoof(network: Network, pixels: Pixels, face: Box): Promise<number> {
  const fit = fitOf(network)
  const around = surroundings(face, pixels, threshold(network, 'context'))
  const window = windowOf(around, fit)
  const logitOf = async (look: Float32Array) => {
    const outputs = await network.run(look)
    giveBack(look)
    return liveLogit(output(outputs, 'logits'))
  }
  const first = await logitOf(pick(pixels, window, fit))
  const second = await logitOf(mirrored(cut(pixels, window, fit), fit))
  const mean = (first + second) / 2
  if (around.width >= LEAST_CONTEXT * face.width) return mean
  const third = await logitOf(mirrored(cut(pixels, windowOf(enlarged(face, LEAST_CONTEXT), fit), fit), fit))
  return (mean + third) / 2
}

const windowOf = ({ x, y, width, height }: Box, fit: Fit): Transform => ({
  a: width / fit.width,
  b: 0,
  c: x,
  d: 0,
  e: height / fit.height,
  f: y,
})

function enlarged({ x, y, width, height }: Box, times: number): Box {
  const [wider, higher] = [width * times, height * times]
  return { x: x - (wider - width) / 2, y: y - (higher - height) / 2, width: wider, height: higher }
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
