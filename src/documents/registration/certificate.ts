// Reads a certificate from its sheets: its kind, its company, and the people who represent it.
import { foldName } from '../text/knowledge/fold.ts'
import { type AssignedRows, assignRows } from './assign-rows.ts'
import { COMPANY_FIELDS, type CompanyField, PERSON_FIELDS, type PersonField } from './fields.ts'
import { headerOf } from './header.ts'
import { type CertificateKind, kindOf } from './kinds.ts'
import { inOrder } from './order.ts'
import { rowsOf } from './rows.ts'
import type { Sheet } from './sheet.ts'
import { type PersonSlots, type SlotValue, valueIn } from './slots.ts'

type Company = Readonly<Record<CompanyField, SlotValue>>
export type Representative = Readonly<Record<PersonField, SlotValue>>

export interface RegistrationCertificate {
  readonly kind: CertificateKind
  readonly company: Company
  readonly representatives: readonly Representative[]
  readonly owners: readonly Representative[]
  readonly capitalWords: SlotValue
  readonly change: SlotValue
}

/** So many headings and labels make a certificate where its first sheet, and so its title, is missing. */
const MIN_LANDMARKS = 5

/** Takes the sheets in any order; undefined where they are no certificate. */
export function readCertificate(sheets: readonly Sheet[]): RegistrationCertificate | undefined {
  const assigned = assignRows(inOrder(sheets.map(rowsOf)).flat())
  const kind = kindOf(assigned.head)
  if (kind === undefined && assigned.landmarks < MIN_LANDMARKS) return undefined
  const company = companyOf(assigned)
  const owners = assigned.owners.map(personOf).filter(isSomebody)
  const people = assigned.representatives.map(personOf).filter(isSomebody)
  return {
    kind: kind ?? { docType: 'ENTERPRISE', confidence: 0 },
    company,
    representatives: people.map((person) => withSecondReadings(person, owners)),
    owners,
    capitalWords: valueIn(assigned.company.get('capital_words')),
    change: valueIn(assigned.company.get('change')),
  }
}

function companyOf({ company, head }: AssignedRows): Company {
  const values = valuesFor(COMPANY_FIELDS, (field) => valueIn(company.get(field)))
  const { office, country } = headerOf(head)
  const { business_code: code } = values
  return {
    ...values,
    header: valueIn({ field: 'header', parts: [...office, ...country] }),
    issuing_office: valueIn({ field: 'issuing_office', parts: [...office] }),
    business_code: code.text ? code : valueIn(company.get('paper_number')),
  }
}

const personOf = (slots: PersonSlots): Representative =>
  valuesFor(PERSON_FIELDS, (field) => valueIn(slots.get(field)))

const valuesFor = <Name extends string>(names: readonly Name[], valueFor: (name: Name) => SlotValue) =>
  Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<Name, SlotValue>

/** A heading may be printed again without a person under it. */
const isSomebody = ({ name, id_number }: Representative): boolean => name.text !== '' || id_number.text !== ''

/**
 * Takes the more confident of two readings of one value: the owner of a company is often its representative,
 * and people often live at their contact address.
 */
function withSecondReadings(person: Representative, owners: readonly Representative[]): Representative {
  const again = owners.find((owner) => isSamePerson(owner, person))
  const agreed = valuesFor(PERSON_FIELDS, (field) =>
    again ? surer(person[field], again[field]) : person[field],
  )
  return {
    ...agreed,
    id_address: surer(agreed.id_address, agreed.contact_address),
    contact_address: surer(agreed.contact_address, agreed.id_address),
  }
}

const isSamePerson = (one: Representative, other: Representative): boolean =>
  one.id_number.text !== '' && one.id_number.text === other.id_number.text

/** Two texts are readings of one value where their letters without marks are the same. The value keeps its own place. */
function surer(one: SlotValue, other: SlotValue): SlotValue {
  const isSameValue = one.text !== '' && foldName(one.text) === foldName(other.text)
  return isSameValue && other.confidence > one.confidence ? { ...other, parts: one.parts } : one
}
