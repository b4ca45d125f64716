// What is said of a picture in which no card can be read.
import { atLeast, type Check } from '../../checks.ts'

export interface NothingFound {
  readonly outcome: 'nothing'
  /** They say how far reading got. */
  readonly checks: readonly Check[]
}

export const nothingFound = (...checks: readonly Check[]): NothingFound => ({ outcome: 'nothing', checks })

/** For a picture with so many pages of cards, on none of which a field can be read. */
export const nothingLegible = (pages: number): NothingFound =>
  nothingFound(
    atLeast('documents-found', pages, 1),
    ...(pages > 0 ? [atLeast('documents-legible', 0, 1)] : []),
  )
