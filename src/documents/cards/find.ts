// What is said of a picture in which no card can be read.
import { atLeast, type Check } from '../../checks.ts'
import { anotherDocument, type Detected, detectedOf, type SeenPage } from '../detected.ts'
import type { CardSide } from './side.ts'

export interface NothingFound<Side extends CardSide = CardSide> {
  readonly outcome: 'nothing'
  readonly detected: Detected
  /** They say how far reading got. */
  readonly checks: readonly Check[]
  /** What was read all the same: the side of a card without its number, or one of which only the kind is known. */
  readonly sides: readonly Side[]
}

/** For a picture with these pages, of which `own` are cards of the right kind; no field can be read on any of them. */
export function nothingFound<Side extends CardSide>(
  pages: readonly SeenPage[],
  own: readonly Side[],
): NothingFound<Side> {
  const found = atLeast('documents-found', own.length, 1)
  const [surest] = own.toSorted((a, b) => b.confidence - a.confidence)
  if (!surest) return { outcome: 'nothing', detected: anotherDocument(pages), checks: [found], sides: [] }
  const checks = [found, atLeast('documents-legible', 0, 1)]
  return {
    outcome: 'nothing',
    detected: detectedOf('document-not-legible', surest.kind),
    checks,
    sides: [surest],
  }
}
