// Which fields are printed on which side of which document, and over how many lines each may run.
import type { Unlabelled } from '../kinds/kind.ts'
import { type Kind, kindDefinition, pageDefinition, type Side } from '../kinds/kinds.ts'
import type { NumberShape } from './numbers.ts'
import type { Announced } from './rows.ts'

export interface FieldTable {
  readonly kind: Kind
  readonly side: Side
  /** The most lines a value has. */
  readonly lines: Readonly<Partial<Record<Announced, number>>>
  readonly unlabelled: readonly Unlabelled[]
  readonly farthestBelow?: number
  /** The shape of the number that the document has. */
  readonly number: NumberShape
}

/** Undefined for a page of which no field is read. */
export function fieldTableOf(kind: Kind, side: Side): FieldTable | undefined {
  const { lines, unlabelled = [], farthestBelow } = pageDefinition({ kind, side }) ?? {}
  const number = kindDefinition(kind).number?.shape ?? 'personal'
  return lines && { kind, side, lines, unlabelled, number, ...(farthestBelow && { farthestBelow }) }
}
