// Tells whether what surrounds a face grows with it while it comes nearer: a room stays or grows little, all of a moved picture grows.
import { fitSimilarity, type Point } from '../../image/geometry/geometry.ts'
import { luminance, type Pixels } from '../../image/pixels.ts'
import { FACE_POINTS } from '../../models/canonical-mesh.ts'
import { pointOf } from '../../models/face-mesh.ts'
import { boxOf } from '../confirm-face.ts'
import type { Thumbnail } from '../observation.ts'
import type { SurroundingsComparison } from './comparison.ts'

/** Pixels along the longer side. */
const LONGEST_SIDE = 96
/** Along each side of a pixel of the thumbnail so many pixels of the picture are averaged: more show nothing more. */
const TAPS = 4

/** The whole frame, made small. */
export function thumbnailOf({ width, height, data }: Pixels): Thumbnail {
  const times = LONGEST_SIDE / Math.max(width, height)
  const [across, down] = [Math.max(1, Math.round(width * times)), Math.max(1, Math.round(height * times))]
  const greys = new Uint8Array(across * down)
  const columns = tapsAlong(width, across)
  const rows = tapsAlong(height, down)
  for (let y = 0, at = 0; y < down; y++)
    for (let x = 0; x < across; x++, at++) {
      let sum = 0
      for (let i = TAPS * y; i < TAPS * (y + 1); i++) {
        const row = (rows[i] as number) * width
        for (let j = TAPS * x; j < TAPS * (x + 1); j++) {
          const from = 3 * (row + (columns[j] as number))
          sum += luminance(data[from] as number, data[from + 1] as number, data[from + 2] as number)
        }
      }
      greys[at] = sum / (TAPS * TAPS) + 0.5
    }
  return { width: across, height: down, greys }
}

const tapsAlong = (length: number, count: number): Uint32Array =>
  Uint32Array.from({ length: TAPS * count }, (_, i) =>
    Math.min(length - 1, Math.floor(((i + 0.5) * length) / (TAPS * count))),
  )

interface SurroundedFace {
  readonly thumbnail: Thumbnail
  /** In pixels of the picture, which is so wide. */
  readonly mesh: Float32Array
  readonly imageWidth: number
}

/** The logarithm of how much the larger face must be larger at least; else a room and a picture look the same. */
const LEAST_GROWTH = 0.1
/** So many pairs of small and large faces are compared. */
const MOST_PAIRS = 2
/**
 * The growth of the surroundings by that of the face, as powers. A room far away has 0; one 40 cm behind the head 0.45,
 * where the camera came nearer and not the head. A zoomed picture has 1, one that is bent as a head with true depth 0.7.
 */
const OF_A_ROOM = [0, 0.15, 0.3, 0.45]
const OF_A_PICTURE = [0.6, 0.75, 0.9, 1.05]

/** Undefined where no face is much larger than another, or too little is seen beside them. */
export function compareSurroundings(faces: readonly SurroundedFace[]): SurroundingsComparison | undefined {
  const bySize = faces
    .map((face) => ({ face, size: boxOf(face.mesh).height / face.imageWidth }))
    .toSorted((a, b) => a.size - b.size)
  const pairs = bySize
    .slice(0, Math.min(MOST_PAIRS, Math.floor(bySize.length / 2)))
    .flatMap(({ face, size }, i) => {
      const larger = bySize.at(-1 - i)
      return larger && Math.log(larger.size / size) >= LEAST_GROWTH ? [[face, larger.face] as const] : []
    })
  if (pairs.length === 0) return undefined
  const laid = pairs.map(([smaller, larger]) => layOver(larger, smaller))
  const best = (powers: readonly number[]) =>
    Math.max(...powers.map((power) => laid.reduce((sum, at) => sum + at(power), 0) / laid.length))
  const [asRoom, asPicture] = [best(OF_A_ROOM), best(OF_A_PICTURE)]
  return Math.min(asRoom, asPicture) > NOT_LAID ? { asRoom, asPicture } : undefined
}

/** The likeness of frames that share too little. */
const NOT_LAID = -1

