// Makes faces as vectors, always the same: clusters of directions, and queries that are mates of one of them, easy and hard.
import { VALUES, type Vectors } from './search-peers/peer.ts'

const CLUSTERS = 256
/** The share of a face that its cluster has in common: different persons of a cluster then have a cosine of 0.12. */
const CLUSTER_SHARE = 0.35
const [HARDEST_COSINE, EASIEST_COSINE] = [0.4, 0.85]

export interface Question {
  readonly vector: Float32Array
  /** The slot of the nearest by plain arithmetic. */
  readonly nearest: number
}

export function makeGallery(size: number, seed: number): Vectors {
  const roll = bellDice(seed)
  const centres = Array.from({ length: CLUSTERS }, () => direction(roll))
  const values = new Float32Array(size * VALUES)
  for (let slot = 0; slot < size; slot++) {
    const centre = centres[slot % CLUSTERS] ?? new Float32Array(VALUES)
    values.set(mix(centre, direction(roll), CLUSTER_SHARE), slot * VALUES)
  }
  return { size, values }
}

export function makeQuestions(gallery: Vectors, count: number, seed: number): Question[] {
  const roll = bellDice(seed)
  const vectors = Array.from({ length: count }, (_, i) => {
    const slot = Math.floor(((i + 0.5) / count) * gallery.size)
    const mate = gallery.values.subarray(slot * VALUES, (slot + 1) * VALUES)
    const share = (i * 0.618034) % 1
    return mix(mate, away(direction(roll), mate), HARDEST_COSINE + share * (EASIEST_COSINE - HARDEST_COSINE))
  })
  const nearest = nearestOf(gallery, vectors)
  return vectors.map((vector, i) => ({ vector, nearest: nearest[i] ?? -1 }))
}

/** The truth is every product of every pair, summed in double precision. */
function nearestOf({ size, values }: Vectors, vectors: readonly Float32Array[]): number[] {
  const best = vectors.map(() => ({ slot: -1, cosine: -Infinity }))
  for (let slot = 0; slot < size; slot++) {
    const at = slot * VALUES
    for (let query = 0; query < vectors.length; query++) {
      const vector = vectors[query] as Float32Array
      let cosine = 0
      for (let i = 0; i < VALUES; i++) cosine += (vector[i] as number) * (values[at + i] as number)
      if (cosine > (best[query]?.cosine ?? 0)) best[query] = { slot, cosine }
    }
  }
  return best.map(({ slot }) => slot)
}

/** The distribution is nearly normal: the sum of the four bytes of a random number. */
function bellDice(seed: number): () => number {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state & 255) + ((state >>> 8) & 255) + ((state >>> 16) & 255) + (state >>> 24) - 510
  }
}

function direction(roll: () => number): Float32Array {
  const vector = new Float32Array(VALUES)
  for (let i = 0; i < VALUES; i++) vector[i] = roll()
  return unit(vector)
}

/** Returns a direction without its part along another. */
function away(vector: Float32Array, other: Float32Array): Float32Array {
  let along = 0
  for (let i = 0; i < VALUES; i++) along += (vector[i] as number) * (other[i] as number)
  return unit(vector.map((value, i) => value - along * (other[i] as number)))
}

function mix(one: Float32Array, other: Float32Array, share: number): Float32Array {
  const rest = Math.sqrt(1 - share * share)
  const vector = new Float32Array(VALUES)
  for (let i = 0; i < VALUES; i++) vector[i] = share * (one[i] as number) + rest * (other[i] as number)
  return unit(vector)
}

function unit(vector: Float32Array): Float32Array {
  let squares = 0
  for (let i = 0; i < VALUES; i++) squares += (vector[i] as number) ** 2
  const length = Math.sqrt(squares)
  for (let i = 0; i < VALUES; i++) vector[i] = (vector[i] as number) / length
  return vector
}
