// Judges the prints of a session together: does each find a partner of its own in earlier sessions, as in a replay, or all the same ones?
import { mean } from '../../system/statistics.ts'
import { type Bending, bendBetween } from './print-bending.ts'
import { correlation, difference, PRINT_GREYS, type PrintField } from './print-detail.ts'

/** One print of this session, and what lies over it. */
export interface SequenceRow {
  /** The index of the print. */
  readonly asked: number
  readonly fine: PrintField
  /** Fine detail of the other prints of this session that lie over it. */
  readonly own: readonly PrintField[]
  /** By column, one for each known print: how it lies over this one; undefined where it does not. */
  readonly known: readonly (Laid | undefined)[]
}

interface Laid {
  readonly fine: PrintField
  /** Likeness of fine detail, -1 to 1. */
  readonly like: number
  readonly bending: Bending
}

/** With fewer prints that can be compared, partners are found by chance. */
const FEWEST_ROWS = 4
const FEWEST_COLUMNS = 3

/** Returns which prints of this session are a replay of the known ones, or none. */
export function replayedRows(all: readonly SequenceRow[]): number[] {
  const rows = all.filter(
    ({ own, known }) => own.length > 0 && known.filter(Boolean).length >= FEWEST_COLUMNS,
  )
  const evidence = sequenceEvidence(rows)
  if (!evidence) return posesAgain(all)
  return oddsOfReplay(evidence) >= LEAST_ODDS ? rows.map(({ asked }) => asked) : []
}

/** From this likeness of fine detail on a print is counted with its partner. */
const LIKE = 0.9
/** Share of the prints with a partner whose partner is not that of another one too. */
const LEAST_DIFFERENT = 0.75

/**
 * Of somebody who moves, few frames lie over one another, and fewer over those of another session: of living people at most two
 * had partners of their own. Frames that do, each over another one, are those of before.
 */
function posesAgain(all: readonly SequenceRow[]): number[] {
  const paired = all.flatMap(({ asked, known }) => {
    const partner = likestOf(known)
    return (known[partner]?.like ?? -1) >= LIKE ? [{ asked, partner }] : []
  })
  const different = new Set(paired.map(({ partner }) => partner)).size
  const areEnough = different >= FEWEST_ROWS && 2 * paired.length >= all.length
  return areEnough && different >= LEAST_DIFFERENT * paired.length ? paired.map(({ asked }) => asked) : []
}

interface SequenceEvidence {
  /** How far the partners stand out from all others, in spreads of the others: by chance 1.2, seldom 1.8. */
  readonly standOut: number
  /** Share of the prints whose likest known print is not that of another one too. */
  readonly different: number
  /** How differently the prints are bent, in greys. */
  readonly unevenness: number
}

/**
 * Log odds of a replay. Fitted on half of the people of Replay-Attack, who sit before a webcam that stands, and rounded. The line
 * lies three spreads above the middle of their second sessions, of which none is above -0.2.
 */
const oddsOfReplay = ({ standOut, different, unevenness }: SequenceEvidence): number =>
  3 * (standOut - 1.5) + 7 * (different - 0.6) - 2 * Math.log((unevenness + 0.05) / 0.6)
const LEAST_ODDS = 1.5

/**
 * The frames of a person who sits still are all like the same few frames of an earlier session, and what is left of a frame
 * without the mean of those beside it is like none of them. Those of a replay are each like one of their own, however little
 * they move, and all lie over it in one way. Undefined where too few frames lie over one another.
 */
function sequenceEvidence(rows: readonly SequenceRow[]): SequenceEvidence | undefined {
  if (rows.length < FEWEST_ROWS) return undefined
  const scores = rows.map(ownScores)
  const partners = assigned(scores)
  const inPairs: number[] = []
  const others: number[] = []
  for (const [i, row] of scores.entries())
    for (const [j, score] of row.entries())
      if (score !== undefined) (j === partners[i] ? inPairs : others).push(score)
  if (inPairs.length < FEWEST_ROWS) return undefined
  const middle = mean(others)
  const spread = Math.sqrt(mean(others.map((score) => (score - middle) ** 2)))
  const likest = rows.map(({ known }) => likestOf(known))
  return {
    standOut: (mean(inPairs) - middle) / (spread + LEAST_SPREAD),
    different: new Set(likest).size / likest.length,
    unevenness: unevennessOf(rows.flatMap(({ known }, i) => known[likest[i] ?? -1]?.bending ?? [])),
  }
}

