// Draws smooth lines and dots into pixels, for pictures that people look at.
import { boundingBox, type Point } from './geometry/geometry.ts'
import type { Pixels } from './pixels.ts'

export type Colour = readonly [red: number, green: number, blue: number]

export interface Pen {
  readonly colour: Colour
  /** Width of the line or the dot in pixels, fractions allowed. */
  readonly width: number
  /** 0 is transparent, 1 hides what was there. */
  readonly opacity: number
}

type Piece = readonly [from: Point, to: Point]

/** Draws a line through all points in turn, with round ends and corners. */
export function drawPath(pixels: Pixels, points: readonly Point[], pen: Pen): void {
  paint(
    pixels,
    points.slice(1).map((to, i): Piece => [points[i] ?? to, to]),
    pen,
  )
}

export function drawDots(pixels: Pixels, middles: readonly Point[], pen: Pen): void {
  paint(
    pixels,
    middles.map((middle): Piece => [middle, middle]),
    pen,
  )
}

/** Draws all pieces as one stroke, so that nothing is painted twice where they cross. */
function paint(pixels: Pixels, pieces: readonly Piece[], pen: Pen): void {
  const whole = reached(pieces.flat(), pen, { left: 0, top: 0, right: pixels.width, bottom: pixels.height })
  const across = whole.right - whole.left
  if (across <= 0 || whole.bottom <= whole.top) return
  const covered = new Float32Array(across * (whole.bottom - whole.top))
  for (const piece of pieces) {
    const { left, top, right, bottom } = reached(piece, pen, whole)
    for (let y = top; y < bottom; y++)
      for (let x = left, at = (y - whole.top) * across + left - whole.left; x < right; x++, at++) {
        // A pixel at the rim is covered in part, which makes the line smooth.
        const share = pen.width / 2 + 0.5 - distanceTo(piece, x + 0.5, y + 0.5)
        if (share > (covered[at] ?? 0)) covered[at] = Math.min(1, share)
      }
  }
  for (let y = whole.top, i = 0; y < whole.bottom; y++)
    for (let x = whole.left; x < whole.right; x++, i++)
      blend(pixels, 3 * (y * pixels.width + x), pen.colour, (covered[i] ?? 0) * pen.opacity)
}

interface Edges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The pixels that a stroke over these points can touch. */
function reached(points: readonly Point[], { width }: Pen, within: Edges): Edges {
  const { x, y, width: across, height: down } = boundingBox(points)
  const reach = width / 2 + 1
  return {
    left: Math.max(within.left, Math.floor(x - reach)),
    top: Math.max(within.top, Math.floor(y - reach)),
    right: Math.min(within.right, Math.ceil(x + across + reach)),
    bottom: Math.min(within.bottom, Math.ceil(y + down + reach)),
  }
}

function distanceTo([from, to]: Piece, x: number, y: number): number {
  const [alongX, alongY] = [to.x - from.x, to.y - from.y]
  const square = alongX ** 2 + alongY ** 2
  const share = square === 0 ? 0 : ((x - from.x) * alongX + (y - from.y) * alongY) / square
  const nearest = Math.min(1, Math.max(0, share))
  return Math.hypot(x - from.x - nearest * alongX, y - from.y - nearest * alongY)
}

function blend({ data }: Pixels, at: number, [red, green, blue]: Colour, share: number): void {
  if (share === 0) return
  data[at] = (data[at] ?? 0) * (1 - share) + red * share + 0.5
  data[at + 1] = (data[at + 1] ?? 0) * (1 - share) + green * share + 0.5
  data[at + 2] = (data[at + 2] ?? 0) * (1 - share) + blue * share + 0.5
}
