// Measures the light that falls on a face and beside it: mean linear colours of patches of skin, of the background and of glints in the eyes.
import type { Pixels } from '../image/pixels.ts'
import { canonicalMesh } from '../models/canonical-mesh.ts'
import { pointOf } from '../models/face-mesh.ts'
import { boxOf } from './confirm-face.ts'
import type { LightZones } from './observation.ts'

/** The unfolded face is divided into so many patches on a side: each is the same skin in every frame. */
const GRID = 8
export const SKIN_PATCHES = GRID * GRID
/** Beside the head to the left and to the right of the picture, and above it. */
const BACKGROUND_ZONES = 3

/** Pixels along the width of a face, or of a picture, that are looked at: more make the means no better. */
const ACROSS = 160
/** Fewer pixels than this make no mean. */
const FEWEST_PIXELS = 12
const CLIPPED = 250

const linear = Float32Array.from({ length: 256 }, (_, i) => {
  const value = i / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

export function lightZones(pixels: Pixels, mesh: Float32Array): LightZones {
  const skin = skinLight(pixels, mesh)
  const glint = glintOf(pixels, mesh)
  return { ...skin, background: backgroundLight(pixels, mesh), ...(glint && { glint }) }
}

/** Sums of colours by zone, and how many pixels each has. */
interface Sums {
  readonly colours: Float64Array
  readonly counts: Uint32Array
}

const emptySums = (zones: number): Sums => ({
  colours: new Float64Array(3 * zones),
  counts: new Uint32Array(zones),
})

function add({ colours, counts }: Sums, zone: number, data: Uint8Array, at: number): void {
  counts[zone] = (counts[zone] as number) + 1
  for (let c = 0; c < 3; c++)
    colours[3 * zone + c] = (colours[3 * zone + c] as number) + (linear[data[at + c] as number] as number)
}

function meansOf({ colours, counts }: Sums): Float32Array {
  return Float32Array.from(colours, (sum, i) => {
    const count = counts[Math.floor(i / 3)] as number
    return count < FEWEST_PIXELS ? 0 : sum / count
  })
}

function skinLight({ width, height, data }: Pixels, mesh: Float32Array) {
  const step = Math.max(1, Math.round(boxOf(mesh).width / ACROSS))
  const sums = emptySums(SKIN_PATCHES)
  let [all, clipped] = [0, 0]
  const { triangles, corners, turns } = skinTriangles()
  for (let t = 0; t < triangles.length; t++) {
    const [p, q, r] = [corners[3 * t] as number, corners[3 * t + 1] as number, corners[3 * t + 2] as number]
    const [ax, ay] = [mesh[3 * p] as number, mesh[3 * p + 1] as number]
    const [bx, by] = [mesh[3 * q] as number, mesh[3 * q + 1] as number]
    const [cx, cy] = [mesh[3 * r] as number, mesh[3 * r + 1] as number]
    const twice = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    // Skin that looks away from the camera is hidden by what is before it.
    if (twice * (turns[t] as number) <= 0) continue
    const zone = triangles[t] as number
    const firstY = step * Math.ceil(Math.max(0, Math.min(ay, by, cy)) / step)
    const firstX = step * Math.ceil(Math.max(0, Math.min(ax, bx, cx)) / step)
    const lastY = Math.min(height - 1, Math.max(ay, by, cy))
    const lastX = Math.min(width - 1, Math.max(ax, bx, cx))
    for (let y = firstY; y <= lastY; y += step)
      for (let x = firstX; x <= lastX; x += step) {
        const b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / twice
        const c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / twice
        if (b < 0 || c < 0 || b + c > 1) continue
        const at = 3 * (y * width + x)
        all++
        if (Math.max(data[at] as number, data[at + 1] as number, data[at + 2] as number) >= CLIPPED) clipped++
        add(sums, zone, data, at)
      }
  }
  return { skin: meansOf(sums), clippedShare: clipped / Math.max(1, all) }
}

/** The least distance of the background from the face, in widths of the face: ears and short hair lie within it. */
const BESIDE = 0.25
/** From how far above the face down to how far below its upper edge, in heights of the face: shoulders lie lower. */
const BACKGROUND_ROWS = { above: 0.5, below: 0.75 }
/** Hair ends so far above the upper edge of the face. */
const ABOVE = 0.45

function backgroundLight({ width, height, data }: Pixels, mesh: Float32Array): Float32Array {
  const box = boxOf(mesh)
  const step = Math.max(1, Math.round(width / ACROSS))
  const sums = emptySums(BACKGROUND_ZONES)
  const [left, right] = [box.x - BESIDE * box.width, box.x + (1 + BESIDE) * box.width]
  const top = box.y - ABOVE * box.height
  const [first, last] = [
    box.y - BACKGROUND_ROWS.above * box.height,
    box.y + BACKGROUND_ROWS.below * box.height,
  ]
  for (let y = 0; y < Math.min(height, last); y += step)
    for (let x = 0; x < width; x += step) {
      const zone = x < left ? 0 : x > right ? 1 : 2
      if (zone === 2 ? y < top : y >= first) add(sums, zone, data, 3 * (y * width + x))
    }
  return meansOf(sums)
}

/** The middle of an iris and four points on its edge. */
const IRISES = [
  [468, 469, 470, 471, 472],
  [473, 474, 475, 476, 477],
] as const
/** A smaller iris shows no glint. */
const LEAST_IRIS_PIXELS = 5
const BRIGHTEST_SHARE = 0.06

function glintOf({ width, height, data }: Pixels, mesh: Float32Array): LightZones['glint'] {
  const sum: [number, number, number] = [0, 0, 0]
  for (const [middle, ...edge] of IRISES) {
    const { x, y } = pointOf(mesh, middle)
    const away = edge.map((point) => Math.hypot(pointOf(mesh, point).x - x, pointOf(mesh, point).y - y))
    const radius = away.reduce((total, one) => total + one, 0) / away.length
    if (!(radius >= LEAST_IRIS_PIXELS)) return undefined
    const places: number[] = []
    for (let row = Math.ceil(y - radius); row <= y + radius; row++)
      for (let column = Math.ceil(x - radius); column <= x + radius; column++)
        if (row >= 0 && column >= 0 && row < height && column < width)
          if (Math.hypot(column - x, row - y) <= radius) places.push(3 * (row * width + column))
    const light = (at: number) => (data[at] as number) + (data[at + 1] as number) + (data[at + 2] as number)
    places.sort((a, b) => light(b) - light(a))
    const bright = Math.max(2, Math.round(BRIGHTEST_SHARE * places.length))
    const mean = (some: readonly number[], c: number) =>
      some.reduce((total, at) => total + (linear[data[at + c] as number] as number), 0) /
      Math.max(1, some.length)
    for (const c of [0, 1, 2] as const)
      sum[c] += (mean(places.slice(0, bright), c) - mean(places.slice(bright), c)) / IRISES.length
  }
  return sum
}

/** How a patch of skin lies: its middle and the direction it looks in, x to the picture's right, y down, z away from the camera. */
export interface PatchPlace {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly normal: readonly [number, number, number]
}

/** Lengths are in pixels. Undefined for patches that are not seen. */
export function patchPlaces(mesh: Float32Array): (PatchPlace | undefined)[] {
  const sums = new Float64Array(7 * SKIN_PATCHES)
  const { triangles, corners, turns } = skinTriangles()
  for (let t = 0; t < triangles.length; t++) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * (corners[3 * t + k] as number)) as [number, number, number]
    const edge = (to: number, axis: number) => (mesh[to + axis] as number) - (mesh[a + axis] as number)
    const turn = turns[t] as number
    const nz = edge(b, 0) * edge(c, 1) - edge(b, 1) * edge(c, 0)
    if (nz * turn <= 0) continue
    const nx = edge(b, 1) * edge(c, 2) - edge(b, 2) * edge(c, 1)
    const ny = edge(b, 2) * edge(c, 0) - edge(b, 0) * edge(c, 2)
    const area = Math.abs(nz)
    const middle = (axis: number) =>
      ((mesh[a + axis] as number) + (mesh[b + axis] as number) + (mesh[c + axis] as number)) / 3
    const at = 7 * (triangles[t] as number)
    // The sum of the edges' products points into the head: it is turned around, towards the camera.
    const parts = [
      area,
      area * middle(0),
      area * middle(1),
      area * middle(2),
      -turn * nx,
      -turn * ny,
      -turn * nz,
    ]
    for (const [i, part] of parts.entries()) sums[at + i] = (sums[at + i] as number) + part
  }
  return Array.from({ length: SKIN_PATCHES }, (_, patch) => {
    const [area = 0, x = 0, y = 0, z = 0, nx = 0, ny = 0, nz = 0] = sums.subarray(7 * patch, 7 * patch + 7)
    const length = Math.hypot(nx, ny, nz)
    if (area === 0 || length === 0) return undefined
    return { x: x / area, y: y / area, z: z / area, normal: [nx / length, ny / length, nz / length] }
  })
}

