// Fits a line that was read a little too long or too short to the width of its format: fillers in a run are lost or doubled.
import { FILLER } from './check-digits.ts'
import { forced, mayStand } from './confusable.ts'
import type { PlaceClass } from './formats.ts'
import type { MrzCharacter, MrzLine } from './reading.ts'

export interface FittedLine {
  /** There are as many characters as classes. */
  readonly characters: readonly MrzCharacter[]
  /** Lower is better: characters cost that cannot stand where they do, that were left out or put in. */
  readonly cost: number
}

/** At most so many characters are left out or put in; more in a long run of fillers, where counts are unsure. */
const MOST_OFF = 3
const MOST_OFF_IN_RUN = 9
const LONG_RUN = 5
const FORCED_COST = 0.4
const ILLEGAL_COST = 1.5
/** The costs of leaving out or putting in a filler of a run, a filler at an end, and anything else. */
const RUN_COST = 0.15
const END_FILLER_COST = 0.3
const LOST_COST = 1
/** The cost of a surname without given names: few people have none, and one of the two fillers is easily lost. */
const UNPARTED_COST = 0.1
const KEPT = 4
/** The confidences of characters that were put in without being seen. */
const UNSEEN = 0.3
const MISSING = 0.02

/** Tells whether an end of the line was lost. */
export const isTorn = (line: readonly MrzCharacter[]): boolean =>
  line.some(({ confidence }) => confidence <= MISSING)

/** The letters that a filler is misread as, and the confidence from which one may stand alone among fillers. */
const LIKE_FILLER = 'KCLX'
const SURE = 0.95
const FORCED = 0.75

/** Removes spaces, and turns the fillers that some passports print the wrong way round. */
export function cleaned({ characters }: MrzLine): MrzCharacter[] {
  const own = characters
    .filter(({ text }) => text !== ' ' && text !== '')
    .map((one) => (one.text === '>' ? { ...one, text: FILLER } : one))
  return own.map((one, i) => (isLostFiller(own, i) ? filler(one) : one))
}

/** No check digit tells K from a filler, but the characters around it do. */
function isLostFiller(line: readonly MrzCharacter[], at: number): boolean {
  const one = line[at]
  if (!one || one.confidence >= SURE || !LIKE_FILLER.includes(one.text)) return false
  return [-2, -1, 1, 2].every((step) => (line[at + step]?.text ?? FILLER) === FILLER)
}

function filler({ text, confidence, others = [] }: MrzCharacter): MrzCharacter {
  const rest = others.filter((other) => other.text !== FILLER)
  return { text: FILLER, confidence: FORCED * confidence, others: [{ text, confidence }, ...rest] }
}

/** Returns the likeliest fitting first; none where the length of the line is too far off. */
export function fittings(line: readonly MrzCharacter[], classes: readonly PlaceClass[]): FittedLine[] {
  const off = line.length - classes.length
  if (Math.abs(off) > MOST_OFF_IN_RUN) return []
  const tries =
    off === 0 ? [{ characters: line, cost: 0 }] : off > 0 ? shortened(line, off) : lengthened(line, -off)
  return tries
    .map(({ characters, cost }) => ({ characters, cost: cost + misplaced(characters, classes) }))
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, KEPT)
}

function misplaced(characters: readonly MrzCharacter[], classes: readonly PlaceClass[]): number {
  const names = characters.filter((_, i) => classes[i] === 'names').map(({ text }) => text)
  const isParted = names.length === 0 || /[^<]<<[^<]/.test(names.join(''))
  const costs = characters.reduce((sum, { text }, i) => sum + costAt(text, classes[i] ?? 'any'), 0)
  return costs + (isParted ? 0 : UNPARTED_COST)
}

function costAt(text: string, place: PlaceClass): number {
  if (mayStand(text, place)) return 0
  return forced(text, place) === undefined ? ILLEGAL_COST : FORCED_COST
}

function shortened(line: readonly MrzCharacter[], off: number): FittedLine[] {
  const tries: FittedLine[] = []
  if (off <= MOST_OFF)
    for (let first = 0; first <= off; first++) {
      const gone = [...line.slice(0, first), ...line.slice(line.length - (off - first))]
      const cost = gone.reduce((sum, { text }) => sum + (text === FILLER ? END_FILLER_COST : LOST_COST), 0)
      tries.push({ characters: line.slice(first, line.length - (off - first)), cost })
    }
  for (const { from, to } of runs(line))
    if (to - from > off && off <= (to - from >= LONG_RUN ? MOST_OFF_IN_RUN : MOST_OFF))
      tries.push({ characters: [...line.slice(0, to - off), ...line.slice(to)], cost: off * RUN_COST })
  return tries
}

function lengthened(line: readonly MrzCharacter[], off: number): FittedLine[] {
  const tries: FittedLine[] = []
  const put = (at: number, confidence: number, cost: number): void => {
    const fillers = Array.from({ length: off }, () => ({ text: FILLER, confidence }))
    tries.push({ characters: [...line.slice(0, at), ...fillers, ...line.slice(at)], cost: off * cost })
  }
  if (off <= MOST_OFF) {
    // The text of an end that was cut off is not known.
    put(0, MISSING, LOST_COST)
    put(line.length, line.at(-1)?.text === FILLER ? UNSEEN : MISSING, LOST_COST)
  }
  for (const { from, to } of runs(line))
    if (off <= (to - from >= LONG_RUN ? MOST_OFF_IN_RUN : MOST_OFF)) put(to, UNSEEN, RUN_COST)
  return tries
}

/** Tells where fillers stand in a run. */
function runs(line: readonly MrzCharacter[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  for (let at = 0; at < line.length; at++) {
    if (line[at]?.text !== FILLER) continue
    const from = at
    while (line[at + 1]?.text === FILLER) at++
    found.push({ from, to: at + 1 })
  }
  return found
}
