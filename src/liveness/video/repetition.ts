// Signs that a video is not one recording: pictures that do not change, and pictures that come back.
import type { Moment } from '../../vision/observe-video.ts'

/** In greys of 256, on average over the print. Noise of the darkest, stillest camera measured is ten times this. */
const UNCHANGED = 0.05
/** Pictures closer in time than this are alike because nothing moves so fast. */
const APART_MS = 800
/** So much closer to a picture of long ago than to its neighbours that it must be the same one. */
const AS_NEAR = 0.5

type Printed = Pick<Moment, 'atMs' | 'print'>

/** Of all steps from one picture to the next. */
export function frozenShare(moments: readonly Printed[]): number {
  const steps = moments.slice(1).map((moment, i) => unlike(moment, moments[i]))
  return steps.filter((step) => step <= UNCHANGED).length / Math.max(1, steps.length)
}

/** Of all pictures that have earlier ones far enough away: how many are one of those again, forwards or backwards. */
export function repeatedShare(moments: readonly Printed[]): number {
  let [late, repeated] = [0, 0]
  for (const [i, moment] of moments.entries()) {
    const earlier = moments.filter(({ atMs }) => moment.atMs - atMs >= APART_MS)
    if (earlier.length === 0) continue
    late += 1
    const beside = Math.max(unlike(moment, moments[i - 1]), unlike(moment, moments[i + 1]))
    // Where nothing moves all pictures are alike, and `frozenShare` has its say.
    if (beside <= UNCHANGED) continue
    if (earlier.some((one) => unlike(moment, one) < AS_NEAR * beside)) repeated += 1
  }
  return late === 0 ? 0 : repeated / late
}

/** Mean difference of two prints; 0 where there is no other. */
function unlike({ print }: Printed, other: Printed | undefined): number {
  if (!other) return 0
  let sum = 0
  for (let i = 0; i < print.length; i++) sum += Math.abs((print[i] as number) - (other.print[i] ?? 0))
  return sum / print.length
}
