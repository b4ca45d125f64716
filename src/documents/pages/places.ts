// Maps places on the straightened page to the picture that was sent, and writes them as answers do.
import type { Point, Size } from '../../image/geometry/geometry.ts'
import { project, type Quad } from '../../image/geometry/perspective.ts'
import type { Source } from '../fields/source.ts'
import type { Kind, Side } from '../kinds/kinds.ts'
import { rectangle } from '../mrz/plane.ts'
import { ontoPicture } from './straighten.ts'

/** `text` is the text that a PDF carries. What a chip says stands nowhere on a page. */
type PlaceSource = Exclude<Source, 'chip'> | 'text'

/** Files of a document are counted from 0 (the first where it is missing), pages of a PDF from 1. */
export interface InFile {
  readonly file?: number
  readonly page?: number
}

export interface FieldPlace extends InFile {
  readonly source: PlaceSource
  readonly quad: Quad
}

/** Where a source says something, in one of several files. */
export const placesBy = (source: Source, quads: readonly Quad[], file?: number): FieldPlace[] =>
  source === 'chip' ? [] : quads.map((quad) => ({ source, quad, ...(file !== undefined && { file }) }))

/** The places of each field; the source that gave the value comes first. */
export type Places = Readonly<Record<string, readonly FieldPlace[]>>

/** The corners of a page, and the size of the picture (pixels) or of the page of a PDF (points) that they lie in. */
export interface PagePlace extends Size {
  readonly corners: Quad
}

export interface PlacedPage extends PagePlace, InFile {
  /** The answer's `document`. */
  readonly document: string
  readonly idType: '0' | '1' | ''
}

/** The size is in pixels of the straightened page, the corners are in pixels of the picture. */
type Straightened = Size & { readonly corners: Quad }

/** Maps pixels of the straightened page to pixels of the picture. */
export function onPicture(page: Straightened, quads: readonly Quad[]): Quad[] {
  const onto = ontoPicture(page, page.corners)
  const moved = (corner: Point): Point => tenths(project(onto, corner))
  return quads.map(([a, b, c, d]) => [moved(a), moved(b), moved(c), moved(d)])
}

/** Does the same for everything that has places. */
export const placedOn = <Read extends { readonly places: readonly Quad[] }>(
  page: Straightened,
  read: readonly Read[],
): Read[] => read.map((one) => ({ ...one, places: onPicture(page, one.places) }))

export const pagePlace = ({ corners: [a, b, c, d] }: Straightened, { width, height }: Size): PagePlace => ({
  corners: [tenths(a), tenths(b), tenths(c), tenths(d)],
  width,
  height,
})

/** The page fills what it lies in. */
export const wholePage = ({ width, height }: Size): PagePlace => ({
  corners: rectangle(0, 0, width, height),
  width,
  height,
})

/** Scales a place in the drawing of a PDF's page to the page itself. */
export function resized({ corners: [a, b, c, d], ...drawn }: PagePlace, { width, height }: Size): PagePlace {
  const [across, down] = [width / drawn.width, height / drawn.height]
  const moved = ({ x, y }: Point): Point => ({ x: x * across, y: y * down })
  return { corners: [moved(a), moved(b), moved(c), moved(d)], width, height }
}

/** Sides that were stored before places were known have none. */
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

/** A tenth of a pixel is finer than anything is found, and short enough to store and send. */
const tenths = ({ x, y }: Point): Point => ({ x: tenth(x), y: tenth(y) })
const tenth = (value: number): number => Math.round(10 * value) / 10

const numbersOf = (quad: Quad): number[] => quad.flatMap(({ x, y }) => [tenth(x), tenth(y)])

/** `fileIds` has the files that were kept. */
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
