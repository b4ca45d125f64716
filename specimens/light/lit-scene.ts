// What stands before the camera, pixel by pixel, from one portrait and its mesh: where it is, which way it faces, and its colour.

import type { Transform } from '../../src/image/geometry/geometry.ts'
import { solved } from '../../src/image/geometry/linear-equations.ts'
import { crop } from '../../src/image/geometry/warp.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { boxBlur } from '../../src/image/sharpen.ts'
import { canonicalMesh, FACE_POINTS } from '../../src/models/canonical-mesh.ts'
import { eyeContour, faceOval, leftEye, rightEye } from '../person/landmarks.ts'
import { normalsOf } from '../person/surface.ts'
import { decoded } from './screen.ts'

export interface Portrait {
  readonly pixels: Pixels
  /** x, y and z of 468 points or more, in pixels; z grows away from the camera. */
  readonly mesh: Float32Array
  /** Byte by pixel: 255 is the person. Without it the person is guessed from the mesh. */
  readonly matte?: Uint8Array
  /** The share of green light that the skin throws back, where it is known; else it is guessed from the portrait. */
  readonly skinAlbedo?: number
}

/** How the portrait lies in the frame. */
export interface Framing {
  readonly width: number
  readonly height: number
  /** Of the face, by the width of the frame. */
  readonly faceShare: number
  /** Of the middle of the face from that of the frame, in its widths. */
  readonly right: number
  readonly down: number
}

/** Millimetres; x to the image's right, y up, z away from the camera, which is at 0. */
export interface LitScene {
  readonly width: number
  readonly height: number
  readonly distanceMm: number
  /** Three numbers a pixel: the share of light that is thrown back, linear. */
  readonly albedo: Float32Array
  /** Three numbers a pixel; the third points to the camera. */
  readonly normals: Float32Array
  readonly depthMm: Float32Array
  /** 0 is the background, 1 the person. */
  readonly person: Float32Array
  /** 1 inside the mesh. */
  readonly face: Uint8Array
  /** The mesh in pixels of the frame. */
  readonly mesh: Float32Array
  readonly millimetresPerPixel: number
  readonly eyes: readonly Eye[]
}

interface Eye {
  readonly iris: { readonly x: number; readonly y: number }
  /** Pixels of the opening, and how far down in it each is, 0 to 1. */
  readonly opening: readonly { readonly at: number; readonly down: number }[]
  readonly lid: readonly [number, number, number]
}

/** Between the outer corners of the eyes of most adults. */
const EYES_MM = 89
const FACE_MM = 140
const decodedBytes = Float32Array.from({ length: 256 }, (_, byte) => decoded(byte))
const MOST_ALBEDO = 0.92
/** Red, green and blue of skin by its green, between which all people are: what lies beyond is the light of the photograph. */
const SKIN_BY_GREEN = [
  [1.25, 2.1],
  [1, 1],
  [0.5, 0.85],
] as const
/** Of green light: the darkest and the lightest skin. */
const SKIN_ALBEDO = { least: 0.035, most: 0.45 }

export function sceneOf(
  portrait: Portrait,
  framing: Framing,
  distanceMm: number,
  backgroundMm: number,
): LitScene {
  const { width, height } = framing
  const placed = framed(portrait, framing)
  const { mesh } = placed
  const scale = EYES_MM / between(mesh, 33, 263)
  const { normals, depthMm, person, face } = shapeOf(placed, framing, scale, distanceMm, backgroundMm)
  const light = new Float32Array(placed.pixels.data.length)
  for (let i = 0; i < light.length; i++) light[i] = decodedBytes[placed.pixels.data[i] as number] as number
  const albedo = albedoOf(light, mesh, normals, person, width, portrait.skinAlbedo)
  return {
    width,
    height,
    distanceMm,
    albedo,
    normals,
    depthMm,
    person,
    face,
    mesh,
    millimetresPerPixel: scale,
    eyes: [
      eyeOf(rightEye, 468, mesh, albedo, width, height),
      eyeOf(leftEye, 473, mesh, albedo, width, height),
    ],
  }
}

