// The pictures of one document made one: each side once, the better of two pictures of a side, and no mixture of two cards.
import { type FieldReading, minConfidence } from '../fields/reading.ts'
import { areAlike, type Kind, type Side } from '../kinds/kinds.ts'
import { type Comparison, combine, compare, type SourcedReading } from '../merge/combine.ts'
import { FIELD_RULES } from '../merge/rules.ts'
import type { SideReading } from './side-reading.ts'

export interface Merged {
  readonly kind: Kind
  readonly confidence: number
  /** At most one front and one back, the front first. */
  readonly sides: readonly SideReading[]
  /** As they were handed in. */
  readonly pages: readonly SideReading[]
  /** Pictures of one side that show two cards, by what differs between them; only the better one is used. */
  readonly conflicts: readonly Comparison[]
}

/** Less sure than this, a page may be of a kind that looks like the one it was taken for. */
const SURE_KIND = 0.9

/** The kind that all pages can be of, or undefined where they show two. */
export function commonKind(pages: readonly Pick<SideReading, 'kind' | 'confidence'>[]): Kind | undefined {
  const [surest] = pages.toSorted((a, b) => b.confidence - a.confidence)
  if (!surest) return undefined
  const fits = ({ kind, confidence }: Pick<SideReading, 'kind' | 'confidence'>): boolean =>
    kind === surest.kind || (confidence < SURE_KIND && areAlike(surest.kind, kind))
  return pages.every(fits) ? surest.kind : undefined
}

/** Undefined where there is nothing, or more than one kind of document. */
export function merge(pages: readonly SideReading[]): Merged | undefined {
  const kind = commonKind(pages)
  if (!kind) return undefined
  const strangers: Comparison[] = []
  const sides = (['front', 'back'] as const).flatMap((side) => {
    const own = pages.filter((page) => page.side === side)
    return own.length === 0 ? [] : [mergeSide(own, strangers)]
  })
  const confidence = Math.min(...sides.map((side) => side.confidence))
  return { kind, confidence, sides, pages, conflicts: strangers }
}

/** The better one first; what another adds to it is kept, unless it is of another card. */
function mergeSide(pages: readonly SideReading[], strangers: Comparison[]): SideReading {
  const [best, ...others] = pages.toSorted((a, b) => worth(b) - worth(a))
  if (!best) throw new Error('a side without a page')
  return others.reduce((merged, page) => {
    const between = differences(merged, page)
    strangers.push(...between)
    return between.length > 0 ? merged : joined(merged, page)
  }, best)
}

/** How much was read, the number above all. */
function worth({ readings }: SideReading): number {
  return readings.reduce((sum, reading) => sum + minConfidence(reading) * (reading.field === 'id' ? 5 : 1), 0)
}

/** By whom a card is told: who shares none of it with the other is somebody else. */
function differences(one: SideReading, other: SideReading): Comparison[] {
  const decisive = ['id', 'name', 'birthday'] as const
  const found = decisive.flatMap((field) => {
    const rule = FIELD_RULES.find((each) => each.field === field)
    const [a, b] = [one, other].map((page) => surestVoice(page, field))
    const compared = rule && a && b && compare(rule, a, b)
    return compared?.outcome === 'different' ? [compared] : []
  })
  return found
}

function surestVoice({ readings, side }: SideReading, field: string): SourcedReading | undefined {
  const [surest] = readings
    .filter((one) => one.field === field)
    .toSorted((a, b) => minConfidence(b) - minConfidence(a))
  return surest && { ...surest, side }
}

function joined(one: SideReading, other: SideReading): SideReading {
  const readings = [...one.readings, ...other.readings]
  const isRight = (page: SideReading) => page.mrzChecks.filter((check) => check.isRight).length
  return {
    ...one,
    readings: bestOfEach(readings),
    mrzChecks: isRight(other) > isRight(one) ? other.mrzChecks : one.mrzChecks,
    // A better picture makes up for a blurred one; nothing makes up for one that was taken off a screen.
    quality: {
      recapture: Math.max(one.quality.recapture, other.quality.recapture),
      photocopy: Math.max(one.quality.photocopy, other.quality.photocopy),
      blur: Math.min(one.quality.blur, other.quality.blur),
      glare: Math.min(one.quality.glare, other.quality.glare),
      darkness: Math.min(one.quality.darkness, other.quality.darkness),
    },
    pixelsPerMm: Math.max(one.pixelsPerMm, other.pixelsPerMm),
    confidence: Math.max(one.confidence, other.confidence),
  }
}

/** Of one field by one source the surest reading. */
function bestOfEach(readings: readonly FieldReading[]): FieldReading[] {
  const best = new Map<string, FieldReading>()
  for (const reading of readings) {
    const key = `${reading.field} ${reading.source}`
    const known = best.get(key)
    if (!known || minConfidence(reading) > minConfidence(known)) best.set(key, reading)
  }
  return [...best.values()]
}

export const sourcedReadingsOf = ({ sides }: Merged): SourcedReading[] =>
  sides.flatMap(({ side, readings }) => readings.map((reading): SourcedReading => ({ ...reading, side })))

export const combineMerged = (merged: Merged) => combine(sourcedReadingsOf(merged))

export const hasSide = ({ sides }: Merged, side: Side): boolean => sides.some((one) => one.side === side)
