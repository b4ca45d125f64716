// Which fields are printed on which side of which document, and over how many lines each may run.
import type { Announced, Unlabelled } from '../kinds/kind.ts'
import { type Kind, pageDefinition, type Side } from '../kinds/kinds.ts'

export interface FieldTable {
  readonly kind: Kind
  readonly side: Side
  /** The most lines a value has. */
  readonly lines: Readonly<Partial<Record<Announced, number>>>
  readonly unlabelled: readonly Unlabelled[]
}

/** Undefined for a page of which no field is read. */
export function fieldTableOf(kind: Kind, side: Side): FieldTable | undefined {
  const { lines, unlabelled = [] } = pageDefinition({ kind, side }) ?? {}
  return lines && { kind, side, lines, unlabelled }
}
