// Fits a line that was read a little too long or too short to the width of its format: fillers of a run are lost and doubled.
import { FILLER } from './check-digits.ts'
import { forced, mayStand } from './confusable.ts'
import type { PlaceClass } from './formats.ts'
import type { MrzCharacter, MrzLine } from './reading.ts'

export interface FittedLine {
  /** As many as there are classes. */
  readonly characters: readonly MrzCharacter[]
  /** The less the better: what stands where it cannot, what was left out or put in. */
  readonly cost: number
}

/** More characters than this are not left out or put in; in a run of fillers nobody counts, and less is sure. */
const MOST_OFF = 3
const MOST_OFF_IN_RUN = 9
const LONG_RUN = 5
const FORCED_COST = 0.4
const ILLEGAL_COST = 1.5
/** Of a filler in a run, of one at an end, and of anything else. */
const RUN_COST = 0.15
const END_FILLER_COST = 0.3
const LOST_COST = 1
/** Of a surname without given names: few have one, and a filler of the two between them is easily lost. */
const UNPARTED_COST = 0.1
const KEPT = 4
/** What is put in was not seen. */
const UNSEEN = 0.3
const MISSING = 0.02

/** Whether an end was lost: what stands there is not known. */
export const isTorn = (line: readonly MrzCharacter[]): boolean =>
  line.some(({ confidence }) => confidence <= MISSING)

/** What a filler is taken for, and how sure it must be to stand alone among fillers. */
const LIKE_FILLER = 'KCLX'
const SURE = 0.95
const FORCED = 0.75

/** As a zone writes them: no spaces, and the filler that some passports print the wrong way round. */
export function cleaned({ characters }: MrzLine): MrzCharacter[] {
  const own = characters
    .filter(({ text }) => text !== ' ' && text !== '')
    .map((one) => (one.text === '>' ? { ...one, text: FILLER } : one))
  return own.map((one, i) => (isLostFiller(own, i) ? filler(one) : one))
}

/** No check digit tells K from a filler, but what surrounds it does. */
function isLostFiller(line: readonly MrzCharacter[], at: number): boolean {
  const one = line[at]
  if (!one || one.confidence >= SURE || !LIKE_FILLER.includes(one.text)) return false
  return [-2, -1, 1, 2].every((step) => (line[at + step]?.text ?? FILLER) === FILLER)
}

function filler({ text, confidence, others = [] }: MrzCharacter): MrzCharacter {
  const rest = others.filter((other) => other.text !== FILLER)
  return { text: FILLER, confidence: FORCED * confidence, others: [{ text, confidence }, ...rest] }
}

/** The likeliest first; none where the line is of another length altogether. */
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
    // What an end has lost is not known.
    put(0, MISSING, LOST_COST)
    put(line.length, line.at(-1)?.text === FILLER ? UNSEEN : MISSING, LOST_COST)
  }
  for (const { from, to } of runs(line))
    if (off <= (to - from >= LONG_RUN ? MOST_OFF_IN_RUN : MOST_OFF)) put(to, UNSEEN, RUN_COST)
  return tries
}

/** Where fillers stand together. */
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
