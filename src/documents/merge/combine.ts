// Printed text, QR code, machine-readable zone and chip made one: a value for each field, how sure it is, and where sources differ.
import { minConfidence } from '../fields/reading.ts'
import { type FieldName, fieldRows, type NamedRow } from '../fields/rows.ts'
import type { Informant, Source } from '../fields/source.ts'
import { type FieldPlace, placesBy } from '../pages/places.ts'
import type { Combined, CombinedField, ReadingComparison, SourcedReading } from './combined.ts'
import { disputeOf, doubtedTogether } from './dispute.ts'
import type { MergeRule } from './merge-rules.ts'
import { isExplained, misreadingLikelihood } from './misreading.ts'

/** No confidence is higher: a code may be another's, and a reading may be wrong in ways that we do not know. */
const MOST_SURE = 0.9999
const MOST_BELIEVED: Readonly<Record<Source, number>> = {
  ocr: 0.998,
  qr: 0.999,
  mrz: 0.999,
  chip: MOST_SURE,
}
/** A source below this confidence comes after all others. */
const TRUSTED = 0.8
/** A reading below this confidence may be a misreading. */
const SURE = 0.96
/** A reading below this confidence may be anything. */
const HARDLY_READ = 0.5
/** Capitals without tones say half of what a name with them says. */
const TONELESS_SHARE = 0.5
/** Hardly a Vietnamese name has no mark at all: where only the zone gives it, its letters are sure and the name is not. */
const TONELESS_ALONE = 0.3

export function combine(readings: readonly SourcedReading[]): Combined {
  const named = fieldRows.map((row) => {
    const found = readings.filter(({ field }) => field === row.field)
    const all = ranked(withoutExtraWords(found, row.merge), row.merge)
    return { row, all }
  })
  const comparisons = doubtedTogether(
    named.flatMap(({ row, all }) => pairs(all).map(([one, other]) => compare(row, one, other))),
  )
  const dispute = disputeOf(comparisons)
  const isUsed = (reading: SourcedReading) =>
    dispute?.unused.some(({ source, side }) => source === reading.source && side === reading.side) !== true
  const fields = new Map<FieldName, CombinedField>()
  for (const { row, all } of named) {
    const compared = comparisons.filter(({ field }) => field === row.field)
    const own = all.filter(isUsed)
    const leader = leaderOf(own, compared, row.merge)
    if (leader) fields.set(row.field, combined(row, leader, own, all, compared))
  }
  return { fields, comparisons, ...(dispute && { dispute }) }
}

/**
 * Drops words that were read as part of a printed name and that the machine's spelling of it does not have. A word that was
 * surely read stays: somebody may have printed it there.
 */
function withoutExtraWords(
  own: readonly SourcedReading[],
  { withoutExtraWords }: MergeRule,
): SourcedReading[] {
  const spelled = own.filter(({ source }) => source !== 'ocr')
  return own.map((reading) => {
    const isUnsure = isExplained(misreadingLikelihood(1, minConfidence(reading)))
    if (reading.source !== 'ocr' || !isUnsure) return reading
    const found = spelled.map((other) => withoutExtraWords?.(reading.value, other.value))
    const value = found.find((part) => part !== undefined)
    return value === undefined ? reading : { ...reading, value }
  })
}

/**
 * Trusted ones first, then the chip, then in the order of the rule, then the surest. Letters without tones come after any
 * that have them.
 */
function ranked(own: readonly SourcedReading[], rule: MergeRule): SourcedReading[] {
  const doubted = (reading: SourcedReading) =>
    isToneless(rule, reading) ? 2 : minConfidence(reading) < TRUSTED ? 1 : 0
  const place = ({ source }: SourcedReading) => (source === 'chip' ? -1 : rule.order.indexOf(source))
  return own.toSorted(
    (a, b) => doubted(a) - doubted(b) || place(a) - place(b) || minConfidence(b) - minConfidence(a),
  )
}

function pairs<T>(all: readonly T[]): (readonly [T, T])[] {
  return all.flatMap((one, i) => all.slice(i + 1).map((other) => [one, other] as const))
}

