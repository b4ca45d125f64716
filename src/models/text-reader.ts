// Reads lines of text: one row of scores over all characters for every fourth pixel of a line's width.
import { distance, type Point } from '../image/geometry.ts'
import type { Pixels } from '../image/image.ts'
import { composed, flattenInto, type Homography, type Quad, rectangleOnto } from '../image/perspective.ts'
import { borrowed } from './borrowed.ts'
import { fitOfSize, type Network, output, threshold } from './network.ts'

/** What the network gave for one line; class 0 is the blank, class k the k-th character of the charset. */
export interface LineScores {
  readonly columns: number
  readonly classes: number
  /** Column after column. */
  readonly logits: Float32Array
}

const HEIGHT = 40
/** Pixels of the width for one row of scores. */
const COLUMN = 4
const STEP = 16
const NARROWEST = 64
const WIDEST = 1792
/** Lines of nearly equal width are read together, the narrower padded: each width is a new plan for the runtime. */
const WIDENING = 1.1
/** More pixels of width in one run than this gain nothing, and leave the cache. */
const MOST_WIDTH = 4096

/** Every width that the network is given. */
export const widths: readonly number[] = bucketWidths()

/** Quads around the ink in pixels of a page; `onto` maps these to the picture, which is sampled once. */
export async function scoreLines(
  network: Network,
  pixels: Pixels,
  onto: Homography,
  quads: readonly Quad[],
): Promise<LineScores[]> {
  const crops = quads.map((quad) => cropOf(network, quad))
  const scores = new Array<LineScores>(quads.length)
  for (const batch of batches(crops.map(({ width }) => width))) {
    const columns = bucketOf(Math.max(...batch.map((i) => crops[i]?.width ?? 0)))
    const room = 3 * HEIGHT * columns
    const outputs = await borrowed(batch.length * room, (numbers) => {
      for (const [place, i] of batch.entries()) {
        const { width, ontoPage } = crops[i] as Crop
        const fit = fitOfSize(network, width, HEIGHT)
        flattenInto(pixels, composed(onto, ontoPage), fit, { numbers, start: place * room, columns })
      }
      return network.run(numbers, [batch.length, 3, HEIGHT, columns])
    })
    const logits = output(outputs, 'y')
    const length = logits.length / batch.length
    const classes = (length * COLUMN) / columns
    for (const [place, i] of batch.entries()) {
      const used = Math.ceil((crops[i] as Crop).width / COLUMN)
      const start = place * length
      scores[i] = { columns: used, classes, logits: logits.subarray(start, start + used * classes) }
    }
  }
  return scores
}

interface Crop {
  /** Of the input, before it is padded. */
  readonly width: number
  readonly ontoPage: Homography
}

/** The line with a margin around its ink, brought to the height of the input and squeezed along. */
export function cropOf(network: Network, quad: Quad): Crop {
  const [a, b, c, d] = widened(quad, threshold(network, 'above'), threshold(network, 'beside'))
  const height = (distance(a, d) + distance(b, c)) / 2
  const length = (distance(a, b) + distance(d, c)) / 2
  const natural = Math.round((HEIGHT * threshold(network, 'squeeze') * length) / height)
  const width = Math.min(WIDEST, Math.max(COLUMN, natural))
  return { width, ontoPage: rectangleOnto(width, HEIGHT, [a, b, c, d]) }
}

/** By shares of its height, over and under it, and to its left and right. */
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

/** Indices of lines that are read together. */
export function batches(lengths: readonly number[]): number[][] {
  const order = lengths.map((_, i) => i).toSorted((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0))
  const found: number[][] = []
  for (const i of order) {
    const bucket = bucketOf(lengths[i] ?? 0)
    const last = found.at(-1)
    const isSame = last !== undefined && bucketOf(lengths[last[0] ?? 0] ?? 0) === bucket
    if (isSame && (last.length + 1) * bucket <= MOST_WIDTH) last.push(i)
    else found.push([i])
  }
  return found
}

export function bucketOf(width: number): number {
  return widths.find((bucket) => bucket >= width) ?? WIDEST
}

function bucketWidths(): number[] {
  const found = [NARROWEST]
  for (let width = NARROWEST; width < WIDEST; found.push(width))
    width = Math.min(WIDEST, STEP * Math.ceil((width * WIDENING) / STEP))
  return found
}
