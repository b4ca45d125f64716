// Plans what happens in each round from a seed: the same seed gives the same plan.

import { seededRandom } from '../../../specimens/random.ts'

export type Engine = 'sqlite' | 'postgres'

export interface RoundPlan {
  readonly number: number
  /** The target of the kill: server and writer, the database under a running server that is killed later, or everything at once. */
  readonly kills: 'server' | 'database' | 'everything'
  /** Starts that are killed at these moments before one may finish. */
  readonly killStartsAfterMs: readonly number[]
  readonly killAfterMs: number
  /** The writer is paused past its deadline, as on a machine that is migrated or swaps, and then continues. */
  readonly pausesWriter: boolean
  readonly writerDiesFirst: boolean
  readonly databaseDownMs: number
  readonly writerSeed: number
}

export function planOf(engine: Engine, seed: number, number: number): RoundPlan {
  const random = seededRandom(seed * 1_000_003 + number * 97 + (engine === 'postgres' ? 1 : 0)).next
  const between = (low: number, high: number) => Math.round(low + random() * (high - low))
  // The first starts are killed too, while the migrations run and the master key is made.
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
