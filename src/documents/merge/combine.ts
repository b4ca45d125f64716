// Printed text, QR code and machine-readable zone made one: a value for each field, how sure it is, and where sources differ.
import { type FieldName, type FieldReading, type Source, sureness } from '../fields/reading.ts'
import type { Side } from '../kinds.ts'
import type { Place } from '../pages/places.ts'
import { withoutStrays } from './extra-words.ts'
import { FIELD_RULES, type FieldRule } from './rules.ts'

/** What one source on one side says of a field. */
export interface Voice extends FieldReading {
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
  readonly places: readonly Place[]
}

/** Two voices on one field. */
export interface Comparison {
  readonly field: FieldName
  readonly one: Voice
  readonly other: Voice
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

export function combine(heard: readonly Voice[]): Combined {
  const voices = withoutStrays(heard)
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
function ranked(voices: readonly Voice[], { order, printStays }: FieldRule): Voice[] {
  const doubted = (voice: Voice) =>
    printStays && voice.source === 'mrz' ? 2 : sureness(voice) < TRUSTED ? 1 : 0
  const place = ({ source }: Voice) => order.indexOf(source)
  return voices.toSorted(
    (a, b) => doubted(a) - doubted(b) || place(a) - place(b) || sureness(b) - sureness(a),
  )
}

function pairs<T>(all: readonly T[]): (readonly [T, T])[] {
  return all.flatMap((one, i) => all.slice(i + 1).map((other) => [one, other] as const))
}

export function compare(rule: FieldRule, one: Voice, other: Voice): Comparison {
  const likeness = rule.likeness(one.value, other.value, [one.source, other.source])
  const isUnsure = Math.min(sureness(one), sureness(other)) < SURE
  const isNear = likeness >= rule.near || Math.min(sureness(one), sureness(other)) < 0.5
  const outcome = likeness >= rule.same ? 'same' : isNear && isUnsure ? 'misread' : 'different'
  return { field: rule.field, one, other, likeness, outcome }
}

/**
 * Sides that have nothing in common are of two cards, and the front is the one that was asked about. One that stands
 * alone against two who agree is outvoted.
 */
function leaderOf(
  own: readonly Voice[],
  compared: readonly Comparison[],
  rule: FieldRule,
): Voice | undefined {
  const between = compared.filter(({ one, other }) => one.side !== other.side)
  const isSplit = between.length > 0 && between.every(({ outcome }) => outcome === 'different')
  const heard = isSplit ? own.filter(({ side }) => side === 'front') : own
  const friends = (voice: Voice) => heard.filter((other) => agree(compared, voice, other)).length
  const [first] = heard
  if (!first) return undefined
  const leader = friends(first) > 0 ? first : (heard.find((voice) => friends(voice) > 0) ?? first)
  const print = heard.find(({ source, side }) => source === 'ocr' && side === leader.side)
  const differs = print && outcomeOf(compared, leader, print) === 'different'
  return rule.printStays && differs ? print : leader
}

function outcomeOf(compared: readonly Comparison[], a: Voice, b: Voice): Comparison['outcome'] | undefined {
  return compared.find(({ one, other }) => a !== b && [one, other].includes(a) && [one, other].includes(b))
    ?.outcome
}

const agree = (compared: readonly Comparison[], a: Voice, b: Voice): boolean =>
  outcomeOf(compared, a, b) === 'same'

function combined(
  rule: FieldRule,
  leader: Voice,
  own: readonly Voice[],
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
    return opponents.reduce((sure, voice) => against(sure, believed(sureness(voice), voice)), backed)
  })
  const sources = [...new Set([leader, ...supporters].map(({ source }) => source))]
  const places = [leader, ...supporters].flatMap(placesOf)
  return { field: rule.field, value: leader.value, confidences, sources, places }
}

const placesOf = ({ source, file, places }: Voice): Place[] =>
  places.map((quad) => ({ source, quad, ...(file !== undefined && { file }) }))

const believed = (confidence: number, { source }: Voice): number =>
  Math.min(MOST_BELIEVED[source], Math.max(0, confidence))

const isToneless = ({ printStays }: FieldRule, { source }: Voice): boolean =>
  printStays === true && source === 'mrz'

function weightOf(rule: FieldRule, voice: Voice, leader: Voice): number {
  const share = isToneless(rule, voice) && leader.source !== 'mrz' ? TONELESS_SHARE : 1
  return share * believed(sureness(voice), voice)
}

/** Both would have to be wrong. */
const together = (one: number, other: number): number => Math.min(MOST_SURE, 1 - (1 - one) * (1 - other))

/** Only one of them can be right: the share of it, given that not both are. */
const against = (one: number, other: number): number => (one * (1 - other)) / (1 - one * other)
