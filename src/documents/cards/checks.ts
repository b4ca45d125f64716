// Checks that identity documents and driving licences share: of the number, of the expiry, and of sources against each other.
import { type AtLeastName, atLeast, atMost, type Check, softly } from '../../checks.ts'
import { FIELDS } from '../fields/rows.ts'
import type { Source } from '../fields/source.ts'
import { pageDefinition } from '../kinds/kinds.ts'
import type {
  Combined,
  CombinedField,
  ReadingComparison,
  SourcedReading,
  Witness,
} from '../merge/combined.ts'
import { IN_PLACE, portraitDoubt } from '../pages/portrait-look.ts'
import { compareDays, type Day, daysBetween, formatDay, isNoExpiry, NO_EXPIRY } from '../text/dates.ts'
import { type Card, dayOf, fieldOf, sureOfAll, weighed } from './card.ts'
import type { CardSide } from './side.ts'

export const structureCheck = (number: CombinedField, isRight: boolean): Check =>
  weighed(
    {
      ...atLeast('number-structure', isRight ? 1 : 0, 1),
      field: number.field,
      values: { number: number.value },
    },
    sureOfAll(number),
  )

export const daysUntilExpiry = ({ today }: Card, end: Day | undefined): Check[] =>
  end ? [{ ...atLeast('days-until-expiry', daysBetween(today, end), 0), field: FIELDS.expiry.field }] : []

export const EXPIRY_BY_RULE = 'expiry-by-rule'
/** Nearly all cards keep the rule: one that was read less surely is likelier misread. */
const SURE_OF_EXPIRY = 0.8

/** Whether the printed expiry is one of those that the rules allow; no check where they allow none at all. */
export function expiryByRule(
  card: Card,
  allowed: readonly (Day | 'none')[],
  evidence: readonly CombinedField[],
): Check[] {
  const expiry = fieldOf(card, FIELDS.expiry)
  if (!expiry || allowed.length === 0) return []
  const texts = [...new Set(allowed.map((day) => (day === 'none' ? NO_EXPIRY : formatDay(day))))]
  const printed = isNoExpiry(expiry.value) ? NO_EXPIRY : expiry.value
  const check = {
    ...atLeast(EXPIRY_BY_RULE, texts.includes(printed) ? 1 : 0, 1),
    field: expiry.field,
    values: { [expiry.sources[0] ?? 'ocr']: expiry.value, rule: texts.join(', ') },
  }
  const isSure = Math.min(...expiry.confidences) >= SURE_OF_EXPIRY
  return [isSure ? weighed(check, sureOfAll(expiry, ...evidence)) : softly(check)]
}

export const DATES_IN_ORDER = 'dates-in-order'

/** A card cannot be issued before the birth of its holder or in the future, nor expire before it was issued. */
export function datesInOrder(card: Card): Check[] {
  const rows = [FIELDS.birthday, FIELDS.issue_date, FIELDS.expiry]
  const [born, issued, ends] = rows.map((row) => dayOf(card, row))
  if (!issued) return []
  const wrong = [
    born && compareDays(born, issued) >= 0,
    compareDays(issued, card.today) > 0,
    ends && compareDays(issued, ends) >= 0,
  ]
  const fields = rows.flatMap((row) => fieldOf(card, row) ?? [])
  const check = {
    ...atMost(DATES_IN_ORDER, wrong.filter(Boolean).length, 0),
    field: FIELDS.issue_date.field,
    values: Object.fromEntries(fields.map(({ field, value }) => [field, value])),
  }
  return [weighed(check, sureOfAll(...fields))]
}

/** `keyOf` names each of the two readings among the values of the check. */
export function comparisonCheck(
  name: AtLeastName,
  { field, one, other, likeness, outcome }: ReadingComparison,
  keyOf: (reading: SourcedReading) => string,
): Check {
  const check = atLeast(name, likeness, FIELDS[field].merge.same)
  return {
    ...check,
    outcome: outcome === 'misread' ? 'noted' : check.outcome,
    field,
    values: { [keyOf(one)]: one.value, [keyOf(other)]: other.value },
  }
}

