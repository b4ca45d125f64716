// Matches found pages with the documents in the picture, and judges corners, turn, kind and side.
import type { TrueDocument } from '../../../specimens/camera/scene.ts'
import { distance } from '../../../src/image/geometry/geometry.ts'
import type { Quad } from '../../../src/image/geometry/perspective.ts'
import { polygonOverlap } from '../../../src/image/geometry/polygon.ts'
import { turnedQuad } from '../../../src/models/page-finder.ts'
import type { PageSeen } from './jobs.ts'

/** Two areas that share less are not the same. */
const SAME = 0.4
/** How far off the furthest corner may be, as a share of the document's diagonal. */
export const NEAR = 0.01

export interface MatchedPage {
  readonly truth: TrueDocument
  readonly page?: PageSeen
  /** The error of the furthest corner by the diagonal, whichever way up the page was judged to be. */
  readonly cornerError: number
  readonly isKindRight: boolean
  /** Whether kind and side are right. */
  readonly isClassRight: boolean
  readonly isTurnRight: boolean
}

interface Matching {
  readonly documents: readonly MatchedPage[]
  /** The count of pages where there is no document. */
  readonly invented: number
}

export function matchPages(documents: readonly TrueDocument[], pages: readonly PageSeen[]): Matching {
  const free = new Set(pages)
  const matched = documents.map((truth) => {
    const [best] = [...free]
      .map((page) => ({ page, share: polygonOverlap(truth.corners, page.corners) }))
      .filter(({ share }) => share >= SAME)
      .toSorted((one, other) => other.share - one.share)
    if (best) free.delete(best.page)
    return matchOf(truth, best?.page)
  })
  return { documents: matched, invented: free.size }
}

/** A document that was not found has nothing right. */
function matchOf(truth: TrueDocument, page: PageSeen | undefined): MatchedPage {
  if (page === undefined)
    return { truth, cornerError: Infinity, isKindRight: false, isClassRight: false, isTurnRight: false }
  const turns = [0, 1, 2, 3].map((turn) => furthest(truth.corners, turnedQuad(page.corners, turn)))
  const cornerError = Math.min(...turns) / diagonal(truth.corners)
  const isKindRight = page.kind === truth.kind
  return {
    truth,
    page,
    cornerError,
    isKindRight,
    isClassRight: isKindRight && page.side === truth.side,
    isTurnRight: turns.indexOf(Math.min(...turns)) === 0,
  }
}

const furthest = (one: Quad, other: Quad): number =>
  Math.max(...one.map((corner, i) => distance(corner, other[i] ?? corner)))

const diagonal = ([a, b, c, d]: Quad): number => (distance(a, c) + distance(b, d)) / 2
