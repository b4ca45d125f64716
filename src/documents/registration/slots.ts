// Where the parts of lines are gathered that make up each value of a certificate.
import type { Span } from '../fields/spans.ts'
import type { CompanyField, Noted, PersonField, Target } from './fields.ts'
import type { Section } from './sections.ts'

export interface Part {
  readonly span: Span
  readonly sheet: number
}

/** Parts of lines that make up one value, in order. */
export interface Slot {
  readonly field: CompanyField | PersonField | Noted | 'nobody'
  readonly parts: Part[]
}

export type PersonSlots = Map<PersonField, Slot>

export interface Slots {
  readonly company: Map<CompanyField | Noted, Slot>
  readonly representatives: PersonSlots[]
  readonly owners: PersonSlots[]
}

export const noSlots = (): Slots => ({ company: new Map(), representatives: [], owners: [] })

/** What is told of a parent, a branch or a founder is gathered for nobody. */
export function slotFor(slots: Slots, section: Section, target: Target): Slot {
  if (target.of === 'person') return slotOfPerson(slots, section, target.field)
  const isOurs = section === 'head' || section === 'company' || section === 'industries'
  if (target.of === 'nobody' || !isOurs) return { field: 'nobody', parts: [] }
  const { field } = target
  const slot: Slot = { field, parts: [] }
  // What was said once is not said again of the same company.
  if ((slots.company.get(field)?.parts.length ?? 0) > 0) return { field: 'nobody', parts: [] }
  slots.company.set(field, slot)
  return slot
}

function slotOfPerson({ representatives, owners }: Slots, section: Section, field: PersonField): Slot {
  if (section !== 'lead' && section !== 'owner') return { field: 'nobody', parts: [] }
  const people = section === 'lead' ? representatives : owners
  if (field === 'name' || people.length === 0) people.push(new Map())
  const slot: Slot = { field, parts: [] }
  const one = people.at(-1)
  if (one?.has(field)) return { field: 'nobody', parts: [] }
  one?.set(field, slot)
  return slot
}
