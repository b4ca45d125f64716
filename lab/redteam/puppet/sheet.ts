// Lays a sheet over a photograph: the points of its face in three dimensions, its eyes, and rings around it to beyond the edge.

import { eyeContour, faceOval, leftEye, rightEye } from '../../../specimens/person/landmarks.ts'
import { FOCAL_SHARE, place, type Scene } from '../../../specimens/person/render.ts'
import { minus, type Turn, type Vector } from '../../../specimens/person/vector.ts'
import { boundingBox, middleOf, type Point } from '../../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { canonicalMesh, FACE_POINTS } from '../../../src/models/canonical-mesh.ts'
import { pointOf } from '../../../src/models/face-mesh.ts'
import { canonicalFace } from '../../../src/vision/canonical-face.ts'
import { fitTurn, headAngles } from '../../../src/vision/head-angles.ts'

/** A picture of somebody, and where the points of the face are in it, as the networks find them. */
export interface Photograph {
  readonly pixels: Pixels
  /** x, y and z of 478 points, in pixels. */
  readonly mesh: Float32Array
  /** The focal length by the longer side of the picture: a phone's by default. A photographer stands further away. */
  readonly focalShare?: number
}

export interface Sheet {
  /** Where each point is in the photograph: x and y in pixels. */
  readonly places: Float64Array
  /** The same in the head's own centimetres; the first 468 are the mesh. */
  readonly points: Float64Array
  /** How much of the turn of the head each follows, 0 to 1. */
  readonly turning: Float64Array
  readonly triangles: Uint32Array
  readonly eyes: readonly SheetEye[]
  /** The scene that gives the photograph back where it was taken by a phone. */
  readonly asTaken: Scene
}

interface SheetEye {
  /** Points on the lids, and for each one halfway to the iris. */
  readonly contour: readonly number[]
  readonly inner: readonly number[]
  readonly middle: number
}

/** One value each for the sides of the head, above the forehead and below the chin. */
interface Around {
  readonly side: number
  readonly up: number
  readonly down: number
}

interface Ring {
  /** Whether it lies on the head, which ends where the person does. */
  readonly isHead: boolean
  /** Distance from the middle of the face, by that of its edge. */
  readonly reach: Around
  /** Centimetres in front of the middle of the head. */
  readonly depthCm: Around
  /** How much of the turn it follows: what is below the chin is the neck. */
  readonly turning: Around
}

/** The reach of the last ring on the head. */
const WIDEST: Around = { side: 1.28, up: 1.52, down: 1.38 }
/** Where the face ends with the head, its side is drawn from this little of it. */
const LEAST_WIDTH = 0.08
/** A byte of the matte above which no background shines through. */
const PERSON = 220
const rings: readonly Ring[] = [
  {
    isHead: true,
    reach: { side: 1.06, up: 1.12, down: 1.06 },
    depthCm: { side: -3, up: 3.4, down: 3 },
    turning: { side: 1, up: 1, down: 1 },
  },
  {
    isHead: true,
    reach: { side: 1.14, up: 1.28, down: 1.16 },
    depthCm: { side: -4, up: 1.4, down: 0.5 },
    turning: { side: 1, up: 1, down: 0.85 },
  },
  {
    isHead: true,
    reach: WIDEST,
    depthCm: { side: -5, up: -2.5, down: -1.5 },
    turning: { side: 1, up: 1, down: 0.5 },
  },
  {
    isHead: false,
    reach: { side: 1.65, up: 1.9, down: 1.85 },
    depthCm: { side: -5, up: -5, down: -4 },
    turning: { side: 0.25, up: 0.25, down: 0.12 },
  },
]
const OUTSIDE_DEPTH_CM = -5
/** How far the last ring is from the middle of the face, by the edge of the picture: what lies there is a mirror image. */
const BEYOND = 4
const INNER_SHARE = 0.5
const IRISES = [468, 473] as const
const EYES = [rightEye, leftEye] as const

