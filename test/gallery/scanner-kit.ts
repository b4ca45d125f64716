// Makes vectors for the tests of the scanner, by fast-check or from a seed, and computes their true cosines.
import fc from 'fast-check'

/** The vectors have any length and shape: dense, with a few values, or with one that is much larger than the others. */
export const anyVector: fc.Arbitrary<Float32Array> = fc
  .tuple(
    fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 128, maxLength: 128 }),
    fc.nat(127),
    fc.constantFrom(0, 1, 1e-20, 50, 1e20),
  )
  .map(([values, place, peak]) => {
    const vector = Float32Array.from(values)
    vector[place] = (vector[place] ?? 0) + peak
    return vector
  })
  .filter((vector) => vector.some((value) => value !== 0))

/** Returns numbers from -1 to 1, the same in every run. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return state / 2 ** 31
  }
}

export function unitVectors(count: number, seed: number): Float32Array[] {
  const roll = dice(seed)
  return Array.from({ length: count }, () => {
    const vector = Float32Array.from({ length: 128 }, () => roll() + roll() + roll())
    const length = Math.sqrt(dot(vector, vector))
    return vector.map((value) => value / length)
  })
}

export function cosine(a: Float32Array, b: Float32Array): number {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < 128; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}
