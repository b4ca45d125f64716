// What happens in each round, drawn from a seed: the same seed gives the same plan.

import { seededRandom } from '../../kit/random.ts'

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

export function planOf(engine: Engine, seed: number, number: number): RoundPlan {
  const random = seededRandom(seed * 1_000_003 + number * 97 + (engine === 'postgres' ? 1 : 0)).next
  const between = (low: number, high: number) => Math.round(low + random() * (high - low))
  // The first folder is born under fire: migrations and the master key are made in starts that are killed.
  const killedStarts = number === 1 ? 3 : random() < 0.2 ? 1 : 0
  return {
    number,
    kills: engine === 'postgres' ? databaseToo(number) : 'server',
    killStartsAfterMs: Array.from({ length: killedStarts }, () => between(50, 700)),
    killAfterMs: between(20, 400),
    pausesWriter: engine === 'postgres' && number % 10 === 4,
    writerDiesFirst: random() < 0.5,
    databaseDownMs: between(0, 500),
    writerSeed: between(0, 2 ** 31),
  }
}

function databaseToo(number: number): RoundPlan['kills'] {
  if (number % 10 === 2) return 'database'
  return number % 10 === 7 ? 'everything' : 'server'
}
