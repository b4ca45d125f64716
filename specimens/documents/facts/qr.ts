// What the QR codes and barcodes of cards say: fields divided by a bar.
import type { Dice } from '../../person/dice.ts'
import { type Day, joined } from './days.ts'
import { digits } from './numbers.ts'
import type { Person } from './record.ts'

/** Seven fields: number, old number or nothing, name, birth, sex, residence, day of issue. */
export function chipQr(person: Person, residence: string, issue: Day): string {
  const { number, oldNumber = '', name, birth, sex } = person
  return [number, oldNumber, name, joined(birth), sex, residence, joined(issue)].join('|')
}

interface CardQrExtra {
  readonly cancelledNumber?: string
  readonly parents?: { readonly father: string; readonly mother: string }
  /** Some printings write the empty fields at the end too. */
  readonly trailing?: boolean
}

/** The seven, then a cancelled number and the parents of a child. */
export function cardQr(person: Person, residence: string, issue: Day, extra: CardQrExtra): string {
  const rest = [extra.cancelledNumber ?? '', extra.parents?.father ?? '', extra.parents?.mother ?? '']
  const needed = extra.trailing === true ? 3 : rest.findLastIndex((field) => field !== '') + 1
  return [chipQr(person, residence, issue), ...rest.slice(0, needed)].join('|')
}

/** Of the cards before the chip; what exactly it held is not public, so the sure fields only. */
export const cardBarcode = ({ number, name, birth, sex }: Person, issue: Day): string =>
  [number, name, joined(birth), sex, joined(issue)].join('|')

/** Another number for the same province, sex and year: a mismatch that no other rule can see. */
export function otherNumber(dice: Dice, number: string): string {
  for (;;) {
    const other = number.slice(0, 6) + digits(dice, number.length - 6)
    if (other !== number) return other
  }
}