/** `matte` tells where the person ends, byte by pixel: without it the head is taken to be as wide as usual. */
export function layOver({ pixels, mesh, focalShare = FOCAL_SHARE }: Photograph, matte?: Uint8Array): Sheet {
  const { width, height } = pixels
  const turn: Turn = fitTurn(mesh)
  const focal = focalShare * Math.max(width, height)
  const fit = fitted(mesh, turn)
  const away = focal / fit.pixelsPerCm
  const still = place({ distanceCm: 0 }, turn, fit.canonicalMean, 1)
  const distanceCm = away + still[2]
  const offsetCm = {
    x: ((fit.mean[0] - width / 2) * away) / focal - still[0],
    y: ((height / 2 - fit.mean[1]) * away) / focal - still[1],
  }
  const scene = { distanceCm, offsetCm }
  const places: number[] = []
  const points: number[] = []
  const turning: number[] = []
  const seenAt = (x: number, y: number, nearZ: number): Vector => [
    ((width / 2 - x) * nearZ) / focal,
    ((y - height / 2) * nearZ) / focal,
    nearZ,
  ]
  const add = (x: number, y: number, nearZ: number, follows: number): number => {
    places.push(x, y)
    points.push(...placedBack(scene, turn, seenAt(x, y, nearZ), follows))
    return turning.push(follows) - 1
  }
  const meshPoint = (i: number): Vector => [mesh[3 * i] ?? 0, mesh[3 * i + 1] ?? 0, mesh[3 * i + 2] ?? 0]
  const depthOf = (z: number) => -away - (z - fit.mean[2]) / fit.pixelsPerCm
  for (let i = 0; i < FACE_POINTS; i++) {
    const [x, y, z] = meshPoint(i)
    add(x, y, depthOf(z), 1)
  }
  const triangles: number[] = withoutEyes()
  const eyes = EYES.map((eye, side) => {
    const [ix, iy] = meshPoint(IRISES[side] ?? 0)
    const contour = eyeContour(eye)
    const depth = depthOf(
      contour.reduce((sum, point) => sum + (meshPoint(point)[2] ?? 0), 0) / contour.length,
    )
    const inner = contour.map((point) => {
      const [x, y, z] = meshPoint(point)
      return add(ix + INNER_SHARE * (x - ix), iy + INNER_SHARE * (y - iy), (depth + depthOf(z)) / 2, 1)
    })
    const middle = add(ix, iy, depth, 1)
    triangles.push(...strip(contour, inner), ...fan(inner, middle))
    return { contour, inner, middle }
  })
  const outer = around(mesh, pixels, matte).map((ring) =>
    ring.map(({ x, y, depthCm, follows }) => {
      const depthAt = (nearZ: number) => placedBack(scene, turn, seenAt(x, y, nearZ), follows)[2]
      const [one, other] = [-away, 5 - away]
      // The depth in the head is all but linear in that before the camera.
      const rise = (depthAt(other) - depthAt(one)) / (other - one)
      return add(x, y, one + (depthCm - depthAt(one)) / rise, follows)
    }),
  )
  for (const [i, ring] of [faceOval, ...outer].entries()) {
    const next = outer[i]
    if (next) triangles.push(...strip(next, ring))
  }
  return {
    places: Float64Array.from(places),
    points: Float64Array.from(points),
    turning: Float64Array.from(turning),
    triangles: Uint32Array.from(triangles),
    eyes,
    asTaken: { width, height, ...headAngles(mesh), ...scene },
  }
}

/** Scale and middle of the canonical face on the mesh, by the same weights as its turn. */
function fitted(mesh: Float32Array, turn: Turn) {
  const sums = { weight: 0, q: [0, 0, 0], p: [0, 0, 0] }
  for (const [point, x, y, z, weight] of canonicalFace) {
    sums.weight += weight
    for (const [axis, value] of [x, y, z].entries()) {
      sums.p[axis] = (sums.p[axis] ?? 0) + weight * value
      sums.q[axis] = (sums.q[axis] ?? 0) + weight * (mesh[3 * point + axis] ?? 0)
    }
  }
  const mean = sums.q.map((sum) => sum / sums.weight) as unknown as Vector
  const canonicalMean = sums.p.map((sum) => sum / sums.weight) as unknown as Vector
  let [dot, norm] = [0, 0]
  for (const [point, x, y, z, weight] of canonicalFace) {
    const p = minus([x, y, z], canonicalMean)
    const turned = turn.map((row) => row[0] * p[0] + row[1] * p[1] + row[2] * p[2])
    const q = [0, 1, 2].map((axis) => (mesh[3 * point + axis] ?? 0) - (mean[axis as 0 | 1 | 2] ?? 0))
    dot +=
      weight *
      ((turned[0] ?? 0) * (q[0] ?? 0) - (turned[1] ?? 0) * (q[1] ?? 0) - (turned[2] ?? 0) * (q[2] ?? 0))
    norm += weight * (p[0] ** 2 + p[1] ** 2 + p[2] ** 2)
  }
  return { mean, canonicalMean, pixelsPerCm: dot / norm }
}

/** The head's own centimetres of what is placed where it is seen. */
function placedBack(
  scene: Pick<Scene, 'distanceCm' | 'offsetCm'>,
  turn: Turn,
  seen: Vector,
  turning: number,
): Vector {
  const origin = place(scene, turn, [0, 0, 0], turning)
  const axes: readonly Vector[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]
  const [a, b, c] = axes.map((axis) => minus(place(scene, turn, axis, turning), origin)) as [
    Vector,
    Vector,
    Vector,
  ]
  const to = minus(seen, origin)
  const whole = determinant(a, b, c)
  return [determinant(to, b, c) / whole, determinant(a, to, c) / whole, determinant(a, b, to) / whole]
}

