// The coarse head: the canonical face with its eyes and mouth cut open, their rims, and rings of skin around the skull.
import { canonicalMesh, FACE_POINTS } from '../../src/models/canonical-mesh.ts'
import { eyeContour, faceOval, leftEye, mouthContour, rightEye } from './landmarks.ts'
import { type Refinement, refine, refined } from './subdivision.ts'
import { at, type Eyeball, minus, plus, times, unitOf, type Vector } from './vector.ts'

/** Behind the ears and around the back; the last is hidden by hair. */
const SKULL_RINGS = 5
/** Share of the texture that the face takes; the rest is for the rings. */
const FACE_SHARE = 0.8
/** Middle and radii of the skull behind the face. */
export const skull = { middle: [0, 3.4, -4] as Vector, radii: [7.75, 10, 9.6] as Vector }

/** A point above the ear, and how far from the middle the canonical face has it. */
const TEMPLE = 356
const TEMPLE_CM = 7.74

const contours = [eyeContour(rightEye), eyeContour(leftEye), mouthContour, mouthContour]
const firstRim = FACE_POINTS
const firstRing = firstRim + contours.reduce((sum, contour) => sum + contour.length, 0)
const coarsePoints = firstRing + SKULL_RINGS * faceOval.length

interface HeadTopology {
  readonly refinements: readonly Refinement[]
  readonly triangles: Uint32Array
  /** Of the fine mesh, in the texture, 0 to 1. */
  readonly uv: Float64Array
}

let built: HeadTopology | undefined

export function headTopology(): HeadTopology {
  built ??= build()
  return built
}

/** Where a point of the unfolded face is in the texture. */
export const inTexture = (share: number): number => 0.5 + (share - 0.5) * FACE_SHARE

function build(): HeadTopology {
  const triangles = coarseTriangles()
  const first = refine(triangles, coarsePoints)
  const second = refine(first.triangles, first.points)
  const uv = refined(second, refined(first, coarseUv(), 2), 2)
  return { refinements: [first, second], triangles: second.triangles, uv }
}

/** `face` holds the 468 points as this person, with this expression, has them. */
export function fineHead(face: Float64Array, eyeballs: readonly Eyeball[], rest: Float64Array): Float64Array {
  const coarse = coarseHead(face, eyeballs, rest)
  return headTopology().refinements.reduce((points, step) => refined(step, points, 3), coarse)
}

function coarseTriangles(): Uint32Array {
  const holes = contours.slice(0, 3).map((contour) => new Set(contour))
  const { triangles } = canonicalMesh()
  const kept: number[] = []
  for (let i = 0; i < triangles.length; i += 3) {
    const corners = [...triangles.subarray(i, i + 3)]
    if (!holes.some((hole) => corners.every((corner) => hole.has(corner)))) kept.push(...corners)
  }
  const [right = [], left = [], mouth = []] = rims()
  const loops: (readonly [readonly number[], readonly number[]])[] = [
    [contours[0] ?? [], right],
    [contours[1] ?? [], left],
    [mouthContour, mouth],
    [mouth, rims()[3] ?? []],
  ]
  for (let ring = 0; ring < SKULL_RINGS; ring++) loops.push([ringPoints(ring - 1), ringPoints(ring)])
  for (const [from, to] of loops) kept.push(...strip(kept, from, to))
  return Uint32Array.from(kept)
}

function rims(): number[][] {
  let next = firstRim
  return contours.map((contour) => contour.map(() => next++))
}

const ringPoints = (ring: number): number[] =>
  ring < 0 ? faceOval : faceOval.map((_, i) => firstRing + ring * faceOval.length + i)

/** Joined to what is there so that its front goes on as their front. */
function strip(triangles: readonly number[], from: readonly number[], to: readonly number[]): number[] {
  const [a = 0, b = 0] = from
  const isSame = triangles.some((point, i) => {
    const next = i % 3 === 2 ? triangles[i - 2] : triangles[i + 1]
    return point === a && next === b
  })
  return from.flatMap((one, i) => {
    const k = (i + 1) % from.length
    const [p, q, r, s] = [one, from[k], to[k], to[i]] as [number, number, number, number]
    return isSame ? [q, p, s, q, s, r] : [p, q, r, p, r, s]
  })
}

