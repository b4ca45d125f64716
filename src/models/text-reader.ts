// Reads lines of text: one row of scores over all characters for every fourth pixel of a line's width.
import { distance, type Point } from '../image/geometry/geometry.ts'
import {
  composed,
  flattenInto,
  type Homography,
  type Quad,
  rectangleOnto,
} from '../image/geometry/perspective.ts'
import { type InkLight, showIn } from '../image/ink-light.ts'
import type { Pixels } from '../image/pixels.ts'
import { fitOfSize, type Network, output, threshold } from './network.ts'
import { withBuffer } from './with-buffer.ts'

/** Scores of the network for one line; class 0 is the blank, class k the k-th character of the charset. */
export interface LineScores {
  readonly columns: number
  readonly classes: number
  /** Scores column after column. */
  readonly logits: Float32Array
  /** Share of the columns before the ink begins, and after it ends; 0 where it is undefined. */
  readonly margin?: number
}

const HEIGHT = 40
/** Pixels of the width for one row of scores. */
const COLUMN = 4
const STEP = 16
const NARROWEST = 64
const WIDEST = 1792
/** Cost of starting a run, in pixels of width that could be read instead. */
const RUN = 76
/** Pixels of width in one run; more gain nothing, and do not fit into the processor's cache. */
const MOST_WIDTH = 4096

/**
 * `quads` lie around the ink, in pixels of a page; `onto` maps these to the picture, which is sampled once. A line is seen in
 * its light, in all colours where it has none.
 */
export async function scoreLines(
  network: Network,
  pixels: Pixels,
  onto: Homography,
  quads: readonly Quad[],
  lights: readonly InkLight[] = [],
): Promise<LineScores[]> {
  const crops = quads.map((quad) => cropOf(network, quad))
  const scores = new Array<LineScores>(quads.length)
  for (const batch of batches(crops.map(({ width }) => width))) {
    const columns = paddedWidth(Math.max(...batch.map((i) => crops[i]?.width ?? 0)))
    const room = 3 * HEIGHT * columns
    const outputs = await withBuffer(batch.length * room, (numbers) => {
      for (const [place, i] of batch.entries()) {
        const { width, ontoPage } = crops[i] as Crop
        const fit = fitOfSize(network, width, HEIGHT)
        const planes = { numbers, start: place * room, columns }
        flattenInto(pixels, composed(onto, ontoPage), fit, planes)
        const light = lights[i]
        if (light)
          showIn(light, { ...planes, width, height: HEIGHT }, { range: 255 * fit.times, shift: fit.shift })
      }
      return network.run(numbers, [batch.length, 3, HEIGHT, columns])
    })
    const logits = output(outputs, 'y')
    const length = logits.length / batch.length
    const classes = (length * COLUMN) / columns
    for (const [place, i] of batch.entries()) {
      const { width, margin } = crops[i] as Crop
      const used = Math.ceil(width / COLUMN)
      const start = place * length
      scores[i] = { columns: used, classes, logits: logits.subarray(start, start + used * classes), margin }
    }
  }
  return scores
}

interface Crop {
  /** Width of the input before it is padded. */
  readonly width: number
  readonly ontoPage: Homography
  /** Share of the width that lies beside the ink, at each end. */
  readonly margin: number
}

/** The line with a margin around its ink, brought to the height of the input and squeezed along. */
export function cropOf(network: Network, quad: Quad): Crop {
  const [a, b, c, d] = widened(quad, threshold(network, 'above'), threshold(network, 'beside'))
  const height = (distance(a, d) + distance(b, c)) / 2
  const length = (distance(a, b) + distance(d, c)) / 2
  const natural = Math.round((HEIGHT * threshold(network, 'squeeze') * length) / height)
  const width = Math.min(WIDEST, Math.max(COLUMN, natural))
  const ink = (distance(quad[0], quad[1]) + distance(quad[3], quad[2])) / 2
  const margin = Math.max(0, (1 - ink / Math.max(1, length)) / 2)
  return { width, ontoPage: rectangleOnto(width, HEIGHT, [a, b, c, d]), margin }
}

/** Margins as shares of the height of the line: above and below it, and to its left and right. */
export function widened([a, b, c, d]: Quad, above: number, beside: number): Quad {
  const height = (distance(a, d) + distance(b, c)) / 2
  const length = (distance(a, b) + distance(d, c)) / 2
  const along = (beside * height) / Math.max(1, length)
  const corner = (p: Point, level: Point, upright: Point): Point => ({
    x: p.x + along * (p.x - level.x) + above * (p.x - upright.x),
    y: p.y + along * (p.y - level.y) + above * (p.y - upright.y),
  })
  return [corner(a, b, d), corner(b, a, c), corner(c, d, b), corner(d, c, a)]
}

/** Groups of lines that are read together, the narrower ones padded, so that runs and padding cost the least. */
export function batches(lengths: readonly number[]): number[][] {
  const order = lengths.map((_, i) => i).toSorted((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0))
  /** Least cost of the first so many lines, and where their last batch begins. */
  const costs = [0]
  const starts = [0]
  for (let end = 1; end <= order.length; end++) {
    const padded = paddedWidth(lengths[order[end - 1] ?? 0] ?? 0)
    let [least, at] = [Number.POSITIVE_INFINITY, end - 1]
    for (let start = end - 1; start >= 0; start--) {
      const width = (end - start) * padded
      if (width > MOST_WIDTH && start < end - 1) break
      const cost = (costs[start] ?? 0) + RUN + width
      if (cost < least) [least, at] = [cost, start]
    }
    costs.push(least)
    starts.push(at)
  }
  const found: number[][] = []
  for (let end = order.length; end > 0; end = starts[end] ?? 0) found.push(order.slice(starts[end], end))
  return found.reverse()
}

/** Width of the network's input for a line of this width. */
export function paddedWidth(width: number): number {
  return Math.min(WIDEST, Math.max(NARROWEST, STEP * Math.ceil(width / STEP)))
}
