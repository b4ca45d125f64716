// Measures how a page faces the camera, and whether a document was photographed once flat and once tilted.

import type { Size } from '../../image/geometry/geometry.ts'
import { type Quad, rectangleOnto } from '../../image/geometry/perspective.ts'

/** The focal length as a share of the longer side of the picture: no picture says it, and cameras of phones have 0.7 to 1.1. */
const FOCAL_SHARE = 0.8

/** How far apart two views of a page lie where one is flat and the other tilted; test/documents/pages/tilt.test.ts has the figures. */
export const LEAST_TILT_DEGREES = 9
export const MOST_TILT_DEGREES = 45

/** A direction in space of length 1. */
export type Direction = readonly [number, number, number]

/** How a page faces a camera that looks straight down on it. */
export const FACING_STRAIGHT: Direction = [0, 0, 1]

/** The corners in pixels of the picture whose size is given, from the upper left corner of the upright page. */
export interface LyingPage extends Size {
  readonly corners: Quad
}

/** The normal of the page in the space of the camera: x to the right, y down, z away from the camera. */
export function normalOf(place: LyingPage): Direction {
  return upright(cross(...sidesOf(place)))
}

/**
 * The direction in which the camera looks, along the axes of the page: its upper edge, its left edge, and into it. It is
 * the same however picture or camera are turned, and in a mirrored picture.
 */
export function facingOf(place: LyingPage): Direction {
  const [along, below] = sidesOf(place)
  // The sides that were found are not quite square: both give way by the same.
  const middle = unit([along[0] + below[0], along[1] + below[1], along[2] + below[2]])
  const across = cross(cross(along, below), middle)
  return unit([middle[2] - across[2], middle[2] + across[2], Math.SQRT2 * normalOf(place)[2]])
}

export function degreesBetween(one: Direction, other: Direction): number {
  const cosine = one.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0)
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI
}

/** The angle between the directions from which a page is seen in two pictures. */
export const degreesApart = (one: LyingPage, other: LyingPage): number =>
  degreesBetween(facingOf(one), facingOf(other))

export const isTiltedBy = (degrees: number): boolean =>
  degrees >= LEAST_TILT_DEGREES && degrees <= MOST_TILT_DEGREES

/** A page of a document: files are counted from 0, the first where it is missing. */
interface FiledPage extends LyingPage {
  readonly idType: '0' | '1' | ''
  readonly file?: number
}

/** Whether two pictures show the front from so different directions that it was tilted between them. */
export function isTilted(pages: readonly FiledPage[]): boolean {
  const fronts = pages
    .filter(({ idType }) => idType === '0')
    .map((page) => ({ file: page.file ?? 0, facing: facingOf(page) }))
  return fronts.some((one, i) =>
    fronts
      .slice(i + 1)
      .some((other) => one.file !== other.file && isTiltedBy(degreesBetween(one.facing, other.facing))),
  )
}

/** The directions of the upper and the left edge in the space of the camera. Four corners leave no second answer. */
function sidesOf({ width, height, corners }: LyingPage): readonly [Direction, Direction] {
  // How long the sides are does not matter to where they point.
  const m = rectangleOnto(1, 1, corners)
  const at = (i: number): number => m[i] ?? 0
  const focal = FOCAL_SHARE * Math.max(width, height)
  const side = (k: number): Direction =>
    unit([
      (at(k) - (width / 2) * at(6 + k)) / focal,
      (at(3 + k) - (height / 2) * at(6 + k)) / focal,
      at(6 + k),
    ])
  return [side(0), side(1)]
}

const cross = (a: Direction, b: Direction): Direction =>
  unit([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])

const upright = ([x, y, z]: Direction): Direction => (z < 0 ? [-x, -y, -z] : [x, y, z])

function unit([x, y, z]: Direction): Direction {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}
