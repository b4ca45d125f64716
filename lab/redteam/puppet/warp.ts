// Warps a picture as a student does with OpenCV: triangles inside the face, around it what its edge moved, fading out.

import { faceOval } from '../../../specimens/person/landmarks.ts'
import { apply, type Transform } from '../../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { canonicalMesh, FACE_POINTS } from '../../../src/models/canonical-mesh.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Warp extends Size {
  /** Where the 468 points are in the picture, x and y in pixels, and where they go in the frame. */
  readonly from: Float64Array
  readonly to: Float64Array
  /** Of each point in the frame, larger further away: what is nearer hides the rest. */
  readonly depth: Float64Array
  /** Times which the light of each point changes. */
  readonly light: Float64Array
  /** Where a place of the frame is in the picture where nothing is moved. */
  readonly still: Transform
  /** Pixels from the edge of the face to where the picture is still; without it, to the border of the frame. */
  readonly reach: number | undefined
}

/** A round place of the frame whose middle is moved, and what is near it less: the iris below the lids. */
export interface Pull {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly right: number
  readonly down: number
}

/** Moves what the map shows around a place, in pixels of the frame; `times` are pixels of the picture in one of the frame. */
export function pull(map: Map, width: number, { x, y, radius, right, down }: Pull, times: number): void {
  const rows = map.x.length / width
  for (let py = Math.max(0, Math.ceil(y - radius)); py <= Math.min(rows - 1, y + radius); py++)
    for (let px = Math.max(0, Math.ceil(x - radius)); px <= Math.min(width - 1, x + radius); px++) {
      const share = smooth(1.6 * (1 - Math.hypot(px - x, py - y) / radius))
      const at = py * width + px
      map.x[at] = (map.x[at] as number) - times * share * right
      map.y[at] = (map.y[at] as number) - times * share * down
    }
}

/** Where each pixel of a frame is in the picture, how its light changes, and whether it belongs to the face. */
interface Map {
  readonly x: Float32Array
  readonly y: Float32Array
  readonly light: Float32Array
  readonly face: Uint8Array
}

export function mapOf(warp: Warp): Map {
  const { width, height } = warp
  const map: Map = {
    x: new Float32Array(width * height),
    y: new Float32Array(width * height),
    light: new Float32Array(width * height),
    face: new Uint8Array(width * height),
  }
  surround(map, warp)
  const { triangles } = canonicalMesh()
  const depthAt = (at: number): number =>
    [0, 1, 2].reduce((sum, corner) => sum + (warp.depth[triangles[at + corner] as number] as number), 0)
  const starts = Array.from({ length: triangles.length / 3 }, (_, i) => 3 * i)
  for (const at of starts.toSorted((a, b) => depthAt(b) - depthAt(a)))
    fill(map, warp, triangles.subarray(at, at + 3))
  return map
}

/** Pixels by which near places are no nearer, so that no weight is endless. */
const NEAREST = 2
/** Pixels between places at which the surroundings are computed; between them they are even. */
const STEP = 4

/** The displacement of the face's edge, each point by one over the fourth power of its distance. */
function surround(map: Map, warp: Warp): void {
  const { width, height, still } = warp
  const across = Math.ceil(width / STEP) + 1
  const places = pulled(warp, across, Math.ceil(height / STEP) + 1)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const [ix, iy] = [Math.floor(x / STEP), Math.floor(y / STEP)]
      const [fx, fy] = [x / STEP - ix, y / STEP - iy]
      const one = 3 * (iy * across + ix)
      const below = one + 3 * across
      const between = (axis: number): number =>
        (1 - fy) * ((1 - fx) * (places[one + axis] as number) + fx * (places[one + 3 + axis] as number)) +
        fy * ((1 - fx) * (places[below + axis] as number) + fx * (places[below + 3 + axis] as number))
      map.x[at] = still.a * x + still.b * y + still.c + between(0)
      map.y[at] = still.d * x + still.e * y + still.f + between(1)
      map.light[at] = 1 + between(2)
    }
}