function between(mesh: Float32Array, one: number, other: number): number {
  return Math.hypot(
    (mesh[3 * one] as number) - (mesh[3 * other] as number),
    (mesh[3 * one + 1] as number) - (mesh[3 * other + 1] as number),
    (mesh[3 * one + 2] as number) - (mesh[3 * other + 2] as number),
  )
}

/** From pixels of the frame to those of the portrait. */
function windowOf(mesh: Float32Array, { width, height, faceShare, right, down }: Framing): Transform {
  const times = ((FACE_MM / EYES_MM) * between(mesh, 33, 263)) / (faceShare * width)
  const x = ((mesh[3 * 234] as number) + (mesh[3 * 454] as number)) / 2
  const y = ((mesh[3 * 10 + 1] as number) + (mesh[3 * 152 + 1] as number)) / 2
  return {
    a: times,
    b: 0,
    c: x - times * width * (0.5 + right),
    d: 0,
    e: times,
    f: y - times * (height / 2 + down * width),
  }
}

/** Where the points of the portrait's mesh are in the frame. */
export function framedMesh(mesh: Float32Array, framing: Framing): Float32Array {
  const { a: times, c, f } = windowOf(mesh, framing)
  return mesh.map((value, i) => (i % 3 === 0 ? value - c : i % 3 === 1 ? value - f : value) / times)
}

/** The portrait cut and scaled into the frame; what lies beyond its border is drawn out. */
function framed({ pixels, mesh, matte }: Portrait, framing: Framing): Required<Omit<Portrait, 'skinAlbedo'>> {
  const { width, height } = framing
  const window = windowOf(mesh, framing)
  const points = framedMesh(mesh, framing)
  const cutMatte = () => {
    const grey = new Uint8Array(3 * pixels.width * pixels.height)
    for (let i = 0; i < (matte?.length ?? 0); i++) grey.fill(matte?.[i] ?? 0, 3 * i, 3 * i + 3)
    return crop({ ...pixels, data: grey }, window, width, height).data.filter((_, i) => i % 3 === 0)
  }
  return {
    pixels: crop(pixels, window, width, height),
    mesh: points,
    matte: matte ? cutMatte() : guessedMatte(points, width, height),
  }
}

/** A head as an egg about the mesh, a neck and shoulders below it. */
function guessedMatte(mesh: Float32Array, width: number, height: number): Uint8Array {
  const matte = new Uint8Array(width * height)
  const head = headOf(mesh)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const [u, v] = [(x - head.x) / (1.12 * head.across), (y - head.y) / (1.1 * head.down)]
      const below = (y - head.chin) / head.down
      const shoulders = below > 0.25 && Math.abs(x - head.x) < head.across * (0.9 + 4 * (below - 0.25))
      const neck = below > -0.2 && Math.abs(x - head.x) < 0.72 * head.across
      if (u * u + v * v < 1 || neck || shoulders) matte[at] = 255
    }
  return matte
}

interface Head {
  /** Of the egg, in pixels, and half of its width and height. */
  readonly x: number
  readonly y: number
  readonly across: number
  readonly down: number
  readonly chin: number
}

function headOf(mesh: Float32Array): Head {
  const [left, right] = [mesh[3 * 234] as number, mesh[3 * 454] as number]
  const [top, chin] = [mesh[3 * 10 + 1] as number, mesh[3 * 152 + 1] as number]
  const face = chin - top
  // A skull goes on above the mesh by a third of the face.
  return { x: (left + right) / 2, y: chin - 0.64 * face, across: (right - left) / 2, down: 0.66 * face, chin }
}

interface Shaped extends Pick<LitScene, 'normals' | 'depthMm' | 'person' | 'face'> {}

