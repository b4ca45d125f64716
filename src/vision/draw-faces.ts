// Draws an observation onto its picture: boxes, meshes, eyes and mouth, and the direction of each head.

import { decodeImage, encodeJpeg, encodePng } from '../image/decode/image.ts'
import { type Colour, drawDots, drawPath, type Pen } from '../image/draw.ts'
import { type Box, distance, middleOf, type Point } from '../image/geometry/geometry.ts'
import { crop } from '../image/geometry/warp.ts'
import type { Pixels } from '../image/pixels.ts'
import { MESH_POINTS, pointOf } from '../models/face-mesh.ts'
import { drawingColours as colours } from './drawing-colours.ts'
import { fitTurn } from './head-angles.ts'

/** The part of a face that is drawn. */
export interface DrawnFace {
  readonly box: Box
  readonly mesh: Float32Array
}

export type Drawing = { readonly png: Uint8Array } | { readonly fault: string; readonly tooLarge?: true }

/** Sides in pixels of a picture for a screen: a small one is enlarged, so that lines do not lie on each other. */
const LONGEST_SIDE = 2400
const SHORTEST_LONGEST_SIDE = 1200

const NOSE_TIP = 4
/** The middle of each iris and a point of its rim. */
const irises = [
  [468, 469],
  [473, 474],
] as const
/** Rings of the mesh, each closed. */
// biome-ignore format: a table
const contours = {
  oval: [10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109],
  rightEye: [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246],
  leftEye: [263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466],
  outerLips: [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185],
  innerLips: [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191],
} as const

/** `faces` are in pixels of the upright image. Decodes the image, so it must run in a worker. */
export async function drawObservation(
  bytes: Uint8Array,
  maxMegapixels: number,
  faces: readonly DrawnFace[],
): Promise<Drawing> {
  const decoded = await decodeImage(bytes, { maxMegapixels, longestSide: LONGEST_SIDE })
  if ('fault' in decoded) return decoded
  const { pixels, times } = enlarged(decoded.pixels)
  for (const [i, face] of faces.entries()) drawFace(pixels, face, decoded.scale * times, i + 1)
  return { png: await encodePng(pixels) }
}

/** Longest side of a face that is cut out, and how much of its surroundings is shown, as a share of its box. */
const FACE_SIDE = 480
const AROUND = 0.35

/** Cuts a face out of its picture with some room around it, as JPEG. Decodes the image, so it must run in a worker. */
export async function cutFace(
  bytes: Uint8Array,
  maxMegapixels: number,
  box: Box,
): Promise<{ readonly jpeg: Uint8Array } | { readonly fault: string }> {
  const decoded = await decodeImage(bytes, { maxMegapixels })
  if ('fault' in decoded) return decoded
  const [width, height] = [box.width * (1 + 2 * AROUND), box.height * (1 + 2 * AROUND)]
  const [left, top] = [box.x - box.width * AROUND, box.y - box.height * AROUND]
  const shrink = Math.max(1, Math.max(width, height) / FACE_SIDE)
  const [across, down] = [Math.max(1, Math.round(width / shrink)), Math.max(1, Math.round(height / shrink))]
  const window = { a: shrink, b: 0, c: left, d: 0, e: shrink, f: top }
  return { jpeg: await encodeJpeg(crop(decoded.pixels, window, across, down)) }
}

/** `scale` brings the face onto these pixels. */
function drawFace(pixels: Pixels, { box, mesh }: DrawnFace, scale: number, number: number): void {
  const at = (index: number): Point => scaled(pointOf(mesh, index), scale)
  const ring = (indices: readonly number[]): Point[] => [...indices, ...indices.slice(0, 1)].map(at)
  const height = box.height * scale
  const thin = Math.max(1, height / 220)
  const line = (colour: Colour, width = thin): Pen => ({ colour, width, opacity: 0.95 })
  drawDots(
    pixels,
    Array.from({ length: MESH_POINTS }, (_, i) => at(i)),
    {
      colour: colours.mesh,
      width: Math.max(1.2, height / 170),
      opacity: 0.75,
    },
  )
  drawPath(pixels, ring(contours.oval), { colour: colours.box, width: thin, opacity: 0.5 })
  for (const eye of [contours.rightEye, contours.leftEye]) drawShaded(pixels, ring(eye), line(colours.eyes))
  for (const [middle, rim] of irises)
    drawPath(pixels, circle(at(middle), distance(at(middle), at(rim))), line(colours.eyes))
  for (const lips of [contours.outerLips, contours.innerLips])
    drawShaded(pixels, ring(lips), line(colours.mouth))
  for (const corner of corners(box, scale)) drawShaded(pixels, corner, line(colours.box, 2 * thin))
  const dots = pips(scaled(box, scale), height / 16, number)
  drawDots(pixels, dots, { colour: colours.shade, width: height / 24 + 2 * thin, opacity: 0.4 })
  drawDots(pixels, dots, line(colours.box, height / 24))
  drawAxes(pixels, mesh, at(NOSE_TIP), height)
}

