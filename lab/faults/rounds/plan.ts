// What happens in each round, drawn from a seed: the same seed gives the same plan.

export type Engine = 'sqlite' | 'postgres'

export interface RoundPlan {
  readonly number: number
  /** What dies: server and writer; the database under a living server, which dies later; or everything at once. */
  readonly kills: 'server' | 'database' | 'everything'
  /** Starts that are killed at these moments before one is let through. */
  readonly killStartsAfterMs: readonly number[]
  readonly killAfterMs: number
  /** The writer is stopped past its deadline, as a machine that is moved or swaps, and then goes on. */
  readonly pausesWriter: boolean
  readonly writerDiesFirst: boolean
  readonly databaseDownMs: number
  readonly writerSeed: number
}

/** mulberry32: numbers from 0 to below 1, good enough to choose moments with. */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function planOf(engine: Engine, seed: number, number: number): RoundPlan {
  const throwDice = dice(seed * 1_000_003 + number * 97 + (engine === 'postgres' ? 1 : 0))
  const between = (low: number, high: number) => Math.round(low + throwDice() * (high - low))
  // The first folder is born under fire: migrations and the master key are made in starts that are killed.
  const killedStarts = number === 1 ? 3 : throwDice() < 0.2 ? 1 : 0
  return {
    number,
    kills: engine === 'postgres' ? databaseToo(number) : 'server',
    killStartsAfterMs: Array.from({ length: killedStarts }, () => between(50, 700)),
    killAfterMs: between(20, 400),
    pausesWriter: engine === 'postgres' && number % 10 === 4,
    writerDiesFirst: throwDice() < 0.5,
    databaseDownMs: between(0, 500),
    writerSeed: between(0, 2 ** 31),
  }
}

function databaseToo(number: number): RoundPlan['kills'] {
  if (number % 10 === 2) return 'database'
  return number % 10 === 7 ? 'everything' : 'server'
}
