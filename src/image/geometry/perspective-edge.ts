// Samples pixels through a perspective at the edge of the picture: beyond it lies a colour, or its last pixels are repeated.
import { UNITS } from './perspective-places.ts'
import type { Fit } from './warp.ts'

/** The picture that is sampled. */
export interface View {
  readonly width: number
  readonly height: number
  /** RGB bytes, row by row. */
  readonly bytes: DataView
  readonly outside: Fit['outside']
}

/** Where a row goes: a number for each of three colours, a byte times `times` plus `shift`. */
export interface Planes {
  readonly numbers: Float32Array
  /** Places of the first pixel of the row. */
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly times: number
  readonly shift: number
}

/** Interpolates between the four pixels around a place, which is given in units from the middle of the first pixel. */
export function pixelAtEdge(view: View, x: number, y: number, planes: Planes, i: number): void {
  const { width, height, outside } = view
  if (outside !== 'edge' && !(x >= -UNITS && y >= -UNITS && x < UNITS * width && y < UNITS * height)) {
    fillPixel(planes, i, outside)
    return
  }
  const [column, line] = [Math.floor(x / UNITS), Math.floor(y / UNITS)]
  const [right, under] = [x / UNITS - column, y / UNITS - line]
  clearPixel(planes, i)
  addPixel(view, column, line, (1 - right) * (1 - under), planes, i)
  addPixel(view, column + 1, line, right * (1 - under), planes, i)
  addPixel(view, column, line + 1, (1 - right) * under, planes, i)
  addPixel(view, column + 1, line + 1, right * under, planes, i)
}

/** Averages over places around this one, which is given in units. */
export function meanAtEdge(
  view: View,
  x: number,
  y: number,
  taps: Int32Array,
  planes: Planes,
  i: number,
): void {
  const { width, height, outside } = view
  if (outside !== 'edge' && !(x >= 0 && y >= 0 && x < UNITS * width && y < UNITS * height)) {
    fillPixel(planes, i, outside)
    return
  }
  const count = taps.length / 2
  clearPixel(planes, i)
  for (let tap = 0; tap < count; tap++) {
    const column = (x + (taps[tap] ?? 0)) >> 4
    const line = (y + (taps[count + tap] ?? 0)) >> 4
    addPixel(view, column, line, 1 / count, planes, i)
  }
}

function fillPixel({ numbers, red, green, blue, times, shift }: Planes, i: number, value: number): void {
  numbers[red + i] = value * times + shift
  numbers[green + i] = value * times + shift
  numbers[blue + i] = value * times + shift
}

function clearPixel({ numbers, red, green, blue, shift }: Planes, i: number): void {
  numbers[red + i] = shift
  numbers[green + i] = shift
  numbers[blue + i] = shift
}

function addPixel(
  { width, height, bytes }: View,
  column: number,
  line: number,
  weight: number,
  { numbers, red, green, blue, times }: Planes,
  i: number,
): void {
  const at = 3 * (within(line, height) * width + within(column, width))
  numbers[red + i] = (numbers[red + i] ?? 0) + bytes.getUint8(at) * weight * times
  numbers[green + i] = (numbers[green + i] ?? 0) + bytes.getUint8(at + 1) * weight * times
  numbers[blue + i] = (numbers[blue + i] ?? 0) + bytes.getUint8(at + 2) * weight * times
}

function within(place: number, size: number): number {
  return Math.max(0, Math.min(size - 1, place))
}
