// Computes areas of convex polygons and of their intersections.
import { distance, type Point } from './geometry.ts'

/** The area is positive when the points run clockwise as seen. */
export function signedArea(points: readonly Point[]): number {
  let twice = 0
  for (const [i, { x, y }] of points.entries()) {
    const next = points[(i + 1) % points.length] ?? { x, y }
    twice += x * next.y - next.x * y
  }
  return twice / 2
}

/** Intersection over union, 0 to 1; both are convex and clockwise. */
export function polygonOverlap(one: readonly Point[], other: readonly Point[]): number {
  const shared = Math.abs(signedArea(clipped(one, other)))
  const joint = Math.abs(signedArea(one)) + Math.abs(signedArea(other)) - shared
  return joint > 0 ? shared / joint : 0
}

/** The part of a polygon that lies inside a convex clockwise one. */
export function clipped(polygon: readonly Point[], within: readonly Point[]): Point[] {
  let rest = [...polygon]
  for (const [i, from] of within.entries()) {
    const to = within[(i + 1) % within.length] ?? from
    const side = ({ x, y }: Point) => (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)
    rest = rest.flatMap((point, k) => {
      const next = rest[(k + 1) % rest.length] ?? point
      const [here, there] = [side(point), side(next)]
      const kept = here >= 0 ? [point] : []
      if (here >= 0 === there >= 0) return kept
      const share = here / (here - there)
      return [...kept, { x: point.x + share * (next.x - point.x), y: point.y + share * (next.y - point.y) }]
    })
  }
  return rest
}

/** A sound quad is clockwise, convex, and not thinner than a fiftieth of its length. */
export function isSoundQuad(quad: readonly Point[]): boolean {
  const turns = quad.map((point, i) => {
    const next = quad[(i + 1) % quad.length] ?? point
    const last = quad[(i + 2) % quad.length] ?? point
    return (next.x - point.x) * (last.y - next.y) - (next.y - point.y) * (last.x - next.x)
  })
  const longest = Math.max(...quad.map((point, i) => distance(point, quad[(i + 1) % quad.length] ?? point)))
  return turns.every((turn) => turn > 0) && signedArea(quad) > (longest * longest) / 50
}
