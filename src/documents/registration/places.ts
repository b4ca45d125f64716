// Tells where the values of a certificate stand in its files, and how its sheets lie in them.
import { placeOf, type Span } from '../fields/spans.ts'
import { type FieldPlace, onPicture, type PlacedPage, type Places } from '../pages/places.ts'
import type { RegistrationCertificate, Representative } from './certificate.ts'
import { OTHER_SPELLINGS } from './fields.ts'
import type { Sheet } from './sheet.ts'
import type { SlotPart, SlotValue } from './slots.ts'

/** The first representative has plain names, as in the answer; others have names such as `representatives.1.name`. */
export function placesOf(
  { company, change, representatives }: RegistrationCertificate,
  sheets: readonly Sheet[],
): Places {
  const named = (before: string, values: Readonly<Record<string, SlotValue>>) =>
    Object.entries(values).map(([name, value]) => [before + name, valuePlaces(value, sheets)] as const)
  return Object.fromEntries([
    ...named('', company),
    ...named('', { date_of_change: change }),
    ...representatives.flatMap((person, i) =>
      named(i === 0 ? '' : `representatives.${i}.`, { ...person, ...otherSpellings(person) }),
    ),
  ])
}

const otherSpellings = (person: Representative): Record<string, SlotValue> =>
  Object.fromEntries(Object.entries(OTHER_SPELLINGS).map(([name, field]) => [name, person[field]]))

export const valuePlaces = ({ parts }: Pick<SlotValue, 'parts'>, sheets: readonly Sheet[]): FieldPlace[] =>
  parts.flatMap((part) => placeIn(part, sheets))

function placeIn({ span, sheet: index }: SlotPart, sheets: readonly Sheet[]): FieldPlace[] {
  const sheet = sheets[index]
  if (!sheet) return []
  const { width, height, place, source } = sheet
  const quads = onPicture({ width, height, corners: place.corners }, [placeOf(withoutColon(span))])
  return quads.map((quad) => ({ source, quad, ...fileOf(sheet) }))
}

/** The parser drops the marks before a value from its text; here they are dropped from its place. */
function withoutColon({ of, from, to }: Span) {
  let start = from
  while (start < to && /^[\s:;,.*•-]$/u.test(of.texts[start] ?? '')) start++
  return { of, from: start, to }
}

export const pagesOf = ({ kind }: RegistrationCertificate, sheets: readonly Sheet[]): PlacedPage[] =>
  sheets.map((sheet) => ({ ...sheet.place, document: kind.docType, idType: '', ...fileOf(sheet) }))

const fileOf = ({ file, page }: Sheet) => ({
  ...(file !== undefined && { file }),
  ...(page !== undefined && { page }),
})
