// Smooths values over the sheet of a face where only some places count, so that nothing beyond them is mixed in.
import { boxMeans } from '../../image/box-sums.ts'

/** Places along each side of the sheet that is compared: half of the unfolded one, because noise and mesh are no finer. */
export const SIDE = 64
export const PLACES = SIDE * SIDE

/** The mean of the squares around each place, three times, which is nearly a bell; beyond the sheet is 0. */
export function blurred(values: Float32Array, reach: number): Float32Array {
  const blurred = boxMeans(values, SIDE, reach)
  for (let pass = 1; pass < 3; pass++) boxMeans(blurred, SIDE, reach, 'nothing', blurred)
  return blurred
}

/** A quarter of each neighbour in a row and column, so many times: a bell far narrower than a square. */
function softened(values: Float32Array, times: number): Float32Array {
  let soft = values
  for (let pass = 0; pass < 2 * times; pass++) {
    const next = new Float32Array(PLACES)
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < SIDE; x++) {
        const i = y * SIDE + x
        const before = x > 0 ? (soft[i - 1] as number) : 0
        const after = x < SIDE - 1 ? (soft[i + 1] as number) : 0
        next[x * SIDE + y] = 0.25 * before + 0.5 * (soft[i] as number) + 0.25 * after
      }
    soft = next
  }
  return soft
}

/** How far values are smoothed: over squares, or over neighbours only. */
type Smoothing = { readonly reach: number } | { readonly times: number }

const spreadOut = (values: Float32Array, how: Smoothing): Float32Array =>
  'reach' in how ? blurred(values, how.reach) : softened(values, how.times)

/** Smooths values where `shared` is 1 and leaves all others out; every value must be finite. */
export function smoother(shared: Float32Array) {
  const weights = new Map<string, Float32Array>()
  return (values: Float32Array, how: Smoothing): Float32Array => {
    const key = JSON.stringify(how)
    const weight = weights.get(key) ?? spreadOut(shared, how)
    weights.set(key, weight)
    const own = new Float32Array(PLACES)
    for (let i = 0; i < PLACES; i++) own[i] = (values[i] as number) * (shared[i] as number)
    const smooth = spreadOut(own, how)
    for (let i = 0; i < PLACES; i++) smooth[i] = (smooth[i] as number) / Math.max(1e-3, weight[i] as number)
    return smooth
  }
}

/** The standard deviation where `shared` is 1. */
export function deviation(values: Float32Array, shared: Float32Array): number {
  let [count, sum, squares] = [0, 0, 0]
  for (let i = 0; i < PLACES; i++) {
    if (shared[i] !== 1) continue
    count += 1
    sum += values[i] as number
    squares += (values[i] as number) ** 2
  }
  return count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}
