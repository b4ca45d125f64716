// A puppet made by hand in an evening: the photograph warped in two dimensions by the mesh that lies on it.

import { bell, mix, noise, seededDice } from '../../../specimens/person/dice.ts'
import {
  faceOval,
  innerLowerLip,
  leftEye,
  outerLowerLip,
  rightEye,
} from '../../../specimens/person/landmarks.ts'
import { FOCAL_SHARE, type Scene } from '../../../specimens/person/render.ts'
import type { Transform } from '../../../src/image/geometry/geometry.ts'
import { crop } from '../../../src/image/geometry/warp.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { FACE_POINTS } from '../../../src/models/canonical-mesh.ts'
import { headAngles } from '../../../src/vision/head-angles.ts'
import type { Puppet } from './puppet.ts'
import type { Photograph } from './sheet.ts'
import { mapOf, type Pull, pull, remapped, type Size, unlit, type Warp } from './warp.ts'

/** What this attacker takes care of. */
export interface WarpCraft {
  /** Nothing but the head moves; else the picture is zoomed and shifted as a whole for where the head is. */
  readonly isBackgroundStill?: boolean
  /** A smooth lamp is held on the head, which is taken for an egg. */
  readonly isRelit?: boolean
  /** Every frame has smooth light, blotches, small waves and a gaze of its own, for checks that ask for change and not for which. */
  readonly isRestless?: boolean
}

/** A face is taken to be so wide: only the mesh's own proportions are used besides. */
const FACE_CM = 14
/** Where the face of a still picture is. */
const HOME_CM = 40
/** The face in the picture that is warped, in pixels; a smaller one is not enlarged. */
const PICTURE_FACE = { least: 150, most: 240 }
/** How far behind the face it turns. */
const PIVOT_CM = { least: 3, most: 6 }
/** A photographer stands a good metre away, a phone is held. */
const TAKEN_CM = { lens: 120, phone: 45 }
/** Face widths over which the head drags its surroundings along before a still background. */
const DRAG = 0.45
const LIGHT_JITTER = 0.03
const NOISE = { least: 1.2, most: 2.4 }

export function warpPuppetOf(photograph: Photograph, seed: number, craft: WarpCraft): Puppet {
  const head = headOf(photograph, seed)
  return {
    seed,
    asTaken: head.asTaken,
    pointsIn: (scene) => posed(head, scene).to,
    show: (scene) => photographed(framed(head, scene, craft).colours, scene, seed),
  }
}

/** A photograph laid out for turning: centimetres from the pivot, x to the image's right, y down, z away. */
interface Head {
  readonly picture: Pixels
  /** Where the points are in the picture, x and y in pixels. */
  readonly places: Float64Array
  readonly points: Float64Array
  readonly middle: readonly [number, number]
  readonly pixelsPerCm: number
  readonly pivotCm: number
  readonly takenCm: number
  /** The head is seen without perspective while it turns. */
  readonly isFlat: boolean
  readonly lamp: readonly [number, number, number]
  readonly asTaken: Scene
}

export function headOf({ pixels, mesh, focalShare }: Photograph, seed: number): Head {
  const dice = seededDice(seed, 41)
  const edge = faceOval.map((point) => mesh[3 * point] ?? 0)
  const faceWidth = Math.max(...edge) - Math.min(...edge)
  const times = Math.min(1, dice.between(PICTURE_FACE.least, PICTURE_FACE.most) / faceWidth)
  const size = { width: Math.round(pixels.width * times), height: Math.round(pixels.height * times) }
  const window = { a: 1 / times, b: 0, c: 0, d: 0, e: 1 / times, f: 0 }
  const picture = times === 1 ? pixels : crop(pixels, window, size.width, size.height)
  const pixelsPerCm = (times * faceWidth) / FACE_CM
  const mean = (axis: number) => {
    let sum = 0
    for (let i = 0; i < FACE_POINTS; i++) sum += mesh[3 * i + axis] ?? 0
    return (times * sum) / FACE_POINTS
  }
  const [x, y, z] = [mean(0), mean(1), mean(2)]
  const pivotCm = dice.between(PIVOT_CM.least, PIVOT_CM.most)
  const places = new Float64Array(2 * FACE_POINTS)
  const points = new Float64Array(3 * FACE_POINTS)
  for (let i = 0; i < FACE_POINTS; i++) {
    const [px, py, pz] = [0, 1, 2].map((axis) => times * (mesh[3 * i + axis] ?? 0)) as [
      number,
      number,
      number,
    ]
    places.set([px, py], 2 * i)
    points.set([(px - x) / pixelsPerCm, (py - y) / pixelsPerCm, (pz - z) / pixelsPerCm - pivotCm], 3 * i)
  }
  const side = dice.pick([-1, 1]) * dice.between(0.6, 1)
  return {
    picture,
    places,
    points,
    middle: [x, y],
    pixelsPerCm,
    pivotCm,
    takenCm: focalShare === undefined ? TAKEN_CM.phone : TAKEN_CM.lens,
    isFlat: dice.next() < 0.5,
    lamp: [side, dice.between(-0.6, 0.1), dice.between(-0.6, -0.2)],
    asTaken: { ...size, ...headAngles(mesh), distanceCm: HOME_CM },
  }
}

