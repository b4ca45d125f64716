// Facts as a forger leaves them: print that was changed beside a genuine code, or the code or zone of somebody else.
import { seededDice } from '../../person/dice.ts'
import { facts as factsOf } from './facts.ts'
import { otherNumber } from './qr.ts'
import type { FactKind, Facts } from './record.ts'

/** In print the name, the birth date or the number was changed; the QR code or the zone is another person's. */
export const FORGERIES = ['name', 'birthday', 'number', 'qr', 'mrz'] as const
export type Forgery = (typeof FORGERIES)[number]

/** Another seed for the person whose name, code or zone it is. */
const OTHER = 0x4f26

type Printed = Readonly<Record<string, unknown>>

interface Sides {
  readonly front: Printed
  readonly back?: Printed
}

const MACHINES = ['qr', 'mrz'] as const

const forgeriesOf = (facts: Facts): readonly Forgery[] => {
  const { front, back = {} } = facts as unknown as Sides
  const found = MACHINES.filter((machine) => machine in front || machine in back)
  return found.length === 0 ? [] : ['name', 'birthday', 'number', ...found]
}

export function forged(facts: Facts, forgery: Forgery): Facts {
  if (!forgeriesOf(facts).includes(forgery))
    throw new Error(`a ${facts.kind} cannot be forged in its ${forgery}`)
  const other = factsOf(facts.kind as FactKind, facts.seed ^ OTHER) as unknown as Sides
  const { front, back } = facts as unknown as Sides
  const changed = (own: Printed, its: Printed | undefined): Printed => ({
    ...own,
    ...changeOf(forgery, own, its ?? {}, facts.seed),
  })
  return {
    ...facts,
    front: changed(front, other.front),
    ...(back && { back: changed(back, other.back) }),
  } as Facts
}

function changeOf(forgery: Forgery, own: Printed, other: Printed, seed: number): Printed {
  if (forgery === 'qr' || forgery === 'mrz') return pick(other, own, [forgery])
  if (forgery === 'name') return pick(other, own, ['name', 'surname', 'givenNames'])
  if (forgery === 'birthday')
    return typeof own.birthday === 'string' ? { birthday: otherDate(own.birthday) } : {}
  const field = 'passportId' in own ? 'passportId' : 'id'
  const number = own[field]
  return typeof number === 'string' ? { [field]: otherNumber(seededDice(seed, OTHER), number) } : {}
}

/** Takes from the other what stands on this side too. */
const pick = (other: Printed, own: Printed, names: readonly string[]): Printed =>
  Object.fromEntries(names.filter((name) => name in own).map((name) => [name, other[name] ?? own[name]]))

/** Another day and month of the same year, which the number agrees with. */
function otherDate(date: string): string {
  if (!date.includes('/')) return String(Number(date) + 3)
  const [day = 1, month = 1, year] = date.split('/').map(Number)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(((day + 12) % 27) + 1)}/${two(((month + 4) % 12) + 1)}/${year}`
}