/** `qr-against-print`, `mrz-against-qr`, `chip-against-mrz` and so on; none where both readings are of one kind of source. */
export function sourceChecks({ comparisons }: Combined): Check[] {
  return comparisons.flatMap((comparison) => {
    const sources = [comparison.one.source, comparison.other.source]
    const name = COMPARED.find(([one, other]) => sources.includes(one) && sources.includes(other))?.[2]
    return name ? [comparisonCheck(name, comparison, ({ source }) => source)] : []
  })
}

const COMPARED = [
  ['chip', 'mrz', 'chip-against-mrz'],
  ['chip', 'qr', 'chip-against-qr'],
  ['chip', 'ocr', 'chip-against-print'],
  ['mrz', 'qr', 'mrz-against-qr'],
  ['mrz', 'ocr', 'mrz-against-print'],
  ['qr', 'ocr', 'qr-against-print'],
] as const satisfies readonly (readonly [Source, Source, AtLeastName])[]

const NAMES: Readonly<Record<Source, string>> = { ocr: 'print', qr: 'qr', mrz: 'mrz', chip: 'chip' }

export const ONE_IDENTITY = 'one-identity'

/** Whether all sources can be of one card, by the number of fields that contradict it; and which of them the record is of. */
export function identityCheck({ comparisons, dispute }: Combined): Check[] {
  if (comparisons.length === 0) return []
  const check = atMost(ONE_IDENTITY, new Set(dispute?.contradictions.map(({ field }) => field)).size, 0)
  return [
    dispute
      ? { ...check, values: { used: listed(dispute.used), 'not-used': listed(dispute.unused) } }
      : check,
  ]
}

const listed = (witnesses: readonly Witness[]): string =>
  witnesses
    .map(({ source, side }) => (source === 'chip' ? NAMES.chip : `${NAMES[source]} ${side}`))
    .join(', ')

export const isOfChip = ({ one, other }: ReadingComparison): boolean =>
  [one.source, other.source].includes('chip')

const contradictedByChip = ({ dispute }: Combined): ReadingComparison[] =>
  dispute?.contradictions.filter(isOfChip) ?? []

/** What the chip says of the person or the card is not what stands on it, and no misreading explains it. */
export const isChipOfAnother = (combined: Combined): boolean => contradictedByChip(combined).length > 0

/** The chip is of another person than the card: another name, or two other facts. */
export function isChipOfAnotherPerson(combined: Combined): boolean {
  const fields = new Set(contradictedByChip(combined).map(({ field }) => field))
  return fields.has(FIELDS.name.field) || fields.size > 1
}

export const PORTRAIT_IN_PLACE = 'portrait-in-place'

export const PRINT_IN_PLACE = 'print-in-place'
/** Of 8,000 texts and codes on honest pictures, saved again in several ways, one comes to more; written over, most to 0.7. */
const MOST_HISTORY = 0.6

export const CODE_PHOTOGRAPHED = 'code-photographed'
/** It never fails alone: no real card was measured. Drawn in black and white a code has 0.05 and more, also after the picture was made smaller. */
const MOST_PURITY = 0.02

/** Whether portrait, print and code went through the same camera and the same compressions as the card around them. */
export function inPlaceChecks({ sides }: Card): Check[] {
  const doubts = sides.flatMap(({ portrait }) => (portrait ? [portraitDoubt(portrait)] : []))
  const purities = sides.flatMap(({ codePurity }) => codePurity ?? [])
  return [
    ...(doubts.length === 0 ? [] : [atMost(PORTRAIT_IN_PLACE, Math.max(...doubts), IN_PLACE)]),
    ...printInPlace(sides),
    ...(purities.length === 0 ? [] : [softly(atMost(CODE_PHOTOGRAPHED, Math.max(...purities), MOST_PURITY))]),
  ]
}

