// Compares the pictures of a film with those of earlier films: is it one of them, however it was encoded, cut or scaled?
import { detailOf, likenessEitherWay, type PrintField } from './print-detail.ts'
import { knownPrints } from './print-likeness.ts'

/** Prints in order of time. */
export interface ComparedFilms {
  readonly film: readonly Uint8Array[]
  readonly earlier: readonly (readonly Uint8Array[])[]
}

/** So many pictures of a film are compared closely. */
const MOST_COMPARED = 24

/** The share of the pictures that are compared which are known from one earlier film; the greatest, of several. */
export function knownShareOfFilm({ film, earlier }: ComparedFilms): number {
  const shapes = film.map((print) => detailOf(print).shape)
  return Math.max(0, ...earlier.map((known) => shareKnown(film, shapes, known)))
}

/**
 * A film that was cut is looked at in other moments than before. So for each picture that was remembered the one that looks most
 * like it is sought among all of this film, and only the best of these pairs are compared closely.
 */
function shareKnown(
  film: readonly Uint8Array[],
  shapes: readonly PrintField[],
  known: readonly Uint8Array[],
): number {
  const pairs = known
    .map((print, place) => ({ known: place, ...likestOf(shapes, detailOf(print).shape) }))
    .toSorted((one, other) => other.like - one.like)
    .slice(0, MOST_COMPARED)
  const asked = [...new Set(pairs.map((pair) => pair.asked))].sort((one, other) => one - other)
  const prints = asked.map((i) => film[i] as Uint8Array)
  const compared = pairs.map((pair) => ({ asked: asked.indexOf(pair.asked), known: pair.known }))
  const seen = knownPrints({ prints, known, pairs: compared, sequences: [] })
  return seen.length / Math.max(1, pairs.length)
}

function likestOf(shapes: readonly PrintField[], shape: PrintField): { asked: number; like: number } {
  let best = { asked: 0, like: -1 }
  for (const [asked, one] of shapes.entries()) {
    const like = likenessEitherWay(one, shape)
    if (like > best.like) best = { asked, like }
  }
  return best
}