/** Pixels over which normals are smoothed, by the width of the frame: the mesh is coarser than skin. */
const SMOOTH_SHARE = 0.012
/** Behind the eyes, in millimetres: sides of the head, neck and shoulders. */
const BEHIND_MM = { head: 75, neck: 60, shoulders: 95 }

function shapeOf(
  { mesh, matte }: { readonly mesh: Float32Array; readonly matte: Uint8Array },
  { width, height }: Framing,
  scale: number,
  distanceMm: number,
  backgroundMm: number,
): Shaped {
  const count = width * height
  const planes = [0, 1, 2, 3].map(() => new Float32Array(count))
  const [nx, ny, nz, depth] = planes as [Float32Array, Float32Array, Float32Array, Float32Array]
  const person = Float32Array.from(matte, (byte) => byte / 255)
  const face = new Uint8Array(count)
  const head = headOf(mesh)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const u = (x - head.x) / (1.15 * head.across)
      const v = (y - head.y) / (1.08 * head.down)
      const inside = 1 - u * u - v * v
      const below = (y - head.chin) / head.down
      if (below < 0.05 || inside > 0.05) {
        // An egg: its normals lean outwards the more the nearer to its border.
        const out = Math.sqrt(Math.max(0.04, inside))
        nx[at] = u
        ny[at] = -v * (head.across / head.down)
        nz[at] = out
        depth[at] = distanceMm + BEHIND_MM.head * (1 - out)
      } else {
        const around = Math.max(-0.95, Math.min(0.95, (x - head.x) / (0.8 * head.across)))
        const isNeck = Math.abs(x - head.x) < 0.8 * head.across && below < 0.45
        nx[at] = isNeck ? around : 0.15 * around
        ny[at] = isNeck ? -0.15 : 0.45
        nz[at] = isNeck ? Math.sqrt(1 - around * around) : 0.87
        depth[at] = distanceMm + (isNeck ? BEHIND_MM.neck : BEHIND_MM.shoulders)
      }
    }
  drawMesh(mesh, scale, distanceMm, width, height, [nx, ny, nz, depth], face)
  for (let at = 0; at < count; at++) if (face[at] === 1) person[at] = 1
  const reach = Math.max(1, Math.round(SMOOTH_SHARE * width))
  const smoothed = planes.map((plane) => boxBlur(boxBlur(plane, width, height, reach), width, height, reach))
  const [smoothX, smoothY, smoothZ, smoothDepth] = smoothed
  const normals = new Float32Array(3 * count)
  const depthMm = new Float32Array(count)
  for (let at = 0; at < count; at++) {
    const x = smoothX?.[at] ?? 0
    const y = smoothY?.[at] ?? 0
    const z = smoothZ?.[at] ?? 0
    const length = Math.hypot(x, y, z) || 1
    const isPerson = (person[at] as number) > 0.5
    normals[3 * at] = isPerson ? x / length : 0
    normals[3 * at + 1] = isPerson ? y / length : 0
    normals[3 * at + 2] = isPerson ? z / length : 1
    depthMm[at] = isPerson ? (smoothDepth?.[at] ?? 0) : distanceMm + backgroundMm
  }
  return { normals, depthMm, person, face }
}