/** A thumbnail or its half, prepared to be compared. */
interface Level {
  readonly width: number
  readonly height: number
  /** Pixels of the picture to one of the level. */
  readonly scale: number
  /** Greys by their neighbourhood. */
  readonly detail: Float32Array
  /** 1 where there is neither head nor body. */
  readonly isBeside: Uint8Array
}

/** Neighbourhoods reach so far, in pixels of the level; the coarse level comes first. */
const REACHES = [3, 4]
/** Shifts that are tried at the coarse level, in its pixels: hands shake, and cameras turn. */
const COARSE_SHIFT = 3
const FINE_SHIFT = 1

/** Gives the likeness of the surroundings for each growth by that of the face. */
function layOver(one: SurroundedFace, other: SurroundedFace): (power: number) => number {
  const points = (face: SurroundedFace) =>
    Array.from({ length: FACE_POINTS }, (_, i) => pointOf(face.mesh, i))
  const [from, to] = [points(one), points(other)]
  const { a, d } = fitSimilarity(from, to)
  const face: Motion = {
    growth: Math.log(Math.hypot(a, d)),
    turn: Math.atan2(d, a),
    from: middleOf(from),
    to: middleOf(to),
  }
  const [coarse, fine] = [1, 0].map((halvings, i) => {
    const reach = REACHES[i] as number
    return [levelOf(one, halvings, reach), levelOf(other, halvings, reach)] as const
  }) as [readonly [Level, Level], readonly [Level, Level]]
  return (power) => {
    const first = bestShift(coarse, face, power, { x: 0, y: 0 }, COARSE_SHIFT)
    return bestShift(fine, face, power, { x: 2 * first.x, y: 2 * first.y }, FINE_SHIFT).likeness
  }
}

/** How the face moved, in pixels of each picture. */
interface Motion {
  readonly growth: number
  readonly turn: number
  readonly from: Point
  readonly to: Point
}

const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

function levelOf({ thumbnail, mesh, imageWidth }: SurroundedFace, halvings: number, reach: number): Level {
  const { width, height, greys } = halvings === 0 ? thumbnail : halved(thumbnail)
  const scale = imageWidth / width
  return {
    width,
    height,
    scale,
    detail: detailOf(greys, width, height, reach),
    isBeside: besideHead(mesh, width, height, scale),
  }
}

function halved({ width, height, greys }: Thumbnail): Thumbnail {
  const [across, down] = [width >> 1, height >> 1]
  const half = new Uint8Array(across * down)
  for (let y = 0, at = 0; y < down; y++)
    for (let x = 0; x < across; x++, at++) {
      const from = 2 * (y * width + x)
      const [upper, lower] = [from, from + width]
      half[at] =
        ((greys[upper] as number) +
          (greys[upper + 1] as number) +
          (greys[lower] as number) +
          (greys[lower + 1] as number) +
          2) >>
        2
    }
  return { width: across, height: down, greys: half }
}

/** Differences below this many greys are noise. */
const LEAST_CONTRAST = 4

/** Each pixel less the mean of its neighbourhood, by the deviation there: light that changes is left out. */
function detailOf(greys: Uint8Array, width: number, height: number, reach: number): Float32Array {
  // Sums of all that is above and to the left, so that a neighbourhood costs four of them.
  const line = width + 1
  const sums = new Float64Array(line * (height + 1))
  const squares = new Float64Array(line * (height + 1))
  for (let y = 0, at = 0; y < height; y++) {
    let [sum, square] = [0, 0]
    for (let x = 0, to = (y + 1) * line + 1; x < width; x++, at++, to++) {
      const grey = greys[at] as number
      sum += grey
      square += grey * grey
      sums[to] = (sums[to - line] as number) + sum
      squares[to] = (squares[to - line] as number) + square
    }
  }
  const detail = new Float32Array(greys.length)
  for (let y = 0, at = 0; y < height; y++) {
    const [top, bottom] = [line * Math.max(0, y - reach), line * Math.min(height, y + reach + 1)]
    for (let x = 0; x < width; x++, at++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)]
      const within = (of: Float64Array) =>
        (of[bottom + right] as number) -
        (of[top + right] as number) -
        (of[bottom + left] as number) +
        (of[top + left] as number)
      const count = ((bottom - top) / line) * (right - left)
      const mean = within(sums) / count
      const deviation = Math.sqrt(Math.max(0, within(squares) / count - mean * mean))
      detail[at] = ((greys[at] as number) - mean) / Math.max(LEAST_CONTRAST, deviation)
    }
  }
  return detail
}

