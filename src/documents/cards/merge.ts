// The pictures of one document made one: each side once, the better of two pictures of a side, and no mixture of two cards.

import { type FieldReading, minConfidence, mostHistory } from '../fields/reading.ts'
import { FIELDS } from '../fields/rows.ts'
import type { Kind } from '../kinds/kinds.ts'
import type { ReadingComparison, SourcedReading } from '../merge/combined.ts'
import { moreDoubtful } from '../pages/portrait-look.ts'
import { commonKind, differences } from './same-card.ts'
import type { SideReading } from './side-reading.ts'

export interface Merged {
  readonly kind: Kind
  /** At most one front and one back, the front first. */
  readonly sides: readonly SideReading[]
  /** All pages as they were given. */
  readonly pages: readonly SideReading[]
  /** Pictures of one side that show two cards, by what differs between them; only the better one is used. */
  readonly conflicts: readonly ReadingComparison[]
  /** What the chip says that belongs to the document. */
  readonly chip?: readonly SourcedReading[]
}

/** The fields that tell one card from another: two pictures of one card differ in none of them. */
const DECISIVE = [FIELDS.id, FIELDS.name, FIELDS.birthday]

/** Undefined where there is nothing, or more than one kind of document. */
export function merge(pages: readonly SideReading[]): Merged | undefined {
  const kind = commonKind(pages)
  if (!kind) return undefined
  const conflicts: ReadingComparison[] = []
  const sides = (['front', 'back'] as const).flatMap((side) => {
    const own = pages.filter((page) => page.side === side)
    return own.length === 0 ? [] : [mergeSide(own, conflicts)]
  })
  return { kind, sides, pages, conflicts }
}

/** The better picture comes first; what another adds to it is used, unless it is of another card. */
function mergeSide(pages: readonly SideReading[], conflicts: ReadingComparison[]): SideReading {
  const [best, ...others] = pages.toSorted((a, b) => worthOf(b) - worthOf(a))
  if (!best) throw new Error('a side without a page')
  return others.reduce((merged, page) => {
    const between = differences(merged, page, DECISIVE)
    conflicts.push(...between)
    return between.length > 0 ? merged : joined(merged, page)
  }, best)
}

/** How much was read, the number above all. */
export function worthOf({ readings }: SideReading): number {
  return readings.reduce(
    (sum, reading) => sum + minConfidence(reading) * (reading.field === FIELDS.id.field ? 5 : 1),
    0,
  )
}

function joined(one: SideReading, other: SideReading): SideReading {
  const readings = [...one.readings, ...other.readings]
  const isRight = (page: SideReading) => page.mrzChecks.filter((check) => check.isRight).length
  const portrait = moreDoubtful(one.portrait, other.portrait)
  const purities = [one, other].flatMap(({ codePurity }) => codePurity ?? [])
  return {
    ...one,
    ...(portrait && { portrait }),
    ...(purities.length > 0 && { codePurity: Math.max(...purities) }),
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

/** Takes the surest reading of each field by each source; nothing makes up for one that was written into its picture. */
function bestOfEach(readings: readonly FieldReading[]): FieldReading[] {
  const best = new Map<string, FieldReading>()
  for (const reading of readings) {
    const key = `${reading.field} ${reading.source}`
    const other = best.get(key)
    const surer = !other || minConfidence(reading) > minConfidence(other) ? reading : other
    best.set(key, { ...surer, ...mostHistory(other ? [reading, other] : [reading]) })
  }
  return [...best.values()]
}