interface SkinTriangles {
  /** The patch of each triangle. */
  readonly triangles: Uint8Array
  /** Its three points. */
  readonly corners: Uint16Array
  /** The sign of its area where it looks towards the camera. */
  readonly turns: Int8Array
}

let made: SkinTriangles | undefined

function skinTriangles(): SkinTriangles {
  made ??= chooseTriangles()
  return made
}

/** Bare skin: no eyes and brows, no lips, no nostrils, which move or shine of themselves. In centimetres of the canonical face. */
const leftOut = (x: number, y: number): boolean => {
  const aside = Math.abs(x)
  const isEye = aside > 1 && aside < 5.9 && y > 1 && y < 5.7
  const isMouth = aside < 3.1 && y > -6.3 && y < -2.9
  const isNostril = aside < 2 && y > -2.9 && y < 0.2
  return isEye || isMouth || isNostril
}

function chooseTriangles(): SkinTriangles {
  const { positions, uv, triangles } = canonicalMesh()
  const chosen: { patch: number; corners: readonly number[]; turn: number }[] = []
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((k) => triangles[t + k] ?? 0)
    const middle = (values: Float64Array, size: number, axis: number) =>
      corners.reduce((sum, corner) => sum + (values[size * corner + axis] ?? 0), 0) / 3
    if (leftOut(middle(positions, 3, 0), middle(positions, 3, 1))) continue
    const [u, v] = [middle(uv, 2, 0), middle(uv, 2, 1)]
    const cell = (share: number) => Math.min(GRID - 1, Math.max(0, Math.floor(GRID * share)))
    const [a = 0, b = 0, c = 0] = corners
    const on = (to: number, axis: number) => (uv[2 * to + axis] ?? 0) - (uv[2 * a + axis] ?? 0)
    chosen.push({
      patch: GRID * cell(v) + cell(u),
      corners,
      turn: Math.sign(on(b, 0) * on(c, 1) - on(c, 0) * on(b, 1)),
    })
  }
  return {
    triangles: Uint8Array.from(chosen, ({ patch }) => patch),
    corners: Uint16Array.from(chosen.flatMap(({ corners }) => corners)),
    turns: Int8Array.from(chosen, ({ turn }) => turn),
  }
}
