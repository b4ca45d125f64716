// Finds the one driving licence in a picture: its front, its back or both, or why there is none to speak of.
import { atLeast, type Check } from '../../checks.ts'
import { type FieldName, minConfidence } from '../fields/reading.ts'
import { isLicence, type Side } from '../kinds/kinds.ts'
import { compare, type SourcedReading } from '../merge/combine.ts'
import { FIELD_RULES } from '../merge/rules.ts'
import type { PageAsk, Pages } from '../pages/page.ts'
import { type LicenceSide, licenceSideOf } from './side-reading.ts'

export const askOfLicence: PageAsk = { lines: true, quality: true, codes: 'expected' }

export type Found =
  /** At most one front and one back, the front first. */
  | { readonly outcome: 'found'; readonly sides: readonly LicenceSide[] }
  /** `checks` says how far it got. */
  | { readonly outcome: 'nothing'; readonly checks: readonly Check[] }
  /** Licences of several people: nobody can say which one is meant. */
  | { readonly outcome: 'several' }

export function findLicence({ pages, image }: Pages): Found {
  const known = pages.filter(({ kind }) => isLicence(kind))
  const sides = known
    .map((page) => licenceSideOf(page, image))
    .filter(({ readings, rows }) => readings.length + rows.length > 0)
  if (sides.length === 0)
    return {
      outcome: 'nothing',
      checks: [
        atLeast('documents-found', known.length, 1),
        ...(known.length > 0 ? [atLeast('documents-legible', 0, 1)] : []),
      ],
    }
  const kept = (['front', 'back'] as const).map((side) => sides.filter((one) => one.side === side))
  if (kept.some(areSeveral) || areTwoForms(sides)) return { outcome: 'several' }
  return { outcome: 'found', sides: kept.flatMap((own) => own.toSorted(byWorth).slice(0, 1)) }
}

/** By what one side of a licence is told from another's. */
const DECISIVE: Readonly<Record<Side, readonly FieldName[]>> = {
  front: ['id', 'name', 'birthday'],
  back: ['seri_id', 'id'],
}

function areSeveral(sides: readonly LicenceSide[]): boolean {
  return sides.some((one, i) => sides.slice(i + 1).some((other) => areDifferent(one, other)))
}

function areDifferent(one: LicenceSide, other: LicenceSide): boolean {
  return DECISIVE[one.side].some((field) => {
    const rule = FIELD_RULES.find((each) => each.field === field)
    const [a, b] = [voiceOf(one, field), voiceOf(other, field)]
    return rule && a && b && compare(rule, a, b).outcome === 'different'
  })
}

function voiceOf({ readings, side }: LicenceSide, field: FieldName): SourcedReading | undefined {
  const [surest] = readings
    .filter((one) => one.field === field)
    .toSorted((a, b) => minConfidence(b) - minConfidence(a))
  return surest && { ...surest, side }
}

/** Less sure than this, a page may be of a form that looks like the one it was taken for. */
const SURE_KIND = 0.9

const areTwoForms = (sides: readonly LicenceSide[]): boolean =>
  new Set(sides.filter(({ confidence }) => confidence >= SURE_KIND).map(({ kind }) => kind)).size > 1

/** The one of which more was read comes first. */
const byWorth = (one: LicenceSide, other: LicenceSide): number => worth(other) - worth(one)

const worth = ({ readings, rows }: LicenceSide): number =>
  readings.reduce((sum, reading) => sum + minConfidence(reading), 0) +
  rows.reduce((sum, { confidence }) => sum + confidence, 0)
