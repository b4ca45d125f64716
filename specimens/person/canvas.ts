// Where things are on the unfolded face, and strokes and patches drawn upon it.
import { canonicalMesh } from '../../src/models/canonical-mesh.ts'
import { inTexture } from './head-mesh.ts'
import type { Colour } from './person.ts'
import { CHANNELS, type Texture } from './texture.ts'

/** In shares of the texture, v down. */
export interface Place {
  readonly u: number
  readonly v: number
}

export function placeOf(point: number): Place {
  const { uv } = canonicalMesh()
  return { u: inTexture(uv[2 * point] as number), v: inTexture(uv[2 * point + 1] as number) }
}

export function middlePlace(points: readonly number[]): Place {
  const places = points.map(placeOf)
  const mean = (axis: 'u' | 'v') => places.reduce((sum, place) => sum + place[axis], 0) / places.length
  return { u: mean('u'), v: mean('v') }
}

/** A smooth line through places, `steps` pieces between each two (Catmull and Rom). */
export function smoothLine(places: readonly Place[], steps: number): Place[] {
  const line: Place[] = []
  for (let i = 0; i + 1 < places.length; i++) {
    const [b, c] = [places[i], places[i + 1]] as [Place, Place]
    const [a, d] = [places[i - 1] ?? b, places[i + 2] ?? c]
    for (let k = 0; k < steps; k++) line.push(onCurve(a, b, c, d, k / steps))
  }
  const last = places.at(-1)
  return last ? [...line, last] : line
}

function onCurve(a: Place, b: Place, c: Place, d: Place, t: number): Place {
  const along = (axis: 'u' | 'v') =>
    0.5 *
    (2 * b[axis] +
      (c[axis] - a[axis]) * t +
      (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t ** 2 +
      (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t ** 3)
  return { u: along('u'), v: along('v') }
}

export function placeOn(line: readonly Place[], share: number): Place {
  const at = Math.max(0, Math.min(1, share)) * (line.length - 1)
  const [from, to] = [line[Math.floor(at)], line[Math.ceil(at)]] as [Place, Place]
  const rest = at - Math.floor(at)
  return { u: from.u + (to.u - from.u) * rest, v: from.v + (to.v - from.v) * rest }
}

/** How far a place is from a line, in shares of the texture. */
export function distanceTo(line: readonly Place[], u: number, v: number): number {
  let nearest = Number.POSITIVE_INFINITY
  for (let i = 0; i + 1 < line.length; i++) {
    const [from, to] = [line[i], line[i + 1]] as [Place, Place]
    const [du, dv] = [to.u - from.u, to.v - from.v]
    const along = ((u - from.u) * du + (v - from.v) * dv) / (du * du + dv * dv || 1)
    const kept = Math.max(0, Math.min(1, along))
    const square = (u - from.u - kept * du) ** 2 + (v - from.v - kept * dv) ** 2
    if (square < nearest) nearest = square
  }
  return Math.sqrt(nearest)
}

export function isInside(outline: readonly Place[], u: number, v: number): boolean {
  let inside = false
  for (let i = 0, last = outline.length - 1; i < outline.length; last = i++) {
    const [one, other] = [outline[i], outline[last]] as [Place, Place]
    if (one.v > v !== other.v > v && u < ((other.u - one.u) * (v - one.v)) / (other.v - one.v) + one.u)
      inside = !inside
  }
  return inside
}

/** Calls for every texel of a part of the texture: between two places, widened by `margin`. */
export function overPlaces(
  { width, height }: Texture,
  places: readonly Place[],
  margin: number,
  visit: (at: number, u: number, v: number) => void,
): void {
  const [us, vs] = [places.map(({ u }) => u), places.map(({ v }) => v)]
  const left = Math.max(0, Math.floor((Math.min(...us) - margin) * width))
  const right = Math.min(width - 1, Math.ceil((Math.max(...us) + margin) * width))
  const top = Math.max(0, Math.floor((Math.min(...vs) - margin) * height))
  const bottom = Math.min(height - 1, Math.ceil((Math.max(...vs) + margin) * height))
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) visit(y * width + x, (x + 0.5) / width, (y + 0.5) / height)
}

export function tint({ texels }: Texture, at: number, colour: Colour, share: number): void {
  for (let channel = 0; channel < 3; channel++) {
    const index = at * CHANNELS + channel
    texels[index] = (texels[index] as number) * (1 - share) + (colour[channel] as number) * share
  }
}

/** Thick in the middle, thin at both ends, as hairs are; widths in shares of the texture. */
export function hair(
  texture: Texture,
  line: readonly Place[],
  width: number,
  colour: Colour,
  cover: number,
): void {
  overPlaces(texture, line, 2 * width, (at, u, v) => {
    const away = distanceTo(line, u, v) / width
    if (away < 1.6) tint(texture, at, colour, cover * Math.max(0, Math.min(1, 1.6 - away)))
  })
}
