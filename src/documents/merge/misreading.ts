// Tells a misreading from a contradiction: how far two readings of a field are apart, and how likely misread letters explain it.
import { foldName } from '../text/knowledge/fold.ts'
import { mrzNameOf } from '../text/names.ts'

/** Signs of one group look alike: one read as another counts half. */
const ALIKE = [
  '0OQDCG',
  '1ILTJ7',
  '2Z',
  '3B8',
  '5S6',
  '6G8',
  '689',
  '8B',
  '4A',
  '7T',
  'EF',
  'PRF',
  'VYU',
  'MNH',
  'KX',
] as const
const LOOKS_ALIKE = 0.5

const change = (a: string, b: string): number => {
  if (a === b) return 0
  const areAlike = ALIKE.some((group) => group.includes(a) && group.includes(b))
  return areAlike ? LOOKS_ALIKE : 1
}

/** Counts the signs to add, drop or change; one that looks like the other counts half. */
export function misreadSigns(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, k) => k)
  for (const [at, sign] of [...one].entries()) {
    const next = [at + 1]
    for (const [k, against] of [...other].entries())
      next.push(Math.min((row[k] ?? 0) + change(sign, against), (row[k + 1] ?? 0) + 1, (next[k] ?? 0) + 1))
    row = next
  }
  return row.at(-1) ?? 0
}

/** A word at an end of a name that a finger, a glare or the edge of a line took away, or that stood beside it. */
const LOST_WORD = 1
/** A name that was cut to the width of a zone is at least so long. */
const SHORTEST_CUT = 28

/** Marks do not count: a lost tone is a misreading, and a zone has none. */
export function misreadName(one: string, other: string): number {
  const [a, b] = [bare(one), bare(other)]
  const cut = Math.min(a.length, b.length)
  return Math.min(
    misreadSigns(joined(a), joined(b)),
    ...(cut >= SHORTEST_CUT ? [misreadSigns(joined(a.slice(0, cut)), joined(b.slice(0, cut)))] : []),
    ...withoutEnds(a).map((part) => LOST_WORD + misreadSigns(joined(part), joined(b))),
    ...withoutEnds(b).map((part) => LOST_WORD + misreadSigns(joined(a), joined(part))),
  )
}

/** Letters of a zone, whichever table wrote them. */
const bare = (name: string): string => mrzNameOf(foldName(name).toUpperCase())
const joined = (name: string): string => name.replaceAll(' ', '')

function withoutEnds(name: string): string[] {
  const words = name.split(' ')
  return words.length < 3 ? [] : [words.slice(1), words.slice(0, -1)].map((part) => part.join(' '))
}

/** One of a few words is misread as a whole or not at all. */
export const misreadWord = (one: string, other: string): number => (foldName(one) === foldName(other) ? 0 : 2)

/** Each further sign that was misread with the first is so likely. */
const FURTHER_SIGN = 0.3
/** Less likely than this, a misreading does not explain a difference. */
const LEAST_LIKELY = 0.02

/**
 * How likely it is that readings of these confidences, 0 to 1, differ by so many signs because one was misread: that
 * there is a misreading at all, and that it took as many signs.
 */
export const misreadingLikelihood = (signs: number, ...confidences: readonly number[]): number => {
  const allRight = confidences.reduce((product, confidence) => product * confidence, 1)
  return (1 - allRight) * FURTHER_SIGN ** (Math.max(1, signs) - 1)
}

export const isExplained = (likelihood: number): boolean => likelihood >= LEAST_LIKELY

/**
 * Fields that were misread together must be likely together. A poor picture harms them all, which their confidences say
 * already; the line is lower than that of one field, because what blurs one line may blur the next more than it seems.
 */
const LEAST_LIKELY_TOGETHER = 0.005

export const areExplained = (likelihoods: readonly number[]): boolean =>
  likelihoods.reduce((product, likelihood) => product * likelihood, 1) >= LEAST_LIKELY_TOGETHER
