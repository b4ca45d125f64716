// Repairs misread characters where check digits prove it: there must be one way to make them right, and no second.
import { FILLER, isRight, worthOf, type ZoneGrid } from './check-digits.ts'
import { confusables, mayStand } from './confusable.ts'
import type { CheckRow, MrzFormat, PlaceClass, ZoneSpan } from './formats.ts'
import type { MrzCharacter, MrzRepair } from './reading.ts'

/** A character that was seen with this share may be meant, whether it looks alike or not. */
const LEAST_SEEN = 0.02
/** A character of at least this confidence is not doubted. */
const SURE = 0.98
/** The confidence of a repaired character by one check digit, and by the composite as well. */
const PROVED = 0.6
const PROVED_TWICE = 0.93
/** More ways than this to make one digit right prove nothing. */
const MOST_WAYS = 40

interface Change {
  readonly line: number
  readonly at: number
  readonly to: string
}

interface Repaired {
  readonly grid: ZoneGrid
  readonly repairs: readonly MrzRepair[]
}

/** Repairs digits together with the composite where that is possible, else each on its own. */
export function repaired(
  grid: ZoneGrid,
  { checks }: MrzFormat,
  classes: readonly (readonly PlaceClass[])[],
): Repaired {
  const wrong = checks.filter((check) => !isRight(grid, check))
  if (wrong.length === 0) return { grid, repairs: [] }
  const composite = checks.find(({ name }) => name === 'composite')
  const own = wrong.filter((check) => check !== composite)
  const ways = own.map((check) => waysToMend(grid, check, classes))
  if (composite && ways.every((each) => each.length > 0)) {
    const isWhole = (next: ZoneGrid) => checks.every((check) => isRight(next, check))
    const open = own.length > 0 ? own : [composite]
    const each = own.length > 0 ? ways : [waysToMend(grid, composite, classes)]
    const whole = combined(each).filter((changes) => isWhole(changed(grid, changes, PROVED_TWICE)))
    return whole.length === 1 && whole[0] ? taken(grid, whole[0], open, PROVED_TWICE) : { grid, repairs: [] }
  }
  // Without a right composite, a change must be the only one that its own digit allows.
  const alone = own.flatMap((check, i) => {
    const [way, other] = ways[i] ?? []
    return way && !other ? [{ check, way }] : []
  })
  if (composite && isRight(grid, composite)) return { grid, repairs: [] }
  return taken(
    grid,
    alone.map(({ way }) => way),
    alone.map(({ check }) => check),
    PROVED,
  )
}

/** Returns the single changes that make the digit right. */
function waysToMend(grid: ZoneGrid, check: CheckRow, classes: readonly (readonly PlaceClass[])[]): Change[] {
  const places: ZoneSpan[] = [
    ...check.covers,
    { line: check.at.line, from: check.at.at, to: check.at.at + 1 },
  ]
  const ways: Change[] = []
  for (const { line, from, to } of places)
    for (let at = from; at < to; at++) {
      const character = grid[line]?.[at]
      const place = classes[line]?.[at]
      if (!character || !place || character.confidence >= SURE) continue
      for (const other of alternatives(character, place)) {
        const change = { line, at, to: other }
        if (isRight(changed(grid, [change], PROVED), check)) ways.push(change)
      }
    }
  return ways
}

function alternatives({ text, others = [] }: MrzCharacter, place: PlaceClass): string[] {
  const seen = others.filter(({ confidence }) => confidence >= LEAST_SEEN).map((other) => other.text)
  return [...new Set([...confusables(text), ...seen])].filter(
    (other) => other !== text && mayStand(other, place) && !Number.isNaN(worthOf(other)),
  )
}

/** Combines one change of each list. */
function combined(lists: readonly (readonly Change[])[]): Change[][] {
  return lists.reduce<Change[][]>(
    (sets, list) => sets.flatMap((set) => list.map((change) => [...set, change])).slice(0, MOST_WAYS ** 2),
    [[]],
  )
}

function changed(grid: ZoneGrid, changes: readonly Change[], confidence: number): ZoneGrid {
  return grid.map((characters, line) => {
    const own = changes.filter((change) => change.line === line)
    if (own.length === 0) return characters
    return characters.map((character, at) => {
      const change = own.find((one) => one.at === at)
      return change ? { text: change.to, confidence, others: [{ ...character }] } : character
    })
  })
}

function taken(
  grid: ZoneGrid,
  changes: readonly Change[],
  checks: readonly CheckRow[],
  confidence: number,
): Repaired {
  const repairs = changes.map(({ line, at, to }, i) => ({
    line,
    at,
    read: grid[line]?.[at]?.text ?? FILLER,
    repaired: to,
    by: checks[i]?.name ?? 'composite',
  }))
  return { grid: changed(grid, changes, confidence), repairs }
}
