// Tells a replay whose frames were each bent their own way by its course: each frame has its own partner, one after the other.
import { mean } from '../../system/statistics.ts'

interface Course {
  /** Of each print with a partner, in order: where that stands in the earlier session. */
  readonly places: readonly number[]
  /** How alike the changes from each print to the next are to those between their partners, -1 to 1, where they lie over one another. */
  readonly changes: readonly number[]
  /** How many prints were compared. */
  readonly prints: number
}

/** Of fewer, that many differ by chance. */
const FEWEST_PARTNERS = 5
/**
 * Set on half of the people. Two sessions of one person, cut from one recording, have partners of their own for at most half of the
 * prints, and a step in four to two in five goes on; replays bent by 4 pixels have 0.88 and more, and nearly all steps go on.
 */
const LEAST = { different: 0.75, onwards: 0.6, alike: 0.2 }

/** The frames of a person who sits still are like the same few of an earlier session, in any order. Tasks may come in another order. */
export function comesInCourse({ places, changes, prints }: Course): boolean {
  const different = new Set(places).size
  const steps = places.slice(1).map((place, i) => place - (places[i] ?? 0))
  return (
    different >= Math.max(FEWEST_PARTNERS, LEAST.different * prints) &&
    steps.filter((step) => step > 0).length >= LEAST.onwards * steps.length &&
    (changes.length === 0 || mean(changes) >= LEAST.alike)
  )
}
