// Decides between sources that contradict each other: which of them the whole record is of, so that no two cards are mixed in it.

import { minConfidence } from '../fields/reading.ts'
import { FIELDS, type FieldName } from '../fields/rows.ts'
import type { Source } from '../fields/source.ts'
import { provinceOf } from '../text/addresses.ts'
import type { Dispute, ReadingComparison, SourcedReading, Witness } from './combined.ts'
import { areExplained } from './misreading.ts'

/** The fields that say whose card it is. */
const PERSON: readonly FieldName[] = [FIELDS.id, FIELDS.name, FIELDS.birthday, FIELDS.sex].map(
  ({ field }) => field,
)
/** The others that every source of one card must have alike. */
const CARD: readonly FieldName[] = [FIELDS.issue_date, FIELDS.expiry, FIELDS.optional_data].map(
  ({ field }) => field,
)
/**
 * Between two that nobody else backs, the print is used: it is what people see beside the portrait, and anybody can print
 * a code. Of two machine-readable sources, the one that the print of the card backs.
 */
const PREFERENCE: readonly Source[] = ['chip', 'ocr', 'qr', 'mrz']
const PRINT_WORTH = 0.5
const CARD_WORTH = 0.1

/** The least confidence of the whole address: no misreading of a line that is mostly right turns one province into another. */
const SURE_ADDRESS = 0.8

/**
 * Each of several misread fields can be explained, and all of them together hardly: who changes a birth date changes the
 * number with it. Between sources where that is so, the differences are no misreadings.
 */
export function doubtedTogether(comparisons: readonly ReadingComparison[]): ReadingComparison[] {
  const isMeant = ({ field, outcome }: ReadingComparison) =>
    outcome === 'misread' && [...PERSON, ...CARD].includes(field)
  const doubted = [...Map.groupBy(comparisons.filter(isMeant), betweenOf).values()].filter(
    (own) => own.length > 1 && !areExplained(own.map(({ misreading }) => misreading)),
  )
  return comparisons.map((each) =>
    doubted.some((own) => own.includes(each)) ? { ...each, outcome: 'different' } : each,
  )
}

/** Undefined where all can be of one card. */
export function disputeOf(comparisons: readonly ReadingComparison[]): Dispute | undefined {
  const between = comparisons.filter(({ one, other }) => nameOf(one) !== nameOf(other))
  const contradictions = between.filter(
    (each) =>
      each.outcome === 'different' && ([...PERSON, ...CARD].includes(each.field) || isElsewhere(each)),
  )
  if (contradictions.length === 0) return undefined
  const ofPerson = between.filter(({ field }) => PERSON.includes(field))
  const across = ofPerson.filter(({ one, other }) => one.side !== other.side)
  // Where all that stands on both sides differs, these are sides of two cards, and the front is the one that was asked about.
  const isOfSides = across.length > 0 && across.every(({ outcome }) => outcome === 'different')
  const contradict = (a: Witness, b: Witness) => contradictions.some((each) => isBetween(each, a, b))
  const worth = (witness: Witness) => worthOf(witness, between, contradict)
  const witnesses = witnessesIn(between)
    .map((witness) => ({ witness, worth: isOfSides && witness.side === 'back' ? -1 : worth(witness) }))
    .toSorted((a, b) => b.worth - a.worth || preference(a.witness) - preference(b.witness))
    .map(({ witness }) => witness)
  const used: Witness[] = []
  for (const witness of witnesses) if (!used.some((other) => contradict(witness, other))) used.push(witness)
  const unused = witnesses.filter((witness) => !used.includes(witness))
  return { contradictions, used, unused }
}

/** Addresses are written in too many ways to be the same letter by letter, but they end in one province. */
function isElsewhere({ field, one, other }: ReadingComparison): boolean {
  if (field !== FIELDS.address.field) return false
  const [a, b] = [provinceOf(one.value), provinceOf(other.value)]
  const isSure = Math.min(minConfidence(one), minConfidence(other)) >= SURE_ADDRESS
  return (
    isSure && a !== undefined && b !== undefined && !a.codes2025.some((code) => b.codes2025.includes(code))
  )
}

/** How many others say the same of the person, and contradict it in nothing. Nothing outweighs a chip, which is signed. */
function worthOf(
  witness: Witness,
  between: readonly ReadingComparison[],
  contradict: (a: Witness, b: Witness) => boolean,
): number {
  if (witness.source === 'chip') return Number.POSITIVE_INFINITY
  const own = between.filter(({ one, other }) => [nameOf(one), nameOf(other)].includes(nameOf(witness)))
  const isPrint = witness.source === 'ocr' && own.some(({ field }) => PERSON.includes(field))
  const backing = (isMeant: (field: FieldName) => boolean) =>
    witnessesIn(own).filter(
      (other) =>
        nameOf(other) !== nameOf(witness) &&
        !contradict(witness, other) &&
        own.some((each) => each.outcome === 'same' && isMeant(each.field) && isBetween(each, witness, other)),
    ).length
  const byPerson = backing((field) => PERSON.includes(field))
  return byPerson + (isPrint ? PRINT_WORTH : 0) + CARD_WORTH * backing((field) => !PERSON.includes(field))
}

const nameOf = ({ source, side }: Witness): string => `${source} ${side}`

const betweenOf = ({ one, other }: ReadingComparison): string =>
  [nameOf(one), nameOf(other)].toSorted().join(', ')

const isBetween = ({ one, other }: ReadingComparison, a: Witness, b: Witness): boolean => {
  const names = [nameOf(one), nameOf(other)]
  return nameOf(a) !== nameOf(b) && names.includes(nameOf(a)) && names.includes(nameOf(b))
}

const witnessOf = ({ source, side }: SourcedReading): Witness => ({ source, side })

const witnessesIn = (comparisons: readonly ReadingComparison[]): Witness[] => [
  ...new Map(
    comparisons.flatMap(({ one, other }) => [one, other].map((each) => [nameOf(each), witnessOf(each)])),
  ).values(),
]

const preference = ({ source, side }: Witness): number =>
  PREFERENCE.indexOf(source) + (side === 'front' ? 0 : PREFERENCE.length)
