// What is known of a driving licence once its sides and sources are one.
import type { ClassRow } from '../fields/class-rows.ts'
import type { Kind } from '../kinds/kinds.ts'
import { combine } from '../merge/combine.ts'
import type { Known } from '../merge/known.ts'
import type { Day } from '../text/dates.ts'
import type { LicenceSide } from './side-reading.ts'

export interface Facts extends Known {
  readonly kind: Kind
  /** That it is of this kind, 0 to 1. */
  readonly confidence: number
  readonly rows: readonly ClassRow[]
  readonly sides: readonly LicenceSide[]
}

/** Whose kind is that of the licence. */
export function surestOf(sides: readonly LicenceSide[]): LicenceSide {
  const [surest] = sides.toSorted((a, b) => b.confidence - a.confidence)
  if (!surest) throw new Error('a licence without a side')
  return surest
}

/** Of at least one side. */
export function factsOf(sides: readonly LicenceSide[], today: Day): Facts {
  const voices = sides.flatMap(({ side, readings }) => readings.map((reading) => ({ ...reading, side })))
  return {
    kind: surestOf(sides).kind,
    confidence: Math.min(...sides.map(({ confidence }) => confidence)),
    rows: sides.flatMap(({ rows }) => rows),
    sides,
    combined: combine(voices),
    today,
  }
}