const determinant = (a: Vector, b: Vector, c: Vector): number =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) + c[0] * (a[1] * b[2] - a[2] * b[1])

function withoutEyes(): number[] {
  const contours = EYES.map((eye) => new Set(eyeContour(eye)))
  const { triangles } = canonicalMesh()
  const kept: number[] = []
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = [...triangles.subarray(at, at + 3)]
    if (!contours.some((contour) => corners.every((corner) => contour.has(corner)))) kept.push(...corners)
  }
  return kept
}

/** Two closed rows of points of the same number. */
function strip(one: readonly number[], other: readonly number[]): number[] {
  return one.flatMap((point, i) => {
    const next = (i + 1) % one.length
    const [a, b, c, d] = [point, one[next] ?? 0, other[i] ?? 0, other[next] ?? 0]
    return [a, c, b, b, c, d]
  })
}

const fan = (ring: readonly number[], middle: number): number[] =>
  ring.flatMap((point, i) => [point, middle, ring[(i + 1) % ring.length] ?? 0])

/** Whether a place shows the person; unknown beyond the picture. */
type Inside = (x: number, y: number) => boolean

const inside =
  (matte: Uint8Array, { width, height }: Pixels): Inside =>
  (x, y) =>
    x < 0 ||
    y < 0 ||
    x >= width ||
    y >= height ||
    (matte[Math.floor(y) * width + Math.floor(x)] ?? 0) > PERSON

function middleOfFace(mesh: Float32Array): Point {
  return middleOf(boundingBox(faceOval.map((point) => pointOf(mesh, point))))
}

interface Placed {
  readonly x: number
  readonly y: number
  readonly depthCm: number
  readonly follows: number
}

/** The head beyond the face, then the edge of the picture, then far beyond it. */
function around(mesh: Float32Array, pixels: Pixels, matte: Uint8Array | undefined): Placed[][] {
  const { width, height } = pixels
  const edge = faceOval.map((point) => pointOf(mesh, point))
  const centre = middleOfFace(mesh)
  const at = (spoke: Spoke, reach: number, depthCm: number, follows: number): Placed => ({
    x: centre.x + reach * spoke.x,
    y: centre.y + reach * spoke.y,
    depthCm,
    follows,
  })
  const spokes = edge.map(({ x, y }) => spokeOf(x - centre.x, y - centre.y))
  const isPerson = matte ? inside(matte, pixels) : () => true
  const widths = spokes.map((spoke) => {
    const most = along(spoke, WIDEST)
    let reach = 1
    while (reach < most && isPerson(centre.x + reach * spoke.x, centre.y + reach * spoke.y)) reach += 0.01
    return Math.max(LEAST_WIDTH, Math.min(1, (reach - 1) / (most - 1)))
  })
  const head = rings.map((ring) =>
    spokes.map((spoke, i) => {
      // Below the chin there is no end of the person.
      const narrow = spoke.down + (1 - spoke.down) * even(widths, i)
      const reach = along(spoke, ring.reach)
      const kept = ring.isHead ? 1 + narrow * (reach - 1) : reach
      return at(spoke, kept, along(spoke, ring.depthCm), along(spoke, ring.turning))
    }),
  )
  const last = rings.at(-1)
  const border = spokes.map((spoke) => {
    const toX = spoke.x > 0 ? (width - centre.x) / spoke.x : -centre.x / spoke.x
    const toY = spoke.y > 0 ? (height - centre.y) / spoke.y : -centre.y / spoke.y
    const nearest = Math.min(...[toX, toY].filter((reach) => reach > 0))
    return at(
      spoke,
      Math.max(1.1 * Math.max(last?.reach.up ?? 0, last?.reach.down ?? 0), nearest),
      OUTSIDE_DEPTH_CM,
      0,
    )
  })
  const beyond = border.map(({ x, y, ...rest }) => ({
    ...rest,
    x: centre.x + BEYOND * (x - centre.x),
    y: centre.y + BEYOND * (y - centre.y),
  }))
  return [...head, border, beyond]
}

/** From the middle of the face to its edge; the last three add up to one. */
interface Spoke extends Around {
  readonly x: number
  readonly y: number
}

/** The middle one of three neighbours in a closed row. */
function even(values: readonly number[], i: number): number {
  const near = [-1, 0, 1].map((by) => values[(i + by + values.length) % values.length] ?? 0)
  return near.toSorted((a, b) => a - b)[1] ?? 0
}

const along = ({ side, up, down }: Spoke, values: Around): number =>
  side * values.side + up * values.up + down * values.down

function spokeOf(x: number, y: number): Spoke {
  const square = x * x + y * y || 1
  const steep = (y * y) / square
  return { x, y, side: 1 - steep, up: y < 0 ? steep : 0, down: y < 0 ? 0 : steep }
}
