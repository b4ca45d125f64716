// What the printed text of a page says about the fields of its document.
import type { Quad } from '../../image/geometry/perspective.ts'
import type { Announced } from '../kinds/kind.ts'
import { kindDefinition } from '../kinds/kinds.ts'
import type { Page } from '../pages/page.ts'
import { provinceOf } from '../text/addresses.ts'
import { parseNational } from '../text/words.ts'
import { type Layout, layoutOf } from './anchors.ts'
import { valuesByPlace } from './by-place.ts'
import { correctSurname } from './correct-names.ts'
import { correctAddress, type Doubt } from './correct-units.ts'
import type { FieldName, FieldReading } from './reading.ts'
import { leastConfidence, partConfidence, placeOf, type Span } from './spans.ts'
import { type FieldTable, fieldTableOf } from './tables.ts'
import { lineText, takeValues, type ValueLine } from './take-values.ts'
import { authorityAmong, datedLine, numberAmong, rowsOf } from './unlabelled.ts'
import { VALUE_RULES } from './values.ts'
import { vocabularyOf } from './vocabulary.ts'

/** A value that was not announced is the right one less often. */
const UNANNOUNCED = 0.95
/** One that only stands where it should, still less. */
const BY_PLACE = 0.75
/** Of each character that had to be read as another. */
const MENDED = 0.8

/** Marks that are known better than they were seen. */
const MENDS: Readonly<Partial<Record<Announced, (value: string, isDoubtful: Doubt) => string>>> = {
  address: correctAddress,
  hometown: correctAddress,
  name: correctSurname,
  surname: correctSurname,
}

/** An address that names no province at its end has probably lost its last line. */
const CUT_SHORT = 0.6

const endsSomewhere = (place: string): boolean =>
  provinceOf(place) !== undefined || parseNational(place) !== undefined

/** None for a page of no known kind. */
export function readingsOfPage(page: Page): FieldReading[] {
  const table = fieldTableOf(page.kind, page.side)
  const vocabulary = vocabularyOf(page.kind, page.side)
  if (table === undefined || vocabulary === undefined) return []
  return onePerField(readingsOf(layoutOf(page, vocabulary), table, page))
}

type Reading = FieldReading<Announced>

function readingsOf(layout: Layout, table: FieldTable, page: Page): Reading[] {
  const has = (way: FieldTable['unlabelled'][number]): boolean => table.unlabelled.includes(way)
  const dated = has('date-in-words') ? datedLine(rowsOf(layout.free)) : undefined
  const isDate = ({ of }: Span): boolean => dated?.date.some((part) => part.of === of) === true
  const { taken, left } = takeValues({ ...layout, free: layout.free.filter((span) => !isDate(span)) }, table)
  const readings = taken.flatMap(({ anchor, lines }) => reading(anchor.field, lines, table, 1))
  const rows = rowsOf(left)
  const add = (field: FieldName, lines: readonly ValueLine[] | undefined, share: number): void => {
    if (lines !== undefined && !readings.some((one) => one.field === field))
      readings.push(...reading(field, lines, table, share))
  }
  if (has('number')) {
    const number = numberAmong(left, kindDefinition(table.kind).number?.shape ?? 'personal')
    add('id', number && [number], 1)
  }
  if (has('serial')) {
    const serial = numberAmong(left, 'serial')
    add('seri_id', serial && [serial], 1)
  }
  add('issue_date', dated && [dated.date], 1)
  if (table.lines.issue_place !== undefined) add('issue_place', dated?.place && [dated.place], 1)
  if (has('authority'))
    add('issue_by', authorityAmong(rows, dated?.y ?? 0, table.kind), dated ? 1 : UNANNOUNCED)
  const isMissing = (field: Announced): boolean => !readings.some((one) => one.field === field)
  for (const { field, lines } of valuesByPlace(left, isMissing, table, page))
    readings.push(...reading(field, lines, table, BY_PLACE))
  return readings
}

function reading(
  field: Announced,
  lines: readonly ValueLine[],
  { kind }: FieldTable,
  share: number,
): Reading[] {
  const texts = lines.map(lineText)
  const parsed = VALUE_RULES[field].parse(texts, kind)
  if (parsed === undefined) return []
  const isPlace = field === 'address' || field === 'hometown'
  const mend = MENDS[field]
  const value = mend ? mend(parsed.value, (word, below) => isDoubtful(word, lines, below)) : parsed.value
  const trust = share * MENDED ** parsed.mended * (isPlace && !endsSomewhere(value) ? CUT_SHORT : 1)
  return [
    {
      field,
      source: 'ocr',
      value,
      lines: texts,
      confidences: lines.map((line) => line.reduce((product, span) => product * partConfidence(span), trust)),
      places: lines.map(around),
    },
  ]
}

/** Below this, another character was seen too. */
const DOUBT = 0.97

const isDoubtful = (word: string, lines: readonly ValueLine[], below = DOUBT): boolean =>
  lines.flat().some((span) => leastConfidence(span, word) < below)

function around(line: ValueLine): Quad {
  const [first, last] = [line[0] as Span, line.at(-1) as Span]
  const [a, , , d] = placeOf(first)
  const [, b, c] = placeOf(last)
  return [a, b, c, d]
}

const least = ({ confidences }: Reading): number => Math.min(...confidences)

/** The surer where a label was found twice; both parts of a name as one. */
function onePerField(readings: readonly Reading[]): FieldReading[] {
  const best = new Map<Announced, Reading>()
  for (const one of readings) {
    const other = best.get(one.field)
    if (other === undefined || least(one) > least(other)) best.set(one.field, one)
  }
  const [surname, given] = [best.get('surname'), best.get('given_names')]
  if (surname && given && !best.has('name'))
    best.set('name', {
      field: 'name',
      source: 'ocr',
      value: `${surname.value} ${given.value}`,
      lines: [...surname.lines, ...given.lines],
      confidences: [...surname.confidences, ...given.confidences],
      places: [...surname.places, ...given.places],
    })
  return [...best.values()].filter((one): one is FieldReading => isField(one.field))
}

const isField = (field: Announced): field is FieldName => field !== 'surname' && field !== 'given_names'
