// Finds faces and six points on each: BlazeFace, in its short range (selfies) and full range (small faces) forms.
import {
  apply,
  type Box,
  middleOf,
  overlap,
  type Point,
  scaleOf,
  squareOnto,
  type Transform,
} from '../image/geometry/geometry.ts'
import { cut } from '../image/geometry/warp.ts'
import { giveBack } from '../image/geometry/warp-kernel.ts'
import type { Pixels } from '../image/pixels.ts'
import { fitOf, type Network, output, threshold } from './network.ts'

/** Points of a face in the order of the network; left and right are the image's. */
export const LEFT_EYE = 0
export const RIGHT_EYE = 1
const POINTS = 6

export interface Detection {
  readonly box: Box
  readonly points: readonly Point[]
  /** 0 to 1. */
  readonly score: number
  /** Clockwise turn of the image in which the face was found. */
  readonly radians: number
}

/** The network answers once per anchor: `each` anchors in every cell of a square grid, grid after grid. */
interface AnchorGrid {
  readonly cells: number
  readonly each: number
}

export const shortRangeGrids: readonly AnchorGrid[] = [
  { cells: 16, each: 2 },
  { cells: 8, each: 6 },
]
export const fullRangeGrids: readonly AnchorGrid[] = [{ cells: 48, each: 1 }]

/**
 * Detects faces in one square of the image, turned by so much clockwise; outside the image it is black.
 */
export async function detectFaces(
  network: Network,
  anchors: readonly Point[],
  pixels: Pixels,
  square: Box,
  radians = 0,
): Promise<Detection[]> {
  const fit = fitOf(network)
  const window = squareOnto(fit.width, middleOf(square), square.width, radians)
  const picture = cut(pixels, window, fit)
  const outputs = await network.run(picture)
  giveBack(picture)
  const found = decode(output(outputs, 'boxes'), output(outputs, 'scores'), anchors, {
    side: fit.width,
    least: threshold(network, 'score'),
  })
  return suppress(found, threshold(network, 'suppression')).map((face) =>
    placed(face, window, fit.width, radians),
  )
}

/** Middles of the anchors, as shares of the input. */
export function layAnchors(grids: readonly AnchorGrid[]): Point[] {
  const anchors: Point[] = []
  for (const { cells, each } of grids)
    for (let row = 0; row < cells; row++)
      for (let column = 0; column < cells; column++)
        for (let i = 0; i < each; i++) anchors.push({ x: (column + 0.5) / cells, y: (row + 0.5) / cells })
  return anchors
}

/** Detections in shares of the input square. */
export function decode(
  boxes: Float32Array,
  scores: Float32Array,
  anchors: readonly Point[],
  { side, least }: { readonly side: number; readonly least: number },
): Detection[] {
  const stride = 4 + 2 * POINTS
  const leastLogit = Math.log(least / (1 - least))
  const found: Detection[] = []
  for (const [i, anchor] of anchors.entries()) {
    const logit = scores[i] ?? -Infinity
    // The condition is negated so that a score that is NaN is no detection.
    if (!(logit >= leastLogit)) continue
    const at = i * stride
    const value = (offset: number) => (boxes[at + offset] ?? 0) / side
    const width = value(2)
    const height = value(3)
    const points: Point[] = []
    for (let p = 0; p < POINTS; p++)
      points.push({ x: value(4 + 2 * p) + anchor.x, y: value(5 + 2 * p) + anchor.y })
    found.push({
      box: { x: value(0) + anchor.x - width / 2, y: value(1) + anchor.y - height / 2, width, height },
      points,
      score: 1 / (1 + Math.exp(-logit)),
      radians: 0,
    })
  }
  return found
}

/** Merges anchors that found the same face, averaged by score. */
export function suppress(found: readonly Detection[], limit: number): Detection[] {
  let rest = found.toSorted((one, other) => other.score - one.score)
  const kept: Detection[] = []
  while (rest[0]) {
    const best = rest[0]
    const same = rest.filter((one) => one === best || overlap(best.box, one.box) > limit)
    rest = rest.filter((one) => !same.includes(one))
    kept.push(blend(same, best.score))
  }
  return kept
}

function blend(same: readonly Detection[], score: number): Detection {
  const total = same.reduce((sum, one) => sum + one.score, 0)
  const mean = (value: (one: Detection) => number) =>
    same.reduce((sum, one) => sum + value(one) * one.score, 0) / total
  return {
    box: {
      x: mean(({ box }) => box.x),
      y: mean(({ box }) => box.y),
      width: mean(({ box }) => box.width),
      height: mean(({ box }) => box.height),
    },
    points: Array.from({ length: POINTS }, (_, p) => ({
      x: mean(({ points }) => points[p]?.x ?? 0),
      y: mean(({ points }) => points[p]?.y ?? 0),
    })),
    score,
    radians: 0,
  }
}

/** Maps shares of the input to pixels of the image. A turned box is as large as before, and upright by the nearest quarter. */
function placed(
  { box, points, score }: Detection,
  window: Transform,
  side: number,
  radians: number,
): Detection {
  const inImage = ({ x, y }: Point) => apply(window, { x: x * side, y: y * side })
  const middle = inImage(middleOf(box))
  const times = scaleOf(window) * side
  const isOnSide = Math.abs(Math.sin(radians)) > Math.SQRT1_2
  const [width, height] = isOnSide
    ? [times * box.height, times * box.width]
    : [times * box.width, times * box.height]
  return {
    box: { x: middle.x - width / 2, y: middle.y - height / 2, width, height },
    points: points.map(inImage),
    score,
    radians,
  }
}