/** Normals and depth of the mesh over those of the egg, the nearest triangle of each pixel. */
function drawMesh(
  mesh: Float32Array,
  scale: number,
  distanceMm: number,
  width: number,
  height: number,
  [nx, ny, nz, depth]: readonly [Float32Array, Float32Array, Float32Array, Float32Array],
  face: Uint8Array,
): void {
  const { triangles } = canonicalMesh()
  const eyesZ = ((mesh[3 * 33 + 2] as number) + (mesh[3 * 263 + 2] as number)) / 2
  const positions = new Float64Array(3 * FACE_POINTS)
  for (let i = 0; i < FACE_POINTS; i++) {
    positions[3 * i] = mesh[3 * i] as number
    positions[3 * i + 1] = -(mesh[3 * i + 1] as number)
    positions[3 * i + 2] = eyesZ - (mesh[3 * i + 2] as number)
  }
  const normals = normalsOf(positions, triangles)
  // The tip of the nose faces the camera, whichever way the triangles go around.
  const facing = Math.sign(normals[3 * 4 + 2] as number) || 1
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t] as number, triangles[t + 1] as number, triangles[t + 2] as number] as const
    const [a, b, c] = corners
    const [ax, ay] = [mesh[3 * a] as number, mesh[3 * a + 1] as number]
    const [bx, by] = [(mesh[3 * b] as number) - ax, (mesh[3 * b + 1] as number) - ay]
    const [cx, cy] = [(mesh[3 * c] as number) - ax, (mesh[3 * c + 1] as number) - ay]
    const whole = bx * cy - cx * by
    if (Math.abs(whole) < 1e-9) continue
    const top = Math.max(0, Math.ceil(ay + Math.min(0, by, cy)))
    const bottom = Math.min(height - 1, Math.floor(ay + Math.max(0, by, cy)))
    const left = Math.max(0, Math.ceil(ax + Math.min(0, bx, cx)))
    const right = Math.min(width - 1, Math.floor(ax + Math.max(0, bx, cx)))
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) {
        const wb = ((x - ax) * cy - cx * (y - ay)) / whole
        const wc = (bx * (y - ay) - (x - ax) * by) / whole
        if (wb < -1e-6 || wc < -1e-6 || wb + wc > 1 + 1e-6) continue
        const mixed = (values: Float64Array, axis: number) =>
          (1 - wb - wc) * (values[3 * a + axis] as number) +
          wb * (values[3 * b + axis] as number) +
          wc * (values[3 * c + axis] as number)
        const at = y * width + x
        const away = distanceMm - scale * mixed(positions, 2)
        if (face[at] === 1 && away > (depth[at] as number)) continue
        face[at] = 1
        depth[at] = away
        nx[at] = facing * mixed(normals, 0)
        ny[at] = facing * mixed(normals, 1)
        nz[at] = Math.max(0.05, facing * mixed(normals, 2))
      }
  }
}

/** The portrait without the light that it was taken in: what normals explain of the brightness of its skin is taken out. */
function albedoOf(
  light: Float32Array,
  mesh: Float32Array,
  normals: Float32Array,
  person: Float32Array,
  width: number,
  known: number | undefined,
): Float32Array {
  const height = person.length / width
  const skin = skinPoints(mesh, width, height)
  const system = Array.from({ length: 4 }, () => new Float64Array(5))
  for (const at of skin) {
    const row = [1, ...normals.subarray(3 * at, 3 * at + 3)]
    const value = light[3 * at + 1] as number
    for (const [r, own] of row.entries()) {
      const line = system[r] as Float64Array
      for (const [c, other] of [...row, value].entries()) line[c] = (line[c] as number) + own * other
      // Skin is not evenly coloured, so that a little is taken off the slopes.
      if (r > 0) line[r] = (line[r] as number) + 0.02 * skin.length
    }
  }
  const [level = 0.3, sx = 0, sy = 0, sz = 0] = solved(system) ?? []
  const shading = (at: number) =>
    level +
    sx * (normals[3 * at] as number) +
    sy * (normals[3 * at + 1] as number) +
    sz * (normals[3 * at + 2] as number)
  const usual = median(skin.map(shading))
  const relative = (at: number) =>
    (person[at] as number) > 0.5 ? Math.max(0.45, Math.min(1.8, shading(at) / Math.max(1e-3, usual))) : 1
  const green = median(skin.map((at) => (light[3 * at + 1] as number) / relative(at)))
  const wanted = known ?? Math.max(SKIN_ALBEDO.least, Math.min(SKIN_ALBEDO.most, 0.8 * green))
  const times = wanted / Math.max(0.005, green)
  const channels = ([0, 1, 2] as const).map((channel) => {
    const own = median(skin.map((at) => (light[3 * at + channel] as number) / relative(at)))
    const [least, most] = SKIN_BY_GREEN[channel]
    const ratio = own / Math.max(0.005, green)
    return (times * Math.max(least, Math.min(most, ratio))) / Math.max(0.02, ratio)
  })
  const albedo = new Float32Array(light.length)
  for (let at = 0; at < person.length; at++) {
    const isPerson = (person[at] as number) > 0.5
    const shade = relative(at)
    for (let channel = 0; channel < 3; channel++) {
      const value =
        ((isPerson ? (channels[channel] as number) : 1) * (light[3 * at + channel] as number)) / shade
      albedo[3 * at + channel] = Math.max(0.004, Math.min(MOST_ALBEDO, value))
    }
  }
  return albedo
}

