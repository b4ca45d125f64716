// How much two vectors look alike: 1 the same direction, 0 nothing in common.

/** Both have length one. */
export function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += (one[i] as number) * (other[i] as number)
  return sum
}
