// Printed text, QR code and machine-readable zone made one: a value for each field, how sure it is, and where sources differ.
import { minConfidence } from '../fields/reading.ts'
import { type FieldName, fieldRows, type NamedRow } from '../fields/rows.ts'
import type { Source } from '../fields/source.ts'
import type { FieldPlace } from '../pages/places.ts'
import type { Combined, CombinedField, Comparison, SourcedReading } from './combined.ts'
import type { MergeRule } from './merge-rules.ts'

/** No confidence is higher: a code may be another's, and a reading may be wrong in ways that we do not know. */
const MOST_SURE = 0.9999
const MOST_BELIEVED: Readonly<Record<Source, number>> = { ocr: 0.998, qr: 0.999, mrz: 0.999 }
/** A source below this confidence comes after all others. */
const TRUSTED = 0.8
/** A reading below this confidence may be a misreading. */
const SURE = 0.96
/** Capitals without tones say half of what a name with them says. */
const TONELESS_SHARE = 0.5
/** Hardly a Vietnamese name has no mark at all: where only the zone gives it, its letters are sure and the name is not. */
const TONELESS_ALONE = 0.3

export function combine(readings: readonly SourcedReading[]): Combined {
  const fields = new Map<FieldName, CombinedField>()
  const comparisons: Comparison[] = []
  for (const row of fieldRows) {
    const { field, merge } = row
    const found = readings.filter((reading) => reading.field === field)
    const own = ranked(withoutExtraWords(found, merge), merge)
    const compared = pairs(own).map(([one, other]) => compare(row, one, other))
    comparisons.push(...compared)
    const leader = leaderOf(own, compared, merge)
    if (leader) fields.set(field, combined(row, leader, own, compared))
  }
  return { fields, comparisons }
}

/** Drops words that were read as part of a printed name and that the machine's spelling of it does not have. */
function withoutExtraWords(
  own: readonly SourcedReading[],
  { withoutExtraWords }: MergeRule,
): SourcedReading[] {
  const spelled = own.filter(({ source }) => source !== 'ocr')
  return own.map((reading) => {
    if (reading.source !== 'ocr') return reading
    const found = spelled.map((other) => withoutExtraWords?.(reading.value, other.value))
    const value = found.find((part) => part !== undefined)
    return value === undefined ? reading : { ...reading, value }
  })
}

/** Trusted ones first, then in the order of the rule, then the surest. Letters without tones come after any that have them. */
function ranked(own: readonly SourcedReading[], { order, printStays }: MergeRule): SourcedReading[] {
  const doubted = (reading: SourcedReading) =>
    printStays && reading.source === 'mrz' ? 2 : minConfidence(reading) < TRUSTED ? 1 : 0
  const place = ({ source }: SourcedReading) => order.indexOf(source)
  return own.toSorted(
    (a, b) => doubted(a) - doubted(b) || place(a) - place(b) || minConfidence(b) - minConfidence(a),
  )
}

function pairs<T>(all: readonly T[]): (readonly [T, T])[] {
  return all.flatMap((one, i) => all.slice(i + 1).map((other) => [one, other] as const))
}

export function compare(row: NamedRow, one: SourcedReading, other: SourcedReading): Comparison {
  const { field, merge } = row
  const likeness = merge.likeness(one.value, other.value, [one.source, other.source])
  const isUnsure = Math.min(minConfidence(one), minConfidence(other)) < SURE
  const isNear = likeness >= merge.near || Math.min(minConfidence(one), minConfidence(other)) < 0.5
  const outcome = likeness >= merge.same ? 'same' : isNear && isUnsure ? 'misread' : 'different'
  return { field, one, other, likeness, outcome }
}

/**
 * Sides that have nothing in common are of two cards, and the front is the one that was asked about. One that stands
 * alone against two who agree is outvoted.
 */
function leaderOf(
  own: readonly SourcedReading[],
  compared: readonly Comparison[],
  { printStays }: MergeRule,
): SourcedReading | undefined {
  const between = compared.filter(({ one, other }) => one.side !== other.side)
  const isSplit = between.length > 0 && between.every(({ outcome }) => outcome === 'different')
  const asked = isSplit ? own.filter(({ side }) => side === 'front') : own
  const supportersOf = (reading: SourcedReading) =>
    asked.filter((other) => agree(compared, reading, other)).length
  const [first] = asked
  if (!first) return undefined
  const leader = supportersOf(first) > 0 ? first : (asked.find((one) => supportersOf(one) > 0) ?? first)
  const print = asked.find(({ source, side }) => source === 'ocr' && side === leader.side)
  const differs = print && outcomeOf(compared, leader, print) === 'different'
  return printStays && differs ? print : leader
}

function outcomeOf(
  compared: readonly Comparison[],
  a: SourcedReading,
  b: SourcedReading,
): Comparison['outcome'] | undefined {
  return compared.find(({ one, other }) => a !== b && [one, other].includes(a) && [one, other].includes(b))
    ?.outcome
}

const agree = (compared: readonly Comparison[], a: SourcedReading, b: SourcedReading): boolean =>
  outcomeOf(compared, a, b) === 'same'

function combined(
  { field, merge }: NamedRow,
  leader: SourcedReading,
  own: readonly SourcedReading[],
  compared: readonly Comparison[],
): CombinedField {
  const others = own.filter((reading) => reading !== leader)
  const supporters = others.filter((reading) => agree(compared, leader, reading))
  const opponents = others.filter((reading) => !supporters.includes(reading))
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
  const sources = [...new Set([leader, ...supporters].map(({ source }) => source))]
  const places = [leader, ...supporters].flatMap(placesOf)
  return { field, value: leader.value, confidences, sources, places }
}

const placesOf = ({ source, file, places }: SourcedReading): FieldPlace[] =>
  places.map((quad) => ({ source, quad, ...(file !== undefined && { file }) }))

const believed = (confidence: number, { source }: SourcedReading): number =>
  Math.min(MOST_BELIEVED[source], Math.max(0, confidence))

const isToneless = ({ printStays }: MergeRule, { source }: SourcedReading): boolean =>
  printStays === true && source === 'mrz'

function weightOf(rule: MergeRule, reading: SourcedReading, leader: SourcedReading): number {
  const share = isToneless(rule, reading) && leader.source !== 'mrz' ? TONELESS_SHARE : 1
  return share * believed(minConfidence(reading), reading)
}

/** The chance that not both are wrong. */
const together = (one: number, other: number): number => Math.min(MOST_SURE, 1 - (1 - one) * (1 - other))

/** Only one of them can be right: the chance that it is the first, given that not both are. */
const against = (one: number, other: number): number => (one * (1 - other)) / (1 - one * other)
