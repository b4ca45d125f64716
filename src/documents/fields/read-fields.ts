// What the printed text of a page says about the fields of its document.
import type { Quad } from '../../image/geometry/perspective.ts'
import { kindDefinition } from '../kinds/kinds.ts'
import type { Page } from '../pages/page.ts'
import { layoutOf, type PageLayout } from './anchors.ts'
import { valuesByPlace } from './by-place.ts'
import { type FieldReading, mostHistory } from './reading.ts'
import { type Announced, FIELD_PARTS, FIELDS, isField, type NamedRow, printedRow } from './rows.ts'
import { isHidden, partConfidence, placeOf, type Span, seenLetters, textOf } from './spans.ts'
import { type FieldTable, fieldTableOf } from './tables.ts'
import { lineText, takeValues, type ValueLine } from './take-values.ts'
import { authorityAmong, datedLine, numberAmong, rowsOf } from './unlabelled.ts'
import { ADDRESS, isPartOfDate } from './values.ts'
import { vocabularyOf } from './vocabulary.ts'

/** A value that no label announced is the right one less often. */
const UNANNOUNCED = 0.95
/** A value that only stands where it should is the right one still less often. */
const BY_PLACE = 0.75
/** The confidence is multiplied by this for each character that had to be read as another. */
const CORRECTED = 0.8

/** A line of which letters may be hidden is trusted less by this factor: about every second is whole. */
const HIDDEN = 0.5

/** A value that has probably lost its last line is trusted less by this factor. */
const CUT_SHORT = 0.6

/** A page of no known kind has no readings. */
export function readingsOfPage(page: Page): FieldReading[] {
  const table = fieldTableOf(page.kind, page.side)
  const vocabulary = vocabularyOf(page.kind, page.side)
  if (table === undefined || vocabulary === undefined) return []
  return onePerField(readingsOf(layoutOf(page, vocabulary), table, page))
}

type Reading = FieldReading<Announced>

function readingsOf(layout: PageLayout, table: FieldTable, page: Page): Reading[] {
  const has = (way: FieldTable['unlabelled'][number]): boolean => table.unlabelled.includes(way)
  const dated = has('date-in-words') ? datedLine(layout.free) : undefined
  // The place before a date belongs to it as well, also where the date itself cannot be read.
  const dateRows = has('date-in-words')
    ? rowsOf(layout.free).filter((row) => row.some((span) => isPartOfDate(textOf(span))))
    : []
  const ofDate = new Set(
    [...(dated?.date ?? []), ...(dated?.place ?? []), ...dateRows.flat()].map(({ of }) => of),
  )
  const free = layout.free.filter(({ of }) => !ofDate.has(of))
  const { taken, left } = takeValues({ ...layout, free }, table)
  const readings = taken.flatMap(({ anchor, lines }) => reading(anchor.field, lines, table, 1))
  const add = ({ field }: NamedRow, lines: readonly ValueLine[] | undefined, share: number): void => {
    if (lines !== undefined && !readings.some((one) => one.field === field))
      readings.push(...reading(field, lines, table, share))
  }
  if (has('number')) {
    const number = numberAmong(left, table.number)
    add(FIELDS.id, number && [number], 1)
  }
  if (has('serial')) {
    const serial = numberAmong(left, 'serial')
    add(FIELDS.seri_id, serial && [serial], 1)
  }
  add(FIELDS.issue_date, dated && [dated.date], 1)
  if (table.lines[FIELDS.issue_place.field]) add(FIELDS.issue_place, dated?.place && [dated.place], 1)
  if (has('authority')) add(FIELDS.issue_by, authorityAmong(left, dated?.y ?? 0), dated ? 1 : UNANNOUNCED)
  const isMissing = (field: Announced): boolean => !readings.some((one) => one.field === field)
  for (const { field, lines } of valuesByPlace(left, isMissing, table, page))
    readings.push(...reading(field, lines, table, BY_PLACE))
  return readings
}