export function compare(row: NamedRow, one: SourcedReading, other: SourcedReading): ReadingComparison {
  const { field, merge } = row
  const likeness = merge.likeness(one.value, other.value, [spellingOf(one), spellingOf(other)])
  if (likeness >= merge.same) return { field, one, other, likeness, misreading: 1, outcome: 'same' }
  const signs = merge.misread?.(one.value, other.value)
  const misreading = signs === undefined ? 1 : misreadingLikelihood(signs, ...sureness(one, other))
  const isMisread =
    signs === undefined
      ? Math.min(...sureness(one, other)) < (likeness >= merge.near ? SURE : HARDLY_READ)
      : isExplained(misreading)
  return { field, one, other, likeness, misreading, outcome: isMisread ? 'misread' : 'different' }
}

const spellingOf = ({ source, isZoneSpelling }: SourcedReading): Source => (isZoneSpelling ? 'mrz' : source)

const sureness = (...readings: readonly SourcedReading[]): number[] => readings.map(minConfidence)

/** One that stands alone against two who agree is outvoted, unless it is the chip: what it says is signed. */
function leaderOf(
  own: readonly SourcedReading[],
  compared: readonly ReadingComparison[],
  { printStays }: MergeRule,
): SourcedReading | undefined {
  const supportersOf = (reading: SourcedReading) =>
    own.filter((other) => agree(compared, reading, other)).length
  const [first] = own
  if (!first || first.source === 'chip') return first
  const leader = supportersOf(first) > 0 ? first : (own.find((one) => supportersOf(one) > 0) ?? first)
  const print = own.find(({ source, side }) => source === 'ocr' && side === leader.side)
  const differs = print && outcomeOf(compared, leader, print) === 'different'
  return printStays && differs ? print : leader
}

function outcomeOf(
  compared: readonly ReadingComparison[],
  a: SourcedReading,
  b: SourcedReading,
): ReadingComparison['outcome'] | undefined {
  return compared.find(({ one, other }) => a !== b && [one, other].includes(a) && [one, other].includes(b))
    ?.outcome
}

const agree = (compared: readonly ReadingComparison[], a: SourcedReading, b: SourcedReading): boolean =>
  outcomeOf(compared, a, b) === 'same'

function combined(
  { field, merge }: NamedRow,
  leader: SourcedReading,
  own: readonly SourcedReading[],
  all: readonly SourcedReading[],
  compared: readonly ReadingComparison[],
): CombinedField {
  const supporters = own.filter((reading) => agree(compared, leader, reading))
  // A source that is not used backs nothing, and what it says otherwise still counts against the value.
  const opponents = all.filter((reading) => reading !== leader && !agree(compared, leader, reading))
  // The lines are those of the print, wherever the letters come from.
  const print = [leader, ...supporters].find(({ source }) => source === 'ocr') ?? leader
  const beside = [leader, ...supporters].filter((reading) => reading !== print)
  const confidences = print.confidences.map((confidence) => {
    const backed = beside.reduce(
      (sure, reading) => together(sure, weightOf(merge, reading, leader)),
      (isToneless(merge, print) ? TONELESS_ALONE : 1) * believed(confidence, print),
    )
    return opponents.reduce(
      (sure, reading) => against(sure, believed(minConfidence(reading), reading)),
      backed,
    )
  })
  const said = [leader, ...supporters].map(({ source }) => source)
  const sources = [...new Set<Informant>([...said, ...(leader.isChosen ? ['prior' as const] : [])])]
  const places = [leader, ...supporters].flatMap(placesOf)
  return { field, value: leader.value, confidences, sources, places }
}

const placesOf = ({ source, file, places }: SourcedReading): FieldPlace[] => placesBy(source, places, file)

const believed = (confidence: number, { source }: SourcedReading): number =>
  Math.min(MOST_BELIEVED[source], Math.max(0, confidence))

const isToneless = ({ printStays }: MergeRule, reading: SourcedReading): boolean =>
  printStays === true && spellingOf(reading) === 'mrz'

function weightOf(rule: MergeRule, reading: SourcedReading, leader: SourcedReading): number {
  const share = isToneless(rule, reading) && !isToneless(rule, leader) ? TONELESS_SHARE : 1
  return share * believed(minConfidence(reading), reading)
}

/** The chance that not both are wrong. */
const together = (one: number, other: number): number => Math.min(MOST_SURE, 1 - (1 - one) * (1 - other))

/** Only one of them can be right: the chance that it is the first, given that not both are. */
const against = (one: number, other: number): number => (one * (1 - other)) / (1 - one * other)