/** Hair and ears lie within an ellipse so much larger than the face; below the mouth there are hair and shoulders. */
const HEAD = { across: 1.45, up: 1.5 }
const LIPS = [0, 17] as const

function besideHead(mesh: Float32Array, width: number, height: number, scale: number): Uint8Array {
  const box = boxOf(mesh)
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2]
  const [upper, lower] = LIPS
  const mouth = (pointOf(mesh, upper).y + pointOf(mesh, lower).y) / 2
  const isBeside = new Uint8Array(width * height)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const across = ((x + 0.5) * scale - middleX) / ((HEAD.across * box.width) / 2)
      const down = ((y + 0.5) * scale - middleY) / ((HEAD.up * box.height) / 2)
      isBeside[at] = across * across + down * down > 1 && (y + 0.5) * scale < mouth ? 1 : 0
    }
  return isBeside
}

/** The share of a frame that must be seen beside the head in both. */
const LEAST_SHARED = 0.03

interface Shift extends Point {
  readonly likeness: number
}

/** Lays the surroundings of one over the other, moved as the face did times `power`, and looks around there. */
function bestShift(
  [one, other]: readonly [Level, Level],
  { growth, turn, from, to }: Motion,
  power: number,
  start: Point,
  reach: number,
): Shift {
  const times = (Math.exp(power * growth) * one.scale) / other.scale
  const [cosine, sine] = [times * Math.cos(power * turn), times * Math.sin(power * turn)]
  const [fromX, fromY] = [from.x / one.scale, from.y / one.scale]
  const toX = (from.x + power * (to.x - from.x)) / other.scale + start.x
  const toY = (from.y + power * (to.y - from.y)) / other.scale + start.y
  const places = new Float64Array(3 * one.detail.length)
  let end = 0
  for (let y = 0, at = 0; y < one.height; y++)
    for (let x = 0; x < one.width; x++, at++) {
      if (!one.isBeside[at]) continue
      const dx = x + 0.5 - fromX
      const dy = y + 0.5 - fromY
      places[end] = at
      places[end + 1] = toX + cosine * dx - sine * dy - 0.5
      places[end + 2] = toY + sine * dx + cosine * dy - 0.5
      end += 3
    }
  let best: Shift = { x: start.x, y: start.y, likeness: NOT_LAID }
  for (let y = -reach; y <= reach; y++)
    for (let x = -reach; x <= reach; x++) {
      const likeness = likenessAt(one, other, places.subarray(0, end), x, y)
      if (likeness > best.likeness) best = { x: start.x + x, y: start.y + y, likeness }
    }
  return best
}

function likenessAt(one: Level, other: Level, places: Float64Array, right: number, below: number): number {
  const { width, height, detail, isBeside } = other
  const first = one.detail
  let [count, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < places.length; i += 3) {
    const x = (places[i + 1] as number) + right
    const y = (places[i + 2] as number) + below
    if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) continue
    const left = Math.floor(x)
    const top = Math.floor(y)
    const at = top * width + left
    if (isBeside[at] === 0) continue
    const u = x - left
    const v = y - top
    const p = first[places[i] as number] as number
    const q =
      (1 - v) * ((1 - u) * (detail[at] as number) + u * (detail[at + 1] as number)) +
      v * ((1 - u) * (detail[at + width] as number) + u * (detail[at + width + 1] as number))
    count++
    a += p
    b += q
    aa += p * p
    bb += q * q
    ab += p * q
  }
  if (count < LEAST_SHARED * one.width * one.height) return NOT_LAID
  const spread = (aa - (a * a) / count) * (bb - (b * b) / count)
  return (ab - (a * b) / count) / Math.sqrt(Math.max(1e-9, spread))
}
