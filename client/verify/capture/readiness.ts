// Decides from look to look which hint is shown, and when the picture is taken by itself.
import type { CaptureHint } from '../vision/page-hint.ts'

export interface Readiness {
  /** What the page says to the person now. */
  readonly shown: CaptureHint | 'ok'
  readonly shownSince: number
  /** The looks in a row in which nothing was wrong, and when the first of them was. */
  readonly good: number
  readonly goodSince: number
  /** What the last look said. */
  readonly last: CaptureHint | 'ok'
}

/** A hint stays this long, unless two looks in a row say something else: people cannot follow words that flicker. */
const LEAST_SHOWN_MS = 900
/** A slow phone looks twice, a fast one five times or more. */
const LEAST_GOOD_LOOKS = 2
const LEAST_GOOD_MS = 450

export const notReady = (at: number): Readiness => ({
  shown: 'no-document',
  shownSince: at,
  good: 0,
  goodSince: at,
  last: 'no-document',
})

/** `at` is the time of the look in milliseconds. */
export function advance(before: Readiness, hint: CaptureHint | 'ok', at: number): Readiness {
  const isGood = hint === 'ok'
  const good = isGood ? before.good + 1 : 0
  const goodSince = isGood && before.good > 0 ? before.goodSince : at
  const changes =
    hint !== before.shown &&
    (isGood || before.shown === 'ok' || hint === before.last || at - before.shownSince >= LEAST_SHOWN_MS)
  return {
    shown: changes ? hint : before.shown,
    shownSince: changes ? at : before.shownSince,
    good,
    goodSince,
    last: hint,
  }
}

export const isReady = ({ good, goodSince }: Readiness, at: number): boolean =>
  good >= LEAST_GOOD_LOOKS && at - goodSince >= LEAST_GOOD_MS