/** Pixels at the points of the mesh that are skin: neither eyes nor lips nor the edge of the face. */
function skinPoints(mesh: Float32Array, width: number, height: number): number[] {
  const left = new Set([
    ...faceOval,
    ...[leftEye, rightEye].flatMap((eye) => [...eyeContour(eye), ...eye.browLower, ...eye.browUpper]),
    ...[0, 13, 14, 17, 37, 39, 40, 61, 78, 80, 81, 82, 84, 87, 88, 91, 95, 146, 178, 181, 185, 191],
    ...[267, 269, 270, 291, 308, 310, 311, 312, 314, 317, 318, 321, 324, 375, 402, 405, 409, 415],
  ])
  return Array.from({ length: FACE_POINTS }, (_, i) => i)
    .filter((i) => !left.has(i))
    .map((i) => pixelOf(mesh, i, width, height))
}

const pixelOf = (mesh: Float32Array, i: number, width: number, height: number): number =>
  Math.max(0, Math.min(height - 1, Math.round(mesh[3 * i + 1] as number))) * width +
  Math.max(0, Math.min(width - 1, Math.round(mesh[3 * i] as number)))

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

function eyeOf(
  eye: typeof leftEye,
  iris: number,
  mesh: Float32Array,
  albedo: Float32Array,
  width: number,
  height: number,
): Eye {
  const contour = eyeContour(eye).map((i) => ({ x: mesh[3 * i] as number, y: mesh[3 * i + 1] as number }))
  const middle = {
    x: contour.reduce((sum, { x }) => sum + x, 0) / contour.length,
    y: contour.reduce((sum, { y }) => sum + y, 0) / contour.length,
  }
  const hasIris = mesh.length > 3 * iris + 1
  const rows = contour.map(({ y }) => y)
  const columns = contour.map(({ x }) => x)
  const [top, bottom] = [Math.floor(Math.min(...rows)), Math.ceil(Math.max(...rows))]
  const opening: { at: number; down: number }[] = []
  for (let y = Math.max(0, top); y <= Math.min(height - 1, bottom); y++)
    for (
      let x = Math.max(0, Math.floor(Math.min(...columns)));
      x <= Math.min(width - 1, Math.max(...columns));
      x++
    )
      if (isInside(contour, x, y))
        opening.push({ at: y * width + x, down: (y - top) / Math.max(1, bottom - top) })
  const lids = eye.upperFold.map((i) => pixelOf(mesh, i, width, height))
  const lid = [0, 1, 2].map((channel) => median(lids.map((at) => albedo[3 * at + channel] as number)))
  return {
    iris: hasIris ? { x: mesh[3 * iris] as number, y: mesh[3 * iris + 1] as number } : middle,
    opening,
    lid: lid as [number, number, number],
  }
}

function isInside(
  contour: readonly { readonly x: number; readonly y: number }[],
  x: number,
  y: number,
): boolean {
  let inside = false
  for (const [i, one] of contour.entries()) {
    const other = contour.at(i - 1) ?? one
    if (one.y > y !== other.y > y && x < ((other.x - one.x) * (y - one.y)) / (other.y - one.y) + one.x)
      inside = !inside
  }
  return inside
}