/** Changes of the distance are asked for by the scene: a face that fills less or more of it has another perspective. */
const NEAR_OR_FAR = { near: 0.8, far: 1.25 }

/** Where the points of the head are in the frame, and in centimetres from the pivot once turned. */
export function posed(head: Head, scene: Scene) {
  const { yawDegrees = 0, pitchDegrees = 0, rollDegrees = 0, distanceCm = HOME_CM } = scene
  const taken = head.asTaken
  const yaw = radians(yawDegrees - (taken.yawDegrees ?? 0))
  const pitch = radians(pitchDegrees - (taken.pitchDegrees ?? 0))
  const roll = radians(rollDegrees - (taken.rollDegrees ?? 0))
  const points = expressed(head, scene)
  const to = new Float64Array(2 * FACE_POINTS)
  const turned = new Float64Array(3 * FACE_POINTS)
  const middle = middleIn(scene)
  const scale = pixelsPerCmIn(scene)
  const isFar = distanceCm / HOME_CM > NEAR_OR_FAR.far || distanceCm / HOME_CM < NEAR_OR_FAR.near
  const isFlat = head.isFlat && !isFar
  for (let i = 0; i < FACE_POINTS; i++) {
    const [x, y, z] = points.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number]
    const across = x * Math.cos(yaw) - z * Math.sin(yaw)
    const behind = x * Math.sin(yaw) + z * Math.cos(yaw)
    const down = y * Math.cos(pitch) + behind * Math.sin(pitch)
    const away = behind * Math.cos(pitch) - y * Math.sin(pitch)
    const [right, below] = [
      across * Math.cos(roll) - down * Math.sin(roll),
      across * Math.sin(roll) + down * Math.cos(roll),
    ]
    turned.set([right, below, away], 3 * i)
    // The photograph has a perspective of its own, which is taken out first.
    const nearer = (1 + (z + head.pivotCm) / head.takenCm) / (1 + (away + head.pivotCm) / distanceCm)
    const times = scale * (isFlat ? 1 : nearer)
    to.set([middle.x + times * right, middle.y + times * below], 2 * i)
  }
  return { to, turned }
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

const pixelsPerCmIn = ({ width, height, distanceCm = HOME_CM }: Scene): number =>
  (FOCAL_SHARE * Math.max(width, height)) / distanceCm

function middleIn(scene: Scene): { readonly x: number; readonly y: number } {
  const { width, height, offsetCm = { x: 0, y: 0 } } = scene
  const scale = pixelsPerCmIn(scene)
  return { x: width / 2 + scale * offsetCm.x, y: height / 2 - scale * offsetCm.y }
}

const MOUTH_CORNERS = [61, 291] as const
/** How far a corner of the mouth goes, and what it takes along, in centimetres. */
const SMILE_CM = { outwards: 1.1, up: 0.9, back: 0.5, spread: 1.6 }
/** The lower lid comes up a little where the upper one falls. */
const LID_MEETS = 0.85

/** How far the lower lip falls, in centimetres, and what it takes along. */
const MOUTH_CM = 1.6
const LOWER_LIPS = [...innerLowerLip, ...outerLowerLip].filter((point) => ![61, 78, 291, 308].includes(point))
const LOWER_LIP_SPREAD_CM = 1.8

