// One document with known truth: a kind and a seed in, facts and drawn sides out.
import type { Kind } from '../../src/documents/kinds/kinds.ts'
import { type Cast, castFor } from './drawing/casts.ts'
import { facts as factsOf } from './facts/facts.ts'
import { type Forgery, forged } from './facts/forgeries.ts'
import type { BreakName, Facts } from './facts/record.ts'
import { other } from './papers/other.ts'
import type { Sheet } from './sheet.ts'
import { sheetsOf } from './sheets.ts'

export interface Wanted {
  readonly kind: Kind
  readonly seed: number
  /** The one rule it breaks. */
  readonly breaks?: BreakName
  /** How a forger changed it. */
  readonly forgery?: Forgery
  /** By the seed among the usual ones where none is given. */
  readonly cast?: Cast
}

export interface Specimen {
  /** Of a document that is none of ours nothing is known but its text. */
  readonly facts: Facts | undefined
  readonly cast: Cast
  readonly sheets: readonly Sheet[]
}

export function specimen({ kind, seed, breaks, forgery, cast = castFor(seed) }: Wanted): Specimen {
  const making = { cast, seed }
  if (kind === 'other') return { facts: undefined, cast, sheets: other(making) }
  const honest = factsOf(kind, seed, breaks === undefined ? {} : { breaks })
  const facts = forgery === undefined ? honest : forged(honest, forgery)
  return { facts, cast, sheets: sheetsOf(facts, making) }
}
