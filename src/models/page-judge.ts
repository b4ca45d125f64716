// Judges how a page was photographed, from six patches: off a screen, off a copy, blurred, in glare, in the dark.
import { composed, flattenInto, type Homography } from '../image/geometry/perspective.ts'
import type { Pixels } from '../image/pixels.ts'
import { fitOfSize, type Network, output } from './network.ts'
import { withBuffer } from './with-buffer.ts'

/** Names in the order of the network's outputs. */
const qualityNames = ['recapture', 'photocopy', 'blur', 'glare', 'darkness'] as const
export type QualityName = (typeof qualityNames)[number]
/** Probability of each, 0 to 1. */
export type Quality = Readonly<Record<QualityName, number>>

const PATCH = 192
/** Width to which a page is brought, in pixels: patterns of screens and of print are recognised by their size. */
const PAGE_WIDTH = 1024
const COLUMNS = 3
const ROWS = 2

/** `onto` maps pixels of the page to those of the picture. */
export async function judgePage(
  network: Network,
  pixels: Pixels,
  onto: Homography,
  page: { readonly width: number; readonly height: number },
): Promise<Quality> {
  const fit = fitOfSize(network, PATCH, PATCH)
  const patch = 3 * PATCH * PATCH
  const outputs = await withBuffer(COLUMNS * ROWS * patch, (numbers) => {
    for (const [i, place] of patchPlaces(page).entries())
      flattenInto(pixels, composed(onto, place), fit, { numbers, start: i * patch, columns: PATCH })
    return network.run(numbers, [COLUMNS * ROWS, 3, PATCH, PATCH])
  })
  return qualityOf(output(outputs, 'scores'))
}

/** Mappings of the patches to the page; they stand in the middles of a grid. */
export function patchPlaces(page: { readonly width: number; readonly height: number }): Homography[] {
  const scale = page.width / PAGE_WIDTH
  return Array.from({ length: COLUMNS * ROWS }, (_, i) => {
    const x = ((i % COLUMNS) + 0.5) * (page.width / COLUMNS) - (scale * PATCH) / 2
    const y = (Math.floor(i / COLUMNS) + 0.5) * (page.height / ROWS) - (scale * PATCH) / 2
    return Float64Array.of(scale, 0, x, 0, scale, y, 0, 0, 1)
  })
}

/** A fault of the whole page is the mean over the patches; glare is a spot, so its worst patch decides. */
export function qualityOf(scores: Float32Array): Quality {
  const count = qualityNames.length
  const patches = scores.length / count
  const share = (name: number): number => {
    const logits = Array.from({ length: patches }, (_, i) => scores[i * count + name] ?? 0)
    const logit =
      qualityNames[name] === 'glare'
        ? Math.max(...logits)
        : logits.reduce((sum, one) => sum + one, 0) / patches
    return 1 / (1 + Math.exp(-logit))
  }
  return Object.fromEntries(qualityNames.map((name, i) => [name, share(i)])) as Quality
}
