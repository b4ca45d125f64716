// Chance of one story: everything it draws comes from the seed of the run and its own number.
import { type Dice, seededDice } from '../../specimens/person/dice.ts'

export interface Chance {
  /** True in this share of cases. */
  is(share: number): boolean
  /** A whole number, both ends among them. */
  whole(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
  /** One of the rows, in proportion to their weights. */
  weighted<Row extends { readonly weight: number }>(rows: readonly Row[]): Row
  bytes(length: number): Buffer
}

export function chanceOf(seed: number, purpose: number): Chance {
  const dice: Dice = seededDice(seed, purpose)
  const whole = (least: number, most: number) => least + Math.floor(dice.next() * (most - least + 1))
  return {
    whole,
    is: (share) => dice.next() < share,
    pick: dice.pick,
    weighted(rows) {
      const total = rows.reduce((sum, { weight }) => sum + weight, 0)
      let left = dice.next() * total
      for (const row of rows) {
        left -= row.weight
        if (left < 0) return row
      }
      return rows.at(-1) as (typeof rows)[number]
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => whole(0, 255))),
  }
}
