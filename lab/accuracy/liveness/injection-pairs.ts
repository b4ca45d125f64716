// Pairs frames with the fingerprints of all their variants: pictures of one moment, of two moments, and of two people.
import type { Prints } from './injection-jobs.ts'

export interface PrintedFrame {
  readonly file: string
  /** The frames of one clip follow each other before one camera. */
  readonly clip: string
  /** Clips of one video have the same clock. */
  readonly video: string
  readonly seconds: number
  /** The same person at the same place in the same light, perhaps in another clip, as in a second attempt a minute later. */
  readonly place: string
  /** All frames of one person have the same value. */
  readonly person: string
  readonly prints: Prints
}

export interface FramePair {
  readonly one: PrintedFrame
  readonly other: PrintedFrame
}

export const timesApart = [
  { name: 'up to 0.5 s apart in a clip', from: 0, to: 0.6 },
  { name: '1 s apart in a clip', from: 0.6, to: 1.2 },
  { name: '1.5 to 3 s apart in a clip', from: 1.2, to: 3.05 },
  { name: '3 to 5 s apart in a clip', from: 3.05, to: 5.05 },
  { name: 'more than 5 s apart in a clip', from: 5.05, to: Number.POSITIVE_INFINITY },
] as const
export const TRYING_AGAIN = 'another clip of the person at the same place'
export const OTHERS = 'two people'

/** Pairs are grouped by how their frames are related. Each frame is paired with a few frames of other people, spread over all. */
export function pairsOfTwoShots(
  frames: readonly PrintedFrame[],
  othersEach: number,
): Map<string, FramePair[]> {
  const pairs: { kind: string; pair: FramePair }[] = []
  for (const [i, one] of frames.entries()) {
    for (const other of frames.slice(i + 1))
      if (one.place === other.place) pairs.push({ kind: kindOf(one, other), pair: { one, other } })
    const otherPeople = frames.filter(({ person }) => person !== one.person)
    for (let k = 0; k < othersEach; k++) {
      const other = otherPeople[Math.floor(((i * 0.618 + k / othersEach) % 1) * otherPeople.length)]
      if (other) pairs.push({ kind: OTHERS, pair: { one, other } })
    }
  }
  const kinds = Map.groupBy(pairs, ({ kind }) => kind)
  return new Map([...kinds].map(([kind, own]) => [kind, own.map(({ pair }) => pair)]))
}

function kindOf(one: PrintedFrame, other: PrintedFrame): string {
  if (one.clip !== other.clip) return TRYING_AGAIN
  const apart = Math.abs(one.seconds - other.seconds)
  return timesApart.find(({ from, to }) => apart >= from && apart < to)?.name ?? TRYING_AGAIN
}
