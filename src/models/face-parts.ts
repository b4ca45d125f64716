// Tells what is at points of a face: skin, hair, clothes, a thing; MediaPipe's selfie segmentation in six classes.
import { apply, type Box, invert, middleOf, type Point, squareOnto } from '../image/geometry/geometry.ts'
import { cut } from '../image/geometry/warp.ts'
import { giveBack } from '../image/geometry/warp-kernel.ts'
import type { Pixels } from '../image/pixels.ts'
import { fitOf, type Network, output } from './network.ts'

/** Names in the order of the network's outputs. */
export const partNames = ['background', 'hair', 'body', 'face', 'clothes', 'thing'] as const
export type FacePart = (typeof partNames)[number]
/** Shares that add up to one. */
export type FaceParts = Readonly<Record<FacePart, number>>

/** Side of the input by that of the face: the network was trained on people with something around them. Of 1.3, 1.5 and 1.8 this told masks and glasses from bare faces best. */
const REGION_PER_BOX = 1.5

export async function readParts(
  network: Network,
  pixels: Pixels,
  face: Box,
  points: readonly Point[],
): Promise<FaceParts[]> {
  const fit = fitOf(network)
  const side = REGION_PER_BOX * Math.max(face.width, face.height)
  const window = squareOnto(fit.width, middleOf(face), side)
  const picture = cut(pixels, window, fit)
  const classes = output(await network.run(picture), 'classes')
  giveBack(picture)
  const back = invert(window)
  return points.map((point) => partsAt(classes, fit.width, apply(back, point)))
}

export function partsAt(classes: Float32Array, side: number, { x, y }: Point): FaceParts {
  const clamp = (value: number) => Math.min(side - 1, Math.max(0, Math.floor(value)))
  const at = clamp(y) * side + clamp(x)
  const logits = partNames.map((_, part) => classes[part * side * side + at] ?? 0)
  const most = Math.max(...logits)
  const weights = logits.map((logit) => Math.exp(logit - most))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return Object.fromEntries(partNames.map((name, i) => [name, (weights[i] ?? 0) / total])) as FaceParts
}
