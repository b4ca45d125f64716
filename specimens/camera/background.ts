// Draws what is behind the documents, with their shadow on it, at half the size or less, and enlarges it.

import { blurred, discKernel } from './blur.ts'
import { groundOf } from './grounds.ts'
import type { Plate } from './lay.ts'
import { type Layout, planeOf } from './layout.ts'
import type { Canvas, Scene } from './scene.ts'
import { project, type Sight, sight, type View } from './view.ts'

/** What throws a shadow: a document or the paper it is printed on. */
export interface Lying {
  readonly layout: Layout
  readonly plate: Plate
}

/** What is near is drawn at half the size; a room behind a card that is held up is far out of focus. */
const FINE = 2
const COARSE = 8
const ROOM_MM = 2.2

export function background(view: View, lying: readonly Lying[], { background, shadow }: Scene): Canvas {
  const isFar = background.kind === 'room'
  const step = isFar ? COARSE : FINE
  const [width, height] = [Math.ceil(view.width / step) + 2, Math.ceil(view.height / step) + 2]
  const drawn: Canvas = { width, height, light: new Float32Array(3 * width * height) }
  const isFlat = background.kind === 'scanner'
  // A blurred room would carry the hole beyond the edges.
  const hidden = hiddenSpans(viewAt(view, step), isFar ? [] : lying, width, height)
  drawGround(
    drawn,
    isFar ? undefined : tableSight(view, step),
    groundOf(background.kind, background.seed),
    hidden,
  )
  if (shadow && !isFar)
    for (const { layout, plate } of lying)
      castShadow(drawn, sight(viewAt(view, step), layout), plate, shadow, isFlat)
  const soft = isFar ? blurred(drawn, discKernel(3.2)) : drawn
  const light = new Float32Array(3 * view.width * view.height)
  enlarge(soft, light, view.width, view.height, step, hidden)
  return { width: view.width, height: view.height, light }
}

/** Pixel (x, y) of the small picture stands at (step x, step y) of the large one. */
function viewAt(view: View, step: number): View {
  return { ...view, width: view.width / step, height: view.height / step, focalPx: view.focalPx / step }
}

const TABLE: Layout = { x: 0, y: 0, cos: 1, sin: 0, halfWidth: 1, halfHeight: 1, cornerMm: 0, mmPerPx: 1 }

const tableSight = (view: View, step: number): Sight => sight(viewAt(view, step), TABLE)

/** This far inside of a document nothing of the table is seen, whatever its corners and its bend. */
const INSIDE_MM = 3.5

/** First and end of the columns of each row that the first document hides; where there are none both are -1. */
function hiddenSpans(view: View, lying: readonly Lying[], columns: number, rows: number): Int32Array {
  const spans = new Int32Array(2 * rows + 2).fill(-1)
  const [first] = lying
  if (!first) return spans
  const { layout } = first
  const inside = INSIDE_MM + 1.5 * Math.abs(layout.bend?.heightMm ?? 0)
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([i = 0, j = 0]) => {
    const at = planeOf(layout, i * (layout.halfWidth - inside), j * (layout.halfHeight - inside))
    return project(view, at.x, at.y)
  })
  for (let y = 0; y < rows; y++) {
    const crossings = corners.flatMap((one, i) => {
      const other = corners[(i + 1) % 4] ?? one
      if (one.y > y === other.y > y) return []
      return one.x + ((other.x - one.x) * (y - one.y)) / (other.y - one.y)
    })
    if (crossings.length !== 2) continue
    const left = Math.max(0, Math.ceil(Math.min(...crossings)))
    const right = Math.min(columns - 1, Math.floor(Math.max(...crossings)))
    if (right - left > 4) spans.set([left, right], 2 * y)
  }
  return spans
}

function drawGround(
  { width, height, light }: Canvas,
  rays: Sight | undefined,
  ground: ReturnType<typeof groundOf>,
  hidden: Int32Array,
): void {
  const out = new Float32Array(3)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      if (x === hidden[2 * y]) {
        const skipped = (hidden[2 * y + 1] as number) - x
        x += skipped
        at += 3 * skipped
      }
      if (rays) {
        const far = -rays[11] / (rays[6] * x + rays[7] * y + rays[8])
        ground(
          rays[9] + far * (rays[0] * x + rays[1] * y + rays[2]),
          rays[10] + far * (rays[3] * x + rays[4] * y + rays[5]),
          out,
        )
      } else ground(x * ROOM_MM, y * ROOM_MM, out)
      light[at] = out[0] as number
      light[at + 1] = out[1] as number
      light[at + 2] = out[2] as number
    }
}

function castShadow(
  { width, height, light }: Canvas,
  rays: Sight,
  { halfWidth, halfHeight, corner }: Plate,
  { xMm, yMm, softMm, strength }: NonNullable<Scene['shadow']>,
  isFlat: boolean,
): void {
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8, eyeX, eyeY, eyeZ] = rays
  // A little darkness is close to the edge on every side, but on a scanner.
  const close = isFlat ? 0 : 0.35 * strength
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const far = -eyeZ / (r6 * x + r7 * y + r8)
      const mx = eyeX + far * (r0 * x + r1 * y + r2)
      const my = eyeY + far * (r3 * x + r4 * y + r5)
      const qx = Math.abs(mx - xMm) - halfWidth + corner + 1
      const qy = Math.abs(my - yMm) - halfHeight + corner + 1
      const away = (qx > 0 && qy > 0 ? Math.sqrt(qx * qx + qy * qy) : Math.max(qx, qy)) - corner - 1
      let share = 0.5 - away / softMm
      share = share < 0 ? 0 : share > 1 ? 1 : share
      const edge = Math.max(Math.abs(mx) - halfWidth, Math.abs(my) - halfHeight)
      const touch = edge < 1.6 && close > 0 ? close * (1 - Math.max(0, edge) / 1.6) : 0
      const times = (1 - strength * share * share * (3 - 2 * share)) * (1 - touch)
      if (times < 1) for (let c = at; c < at + 3; c++) light[c] = (light[c] as number) * times
    }
}

function enlarge(
  small: Canvas,
  light: Float32Array,
  width: number,
  height: number,
  step: number,
  hidden: Int32Array,
): void {
  const { width: wide, light: from } = small
  const line = new Float32Array(3 * wide)
  for (let y = 0, to = 0; y < height; y++) {
    const v = (y + 0.5) / step
    const row = v | 0
    const down = v - row
    const upper = 3 * row * wide
    for (let i = 0, at = upper; i < line.length; i++, at++) {
      const above = from[at] as number
      line[i] = above + ((from[at + line.length] as number) - above) * down
    }
    // A cell is left out where it and its neighbours are hidden in this row and the next.
    const leave = step * (Math.max(hidden[2 * row] as number, hidden[2 * row + 2] as number) + 1)
    const resume = Math.min(
      width - 1,
      step * (Math.min(hidden[2 * row + 1] as number, hidden[2 * row + 3] as number) - 1),
    )
    for (let x = 0; x < width; x++, to += 3) {
      if (x === leave && resume > x) {
        to += 3 * (resume - x)
        x = resume
      }
      const u = (x + 0.5) / step
      const column = u | 0
      const across = u - column
      const at = 3 * column
      const red = line[at] as number
      const green = line[at + 1] as number
      const blue = line[at + 2] as number
      light[to] = red + ((line[at + 3] as number) - red) * across
      light[to + 1] = green + ((line[at + 4] as number) - green) * across
      light[to + 2] = blue + ((line[at + 5] as number) - blue) * across
    }
  }
}