/** A spread of nothing is chance too. */
const LEAST_SPREAD = 0.02

/** How like what is special in a print is to what is special in each known one: both without the mean of those beside them. */
function ownScores({ fine, own, known }: SequenceRow): (number | undefined)[] {
  const special = difference(fine, meanOf(own))
  return known.map((one) => {
    if (!one) return undefined
    const others = known.flatMap((other) => (other && other !== one ? [other.fine] : []))
    return correlation(special, difference(one.fine, meanOf(others)))
  })
}

function meanOf(fields: readonly PrintField[]): PrintField {
  const values = new Float32Array(PRINT_GREYS)
  const isInside = new Uint8Array(PRINT_GREYS).fill(1)
  for (const field of fields)
    for (let i = 0; i < PRINT_GREYS; i++) {
      values[i] = (values[i] as number) + (field.values[i] as number) / fields.length
      isInside[i] = (isInside[i] as number) & (field.isInside[i] as number)
    }
  return { values, isInside }
}

/** For each row a column of its own, so that the sum is the greatest; -1 for a row that is left without one. */
function assigned(scores: readonly (readonly (number | undefined)[])[]): number[] {
  const columns = scores[0]?.length ?? 0
  // For each set of columns that are taken, the best sum of the rows so far and the columns they took.
  let best = new Map<number, { sum: number; taken: number[] }>([[0, { sum: 0, taken: [] }]])
  for (const row of scores) {
    const next = new Map<number, { sum: number; taken: number[] }>()
    const offer = (set: number, sum: number, taken: number[]) => {
      if (sum > (next.get(set)?.sum ?? Number.NEGATIVE_INFINITY)) next.set(set, { sum, taken })
    }
    for (const [set, { sum, taken }] of best) {
      offer(set, sum + WITHOUT, [...taken, -1])
      for (let column = 0; column < columns; column++) {
        const score = row[column]
        if (score === undefined || set & (1 << column)) continue
        offer(set | (1 << column), sum + score, [...taken, column])
      }
    }
    best = next
  }
  const ends = [...best.values()].toSorted((one, other) => other.sum - one.sum)
  return ends[0]?.taken ?? []
}

/** A row without a column is worse than any pair. */
const WITHOUT = -2

function likestOf(known: SequenceRow['known']): number {
  const likes = known.map((one) => one?.like ?? -1)
  return likes.indexOf(Math.max(...likes))
}

function unevennessOf(bendings: readonly Bending[]): number {
  const [first] = bendings
  if (!first) return 0
  const middle = first.map((_, k) => mean(bendings.map((bending) => bending[k] ?? 0)))
  return mean(bendings.map((bending) => bendBetween(bending, middle)))
}

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
 * Of two sessions that were cut from one recording of a person, at most five prints in eight have partners of their own, and then
 * few steps go on. Of replays bent by 4 pixels nine in ten have six and more, half of the steps go on, and what changes is alike by
 * 0.13 and more. Seen on one half of the people; the other half is no different.
 */
const LEAST = { different: 0.7, onwards: 0.5, alike: 0.12 }

/**
 * Bends, each frame its own way, hide what changes from frame to frame, but not the course: each frame has a partner of its own, one
 * after the other. Of a person who sits still all are like the same few, in any order. Tasks may come in another order.
 */
export function comesInCourse({ places, changes, prints }: Course): boolean {
  const different = new Set(places).size
  const steps = places.slice(1).map((place, i) => place - (places[i] ?? 0))
  return (
    different >= Math.max(FEWEST_PARTNERS, LEAST.different * prints) &&
    steps.filter((step) => step > 0).length >= LEAST.onwards * steps.length &&
    (changes.length === 0 || mean(changes) >= LEAST.alike)
  )
}
