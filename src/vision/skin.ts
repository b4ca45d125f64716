// Unfolds a face onto a fixed sheet: each place of the sheet is the same place of the skin, however the head is turned.
import { squareOnto } from '../image/geometry/geometry.ts'
import { cropGrey } from '../image/geometry/warp.ts'
import type { Pixels } from '../image/pixels.ts'
import { canonicalMesh } from '../models/canonical-mesh.ts'
import { boxOf } from './confirm-face.ts'
import type { Skin } from './observation.ts'

/** Places along each side of the sheet. */
export const SKIN_SIDE = 128
const COUNT = SKIN_SIDE * SKIN_SIDE
/** A larger face is shrunk to this width before it is unfolded, so that no place of the sheet skips pixels. */
const MOST_FACE_PIXELS = 200
/** The mesh is laid with room around it, so that its outermost points have pixels on all sides. */
const ROOM = 1.1

export function unfold(pixels: Pixels, mesh: Float32Array): Skin {
  const { x, y, width, height } = boxOf(mesh)
  const side = ROOM * Math.max(width, height)
  const size = Math.ceil(Math.min(side, ROOM * MOST_FACE_PIXELS))
  const middle = { x: x + width / 2, y: y + height / 2 }
  const face = cropGrey(pixels, squareOnto(size, middle, side), size, size).data
  const scale = size / side
  const [left, top] = [middle.x - side / 2, middle.y - side / 2]
  const { places, corners, second, third } = sheet()
  const skin = new Uint8Array(COUNT)
  for (let k = 0, corner = 0; k < places.length; k++, corner += 3) {
    const i = places[k] as number
    const b = second[i] as number
    const c = third[i] as number
    const a = 1 - b - c
    const p = corners[corner] as number
    const q = corners[corner + 1] as number
    const r = corners[corner + 2] as number
    const pointX = a * (mesh[p] as number) + b * (mesh[q] as number) + c * (mesh[r] as number)
    const pointY = a * (mesh[p + 1] as number) + b * (mesh[q + 1] as number) + c * (mesh[r + 1] as number)
    const grey = greyAt(face, size, (pointX - left) * scale - 0.5, (pointY - top) * scale - 0.5)
    skin[i] = Math.max(1, Math.round(grey))
  }
  return skin
}

function greyAt(grey: Uint8Array | Float32Array, size: number, x: number, y: number): number {
  const last = size - 2
  const isInside = x >= 0 && y >= 0 && x <= last && y <= last
  const left = isInside ? x | 0 : Math.max(0, Math.min(last, Math.floor(x)))
  const top = isInside ? y | 0 : Math.max(0, Math.min(last, Math.floor(y)))
  const right = isInside ? x - left : Math.max(0, Math.min(1, x - left))
  const down = isInside ? y - top : Math.max(0, Math.min(1, y - top))
  const at = (Math.imul(top, size) + left) | 0
  const upper = (1 - right) * (grey[at] as number) + right * (grey[at + 1] as number)
  const lower = (1 - right) * (grey[at + size] as number) + right * (grey[at + size + 1] as number)
  return (1 - down) * upper + down * lower
}

/**
 * How many pixels of the picture show each place of the sheet; 0 or less where the skin looks away from the camera, and
 * outside the face. Areas are signed: a triangle that is seen from behind counts as less than nothing.
 */
export function pixelsPerPlace(mesh: Float32Array): Float32Array {
  const { triangle, area } = sheet()
  const { triangles } = canonicalMesh()
  const seen = new Float32Array(triangles.length / 3)
  for (let t = 0; t < triangles.length; t += 3) {
    const [p, q, r] = [3 * (triangles[t] ?? 0), 3 * (triangles[t + 1] ?? 0), 3 * (triangles[t + 2] ?? 0)]
    const [x, y] = [mesh[p] ?? 0, mesh[p + 1] ?? 0]
    const [x1, y1] = [(mesh[q] ?? 0) - x, (mesh[q + 1] ?? 0) - y]
    const [x2, y2] = [(mesh[r] ?? 0) - x, (mesh[r + 1] ?? 0) - y]
    seen[t / 3] = (x1 * y2 - x2 * y1) / (area[t / 3] || 1)
  }
  const places = new Float32Array(COUNT)
  for (let i = 0; i < COUNT; i++) {
    const at = triangle[i] as number
    if (at >= 0) places[i] = seen[at / 3] as number
  }
  return places
}

interface Sheet {
  /** The places that are on the face, and for each where its three corners begin in a mesh. */
  readonly places: Int32Array
  readonly corners: Int32Array
  /** Of each place: where its triangle begins in the list of triangles, or -1 outside the face. */
  readonly triangle: Int32Array
  /** The shares of the second and third corner at each place. */
  readonly second: Float32Array
  readonly third: Float32Array
  /** Twice the signed area of each triangle on the sheet, in places. */
  readonly area: Float32Array
}

let made: Sheet | undefined

function sheet(): Sheet {
  made ??= layOut()
  return made
}

function layOut(): Sheet {
  const { uv, triangles } = canonicalMesh()
  const triangle = new Int32Array(COUNT).fill(-1)
  const [second, third] = [new Float32Array(COUNT), new Float32Array(COUNT)]
  const area = new Float32Array(triangles.length / 3)
  const place = (corner: number) => [SKIN_SIDE * (uv[2 * corner] ?? 0), SKIN_SIDE * (uv[2 * corner + 1] ?? 0)]
  for (let t = 0; t < triangles.length; t += 3) {
    const [ax = 0, ay = 0] = place(triangles[t] ?? 0)
    const [bx = 0, by = 0] = place(triangles[t + 1] ?? 0)
    const [cx = 0, cy = 0] = place(triangles[t + 2] ?? 0)
    const twice = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    area[t / 3] = twice
    for (let y = Math.floor(Math.min(ay, by, cy)); y <= Math.max(ay, by, cy); y++)
      for (let x = Math.floor(Math.min(ax, bx, cx)); x <= Math.max(ax, bx, cx); x++) {
        if (x < 0 || y < 0 || x >= SKIN_SIDE || y >= SKIN_SIDE) continue
        const [dx, dy] = [x + 0.5 - ax, y + 0.5 - ay]
        const b = (dx * (cy - ay) - (cx - ax) * dy) / twice
        const c = ((bx - ax) * dy - dx * (by - ay)) / twice
        if (b < 0 || c < 0 || b + c > 1) continue
        const i = y * SKIN_SIDE + x
        triangle[i] = t
        second[i] = b
        third[i] = c
      }
  }
  const places = Int32Array.from(triangle.keys()).filter((i) => (triangle[i] as number) >= 0)
  const corners = Int32Array.from(
    [...places].flatMap((i) => [0, 1, 2].map((k) => 3 * (triangles[(triangle[i] as number) + k] ?? 0))),
  )
  return { places, corners, triangle, second, third, area }
}
