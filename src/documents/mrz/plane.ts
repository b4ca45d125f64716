// A flat and level view of a part of a picture: a page, a strip of one, the whole picture turned.
import { distance, type Point } from '../../image/geometry/geometry.ts'
import {
  composed,
  type Homography,
  inverted,
  project,
  type Quad,
  rectangleOnto,
} from '../../image/geometry/perspective.ts'

export interface Plane {
  readonly width: number
  readonly height: number
  /** Maps pixels of the plane to pixels of the picture. */
  readonly onto: Homography
}

export const mapped = (onto: Homography, [a, b, c, d]: Quad): Quad => [
  project(onto, a),
  project(onto, b),
  project(onto, c),
  project(onto, d),
]

/** Maps pixels of one plane of the picture to pixels of another. */
export const between = (from: Homography, to: Homography): Homography => composed(inverted(to), from)

export const heightOf = ([a, b, c, d]: Quad): number => (distance(a, d) + distance(b, c)) / 2
export const lengthOf = ([a, b, c, d]: Quad): number => (distance(a, b) + distance(d, c)) / 2

export const rectangle = (left: number, top: number, right: number, bottom: number): Quad => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
]

/** A strip extends beyond its lines by these shares of their length, along and across. */
const BESIDE = 0.14
const ABOVE = 0.17

/** Returns a level strip around lines of one direction, with room for lost ends and for lines that were not found. */
export function stripAround(plane: Plane, quads: readonly Quad[]): Plane {
  const longest = quads.reduce((best, quad) => (lengthOf(quad) > lengthOf(best) ? quad : best))
  const [a, b] = longest
  const angle = Math.atan2(b.y - a.y, b.x - a.x)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const level = ({ x, y }: Point): Point => ({ x: x * cos + y * sin, y: y * cos - x * sin })
  const back = ({ x, y }: Point): Point => ({ x: x * cos - y * sin, y: x * sin + y * cos })
  const corners = quads.flat().map(level)
  const [left, right] = [Math.min(...corners.map(({ x }) => x)), Math.max(...corners.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...corners.map(({ y }) => y)), Math.max(...corners.map(({ y }) => y))]
  const length = right - left
  const [beside, above] = [BESIDE * length, ABOVE * length]
  const [p, q, r, s] = rectangle(left - beside, top - above, right + beside, bottom + above)
  return partOf(plane, [back(p), back(q), back(r), back(s)])
}

/** Makes a plane of what the quad surrounds; the quad is in pixels of `plane`. */
export function partOf({ onto }: Plane, quad: Quad): Plane {
  const [width, height] = [lengthOf(quad), heightOf(quad)]
  return { width, height, onto: composed(onto, rectangleOnto(width, height, quad)) }
}

/** Makes a plane of the whole picture, turned by so many degrees, in the rectangle that holds it. */
export function turnedPicture(picture: { width: number; height: number }, degrees: number): Plane {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const width = Math.abs(picture.width * cos) + Math.abs(picture.height * sin)
  const height = Math.abs(picture.width * sin) + Math.abs(picture.height * cos)
  const x = picture.width / 2 - (cos * width) / 2 + (sin * height) / 2
  const y = picture.height / 2 - (sin * width) / 2 - (cos * height) / 2
  return { width, height, onto: Float64Array.of(cos, -sin, x, sin, cos, y, 0, 0, 1) }
}