function reading(
  field: Announced,
  lines: readonly ValueLine[],
  { number, kind }: FieldTable,
  share: number,
): Reading[] {
  const texts = lines.map(lineText)
  const { value: rule, correct, isWhole } = printedRow(field)
  // The pieces of an address stand apart on one line, and the comma between them is lost: it is joined as if they were lines.
  const parsed = rule.parse(
    rule === ADDRESS ? addressPieces(lines, kindDefinition(kind).hasDashedAddresses === true) : texts,
    number,
  )
  if (parsed === undefined) return []
  const value = correct?.(parsed.value, seenLetters(lines.flat())) ?? parsed.value
  const hidden = rule.isComplete?.(value) ? [] : lines.flat().filter(isHidden)
  const sureness = (span: Span): number => partConfidence(span) * (hidden.includes(span) ? HIDDEN : 1)
  const trust = share * CORRECTED ** parsed.corrected * (isWhole?.(value) === false ? CUT_SHORT : 1)
  return [
    {
      field,
      source: 'ocr',
      value,
      ...(value !== parsed.value && { isChosen: true }),
      ...(hidden.length > 0 && { isHidden: true }),
      ...mostHistory(lines.flat().map(({ of }) => of.line)),
      lines: texts,
      confidences: lines.map((line) => line.reduce((product, span) => product * sureness(span), trust)),
      places: lines.map(around),
    },
  ]
}

/** A dash between two units leaves them so many heights apart; where a comma does, it is read with the first. */
const ROOM_OF_DASH = 1.35

/** A dash that stands alone is seldom found. */
const addressPieces = (lines: readonly ValueLine[], hasDashes: boolean): string[] =>
  lines.flatMap((line) =>
    line.map((span, i) => {
      const [text, next] = [textOf(span), line[i + 1]]
      const isApart = next !== undefined && next.left - span.right > ROOM_OF_DASH * span.height
      const hasSign = next !== undefined && /[,;-]\n|\n[,;-]/.test(`${text}\n${textOf(next)}`)
      return hasDashes && isApart && !hasSign ? `${text} -` : text
    }),
  )

function around(line: ValueLine): Quad {
  const [first, last] = [line[0] as Span, line.at(-1) as Span]
  const [a, , , d] = placeOf(first)
  const [, b, c] = placeOf(last)
  return [a, b, c, d]
}

const least = ({ confidences }: Reading): number => Math.min(...confidences)

/** Takes the surer reading where a label was found twice, and joins the parts of a field. */
function onePerField(readings: readonly Reading[]): FieldReading[] {
  const best = new Map<Announced, Reading>()
  for (const one of readings) {
    const other = best.get(one.field)
    if (other === undefined || least(one) > least(other)) best.set(one.field, one)
  }
  for (const whole of new Set(Object.values(FIELD_PARTS).map(({ of }) => of))) {
    const joined = best.has(whole.field) ? undefined : joinedParts(whole, best)
    if (joined) best.set(whole.field, joined)
  }
  return [...best.values()].filter((one): one is FieldReading => isField(one.field))
}

/** Undefined where a part is missing. */
function joinedParts({ field }: NamedRow, read: ReadonlyMap<string, Reading>): Reading | undefined {
  const names = Object.entries(FIELD_PARTS).flatMap(([name, { of }]) => (of.field === field ? [name] : []))
  const parts = names.flatMap((name) => read.get(name) ?? [])
  if (parts.length < names.length) return undefined
  return {
    field,
    source: 'ocr',
    value: parts.map(({ value }) => value).join(' '),
    ...(parts.some(({ isChosen }) => isChosen) && { isChosen: true }),
    ...(parts.some(({ isHidden }) => isHidden) && { isHidden: true }),
    ...mostHistory(parts),
    lines: parts.flatMap(({ lines }) => lines),
    confidences: parts.flatMap(({ confidences }) => confidences),
    places: parts.flatMap(({ places }) => places),
  }
}
