// Sums numbers over the square around each place of a picture.
import { type Beyond, mixed } from './filters.ts'

const alike = (reach: number, weight: number): Float32Array => new Float32Array(reach + 1).fill(weight)

/** The squares reach so far to each side; what is beyond the edge counts as 0. */
export const boxSums = (values: Float32Array, width: number, reach: number): Float32Array =>
  mixed(values, width, alike(reach, 1), 'nothing')

/** The means of the same squares; what is beyond counts as 0, or as the edge. `into` may be `values` itself. */
export const boxMeans = (
  values: Float32Array,
  width: number,
  reach: number,
  beyond: Beyond = 'nothing',
  into?: Float32Array,
): Float32Array => mixed(values, width, alike(reach, 1 / (2 * reach + 1)), beyond, into)

/** Weights of a tent, which is what the mean of the means over squares comes to. */
export const tent = (reach: number): number[] => {
  const side = 2 * reach + 1
  return Array.from({ length: side }, (_, away) => (side - away) / side ** 2)
}
