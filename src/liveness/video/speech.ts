// Speech in a video: lips that open and nearly shut again within a syllable, and what is seen between them.
import type { HeadAngles } from '../../vision/head-angles.ts'
import type { Mouth } from '../../vision/mouth.ts'

/** The mouth at one moment. */
export interface Lips {
  readonly atMs: number
  readonly angles: HeadAngles
  readonly mouth: Mouth
}

/** Half a cycle of slow speech; syllables come three to seven times a second. */
const REACH_MS = 500
/** The mesh of a head turned further has its lips apart where they are not. */
const MOST_TURNED_DEGREES = 25
/** Lips that never come nearer than this, by how far they opened, do not shut: those of a photograph that shows teeth do not. */
const MOST_LEFT_OPEN = 0.3

/**
 * How far the lips opened between two moments shortly before and after at which they were nearer, or shut between two at
 * which they were further apart; in distances of the eyes. Lips that were never nearly shut did not speak.
 */
export function deepestOpening(seen: readonly Lips[]): number {
  const ahead = seen.filter(({ angles }) => turnOf(angles) <= MOST_TURNED_DEGREES)
  const apart = ahead.map(({ mouth }) => mouth.apart)
  if (Math.min(...apart) > MOST_LEFT_OPEN * Math.max(...apart)) return 0
  return Math.max(0, ...ahead.map((now) => swingAt(ahead, now)))
}

const turnOf = ({ yawDegrees, pitchDegrees }: HeadAngles): number => Math.hypot(yawDegrees, pitchDegrees)

function swingAt(seen: readonly Lips[], { atMs, mouth: { apart } }: Lips): number {
  const near = seen.filter((one) => Math.abs(one.atMs - atMs) <= REACH_MS)
  const before = near.filter((one) => one.atMs <= atMs).map(({ mouth }) => mouth.apart)
  const after = near.filter((one) => one.atMs >= atMs).map(({ mouth }) => mouth.apart)
  const opened = apart - Math.max(Math.min(...before), Math.min(...after))
  const shut = Math.min(Math.max(...before), Math.max(...after)) - apart
  return Math.max(opened, shut)
}
