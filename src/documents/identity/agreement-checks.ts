// Holds the sources of a document against each other: code and zone against print, front against back, picture against picture.
import { atLeast, type Check } from '../../checks.ts'
import type { FieldName, Source } from '../fields/reading.ts'
import type { Side } from '../kinds/kinds.ts'
import { type Comparison, compare, type SourcedReading } from '../merge/combine.ts'
import { againstPrint, comparisonCheck } from '../merge/comparison-check.ts'
import { FIELD_RULES } from '../merge/rules.ts'
import type { Facts } from './facts.ts'
import { sourcedReadingsOf } from './merge.ts'

const FRONT_AGAINST_BACK = 'front-against-back'
const PICTURES = 'picture-against-picture'
/** Whose card it is. */
const PERSON: readonly FieldName[] = ['id', 'name', 'birthday', 'sex']
/** Who speaks for a side: what people see, and what machines see where there is nothing else to see. */
const SPEAKERS: Readonly<Record<Side, readonly Source[]>> = {
  front: ['ocr', 'qr', 'mrz'],
  back: ['mrz', 'qr', 'ocr'],
}

export function agreementChecks(facts: Facts): Check[] {
  const { combined, merged } = facts
  return [
    ...combined.comparisons.flatMap(againstPrint),
    ...frontAgainstBack(facts).map((each) => comparisonCheck(FRONT_AGAINST_BACK, each, ({ side }) => side)),
    ...merged.conflicts.map((each) => comparisonCheck(PICTURES, each, pictureNames(each))),
    ...merged.sides.flatMap(({ mrzChecks }) =>
      mrzChecks.map(({ name, isRight }) => atLeast(`mrz-check-digit-${kebab(name)}`, isRight ? 1 : 0, 1)),
    ),
  ]
}

function frontAgainstBack({ merged }: Facts): Comparison[] {
  const voices = sourcedReadingsOf(merged)
  return PERSON.flatMap((field) => {
    const rule = FIELD_RULES.find((each) => each.field === field)
    const [front, back] = (['front', 'back'] as const).map((side) => speaker(voices, field, side))
    return rule && front && back ? [compare(rule, front, back)] : []
  })
}

function speaker(
  voices: readonly SourcedReading[],
  field: FieldName,
  side: Side,
): SourcedReading | undefined {
  const own = voices.filter((voice) => voice.field === field && voice.side === side)
  return SPEAKERS[side].map((source) => own.find((voice) => voice.source === source)).find(Boolean)
}

const pictureNames =
  ({ one }: Comparison) =>
  (voice: SourcedReading): string =>
    voice === one ? 'used' : 'not-used'

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Warning 113. */
export const isNumberSplit = (checks: readonly Check[]): boolean =>
  checks.some(
    ({ name, field, outcome }) => name === FRONT_AGAINST_BACK && field === 'id' && outcome === 'failed',
  )

/** The sides are of two people: another name, or two other facts. */
export function isAnotherCard(checks: readonly Check[]): boolean {
  const between = checks.filter(({ name, outcome }) => name === FRONT_AGAINST_BACK && outcome === 'failed')
  return between.length > 1 || between.some(({ field }) => field === 'name')
}

/** Two pictures of one side are of two people. */
export const isAnotherPicture = (checks: readonly Check[]): boolean =>
  checks.some(({ name, outcome }) => name === PICTURES && outcome === 'failed')
