// A certificate as its sheets say it: what it is, its company, and the people who stand for it.

import { type AssignedRows, assignRows } from './assign-rows.ts'
import { COMPANY_FIELDS, type CompanyField, PERSON_FIELDS, type PersonField } from './fields.ts'
import { headerOf } from './header.ts'
import { type CertificateKind, kindOf } from './kinds.ts'
import { inOrder } from './order.ts'
import { rowsOf } from './rows.ts'
import { withSecondReadings } from './second-readings.ts'
import type { Sheet } from './sheet.ts'
import type { PersonSlots } from './slots.ts'
import { NO_VALUE, type Value, valueIn } from './values.ts'

export type Company = Readonly<Record<CompanyField, Value>>
export type Representative = Readonly<Record<PersonField, Value>>

export interface Certificate {
  readonly kind: CertificateKind
  readonly company: Company
  readonly representatives: readonly Representative[]
  readonly owners: readonly Representative[]
  readonly capitalWords: Value
  readonly change: Value
}

/** Without a title so many headings and labels make a certificate: a sheet of one whose first is missing. */
const ENOUGH = 5

/** Sheets in any order; undefined where they are no certificate. */
export function readCertificate(sheets: readonly Sheet[]): Certificate | undefined {
  const walked = assignRows(inOrder(sheets.map(rowsOf)).flat())
  const kind = kindOf(walked.head)
  if (kind === undefined && walked.landmarks < ENOUGH) return undefined
  const company = companyOf(walked)
  const owners = walked.owners.map(personOf).filter(isSomebody)
  const people = walked.representatives.map(personOf).filter(isSomebody)
  return {
    kind: kind ?? { docType: 'ENTERPRISE', confidence: 0 },
    company,
    representatives: people.map((person) => withSecondReadings(person, owners)),
    owners,
    capitalWords: valueIn(walked.company.get('capital_words')),
    change: valueIn(walked.company.get('change')),
  }
}

function companyOf({ company, head }: AssignedRows): Company {
  const values = Object.fromEntries(COMPANY_FIELDS.map((field) => [field, valueIn(company.get(field))]))
  const header = valueIn({ field: 'header', parts: headerOf(head) })
  const code = values.business_code?.text ? values.business_code : valueIn(company.get('paper_number'))
  return { ...(values as Record<CompanyField, Value>), header, business_code: code ?? NO_VALUE }
}

const personOf = (slots: PersonSlots): Representative =>
  Object.fromEntries(
    PERSON_FIELDS.map((field) => [field, valueIn(slots.get(field))]),
  ) as unknown as Representative

/** A heading may be repeated over nobody. */
const isSomebody = ({ name, id_number }: Representative): boolean => name.text !== '' || id_number.text !== ''
