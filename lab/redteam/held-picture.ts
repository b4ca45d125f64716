// Renders a picture held before the camera by an attacker: as near as the face must be large, moved, tilted, bent, cut.

import { faceBox, noseTip } from '../../specimens/liveness/aim.ts'
import { type FlatMotion, flatPicture } from '../../specimens/person/flat.ts'
import { faceOval, leftEye, rightEye } from '../../specimens/person/landmarks.ts'
import { FOCAL_SHARE, type Scene, truePoints } from '../../specimens/person/render.ts'
import type { Box, Point } from '../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { type Family, personOf, picture, type Shown, type Started } from './films.ts'

/** The face on the print or tablet is about as large as in life. */
const SHEET_CM = 40
/** The tilt of a sheet where a head should turn; with more, the face would be a line. */
const TILT = { yawDegrees: 38, pitchDegrees: 34 }

/** The attacker has a picture of a person looking ahead. */
export function stolen(seed: number, started: Started): { readonly scene: Scene; readonly pixels: Pixels } {
  const scene: Scene = {
    width: started.image_width,
    height: started.image_height,
    distanceCm: 38,
    room: seed,
    noiseSeed: 900,
    yawDegrees: 1,
  }
  return { scene, pixels: picture(seed, scene) }
}

/** Places the sheet so that its face fills the given share of a box, or is where the nose should be. */
function placed(seed: number, scene: Scene, box: Pick<Box, 'width' | 'height'>, share: number): FlatMotion {
  const face = faceBox(personOf(seed), scene)
  const focal = FOCAL_SHARE * Math.max(scene.width, scene.height)
  const wanted = Math.sqrt((share * box.width * box.height) / (face.width * face.height))
  // A sheet that fills the picture shows its face as large as it is on it.
  const distanceCm = (focal * SHEET_CM) / (scene.height * wanted)
  const cmPerPixel = SHEET_CM / scene.height
  const middle = { x: face.x + face.width / 2, y: face.y + face.height / 2 }
  return {
    kind: 'paper',
    heightCm: SHEET_CM,
    distanceCm,
    offsetCm: {
      x: (scene.width / 2 - middle.x) * cmPerPixel,
      y: (middle.y - scene.height / 2) * cmPerPixel,
    },
  }
}

interface HeldPicture {
  readonly kind: 'paper' | 'screen'
  /** Whether the sheet is bent, more where a head should turn. */
  readonly isBent?: boolean
  readonly isCutOut?: boolean
}

/** A picture of the person is moved to do what was asked as well as a picture can. */
export function present(family: Family, started: Started, seed: number, holding: HeldPicture): Shown[] {
  const { scene, pixels } = stolen(seed, started)
  const cut = holding.isCutOut ? scissors(seed, scene) : undefined
  const behind = cut && picture(seed + 50, { ...scene, room: seed + 50 })
  const shown = movesFor(family, started, seed, scene)
  return shown.map(({ task, motion }, i) => ({
    task,
    atMs: 400 * i,
    pixels: flatPicture(pixels, {
      ...motion,
      kind: holding.kind,
      room: seed + 3,
      noiseSeed: i,
      ...(holding.isBent && { bendCm: 1 + 0.5 * (i % 4) }),
      ...(cut && { cut }),
      ...(behind && { behind }),
    }),
  }))
}

interface Move {
  readonly task: string
  readonly motion: FlatMotion
}

function movesFor(family: Family, started: Started, seed: number, scene: Scene): Move[] {
  const area = { width: started.area_width, height: started.area_height }
  if (family === 'distance') {
    const boxes = {
      'far-distance': started.far_distance,
      'normal-distance': started.normal_distance,
      'close-distance': started.close_distance,
    }
    return Object.entries(boxes).flatMap(([task, box]) =>
      repeated(started.task_order[task] ?? 0, task, placed(seed, scene, box, 0.95)),
    )
  }
  if (family === 'profile')
    return Object.entries(started.task_order).flatMap(([task, count]) =>
      repeated(count, task, { ...placed(seed, scene, area, 0.55), ...tilts[task] }),
    )
  return pushes(started, seed, scene, placed(seed, scene, area, 0.7))
}

/** The sheet moves a little, because hands tremble. */
const repeated = (count: number, task: string, motion: FlatMotion): Move[] =>
  Array.from({ length: count }, (_, i) => ({
    task,
    motion: {
      ...motion,
      rollDegrees: 1.5 * Math.sin(2.1 * i + task.length),
      offsetCm: {
        x: (motion.offsetCm?.x ?? 0) + 0.3 * Math.sin(i + task.length),
        y: (motion.offsetCm?.y ?? 0) + 0.3 * Math.cos(1.7 * i),
      },
    },
  }))

const tilts: Readonly<Record<string, Partial<FlatMotion>>> = {
  'turn-face-left': { yawDegrees: TILT.yawDegrees },
  'turn-face-right': { yawDegrees: -TILT.yawDegrees },
  'tilt-face-up': { pitchDegrees: TILT.pitchDegrees },
  'tilt-face-down': { pitchDegrees: -TILT.pitchDegrees },
}

/** The sheet is pushed until the nose is in its box, and tilted towards it as a head would turn. */
function pushes(started: Started, seed: number, scene: Scene, motion: FlatMotion): Move[] {
  const focal = FOCAL_SHARE * Math.max(scene.width, scene.height)
  const tip = noseTip(personOf(seed), scene)
  const cmPerPixel = SHEET_CM / scene.height
  const cmInView = (motion.distanceCm ?? 1) / focal
  const there = {
    x: started.nose_left + started.nose_width / 2 - scene.width / 2,
    y: scene.height / 2 - started.nose_top - started.nose_height / 2,
  }
  const end = {
    x: there.x * cmInView + (scene.width / 2 - tip.x) * cmPerPixel,
    y: there.y * cmInView + (tip.y - scene.height / 2) * cmPerPixel,
  }
  const from = motion.offsetCm ?? { x: 0, y: 0 }
  return Array.from({ length: 6 }, (_, i) => {
    const done = i / 5
    const offsetCm = { x: from.x + done * (end.x - from.x), y: from.y + done * (end.y - from.y) }
    return { task: 'nose', motion: { ...motion, offsetCm, yawDegrees: done * 25 * Math.sign(there.x) } }
  })
}

/** The cut follows the outline of the face, with holes for the eyes of the attacker. */
function scissors(seed: number, scene: Scene): NonNullable<FlatMotion['cut']> {
  const points = truePoints(personOf(seed), scene)
  const at = (index: number): Point => ({ x: points[2 * index] ?? 0, y: points[2 * index + 1] ?? 0 })
  const eye = ({ outer, inner, upper, lower }: typeof leftEye) =>
    [outer, ...upper, inner, ...lower.toReversed()].map(at)
  return { outline: faceOval.map(at), holes: [eye(leftEye), eye(rightEye)] }
}

/** A screen that fills the picture shows a film of a person who did all that was asked. */
export function shownOnScreen(film: readonly Shown[], room: number): Shown[] {
  return film.map(({ task, atMs, pixels }, i) => {
    const focal = FOCAL_SHARE * Math.max(pixels.width, pixels.height)
    const heightCm = 28
    const distanceCm = (focal * heightCm) / (1.02 * pixels.height)
    const motion: FlatMotion = { kind: 'screen', heightCm, distanceCm, rollDegrees: 0.4 * Math.sin(i), room }
    return { task, atMs, pixels: flatPicture(pixels, { ...motion, noiseSeed: i }) }
  })
}
