// Makes random choices that are the same for the same seed and purpose.
import { type Dice, seededDice } from '../../specimens/person/dice.ts'

export interface RandomChoices {
  /** Returns true in this share of cases. */
  is(share: number): boolean
  /** Returns a whole number; both ends are included. */
  whole(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Returns one of the rows, in proportion to their weights. */
  weighted<Row extends Weighted>(rows: readonly Row[]): Row
  bytes(length: number): Buffer
}

interface Weighted {
  readonly weight: number
}

export function seededChoices(seed: number, purpose: number): RandomChoices {
  const dice = seededDice(seed, purpose)
  const whole = (least: number, most: number) => least + Math.floor(dice.next() * (most - least + 1))
  return {
    whole,
    is: (share) => dice.next() < share,
    pick: dice.pick,
    weighted: (rows) => weighted(rows, dice),
    bytes: (length) => Buffer.from(Array.from({ length }, () => whole(0, 255))),
  }
}

export function weighted<Row extends Weighted>(rows: readonly Row[], dice: Pick<Dice, 'next'>): Row {
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  let left = dice.next() * total
  const found = rows.find(({ weight }) => {
    left -= weight
    return left < 0
  })
  return found ?? (rows.at(-1) as Row)
}