function coarseUv(): Float64Array {
  const { uv } = canonicalMesh()
  const coarse = new Float64Array(2 * coarsePoints)
  const middleOf = (contour: readonly number[], axis: number) =>
    contour.reduce((sum, point) => sum + (uv[2 * point + axis] as number), 0) / contour.length
  for (const axis of [0, 1]) {
    for (let i = 0; i < FACE_POINTS; i++) coarse[2 * i + axis] = inTexture(uv[2 * i + axis] as number)
    for (const [k, rim] of rims().entries()) {
      const contour = contours[k] ?? []
      const middle = middleOf(contour, axis)
      const inwards = k === 3 ? 0.6 : 0.3
      for (const [i, point] of rim.entries()) {
        const own = uv[2 * (contour[i] ?? 0) + axis] as number
        coarse[2 * point + axis] = inTexture(own + (middle - own) * inwards)
      }
    }
    for (let ring = 0; ring < SKULL_RINGS; ring++)
      for (const [i, point] of ringPoints(ring).entries()) {
        const own = (uv[2 * (faceOval[i] ?? 0) + axis] as number) - 0.5
        const outwards = FACE_SHARE + ((1 - FACE_SHARE) * (ring + 1)) / SKULL_RINGS
        coarse[2 * point + axis] = 0.5 + own * outwards
      }
  }
  return coarse
}

function coarseHead(face: Float64Array, eyeballs: readonly Eyeball[], rest: Float64Array): Float64Array {
  const coarse = new Float64Array(3 * coarsePoints)
  coarse.set(face)
  for (const [k, rim] of rims().entries())
    for (const [i, point] of rim.entries()) {
      const own = at(face, contours[k]?.[i] ?? 0)
      const ball = eyeballs[k]
      coarse.set(ball ? ontoBall(own, ball) : intoMouth(own, k - 2), 3 * point)
    }
  const widening = wideningOf(rest)
  for (const [i, edge] of faceOval.entries()) {
    const moved = minus(at(face, edge), at(rest, edge))
    for (let ring = 0; ring < SKULL_RINGS; ring++) {
      const share = (ring + 1) / SKULL_RINGS
      const still = aroundSkull(at(rest, edge), share * 0.97, widening)
      coarse.set(plus(still, times(moved, Math.max(0, 1 - 2.5 * share))), 3 * (ringPoints(ring)[i] ?? 0))
    }
  }
  return coarse
}

/** Of a head against the canonical one. */
export const wideningOf = (rest: Float64Array): number => (rest[3 * TEMPLE] as number) / TEMPLE_CM

/** Just under the surface of the eyeball, so that no gap shows from any side. */
function ontoBall(lid: Vector, { middle, radius }: Eyeball): Vector {
  return plus(middle, times(unitOf(minus(lid, middle)), radius * 0.97))
}

function intoMouth([x, y, z]: Vector, depth: number): Vector {
  const middle = -4.25
  return depth === 0 ? [x * 0.97, y + (y > middle ? 0.06 : -0.06), z - 0.4] : [x * 0.9, y, z - 1.1]
}

/** From a point at the edge of the face along the skull to its back. */
function aroundSkull(edge: Vector, share: number, widening: number): Vector {
  const out = minus(edge, skull.middle)
  const [from, back] = [unitOf(out), unitOf([0, -0.25, -1])]
  const turn = Math.acos(Math.max(-1, Math.min(1, from[0] * back[0] + from[1] * back[1] + from[2] * back[2])))
  const towards = plus(
    times(from, Math.sin((1 - share) * turn) / Math.sin(turn)),
    times(back, Math.sin(share * turn) / Math.sin(turn)),
  )
  const fade = Math.max(0, 1 - share * 2) ** 2
  const radius = skullRadius(towards, widening) * (1 - fade) + Math.hypot(...out) * fade
  return plus(skull.middle, times(towards, radius))
}

function skullRadius([x, y, z]: Vector, widening: number): number {
  const [a, b, c] = skull.radii
  return 1 / Math.hypot(x / a / widening, y / b, z / c)
}
