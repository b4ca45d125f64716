// Computes the confidence of a field of a zone from its characters and from the check digits over it.
import type { ZoneGrid } from './check-digits.ts'
import { isRight } from './check-digits.ts'
import type { CheckRow, MrzFormat, ZoneSpan } from './formats.ts'
import type { MrzField } from './reading.ts'

/** A misread field passes its check digit by chance once in ten. */
const BY_CHANCE = 0.1
/** The probability that a document is printed with a wrong check digit. */
const MISPRINT = 0.01
const MOST = 0.9999

interface Trust {
  readonly confidence: number
  readonly proof: MrzField['proof']
}

/** The probability that all characters of the spans are right. */
export function seenConfidence(grid: ZoneGrid, spans: readonly ZoneSpan[]): number {
  let product = 1
  for (const { line, from, to } of spans)
    for (const { confidence } of (grid[line] ?? []).slice(from, to)) product *= confidence
  return product
}

/** `name` is the check digit over this field, where it has one. */
export function trustOf(
  grid: ZoneGrid,
  { checks }: MrzFormat,
  spans: readonly ZoneSpan[],
  name: CheckRow['name'] | undefined,
): Trust {
  const seen = seenConfidence(grid, spans)
  const own = checks.find((check) => check.name === name)
  const composite = checks.find((check) => check.name === 'composite')
  const isOver =
    composite !== undefined && spans.every((span) => composite.covers.some((one) => holds(one, span)))
  const isWhole = isOver && isRight(grid, composite)
  if (own) {
    const isOwnRight = isRight(grid, own)
    const once = judged(seen, isOwnRight, digitConfidence(grid, own))
    // A wrong composite may be due to any of the fields, so it says little about one whose own digit is right.
    return { confidence: isWhole ? raised(once) : once, proof: isOwnRight ? 'right' : 'wrong' }
  }
  if (isWhole) return { confidence: raised(seen), proof: 'right' }
  return { confidence: Math.min(MOST, seen), proof: 'none' }
}

const holds = (outer: ZoneSpan, inner: ZoneSpan): boolean =>
  outer.line === inner.line && outer.from <= inner.from && outer.to >= inner.to

const digitConfidence = (grid: ZoneGrid, { at }: CheckRow): number => grid[at.line]?.[at.at]?.confidence ?? 0

function judged(seen: number, isDigitRight: boolean, digit: number): number {
  if (isDigitRight) return raised(seen)
  const right = seen * (MISPRINT + (1 - digit))
  const wrong = (1 - seen) * (1 - BY_CHANCE)
  return Math.min(seen, right / (right + wrong + Number.EPSILON))
}

function raised(confidence: number): number {
  return Math.min(MOST, confidence / (confidence + (1 - confidence) * BY_CHANCE))
}
