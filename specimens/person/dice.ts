// Chance that is the same on every machine: draws from a seed, and noise that is smooth over a plane.

export interface Dice {
  /** At least 0, below 1. */
  next(): number
  between(least: number, most: number): number
  /** About the middle; beyond two spreads it is drawn in. */
  about(middle: number, spread: number): number
  /** To one side of the middle or the other, seldom near it and never far beyond the spread. */
  apart(middle: number, spread: number): number
  pick<Item>(items: readonly Item[]): Item
}

/** Whole numbers in, 32 well mixed bits out. */
export function mix(one: number, other = 0, third = 0): number {
  let bits = (one | 0) ^ Math.imul(other | 0, 0x27d4eb2f) ^ Math.imul(third | 0, 0x165667b1)
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d)
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39)
  return (bits ^ (bits >>> 15)) >>> 0
}

export function seededDice(seed: number, purpose = 0): Dice {
  const start = mix(seed, purpose, 0x5eed)
  let step = 0
  const next = () => mix(start, ++step, 77) / 2 ** 32
  const about = (middle: number, spread: number) => {
    const bell = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
    return middle + spread * Math.max(-2, Math.min(2, bell))
  }
  return {
    next,
    about,
    between: (least, most) => least + (most - least) * next(),
    apart: (middle, spread) => middle + spread * (next() < 0.5 ? -1 : 1) * (0.35 + 0.9 * next()),
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
  }
}

const corner = (x: number, y: number, seed: number): number => mix(x, y, seed) / 2 ** 31 - 1

/** -1 to 1, changing over a distance of about one. */
export function noise(x: number, y: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [across, down] = [smooth(x - left), smooth(y - top)]
  const upper = corner(left, top, seed) * (1 - across) + corner(left + 1, top, seed) * across
  const lower = corner(left, top + 1, seed) * (1 - across) + corner(left + 1, top + 1, seed) * across
  return upper * (1 - down) + lower * down
}

/** Coarse and ever finer noise together, -1 to 1. */
export function cloud(x: number, y: number, seed: number, octaves: number): number {
  let [sum, weight, total] = [0, 1, 0]
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * noise(x * 2 ** octave, y * 2 ** octave, seed + octave)
    total += weight
    weight /= 2
  }
  return sum / total
}

/**
 * The same noise along a line: `y` is fixed, and `x` goes from `least` to `most`. A texture is painted line by line, and
 * its corners are drawn once for each.
 */
export function noiseAlong(y: number, seed: number, most: number, least = 0): (x: number) => number {
  const [top, first] = [Math.floor(y), Math.floor(least)]
  const down = smooth(y - top)
  const upper = new Float64Array(Math.floor(most) + 2 - first)
  const lower = new Float64Array(upper.length)
  for (let i = 0; i < upper.length; i++) {
    upper[i] = corner(first + i, top, seed)
    lower[i] = corner(first + i, top + 1, seed)
  }
  return (x) => {
    const left = Math.floor(x)
    const across = smooth(x - left)
    const at = left - first
    const above = (upper[at] as number) * (1 - across) + (upper[at + 1] as number) * across
    const below = (lower[at] as number) * (1 - across) + (lower[at + 1] as number) * across
    return above * (1 - down) + below * down
  }
}

/** The same cloud along a line. */
export function cloudAlong(y: number, seed: number, octaves: number, most: number): (x: number) => number {
  const noises = Array.from({ length: octaves }, (_, octave) =>
    noiseAlong(y * 2 ** octave, seed + octave, most * 2 ** octave),
  )
  return (x) => {
    let [sum, weight, total] = [0, 1, 0]
    for (let octave = 0; octave < octaves; octave++) {
      sum += weight * (noises[octave] as (x: number) => number)(x * 2 ** octave)
      total += weight
      weight /= 2
    }
    return sum / total
  }
}

const smooth = (share: number): number => share * share * (3 - 2 * share)

/** 0 below `from`, 1 above `to`, smooth between. */
export function step(from: number, to: number, value: number): number {
  return smooth(Math.max(0, Math.min(1, (value - from) / (to - from))))
}

export const mixed = (one: number, other: number, share: number): number => one + (other - one) * share

/** 1 in the middle, 0.6 one spread away. */
export const bell = (distance: number, spread: number): number => Math.exp(-(distance ** 2) / 2 / spread ** 2)
