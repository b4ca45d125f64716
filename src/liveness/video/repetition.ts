// Signs that a video is not one recording: pictures that do not change, and pictures that come back.
import type { Moment } from '../../vision/observe-video.ts'

/** The mean difference of two prints that are the same picture, in greys of 256. The noise of the darkest and stillest camera measured is ten times this. */
const UNCHANGED = 0.05
/** Pictures closer in time than this are alike anyway: nothing moves so fast. */
const APART_MS = 800
/** A picture that differs from an earlier one by less than this share of what it differs from its neighbours is the same one. */
const AS_NEAR = 0.5

type Printed = Pick<Moment, 'atMs' | 'print'>

/** The share of steps from one picture to the next in which nothing changed. */
export function frozenShare(moments: readonly Printed[]): number {
  const steps = moments.slice(1).map((moment, i) => unlike(moment, moments[i]))
  return steps.filter((step) => step <= UNCHANGED).length / Math.max(1, steps.length)
}

/** The share of pictures that repeat an earlier one, played forwards or backwards, of those that have one far enough away. */
export function repeatedShare(moments: readonly Printed[]): number {
  let [late, repeated] = [0, 0]
  for (const [i, moment] of moments.entries()) {
    const earlier = moments.filter(({ atMs }) => moment.atMs - atMs >= APART_MS)
    if (earlier.length === 0) continue
    late += 1
    const beside = Math.max(unlike(moment, moments[i - 1]), unlike(moment, moments[i + 1]))
    // Where nothing moves all pictures are alike: that is what `frozenShare` counts.
    if (beside <= UNCHANGED) continue
    if (earlier.some((one) => unlike(moment, one) < AS_NEAR * beside)) repeated += 1
  }
  return late === 0 ? 0 : repeated / late
}

/** Mean difference of two prints; 0 where there is no other. */
function unlike({ print }: Printed, other: Printed | undefined): number {
  if (!other) return 0
  let sum = 0
  for (let i = 0; i < print.length; i++) sum += Math.abs((print[i] ?? 0) - (other.print[i] ?? 0))
  return sum / print.length
}