/** By how much the surroundings are moved in the picture, and their light changed, at every `STEP` pixels. */
function pulled(
  { width, height, from, to, light, still, reach }: Warp,
  across: number,
  down: number,
): Float32Array {
  const edge = faceOval.map((point) => {
    const { x, y } = { x: to[2 * point] as number, y: to[2 * point + 1] as number }
    const as = apply(still, { x, y })
    const by = { u: (from[2 * point] as number) - as.x, v: (from[2 * point + 1] as number) - as.y }
    return Float64Array.of(x, y, by.u, by.v, (light[point] as number) - 1)
  })
  const places = new Float32Array(3 * across * down)
  for (let row = 0, at = 0; row < down; row++)
    for (let column = 0; column < across; column++, at += 3) {
      const [x, y] = [STEP * column, STEP * row]
      let [total, u, v, lit, nearest] = [0, 0, 0, 0, Infinity]
      for (const point of edge) {
        const square = (x - (point[0] as number)) ** 2 + (y - (point[1] as number)) ** 2
        const weight = 1 / (square + NEAREST ** 2) ** 2
        if (square < nearest) nearest = square
        total += weight
        u += weight * (point[2] as number)
        v += weight * (point[3] as number)
        lit += weight * (point[4] as number)
      }
      const border = Math.max(0, Math.min(x, y, width - 1 - x, height - 1 - y))
      const away = Math.sqrt(nearest)
      const follows = reach === undefined ? border / (border + away + 1) : smooth(1 - away / reach)
      places.set([(follows * u) / total, (follows * v) / total, (follows * lit) / total], at)
    }
  return places
}

const smooth = (share: number): number => {
  const kept = Math.max(0, Math.min(1, share))
  return kept * kept * (3 - 2 * kept)
}

function fill(map: Map, { width, height, from, to, light }: Warp, corners: Uint32Array): void {
  const [a = 0, b = 0, c = 0] = corners
  const [ax, ay] = [to[2 * a] as number, to[2 * a + 1] as number]
  const [bx, by] = [(to[2 * b] as number) - ax, (to[2 * b + 1] as number) - ay]
  const [cx, cy] = [(to[2 * c] as number) - ax, (to[2 * c + 1] as number) - ay]
  const whole = bx * cy - cx * by
  if (Math.abs(whole) < 1e-9) return
  const between = (values: Float64Array, step: number, axis: number, wb: number, wc: number): number =>
    (1 - wb - wc) * (values[step * a + axis] as number) +
    wb * (values[step * b + axis] as number) +
    wc * (values[step * c + axis] as number)
  const top = Math.max(0, Math.ceil(ay + Math.min(0, by, cy)))
  const bottom = Math.min(height - 1, Math.floor(ay + Math.max(0, by, cy)))
  const left = Math.max(0, Math.ceil(ax + Math.min(0, bx, cx)))
  const right = Math.min(width - 1, Math.floor(ax + Math.max(0, bx, cx)))
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const wb = ((x - ax) * cy - cx * (y - ay)) / whole
      const wc = (bx * (y - ay) - (x - ax) * by) / whole
      if (wb < -1e-6 || wc < -1e-6 || wb + wc > 1 + 1e-6) continue
      const at = y * width + x
      map.x[at] = between(from, 2, 0, wb, wc)
      map.y[at] = between(from, 2, 1, wb, wc)
      map.light[at] = between(light, 1, 0, wb, wc)
      map.face[at] = 1
    }
}

/** The share of a picture's side that is mirrored beyond its border; what is further away is drawn out. */
const MIRRORED = 0.08

function inside(value: number, last: number): number {
  if (value >= 0 && value <= last) return value
  const beyond = Math.min(MIRRORED * last, value < 0 ? -value : value - last)
  return value < 0 ? beyond : last - beyond
}

/** The colours of the picture at the places of the map, three a pixel. */
export function remapped({ width, height, data }: Pixels, map: Map): Float32Array {
  const colours = new Float32Array(3 * map.x.length)
  for (let i = 0; i < map.x.length; i++) {
    const u = inside(map.x[i] as number, width - 1)
    const v = inside(map.y[i] as number, height - 1)
    const [ix, iy] = [Math.min(width - 2, Math.floor(u)), Math.min(height - 2, Math.floor(v))]
    const [fx, fy] = [u - ix, v - iy]
    const one = 3 * (iy * width + ix)
    const below = one + 3 * width
    for (let channel = 0; channel < 3; channel++)
      colours[3 * i + channel] =
        (map.light[i] as number) *
        ((1 - fy) * ((1 - fx) * (data[one + channel] as number) + fx * (data[one + 3 + channel] as number)) +
          fy * ((1 - fx) * (data[below + channel] as number) + fx * (data[below + 3 + channel] as number)))
  }
  return colours
}

export const unlit = (): Float64Array => new Float64Array(FACE_POINTS).fill(1)
