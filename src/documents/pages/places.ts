// Where what was read stands in the pictures that were sent: off the straightened page, and as answers write it.
import type { Point } from '../../image/geometry/geometry.ts'
import { project, type Quad } from '../../image/geometry/perspective.ts'
import type { Source } from '../fields/source.ts'
import type { Kind, Side } from '../kinds/kinds.ts'
import { rectangle } from '../mrz/plane.ts'
import type { Size } from './page.ts'
import { ontoPicture } from './straighten.ts'

/** `text`: written in a PDF. */
export type PlaceSource = Source | 'text'

/** Which of the files of a document, from 0 (the first unless told), and which page of a PDF, from 1. */
export interface InFile {
  readonly file?: number
  readonly page?: number
}

export interface FieldPlace extends InFile {
  readonly source: PlaceSource
  readonly quad: Quad
}

/** By field, those of the source that gave its value first. */
export type Places = Readonly<Record<string, readonly FieldPlace[]>>

/** How a page lies: its corners, and the size of what it lies in, in pixels of a picture or points of a PDF's page. */
export interface PagePlace extends Size {
  readonly corners: Quad
}

export interface PlacedPage extends PagePlace, InFile {
  /** As the answer names it. */
  readonly document: string
  readonly idType: '0' | '1' | ''
}

/** A straightened page: its size in its own pixels, its corners in those of the picture. */
type Straightened = Size & { readonly corners: Quad }

/** From pixels of the straightened page to those of the picture. */
export function onPicture(page: Straightened, quads: readonly Quad[]): Quad[] {
  const onto = ontoPicture(page, page.corners)
  const moved = (corner: Point): Point => tenths(project(onto, corner))
  return quads.map(([a, b, c, d]) => [moved(a), moved(b), moved(c), moved(d)])
}

/** The same for all that carries places. */
export const placedOn = <Read extends { readonly places: readonly Quad[] }>(
  page: Straightened,
  read: readonly Read[],
): Read[] => read.map((one) => ({ ...one, places: onPicture(page, one.places) }))

export const pagePlace = ({ corners: [a, b, c, d] }: Straightened, { width, height }: Size): PagePlace => ({
  corners: [tenths(a), tenths(b), tenths(c), tenths(d)],
  width,
  height,
})

/** A page that is all of what it lies in. */
export const wholePage = ({ width, height }: Size): PagePlace => ({
  corners: rectangle(0, 0, width, height),
  width,
  height,
})

/** A page drawn as a picture, as it lies in the page itself. */
export function resized({ corners: [a, b, c, d], ...drawn }: PagePlace, { width, height }: Size): PagePlace {
  const [across, down] = [width / drawn.width, height / drawn.height]
  const moved = ({ x, y }: Point): Point => ({ x: x * across, y: y * down })
  return { corners: [moved(a), moved(b), moved(c), moved(d)], width, height }
}

/** What is known of a side of a document; of those kept before places were, it is not known where they lie. */
interface LyingSide extends InFile {
  readonly kind: Kind
  readonly side: Side
  readonly place?: PagePlace
}

export const placedPages = (
  sides: readonly LyingSide[],
  labelOf: (kind: Kind) => string | undefined,
): PlacedPage[] =>
  sides.flatMap(({ kind, side, place, file }) =>
    place
      ? [
          {
            ...place,
            document: labelOf(kind) ?? '',
            idType: side === 'front' ? '0' : '1',
            ...(file !== undefined && { file }),
          },
        ]
      : [],
  )

/** Finer than anything is found, and short enough to be kept and sent. */
const tenths = ({ x, y }: Point): Point => ({ x: tenth(x), y: tenth(y) })
const tenth = (value: number): number => Math.round(10 * value) / 10

const numbersOf = (quad: Quad): number[] => quad.flatMap(({ x, y }) => [tenth(x), tenth(y)])

/** `fileIds` as far as files were kept. */
const fileOf = ({ file = 0, page }: InFile, fileIds: readonly string[]) => {
  const file_id = fileIds[file]
  return { ...(file_id !== undefined && { file_id }), ...(page !== undefined && { page }) }
}

export const servedPlaces = (places: Places, fileIds: readonly string[]) =>
  Object.fromEntries(
    Object.entries(places)
      .filter(([, own]) => own.length > 0)
      .map(([field, own]) => [
        field,
        own.map((place) => ({
          ...fileOf(place, fileIds),
          source: place.source,
          quad: numbersOf(place.quad),
        })),
      ]),
  )

export const servedPages = (pages: readonly PlacedPage[], fileIds: readonly string[]) =>
  pages.map((page) => ({
    ...fileOf(page, fileIds),
    document: page.document,
    id_type: page.idType,
    width: tenth(page.width),
    height: tenth(page.height),
    corners: numbersOf(page.corners),
  }))
