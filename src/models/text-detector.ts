// Finds the lines of text on a page.

import { composed, flattenInto, type Homography, type Quad } from '../image/geometry/perspective.ts'
import type { Pixels } from '../image/pixels.ts'
import { fitOfSize, type Network, output, threshold } from './network.ts'
import { decodeLines } from './text-lines.ts'
import { withBuffer } from './with-buffer.ts'

/** Widths that the network was trained at; heights follow the page, in steps that it can halve. */
const LANDSCAPE_WIDTH = 640
const PORTRAIT_WIDTH = 704
const STEP = 32

interface FoundLine {
  /** Corners around the ink, in pixels of the page. */
  readonly quad: Quad
  /** 0 to 1. */
  readonly score: number
}

/** Returns lines in reading order. `onto` maps pixels of the page to those of the picture; `leastScore` is the network's own unless it is given. */
export async function detectLines(
  network: Network,
  pixels: Pixels,
  onto: Homography,
  page: { readonly width: number; readonly height: number },
  leastScore = threshold(network, 'score'),
): Promise<FoundLine[]> {
  const { width, height } = inputSize(page)
  const [right, down] = [page.width / width, page.height / height]
  const ontoPage = Float64Array.of(right, 0, 0, 0, down, 0, 0, 0, 1)
  const outputs = await withBuffer(3 * width * height, (numbers) => {
    const fit = fitOfSize(network, width, height)
    flattenInto(pixels, composed(onto, ontoPage), fit, { numbers, start: 0, columns: width })
    return network.run(numbers, [1, 3, height, width])
  })
  const lines = decodeLines(output(outputs, 'text'), output(outputs, 'reach'), width / 4, {
    band: threshold(network, 'band'),
    score: leastScore,
  })
  return lines.map(({ quad: [a, b, c, d], score }) => {
    const placed = ({ x, y }: Quad[0]) => ({ x: x * right, y: y * down })
    return { quad: [placed(a), placed(b), placed(c), placed(d)], score }
  })
}

/** The page fills the input, stretched by a few percent at most. */
export function inputSize(page: { readonly width: number; readonly height: number }) {
  const width = page.width >= page.height ? LANDSCAPE_WIDTH : PORTRAIT_WIDTH
  const height = Math.max(STEP, STEP * Math.round((width * page.height) / page.width / STEP))
  return { width, height }
}