function circle(middle: Point, radius: number): Point[] {
  return Array.from({ length: 25 }, (_, i) => ({
    x: middle.x + radius * Math.cos((i * Math.PI) / 12),
    y: middle.y + radius * Math.sin((i * Math.PI) / 12),
  }))
}

/** Draws as many dots above the box as the number of the face. */
function pips(corner: Point, apart: number, number: number): Point[] {
  const y = Math.max(apart, corner.y - apart)
  return Array.from({ length: number }, (_, i) => ({ x: corner.x + (i + 0.5) * apart, y }))
}

/** Draws the three axes of the head as the camera sees them, the farthest from the camera first. */
function drawAxes(pixels: Pixels, mesh: Float32Array, nose: Point, height: number): void {
  const [right, up, towards] = fitTurn(mesh)
  const axes = ([colours.across, colours.up, colours.ahead] as const).map((colour, axis) => ({
    colour,
    x: right[axis] ?? 0,
    y: -(up[axis] ?? 0),
    depth: towards[axis] ?? 0,
  }))
  for (const { colour, x, y } of axes.toSorted((one, other) => one.depth - other.depth)) {
    const reach = 0.6 * height
    drawArrow(
      pixels,
      nose,
      { x: nose.x + reach * x, y: nose.y + reach * y },
      {
        colour,
        width: Math.max(2, height / 60),
        opacity: 1,
      },
    )
  }
}

function drawArrow(pixels: Pixels, from: Point, to: Point, pen: Pen): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const head = Math.min(4 * pen.width, length / 2)
  const [x, y] = length === 0 ? [0, 0] : [(to.x - from.x) / length, (to.y - from.y) / length]
  const wing = (side: 1 | -1): Point => ({
    x: to.x - head * (x - 0.6 * side * y),
    y: to.y - head * (y + 0.6 * side * x),
  })
  // It is one path there and back, so that the shade lies under all of it.
  drawShaded(pixels, [from, to, wing(1), to, wing(-1)], pen)
}

/** Draws on a dark rim, to be seen on bright skin and on dark hair alike. */
function drawShaded(pixels: Pixels, points: readonly Point[], pen: Pen): void {
  drawPath(pixels, points, { colour: colours.shade, width: 1.8 * pen.width + 1, opacity: 0.4 })
  drawPath(pixels, points, pen)
}

/** A box in four corners leaves the face free. */
function corners(box: Box, scale: number): Point[][] {
  const middle = middleOf(box)
  const [halfWidth, halfHeight] = [box.width / 2, box.height / 2]
  const arm = 0.3 * Math.min(halfWidth, halfHeight)
  const signs = [-1, 1] as const
  return signs.flatMap((right) =>
    signs.map((down) => {
      const corner = { x: middle.x + right * halfWidth, y: middle.y + down * halfHeight }
      const arms = [{ ...corner, x: corner.x - right * arm }, corner, { ...corner, y: corner.y - down * arm }]
      return arms.map((point) => scaled(point, scale))
    }),
  )
}

const scaled = ({ x, y }: Point, scale: number): Point => ({ x: x * scale, y: y * scale })

function enlarged(pixels: Pixels): { pixels: Pixels; times: number } {
  const times = SHORTEST_LONGEST_SIDE / Math.max(pixels.width, pixels.height)
  if (times <= 1) return { pixels, times: 1 }
  const [width, height] = [Math.round(pixels.width * times), Math.round(pixels.height * times)]
  const window = { a: 1 / times, b: 0, c: 0, d: 0, e: 1 / times, f: 0 }
  return { pixels: crop(pixels, window, width, height), times }
}
