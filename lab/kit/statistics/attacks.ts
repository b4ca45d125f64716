// Computes error rates of attack detection by ISO 30107-3: per kind of attack, the worst kind counts, clips not frames.
import { type Proportion, proportionOf } from './proportion.ts'
import { mean } from './summary.ts'

/** A presentation is one clip with its score. Infinity means that it is always, or never, accepted. */
interface ScoredClip {
  readonly clip: string
  /** The kind is absent for a live person. */
  readonly kind: string | undefined
  readonly score: number
}

/** Computes the clip's score from its frames; by default the mean. */
export function clipScores(
  frames: readonly { readonly clip: string; readonly kind: string | undefined; readonly score: number }[],
  summarise: (scores: readonly number[]) => number = mean,
): ScoredClip[] {
  return [...Map.groupBy(frames, ({ clip }) => clip)].map(([clip, own]) => ({
    clip,
    kind: own[0]?.kind,
    score: summarise(own.map(({ score }) => score)),
  }))
}

export interface AttackErrors {
  readonly threshold: number
  /** Shares of attack clips accepted as live, by kind. */
  readonly apcer: Readonly<Record<string, Proportion>>
  /** The largest of them with its kind; of equal ones the kind with the fewest clips, about which least is known. */
  readonly worst: { readonly kind: string; readonly apcer: Proportion }
  /** The share of live clips refused as attacks. */
  readonly bpcer: Proportion
  /** Half the sum of the worst APCER and the BPCER. */
  readonly acer: number
}

/** A clip counts as live from the threshold up. */
export function attackErrors(clips: readonly ScoredClip[], threshold: number): AttackErrors {
  requireScores(clips)
  const live = clips.filter(({ kind }) => kind === undefined)
  const kinds = Map.groupBy(
    clips.filter(({ kind }) => kind !== undefined),
    ({ kind }) => kind as string,
  )
  const perKind = [...kinds]
    .map(([kind, own]) => ({ kind, apcer: proportionOf(own, ({ score }) => score >= threshold) }))
    .sort((a, b) => a.kind.localeCompare(b.kind))
  const worst = perKind.reduce((so, one) => (isWorse(one.apcer, so.apcer) ? one : so))
  const bpcer = proportionOf(live, ({ score }) => score < threshold)
  return {
    threshold,
    apcer: Object.fromEntries(perKind.map(({ kind, apcer }) => [kind, apcer])),
    worst,
    bpcer,
    acer: (worst.apcer.value + bpcer.value) / 2,
  }
}

function isWorse(one: Proportion, other: Proportion): boolean {
  return one.value > other.value || (one.value === other.value && one.total < other.total)
}

function requireScores(clips: readonly ScoredClip[]): void {
  const odd = clips.find(({ score }) => Number.isNaN(score))
  if (odd) throw new RangeError(`the score of clip ${odd.clip} is not a number`)
  if (!clips.some(({ kind }) => kind === undefined) || !clips.some(({ kind }) => kind !== undefined))
    throw new RangeError('live clips and attack clips are both needed')
}

/** Returns the errors at the lowest threshold at which no kind's APCER is above the limit: BPCER20 is at 0.05. */
export function attackErrorsAtApcer(clips: readonly ScoredClip[], limit: number): AttackErrors {
  requireScores(clips)
  const scores = [...new Set(clips.map(({ score }) => score))].sort((a, b) => a - b)
  let low = 0
  let high = scores.length
  // APCER never rises with the threshold, so the first good threshold is found by bisection.
  while (low < high) {
    const middle = (low + high) >>> 1
    if (attackErrors(clips, scores[middle] as number).worst.apcer.value <= limit) high = middle
    else low = middle + 1
  }
  const admitted = scores[low] ?? Number.POSITIVE_INFINITY
  const refused = scores[low - 1]
  // The threshold is in the middle of the gap between refused and accepted scores.
  const middle = refused === undefined ? admitted : refused + (admitted - refused) / 2
  return attackErrors(clips, Number.isFinite(middle) && middle > (refused ?? -Infinity) ? middle : admitted)
}