/** Smiles, open mouths and closed eyes are points moved before the head turns. */
function expressed(
  { points }: Head,
  { smile = 0, mouthOpen = 0, leftEyeClosed = 0, rightEyeClosed = 0 }: Scene,
): Float64Array {
  const all = Float64Array.from(points)
  if (smile !== 0)
    for (const corner of MOUTH_CORNERS) {
      const [cx, cy] = [points[3 * corner] as number, points[3 * corner + 1] as number]
      for (let i = 0; i < FACE_POINTS; i++) {
        const away = Math.hypot((points[3 * i] as number) - cx, (points[3 * i + 1] as number) - cy)
        const share = smile * bell(away, SMILE_CM.spread)
        all[3 * i] = (all[3 * i] as number) + Math.sign(cx) * SMILE_CM.outwards * share
        all[3 * i + 1] = (all[3 * i + 1] as number) - SMILE_CM.up * share
        all[3 * i + 2] = (all[3 * i + 2] as number) + SMILE_CM.back * share
      }
    }
  if (mouthOpen !== 0) {
    const chin = points[3 * 17 + 1] as number
    for (let i = 0; i < FACE_POINTS; i++) {
      const [x, y] = [points[3 * i] as number, points[3 * i + 1] as number]
      const isBelow = LOWER_LIPS.includes(i) || y > chin
      const share = isBelow ? bell(Math.hypot(x, Math.max(0, y - chin) / 3), LOWER_LIP_SPREAD_CM) : 0
      all[3 * i + 1] = (all[3 * i + 1] as number) + MOUTH_CM * mouthOpen * share
    }
  }
  for (const [eye, closed] of [
    [leftEye, leftEyeClosed],
    [rightEye, rightEyeClosed],
  ] as const)
    for (const [i, upper] of eye.upper.entries()) {
      const lower = eye.lower[i] as number
      for (const axis of [0, 1, 2]) {
        const [one, other] = [points[3 * upper + axis] as number, points[3 * lower + axis] as number]
        const meeting = one + LID_MEETS * (other - one)
        all[3 * upper + axis] = one + closed * (meeting - one)
        all[3 * lower + axis] = other + closed * (meeting - other)
      }
    }
  return all
}

/** From the frame to the picture, for a head that has not turned: zoomed, leaned and shifted for the scene, or never. */
function stillIn({ middle, pixelsPerCm, asTaken }: Head, scene: Scene): Transform {
  const times = pixelsPerCm / pixelsPerCmIn(scene)
  const roll = radians((scene.rollDegrees ?? 0) - (asTaken.rollDegrees ?? 0))
  const [cosine, sine] = [times * Math.cos(roll), times * Math.sin(roll)]
  const { x, y } = middleIn(scene)
  return {
    a: cosine,
    b: sine,
    c: middle[0] - cosine * x - sine * y,
    d: -sine,
    e: cosine,
    f: middle[1] + sine * x - cosine * y,
  }
}

const home = ({ width, height }: Size, rollDegrees = 0): Scene => ({
  width,
  height,
  rollDegrees,
  distanceCm: HOME_CM,
})

interface Framed {
  readonly colours: Float32Array
  /** Whether each pixel belongs to the mesh. */
  readonly face: Uint8Array
}

/** `asked` is where the points go in place of where this head would have them. */
export function framed(head: Head, scene: Scene, craft: WarpCraft, asked?: Float64Array): Framed {
  const { to, turned } = posed(head, scene)
  const warp: Warp = {
    width: scene.width,
    height: scene.height,
    from: head.places,
    to: asked ?? (craft.isRestless ? waved(head, scene, to) : to),
    depth: Float64Array.from({ length: FACE_POINTS }, (_, i) => turned[3 * i + 2] as number),
    light: craft.isRelit ? relit(head, turned) : craft.isRestless ? flickering(head, scene) : unlit(),
    still: stillIn(head, craft.isBackgroundStill ? home(scene, head.asTaken.rollDegrees) : scene),
    reach: craft.isBackgroundStill ? DRAG * FACE_CM * pixelsPerCmIn(home(scene)) : undefined,
  }
  const map = mapOf(warp)
  if (craft.isRestless)
    for (const eye of gazes(head, scene, warp.to))
      pull(map, scene.width, eye, head.pixelsPerCm / pixelsPerCmIn(scene))
  const colours = remapped(head.picture, map)
  return { colours: craft.isRestless ? mottled(head, scene, colours) : colours, face: map.face }
}

/** Centimetres, and over how many of them they change; and a share of the light. */
const WAVES = { high: 0.16, long: 3.5 }
const FLICKER = { share: 0.16, long: 5 }
/** How far the irises wander from frame to frame, and the furthest that they get, in centimetres. */
const WANDERING_CM = 0.16
const FURTHEST_GAZE_CM = 0.35
/** From the middle of the eye to its pupil: eyes that stay on the camera turn back with the head. */
const EYEBALL_CM = 1.2

