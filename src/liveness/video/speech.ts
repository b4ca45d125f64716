// Speech in a video: lips that open and nearly shut again within a syllable.
import { turnDegrees } from '../../vision/head-angles.ts'
import type { FollowedFace } from '../../vision/observe-video.ts'

interface Lips extends Pick<FollowedFace, 'angles' | 'mouthOpenness'> {
  readonly atMs: number
}

/** Half of the slowest cycle of speech; syllables come three to seven times a second. */
const REACH_MS = 500
/** The mesh of a head turned further has its lips apart where they are not. */
const MOST_TURNED_DEGREES = 25
/** Lips that never come nearer than this, by how far they opened, do not shut: those of a photograph that shows teeth do not. */
const MOST_LEFT_OPEN = 0.3

/**
 * How far the lips opened between two moments shortly before and after at which they were nearer, or shut between two at
 * which they were further apart; height by width of the opening. Lips that were never nearly shut did not speak.
 */
export function deepestOpening(seen: readonly Lips[]): number {
  const ahead = seen.filter(({ angles }) => turnDegrees(angles) <= MOST_TURNED_DEGREES)
  const openness = ahead.map(({ mouthOpenness }) => mouthOpenness)
  if (Math.min(...openness) > MOST_LEFT_OPEN * Math.max(...openness)) return 0
  return Math.max(0, ...ahead.map((now) => swingAt(ahead, now)))
}

function swingAt(seen: readonly Lips[], { atMs, mouthOpenness }: Lips): number {
  const near = seen.filter((one) => Math.abs(one.atMs - atMs) <= REACH_MS)
  const before = near.filter((one) => one.atMs <= atMs).map((one) => one.mouthOpenness)
  const after = near.filter((one) => one.atMs >= atMs).map((one) => one.mouthOpenness)
  const opened = mouthOpenness - Math.max(Math.min(...before), Math.min(...after))
  const shut = Math.min(Math.max(...before), Math.max(...after)) - mouthOpenness
  return Math.max(opened, shut)
}
