// Printed text, QR code and machine-readable zone made one: a value for each field, how sure it is, and where sources differ.
import { type FieldName, type FieldReading, minConfidence, type Source } from '../fields/reading.ts'
import type { Side } from '../kinds/kinds.ts'
import type { FieldPlace } from '../pages/places.ts'
import { withoutExtraWords } from './extra-words.ts'
import { FIELD_RULES, type FieldRule } from './rules.ts'

/** What one source on one side says of a field. */
export interface SourcedReading extends FieldReading {
  readonly side: Side
}

export interface CombinedField {
  readonly field: FieldName
  readonly value: string
  /** One for each line of text. */
  readonly confidences: readonly number[]
  /** Those that say so, the one whose value it is first. */
  readonly sources: readonly Source[]
  /** Where these say so, in the same order. */
  readonly places: readonly FieldPlace[]
}

/** Two voices on one field. */
export interface Comparison {
  readonly field: FieldName
  readonly one: SourcedReading
  readonly other: SourcedReading
  readonly likeness: number
  /** `misread`: nearly the same, and one of them was not sure. */
  readonly outcome: 'same' | 'misread' | 'different'
}

export interface Combined {
  readonly fields: ReadonlyMap<FieldName, CombinedField>
  readonly comparisons: readonly Comparison[]
}

/** Nothing is ever quite sure: codes may be another's, and readings of ours wrong in ways we do not know. */
const MOST_SURE = 0.9999
const MOST_BELIEVED: Readonly<Record<Source, number>> = { ocr: 0.998, qr: 0.999, mrz: 0.999 }
/** Less sure than this, a source is asked after all others. */
const TRUSTED = 0.8
/** A reading less sure than this may be a misreading. */
const SURE = 0.96
/** Capitals without tones say half of what a name with them says. */
const TONELESS_SHARE = 0.5
/** Hardly a Vietnamese name has no mark at all: where only the zone gives it, its letters are sure and the name is not. */
const TONELESS_ALONE = 0.3

export function combine(heard: readonly SourcedReading[]): Combined {
  const voices = withoutExtraWords(heard)
  const fields = new Map<FieldName, CombinedField>()
  const comparisons: Comparison[] = []
  for (const rule of FIELD_RULES) {
    const own = ranked(
      voices.filter(({ field }) => field === rule.field),
      rule,
    )
    const compared = pairs(own).map(([one, other]) => compare(rule, one, other))
    comparisons.push(...compared)
    const leader = leaderOf(own, compared, rule)
    if (leader) fields.set(rule.field, combined(rule, leader, own, compared))
  }
  return { fields, comparisons }
}

/** Trusted ones first, then in the order of the rule, then the surest. Letters without tones come after any that have them. */
function ranked(voices: readonly SourcedReading[], { order, printStays }: FieldRule): SourcedReading[] {
  const doubted = (voice: SourcedReading) =>
    printStays && voice.source === 'mrz' ? 2 : minConfidence(voice) < TRUSTED ? 1 : 0
  const place = ({ source }: SourcedReading) => order.indexOf(source)
  return voices.toSorted(
    (a, b) => doubted(a) - doubted(b) || place(a) - place(b) || minConfidence(b) - minConfidence(a),
  )
}

function pairs<T>(all: readonly T[]): (readonly [T, T])[] {
  return all.flatMap((one, i) => all.slice(i + 1).map((other) => [one, other] as const))
}

export function compare(rule: FieldRule, one: SourcedReading, other: SourcedReading): Comparison {
  const likeness = rule.likeness(one.value, other.value, [one.source, other.source])
  const isUnsure = Math.min(minConfidence(one), minConfidence(other)) < SURE
  const isNear = likeness >= rule.near || Math.min(minConfidence(one), minConfidence(other)) < 0.5
  const outcome = likeness >= rule.same ? 'same' : isNear && isUnsure ? 'misread' : 'different'
  return { field: rule.field, one, other, likeness, outcome }
}

/**
 * Sides that have nothing in common are of two cards, and the front is the one that was asked about. One that stands
 * alone against two who agree is outvoted.
 */
function leaderOf(
  own: readonly SourcedReading[],
  compared: readonly Comparison[],
  rule: FieldRule,
): SourcedReading | undefined {
  const between = compared.filter(({ one, other }) => one.side !== other.side)
  const isSplit = between.length > 0 && between.every(({ outcome }) => outcome === 'different')
  const heard = isSplit ? own.filter(({ side }) => side === 'front') : own
  const friends = (voice: SourcedReading) => heard.filter((other) => agree(compared, voice, other)).length
  const [first] = heard
  if (!first) return undefined
  const leader = friends(first) > 0 ? first : (heard.find((voice) => friends(voice) > 0) ?? first)
  const print = heard.find(({ source, side }) => source === 'ocr' && side === leader.side)
  const differs = print && outcomeOf(compared, leader, print) === 'different'
  return rule.printStays && differs ? print : leader
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
  rule: FieldRule,
  leader: SourcedReading,
  own: readonly SourcedReading[],
  compared: readonly Comparison[],
): CombinedField {
  const others = own.filter((voice) => voice !== leader)
  const supporters = others.filter((voice) => agree(compared, leader, voice))
  const opponents = others.filter((voice) => !supporters.includes(voice))
  // Lines are those of the print, wherever the letters come from.
  const print = [leader, ...supporters].find(({ source }) => source === 'ocr') ?? leader
  const beside = [leader, ...supporters].filter((voice) => voice !== print)
  const confidences = print.confidences.map((confidence) => {
    const backed = beside.reduce(
      (sure, voice) => together(sure, weightOf(rule, voice, leader)),
      (isToneless(rule, print) ? TONELESS_ALONE : 1) * believed(confidence, print),
    )
    return opponents.reduce((sure, voice) => against(sure, believed(minConfidence(voice), voice)), backed)
  })
  const sources = [...new Set([leader, ...supporters].map(({ source }) => source))]
  const places = [leader, ...supporters].flatMap(placesOf)
  return { field: rule.field, value: leader.value, confidences, sources, places }
}

const placesOf = ({ source, file, places }: SourcedReading): FieldPlace[] =>
  places.map((quad) => ({ source, quad, ...(file !== undefined && { file }) }))

const believed = (confidence: number, { source }: SourcedReading): number =>
  Math.min(MOST_BELIEVED[source], Math.max(0, confidence))

const isToneless = ({ printStays }: FieldRule, { source }: SourcedReading): boolean =>
  printStays === true && source === 'mrz'

function weightOf(rule: FieldRule, voice: SourcedReading, leader: SourcedReading): number {
  const share = isToneless(rule, voice) && leader.source !== 'mrz' ? TONELESS_SHARE : 1
  return share * believed(minConfidence(voice), voice)
}

/** Both would have to be wrong. */
const together = (one: number, other: number): number => Math.min(MOST_SURE, 1 - (1 - one) * (1 - other))

/** Only one of them can be right: the share of it, given that not both are. */
const against = (one: number, other: number): number => (one * (1 - other)) / (1 - one * other)
