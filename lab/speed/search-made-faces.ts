// Makes as many faces as asked, always the same one for the same number, and queries whose nearest face is then found one by one.
import { VALUES } from './search-peers/peer.ts'

/** Of a query and the face that it was made from: hard ones and easy ones. */
const [HARDEST, EASIEST] = [0.4, 0.85]

/** What the server reads from its database is made again here. */
export function faceOf(number: number, into: Float32Array): Float32Array {
  let state = Math.imul(number + 1, 0x9e3779b1) | 1
  let squares = 0
  for (let i = 0; i < VALUES; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const value = (state & 255) + ((state >>> 8) & 255) + ((state >>> 16) & 255) + (state >>> 24) - 510
    into[i] = value
    squares += value * value
  }
  const length = Math.sqrt(squares)
  for (let i = 0; i < VALUES; i++) into[i] = (into[i] as number) / length
  return into
}

export interface Query {
  readonly vector: Float32Array
  nearest: number
  cosine: number
}

/** A query lies near one face; it is counted against every face that comes later too. */
export function queriesFor(size: number, count: number): Query[] {
  return Array.from({ length: count }, (_, i) => {
    const mate = faceOf(Math.floor(((i + 0.5) / count) * size), new Float32Array(VALUES))
    const other = faceOf(0x7fffffff - i, new Float32Array(VALUES))
    const share = HARDEST + ((i * 0.618034) % 1) * (EASIEST - HARDEST)
    const mixed = mate.map(
      (value, at) => share * value + Math.sqrt(1 - share * share) * (other[at] as number),
    )
    const length = Math.hypot(...mixed)
    return { vector: mixed.map((value) => value / length), nearest: -1, cosine: -Infinity }
  })
}

export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let i = 0; i < VALUES; i++) sum += (one[i] as number) * (other[i] as number)
  return sum
}

/** Compares a face with every query. */
export function compare(queries: readonly Query[], number: number, face: Float32Array): void {
  for (const query of queries) {
    const cosine = dot(query.vector, face)
    if (cosine > query.cosine) [query.nearest, query.cosine] = [number, cosine]
  }
}
