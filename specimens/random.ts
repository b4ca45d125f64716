// Generates random numbers that are the same for the same seed on every machine: xoshiro128++, seeded by splitmix32.

export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** A whole number, at least 0, below `bound`. */
  below(bound: number): number
  /** A draw from the standard normal distribution. */
  normal(): number
  /** A new array in another order. */
  shuffled<Item>(items: readonly Item[]): Item[]
}

export function seededRandom(seed: number): Random {
  const bits = xoshiro128(splitState(seed))
  const next = () => bits() / 2 ** 32
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    next,
    below,
    // This is the method of Box and Muller; 1 - next() is never 0, whose logarithm is infinite.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    shuffled: (items) => {
      const order = [...items]
      for (let last = order.length - 1; last > 0; last--) {
        const other = below(last + 1)
        const moved = order[last] as (typeof order)[number]
        order[last] = order[other] as (typeof order)[number]
        order[other] = moved
      }
      return order
    },
  }
}

/** Returns at most `limit` of the items, none twice; all of them where there are no more. */
export function drawSome<Item>(items: readonly Item[], limit: number, random: () => number): Item[] {
  const rest = [...items]
  if (rest.length <= limit) return rest
  return Array.from({ length: limit }, () => rest.splice(Math.floor(random() * rest.length), 1)).flat()
}

export type State = readonly [number, number, number, number]

/** Returns whole numbers of 32 bits; the state must not be four zeros. */
export function xoshiro128(state: State): () => number {
  let [a, b, c, d] = state
  return () => {
    const result = (rotate((a + d) | 0, 7) + a) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotate(d, 11)
    return result
  }
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by))
}

/** Neighbouring seeds lead to states that have nothing in common. */
function splitState(seed: number): State {
  let walk = seed | 0
  const split = () => {
    walk = (walk + 0x9e3779b9) | 0
    let mixed = walk ^ (walk >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return mixed ^ (mixed >>> 15)
  }
  return [split(), split(), split(), split()]
}
