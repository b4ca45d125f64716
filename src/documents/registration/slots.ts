// Gathers the parts of lines that make up each value of a certificate, and makes the values of them.
import { partConfidence, type Span, textOf } from '../fields/spans.ts'
import {
  type CompanyField,
  FIELD_ROWS,
  type LabelTarget,
  type NotedField,
  type PersonField,
  type RegistrationField,
} from './fields.ts'
import type { Section } from './sections.ts'

export interface SlotPart {
  readonly span: Span
  readonly sheet: number
}

/** Parts of lines that make up one value, in order. */
export interface Slot {
  /** Undefined where the parts are no value of the certificate's company or people. */
  readonly field: RegistrationField | undefined
  readonly parts: SlotPart[]
}

export type PersonSlots = Map<PersonField, Slot>

export interface Slots {
  readonly company: Map<CompanyField | NotedField, Slot>
  readonly representatives: PersonSlots[]
  readonly owners: PersonSlots[]
}

export const noSlots = (): Slots => ({ company: new Map(), representatives: [], owners: [] })

/** What the certificate says of a parent, a branch or a founder is gathered for no field. */
export function slotFor(slots: Slots, section: Section, target: LabelTarget): Slot {
  if (target.of === 'person') return slotOfPerson(slots, section, target.field)
  const isOurs = section === 'head' || section === 'company' || section === 'industries'
  if (target.of === 'unrelated' || !isOurs) return { field: undefined, parts: [] }
  const { field } = target
  const slot: Slot = { field, parts: [] }
  // The first value counts: a later one is about another company.
  if ((slots.company.get(field)?.parts.length ?? 0) > 0) return { field: undefined, parts: [] }
  slots.company.set(field, slot)
  return slot
}

function slotOfPerson({ representatives, owners }: Slots, section: Section, field: PersonField): Slot {
  if (section !== 'lead' && section !== 'owner') return { field: undefined, parts: [] }
  const people = section === 'lead' ? representatives : owners
  if (field === 'name' || people.length === 0) people.push(new Map())
  const slot: Slot = { field, parts: [] }
  const one = people.at(-1)
  if (one?.has(field)) return { field: undefined, parts: [] }
  one?.set(field, slot)
  return slot
}

export interface SlotValue {
  readonly text: string
  /** Probability that all of the text is right, 0 to 1; 0 where nothing was read. */
  readonly confidence: number
  readonly parts: readonly SlotPart[]
}

export const NO_VALUE: SlotValue = { text: '', confidence: 0, parts: [] }

export function valueIn(slot: Slot | undefined): SlotValue {
  if (slot?.field === undefined || slot.parts.length === 0) return NO_VALUE
  const text = FIELD_ROWS[slot.field].parse(slot.parts.map(({ span }) => textOf(span)).join('\n'))
  if (text === '') return NO_VALUE
  const confidence = slot.parts.reduce((product, { span }) => product * partConfidence(span), 1)
  return { text, confidence, parts: slot.parts }
}