function printInPlace(sides: Card['sides']): Check[] {
  const known = sides.flatMap(({ side, readings }) =>
    readings.flatMap(({ field, source, history }) => {
      const name = source === 'ocr' ? field : `${NAMES[source]} ${side}`
      return history === undefined ? [] : [{ name, history }]
    }),
  )
  if (known.length === 0) return []
  const check = atMost(PRINT_IN_PLACE, Math.max(0, ...known.map(({ history }) => history)), MOST_HISTORY)
  const altered = new Set(known.filter(({ history }) => history > MOST_HISTORY).map(({ name }) => name))
  return [altered.size === 0 ? check : { ...check, values: { altered: [...altered].join(', ') } }]
}

/** Printed fields of which letters may be hidden, with their names. */
export function hiddenCheck({ sides }: Card): Check {
  const hidden = sides.flatMap(({ readings }) => readings.filter(({ isHidden }) => isHidden))
  const fields = [...new Set(hidden.map(({ field }) => field))]
  const check = atMost('hidden-fields', fields.length, 0)
  return fields.length === 0 ? check : { ...check, values: { fields: fields.join(', ') } }
}

/** Below this confidence a number is answered, and not as one that was read. */
const CERTAIN = 0.6

/** A number that one source reads surely is certain, and that another contradicts it is said elsewhere. */
export function certaintyCheck(card: Card): Check[] {
  const number = fieldOf(card, FIELDS.id) ?? fieldOf(card, FIELDS.passport_id)
  if (!number) return []
  const { field, value, confidences } = number
  const readings = card.sides.flatMap((side) => side.readings)
  const same = readings.filter((reading) => reading.field === field && reading.value === value)
  const surest = [confidences, ...same.map((reading) => reading.confidences)].map((all) => Math.min(...all))
  return [{ ...atLeast('number-certain', Math.max(...surest), CERTAIN), field }]
}

const MOVES_ALONG = 'moves-along'
/** Around 125 drawn cards that were held at most 0.76 moved along; around pictures of cards mostly 0.9 and more. */
export const MOST_MOVED_ALONG = 0.8

/** Of a card that was tilted between two pictures: what lies around it stays where it is, unless it is in one picture with it. */
export function tiltCheck(pages: readonly CardSide[]): Check[] {
  const shares = pages.flatMap(({ pair }) => pair?.movedAlong ?? [])
  return shares.length === 0 ? [] : [atMost(MOVES_ALONG, Math.max(...shares), MOST_MOVED_ALONG)]
}

export const CODE_IN_SIGHT = 'code-in-sight'
/** The codes of 68 drawn cards came to 0.16 and more; painted over, most come to less than this. */
const LEAST_CONTRAST = 0.14

export const CODE_EXPECTED = 'code-expected'

/** Whether each code and zone that the kind always has was read. In good faith many are not: it never fails alone. */
export function codeChecks({ kind, sides }: Card): Check[] {
  const expected = sides.flatMap(({ side, readings, codesRead = 0 }) => {
    const page = pageDefinition({ kind, side })
    const has = (source: Source) => readings.some((reading) => reading.source === source)
    return [
      ...(page?.code?.isExpected
        ? [{ name: `qr ${side}`, isRead: has('qr') || (page.code.isOpen && codesRead > 0) }]
        : []),
      ...(page?.zone?.isExpected ? [{ name: `mrz ${side}`, isRead: has('mrz') }] : []),
    ]
  })
  const missing = expected.filter(({ isRead }) => !isRead)
  if (expected.length === 0) return []
  const contrasts = sides.flatMap(({ codeContrast }) => codeContrast ?? [])
  const check = softly(atLeast(CODE_EXPECTED, expected.length - missing.length, expected.length))
  return [
    missing.length === 0
      ? check
      : { ...check, values: { missing: missing.map(({ name }) => name).join(', ') } },
    ...(contrasts.length > 0 ? [atLeast(CODE_IN_SIGHT, Math.min(...contrasts), LEAST_CONTRAST)] : []),
  ]
}
