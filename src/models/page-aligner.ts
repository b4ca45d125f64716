// Aligns one document: its corners to the pixel, which way up it is, its kind and side.
import type { Point } from '../image/geometry/geometry.ts'
import {
  flattenInto,
  type Homography,
  project,
  type Quad,
  rectangleOnto,
} from '../image/geometry/perspective.ts'
import type { Pixels } from '../image/pixels.ts'
import { fitOf, type Network, output } from './network.ts'
import { withBuffer } from './with-buffer.ts'

interface Alignment {
  /** Corners in pixels of the picture, from the one that is upper left in the input of the network. */
  readonly quad: Quad
  /** Probabilities that the document is turned clockwise by none, one, two or three quarters. */
  readonly turns: Float32Array
  /** Probabilities of the page classes. */
  readonly classes: Float32Array
  /** Probability that there is a document at all, 0 to 1. */
  readonly present: number
}

/** Share of the input that the document fills; the rest shows what is around it. */
const SHARE = 0.8

export async function alignPage(network: Network, pixels: Pixels, quad: Quad): Promise<Alignment> {
  const fit = fitOf(network)
  const onto = lookAround(fit.width, fit.height, quad)
  const outputs = await withBuffer(3 * fit.width * fit.height, (numbers) => {
    flattenInto(pixels, onto, fit, { numbers, start: 0, columns: fit.width })
    return network.run(numbers)
  })
  const corners = output(outputs, 'corners')
  const corner = (i: number): Point => project(onto, { x: corners[2 * i] ?? 0, y: corners[2 * i + 1] ?? 0 })
  const [present = 0] = output(outputs, 'present')
  return {
    quad: [corner(0), corner(1), corner(2), corner(3)],
    turns: softmax(output(outputs, 'turn')),
    classes: softmax(output(outputs, 'class')),
    present: 1 / (1 + Math.exp(-present)),
  }
}

/** Maps the input to the picture, so that the quad fills its middle. */
function lookAround(width: number, height: number, quad: Quad): Homography {
  const inner = rectangleOnto(SHARE * width, SHARE * height, quad)
  const [left, top] = [((1 - SHARE) / 2) * width, ((1 - SHARE) / 2) * height]
  const m = (i: number): number => inner[i] ?? 0
  // It is the same mapping with its origin moved from the corner of the quad to that of the input.
  return Float64Array.of(
    m(0),
    m(1),
    m(2) - m(0) * left - m(1) * top,
    m(3),
    m(4),
    m(5) - m(3) * left - m(4) * top,
    m(6),
    m(7),
    m(8) - m(6) * left - m(7) * top,
  )
}

export function softmax(logits: Float32Array): Float32Array {
  const most = Math.max(...logits)
  const weights = logits.map((logit) => Math.exp(logit - most))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}
