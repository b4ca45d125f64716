// When the process that registers faces dies in each round, drawn from a seed.
import { dice } from '../rounds/plan.ts'

export interface FacePlan {
  /** What is going on in it when it dies. */
  readonly kills: 'load' | 'start' | 'snapshot'
  /** After its start, or after the registrations of this round. */
  readonly afterMs: number
  /** It dies when so many more were acknowledged, if nothing killed it before. */
  readonly registrations: number
  readonly seed: number
}

export function facePlanOf(seed: number, round: number, registrations: number): FacePlan {
  const throwDice = dice(seed * 1_000_003 + round * 89)
  const between = (low: number, high: number) => Math.round(low + throwDice() * (high - low))
  const choice = throwDice()
  const kills = choice < 0.15 ? 'start' : choice < 0.5 ? 'snapshot' : 'load'
  return {
    kills,
    afterMs: kills === 'start' ? between(30, 1500) : between(0, 30),
    registrations: between(1, 2.2 * registrations),
    seed: between(0, 2 ** 31),
  }
}
