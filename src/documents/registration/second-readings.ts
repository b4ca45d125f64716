// What a certificate prints twice was read twice: of two readings that differ in marks alone the surer is taken.
import { foldName } from '../text/knowledge/fold.ts'
import type { Representative } from './certificate.ts'
import { PERSON_FIELDS, type PersonField } from './fields.ts'
import type { Value } from './values.ts'

/** The owner of a company is often who stands for it, and people often live where they can be reached. */
export function withSecondReadings(
  person: Representative,
  owners: readonly Representative[],
): Representative {
  const again = owners.find((owner) => isSame(owner, person))
  const agreed = Object.fromEntries(
    PERSON_FIELDS.map((field) => [field, again ? surer(person[field], again[field]) : person[field]]),
  ) as Record<PersonField, Value>
  return {
    ...agreed,
    id_address: surer(agreed.id_address, agreed.contact_address),
    contact_address: surer(agreed.contact_address, agreed.id_address),
  }
}

const isSame = (one: Representative, other: Representative): boolean =>
  one.id_number.text !== '' && one.id_number.text === other.id_number.text

/** Another value stays another: only where the letters without their marks are the same is it a reading of the same. It stands where it stood. */
function surer(one: Value, other: Value): Value {
  const isSameValue = one.text !== '' && foldName(one.text) === foldName(other.text)
  return isSameValue && other.confidence > one.confidence ? { ...other, parts: one.parts } : one
}
