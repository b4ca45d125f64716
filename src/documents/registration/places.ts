// Where the values of a certificate stand in its files, and how its sheets lie in them.
import { placeOf, type Span } from '../fields/spans.ts'
import { type FieldPlace, onPicture, type PlacedPage, type Places } from '../pages/places.ts'
import type { Certificate } from './certificate.ts'
import type { Sheet } from './sheet.ts'
import type { Part } from './slots.ts'
import type { Value } from './values.ts'

/** Of the first representative as the flat names have it, of others as `representatives.1.name`. */
export function placesOf(
  { company, change, representatives }: Certificate,
  sheets: readonly Sheet[],
): Places {
  const named = (before: string, values: Readonly<Record<string, Value>>) =>
    Object.entries(values).map(([name, value]) => [before + name, valuePlaces(value, sheets)] as const)
  return Object.fromEntries([
    ...named('', company),
    ...named('', { date_of_change: change }),
    ...representatives.flatMap((person, i) => {
      // The specification spells one name in two ways.
      const spelled = { ...person, id_issued_at: person.id_issue_at }
      return named(i === 0 ? '' : `representatives.${i}.`, spelled)
    }),
  ])
}

export const valuePlaces = ({ parts }: Pick<Value, 'parts'>, sheets: readonly Sheet[]): FieldPlace[] =>
  parts.flatMap((part) => placeIn(part, sheets))

function placeIn({ span, sheet: index }: Part, sheets: readonly Sheet[]): FieldPlace[] {
  const sheet = sheets[index]
  if (!sheet) return []
  const { width, height, place, source } = sheet
  const quads = onPicture({ width, height, corners: place.corners }, [placeOf(withoutColon(span))])
  return quads.map((quad) => ({ source, quad, ...fileOf(sheet) }))
}

/** Values are cleaned of what stands before them only as text. */
function withoutColon({ of, from, to }: Span) {
  let start = from
  while (start < to && /^[\s:;,.*•-]$/u.test(of.texts[start] ?? '')) start++
  return { of, from: start, to }
}

export const pagesOf = ({ kind }: Certificate, sheets: readonly Sheet[]): PlacedPage[] =>
  sheets.map((sheet) => ({ ...sheet.place, document: kind.docType, idType: '', ...fileOf(sheet) }))

const fileOf = ({ file, page }: Sheet) => ({
  ...(file !== undefined && { file }),
  ...(page !== undefined && { page }),
})