const anew = ({ asTaken }: Head, { noiseSeed = 0 }: Scene, purpose: number): number =>
  mix(noiseSeed, asTaken.width + purpose, asTaken.height) & 0xffff

function waved(head: Head, scene: Scene, to: Float64Array): Float64Array {
  const high = WAVES.high * pixelsPerCmIn(scene)
  return to.map((value, i) => {
    const [x, y] = [head.points[3 * (i >> 1)] as number, head.points[3 * (i >> 1) + 1] as number]
    return value + high * noise(x / WAVES.long + 50, y / WAVES.long + 50, anew(head, scene, i % 2))
  })
}

function flickering(head: Head, scene: Scene): Float64Array {
  const seed = anew(head, scene, 2)
  return unlit().map((_, i) => {
    const [x, y] = [head.points[3 * i] as number, head.points[3 * i + 1] as number]
    return 1 + FLICKER.share * noise(x / FLICKER.long + 50, y / FLICKER.long + 50, seed)
  })
}

/** Blotches as large as the finest detail of skin that is compared: pixels, and a share of the light. */
const MOTTLES = { wide: 7, share: 0.03 }

function mottled(head: Head, scene: Scene, colours: Float32Array): Float32Array {
  const seed = anew(head, scene, 4)
  return colours.map((value, i) => {
    const at = Math.floor(i / 3)
    const [x, y] = [at % scene.width, Math.floor(at / scene.width)]
    return value * (1 + MOTTLES.share * noise(x / MOTTLES.wide, y / MOTTLES.wide, seed))
  })
}

function gazes(head: Head, scene: Scene, to: Float64Array): Pull[] {
  const dice = seededDice(anew(head, scene, 3))
  const back = -EYEBALL_CM * Math.sin(radians(scene.yawDegrees ?? 0))
  const kept = (value: number) => Math.max(-FURTHEST_GAZE_CM, Math.min(FURTHEST_GAZE_CM, value))
  const scale = pixelsPerCmIn(scene)
  const right = scale * kept(back + dice.between(-WANDERING_CM, WANDERING_CM))
  const down = (scale * dice.between(-WANDERING_CM, WANDERING_CM)) / 2
  return [leftEye, rightEye].map(({ outer, inner }) => {
    const [ox, oy] = to.subarray(2 * outer, 2 * outer + 2) as unknown as [number, number]
    const [ix, iy] = to.subarray(2 * inner, 2 * inner + 2) as unknown as [number, number]
    const radius = 0.5 * Math.hypot(ox - ix, oy - iy)
    return { x: (ox + ix) / 2, y: (oy + iy) / 2, radius, right, down }
  })
}

/** Light of a head without the lamp, and a head's width and height by its depth. */
const AMBIENT = 1.1
const EGG = { across: 1, down: 1.5 }

/** The lamp stays where it is while the normals of an egg turn below it. */
function relit({ points, lamp }: Head, turned: Float64Array): Float64Array {
  const lightOf = (positions: Float64Array, i: number): number => {
    const [x, y, z] = [
      (positions[3 * i] as number) / EGG.across,
      (positions[3 * i + 1] as number) / EGG.down,
      positions[3 * i + 2] as number,
    ]
    return AMBIENT + (lamp[0] * x + lamp[1] * y + lamp[2] * z) / (Math.hypot(x, y, z) || 1)
  }
  return Float64Array.from({ length: FACE_POINTS }, (_, i) => {
    const change = lightOf(turned, i) / Math.max(0.2, lightOf(points, i))
    return Math.max(0.5, Math.min(1.6, change))
  })
}

/** Each frame has light and noise of its own. */
export function photographed(
  colours: Float32Array,
  { width, height, noiseSeed = 0 }: Scene,
  seed: number,
): Pixels {
  const dice = seededDice(mix(seed, noiseSeed), 43)
  const times = 1 + dice.between(-LIGHT_JITTER, LIGHT_JITTER)
  const deviation = seededDice(seed, 44).between(NOISE.least, NOISE.most)
  const data = new Uint8Array(colours.length)
  for (let i = 0; i < colours.length; i++) {
    // Three even draws make a bell that is good enough.
    const bits = mix(seed + noiseSeed, i, 45)
    const even = (bits & 1023) + ((bits >>> 10) & 1023) + ((bits >>> 20) & 1023)
    const grain = (deviation * (even / 1023 - 1.5)) / 0.5
    data[i] = Math.max(0, Math.min(255, times * (colours[i] as number) + grain + 0.5))
  }
  return { width, height, data }
}
