// Points, boxes and plane transforms in pixels: x to the right, y down, the middle of the first pixel at 0.5.

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** x' = a x + b y + c, y' = d x + e y + f. */
export interface Transform {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
}

export function apply({ a, b, c, d, e, f }: Transform, { x, y }: Point): Point {
  return { x: a * x + b * y + c, y: d * x + e * y + f }
}

export function invert({ a, b, c, d, e, f }: Transform): Transform {
  const det = a * e - b * d
  if (det === 0) throw new RangeError('a transform onto a line has no inverse')
  return {
    a: e / det,
    b: -b / det,
    c: (b * f - c * e) / det,
    d: -d / det,
    e: a / det,
    f: (c * d - a * f) / det,
  }
}

/** Number of input pixels that one output pixel spans, along one direction. */
export function scaleOf({ a, b, d, e }: Transform): number {
  return Math.sqrt(Math.abs(a * e - b * d))
}

/** The similarity (turn, scale, shift; no mirror) that brings `from` closest to `to` by least squares. */
export function fitSimilarity(from: readonly Point[], to: readonly Point[]): Transform {
  const p = centre(from)
  const q = centre(to)
  let dot = 0
  let cross = 0
  let norm = 0
  // Hundreds of points for every face: nothing is made for each of them.
  for (let i = 0; i < from.length; i++) {
    const { x, y } = from[i] as Point
    const target = to[i] ?? q
    const px = x - p.x
    const py = y - p.y
    const qx = target.x - q.x
    const qy = target.y - q.y
    dot += px * qx + py * qy
    cross += px * qy - py * qx
    norm += px * px + py * py
  }
  const a = dot / norm
  const d = cross / norm
  return { a, b: -d, c: q.x - a * p.x + d * p.y, d, e: a, f: q.y - d * p.x - a * p.y }
}

/** The transform that brings `from` closest to `to` by least squares. */
export function fitAffine(from: readonly Point[], to: readonly Point[]): Transform {
  const p = centre(from)
  const q = centre(to)
  let [xx, xy, yy, xu, yu, xv, yv] = [0, 0, 0, 0, 0, 0, 0]
  for (let i = 0; i < from.length; i++) {
    const { x, y } = from[i] as Point
    const target = to[i] ?? q
    const px = x - p.x
    const py = y - p.y
    const u = target.x - q.x
    const v = target.y - q.y
    xx += px * px
    xy += px * py
    yy += py * py
    xu += px * u
    yu += py * u
    xv += px * v
    yv += py * v
  }
  const det = xx * yy - xy * xy
  if (det === 0) throw new RangeError('points on a line fit many transforms')
  const [a, b] = [(xu * yy - yu * xy) / det, (yu * xx - xu * xy) / det]
  const [d, e] = [(xv * yy - yv * xy) / det, (yv * xx - xv * xy) / det]
  return { a, b, c: q.x - a * p.x - b * p.y, d, e, f: q.y - d * p.x - e * p.y }
}

/** Maps a square of `size` pixels onto the square of side `side` about `middle`, turned by `radians` clockwise. */
export function squareOnto(size: number, middle: Point, side: number, radians = 0): Transform {
  const scale = side / size
  const a = scale * Math.cos(radians)
  const d = scale * Math.sin(radians)
  const half = size / 2
  return { a, b: -d, c: middle.x - a * half + d * half, d, e: a, f: middle.y - d * half - a * half }
}

export function centre(points: readonly Point[]): Point {
  let x = 0
  let y = 0
  for (const point of points) {
    x += point.x
    y += point.y
  }
  return { x: x / points.length, y: y / points.length }
}

export function boundingBox(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

export function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

/** Intersection over union, 0 to 1. */
export function overlap(one: Box, other: Box): number {
  const shared = sharedArea(one, other)
  return shared === 0 ? 0 : shared / (area(one) + area(other) - shared)
}

export function sharedArea(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return width > 0 && height > 0 ? width * height : 0
}

export function area({ width, height }: Box): number {
  return width * height
}

export function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
