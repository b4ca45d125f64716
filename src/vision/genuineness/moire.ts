// Measures moiré, the grid of a screen or the dots of a print: a frequency that stands out in patch after patch.
import { planSpectrum, powerProducts } from '../../image/capture/spectrum.ts'
import type { Box, Point } from '../../image/geometry/geometry.ts'
import { greyPatch } from '../../image/geometry/warp-kernel.ts'
import { luminance, type Pixels } from '../../image/pixels.ts'

const SIDE = 64
const plan = planSpectrum(SIDE)
/** At most so many patches along each side of the region; more cost time and add little. */
const MAX_PATCHES = 5
/** Periods per patch: slower patterns are the face itself, faster ones do not exist in pixels. */
const SLOWEST = 10
const FASTEST = 31

/**
 * The power that rounding to whole bytes leaves in every frequency: a twelfth of a byte squared, times the squares of the
 * window. A frequency that does not rise over it is in no picture. Enlarged pictures have nothing else at the fast end, so
 * without it the traces of enlarging them stood out, and only where no lossy container had covered them.
 */
const ROUNDING = plan.window.reduce((sum, value) => sum + value * value, 0) ** 2 / 12

/** So many powers, each below 1e13, can be multiplied before the logarithm, which costs more than the rest. */
const MAX_FACTORS = 20

/**
 * The strongest lone frequency of a picture without moiré rises so far by chance: a constant, and a part that shrinks with
 * the root of the number of patches. Measured on faces of 1 to 25 patches.
 */
const CHANCE = { constant: 0.325, ofOnePatch: 2.375 }
/** Fewer patches say nothing: chance gives them more than most moiré. */
const LEAST_PATCHES = 16

/**
 * How much further the strongest lone frequency rises over its neighbours than by chance, in natural logarithms: about 0
 * for a live face, and never below.
 */
export function moire(pixels: Pixels, region: Box): number {
  const corners = patchCorners(pixels, region)
  if (corners.length < LEAST_PATCHES) return 0
  const total = new Float64Array(SIDE * SIDE)
  for (let first = 0; first < corners.length; first += MAX_FACTORS) {
    const some = corners.slice(first, first + MAX_FACTORS)
    const products = powerProducts(plan, some.length, ROUNDING, (i, greys) =>
      copyGrey(pixels, some[i] as Point, greys),
    )
    for (let i = 0; i < products.length; i++) total[i] = (total[i] ?? 0) + Math.log(products[i] ?? 0)
  }
  // The other half of the spectrum is its mirror image.
  for (let i = (SIDE / 2 + 1) * SIDE; i < total.length; i++)
    total[i] = total[(SIDE - Math.floor(i / SIDE)) * SIDE + ((SIDE - (i % SIDE)) % SIDE)] ?? 0
  const chance = CHANCE.constant + CHANCE.ofOnePatch / Math.sqrt(corners.length)
  return Math.max(0, strongestPeak(total) / corners.length - chance)
}

function strongestPeak(spectrum: Float64Array): number {
  let best = 0
  for (let v = 0; v <= SIDE / 2; v++)
    for (let u = 0; u < SIDE; u++) {
      const across = signed(u)
      const down = signed(v)
      const pace = across * across + down * down
      if (pace < SLOWEST ** 2 || pace > FASTEST ** 2 || isBlockEdge(across, down)) continue
      best = Math.max(best, (spectrum[v * SIDE + u] ?? 0) - around(spectrum, u, v))
    }
  return best
}

const signed = (index: number): number => (index <= SIDE / 2 ? index : index - SIDE)

/** JPEG and films leave a grid of eight pixels in every picture. The window spreads each of its lines over three frequencies. */
function isBlockEdge(across: number, down: number): boolean {
  const fromGrid = (value: number) => {
    const beyond = Math.abs(value) % (SIDE / 8)
    return Math.min(beyond, SIDE / 8 - beyond)
  }
  return (
    (fromGrid(across) <= 1 && Math.abs(down) <= 1) ||
    (fromGrid(down) <= 1 && Math.abs(across) <= 1) ||
    (fromGrid(across) === 0 && fromGrid(down) === 0)
  )
}

/** Mean of the ring of sixteen frequencies two away. */
function around(spectrum: Float64Array, u: number, v: number): number {
  let sum = 0
  for (let j = -2; j <= 2; j++)
    for (let i = -2; i <= 2; i++) {
      if (Math.abs(i) < 2 && Math.abs(j) < 2) continue
      sum += spectrum[((v + j + SIDE) % SIDE) * SIDE + ((u + i + SIDE) % SIDE)] ?? 0
    }
  return sum / 16
}

function patchCorners({ width, height }: Pixels, region: Box): Point[] {
  const along = (start: number, length: number, limit: number): number[] => {
    const from = Math.max(0, Math.floor(start))
    const room = Math.min(limit, Math.floor(start + length)) - from - SIDE
    if (room < 0) return []
    const count = Math.min(MAX_PATCHES, 1 + Math.floor(room / (SIDE / 2)))
    return Array.from(
      { length: count },
      (_, i) => from + Math.floor(count === 1 ? 0 : (i * room) / (count - 1)),
    )
  }
  const across = along(region.x, region.width, width)
  return along(region.y, region.height, height).flatMap((y) => across.map((x) => ({ x, y })))
}

function copyGrey(pixels: Pixels, { x: left, y: top }: Point, patch: Float32Array): void {
  if (greyPatch(pixels, { left, top, side: SIDE }, patch)) return
  const { width, data } = pixels
  for (let y = 0, i = 0; y < SIDE; y++)
    for (let x = 0, at = 3 * ((top + y) * width + left); x < SIDE; x++, i++, at += 3)
      patch[i] = luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
}
