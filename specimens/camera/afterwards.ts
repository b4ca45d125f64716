// What happens to a picture after it was taken: stretched by a form, or shown by a phone and shot from its screen.
import type { Point } from '../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { seededDice } from '../person/dice.ts'
import type { Photograph, Quad, Scene, Truth } from './scene.ts'

export function afterwards(taken: Photograph, { stretch = 1, screenshot, seed }: Scene): Photograph {
  const wide = stretch === 1 ? taken : stretched(taken, stretch)
  return screenshot === undefined ? wide : shown(wide, screenshot, seed)
}

function stretched({ pixels, truth }: Photograph, stretch: number): Photograph {
  const width = Math.round(pixels.width * stretch)
  const share = width / pixels.width
  return {
    pixels: resized(pixels, width, pixels.height),
    truth: moved(truth, width, pixels.height, ({ x, y }) => ({ x: x * share, y })),
  }
}

/** Heights in shares of the screen's height: where a clock stands, the title of the viewer, its buttons. */
const [CLOCK, TITLE, BUTTONS] = [0.018, 0.06, 0.945]

/** An upright screen: the picture between bars, with small signs on them that say nothing. */
function shown(
  { pixels, truth }: Photograph,
  { widthPx, aspect, share, isDark, y }: NonNullable<Scene['screenshot']>,
  seed: number,
): Photograph {
  const screen = { width: widthPx, height: Math.round(widthPx * aspect) }
  const room = { width: screen.width * share, height: screen.height * 0.8 }
  const scale = Math.min(room.width / pixels.width, room.height / pixels.height)
  const picture = resized(pixels, Math.round(pixels.width * scale), Math.round(pixels.height * scale))
  const left = Math.round((screen.width - picture.width) / 2)
  const top = Math.round((screen.height - picture.height) * y)
  const ground = isDark ? 8 : 250
  const data = new Uint8Array(3 * screen.width * screen.height).fill(ground)
  signs({ ...screen, data }, isDark ? 215 : 60, seed)
  for (let row = 0; row < picture.height; row++)
    data.set(
      picture.data.subarray(3 * row * picture.width, 3 * (row + 1) * picture.width),
      3 * ((top + row) * screen.width + left),
    )
  return {
    pixels: { ...screen, data },
    truth: moved(truth, screen.width, screen.height, (at) => ({
      x: at.x * scale + left,
      y: at.y * scale + top,
    })),
  }
}

function signs(screen: Pixels, grey: number, seed: number): void {
  const dice = seededDice(seed, 0x5c4ee)
  const unit = screen.width / 100
  const box = (x: number, y: number, width: number, height: number) =>
    block(screen, x, y, width, height, grey)
  for (const x of [5, 7.4, 10.6, 13]) box(x * unit, CLOCK * screen.height, 1.8 * unit, 2.6 * unit)
  for (const x of [82, 86.5, 91]) box(x * unit, CLOCK * screen.height, 3 * unit, 2.4 * unit)
  for (let x = 14, k = 0; k < dice.pick([3, 5, 7]); k++) {
    const width = dice.between(2, 9)
    box(x * unit, TITLE * screen.height, width * unit, 2.2 * unit)
    x += width + 1.4
  }
  const count = dice.pick([3, 4, 5])
  for (let k = 0; k < count; k++)
    box(((k + 0.5) / count) * screen.width - 2.4 * unit, BUTTONS * screen.height, 4.8 * unit, 4.6 * unit)
}

function block(screen: Pixels, x: number, y: number, width: number, height: number, grey: number): void {
  for (let row = Math.round(y); row < Math.min(screen.height, y + height); row++)
    screen.data.fill(
      grey,
      3 * (row * screen.width + Math.round(x)),
      3 * (row * screen.width + Math.round(x + width)),
    )
}

function moved(truth: Truth, width: number, height: number, to: (at: Point) => Point): Truth {
  const quad = ([one, two, three, four]: Quad): Quad => [to(one), to(two), to(three), to(four)]
  return {
    ...truth,
    width,
    height,
    documents: truth.documents.map((document) => ({
      ...document,
      corners: quad(document.corners),
      lines: document.lines.map((line) => ({ ...line, quad: quad(line.quad) })),
      codes: document.codes.map((code) => ({ ...code, quad: quad(code.quad) })),
    })),
  }
}

/** Smaller by averages, larger by straight lines between pixels, each way on its own. */
function resized(pixels: Pixels, width: number, height: number): Pixels {
  const { data: across } = along(pixels, width)
  const high = along({ ...turned({ width, height: pixels.height, data: across }) }, height)
  return turned({ width: height, height: width, data: high.data })
}

/** Rows become columns. */
function turned({ width, height, data }: Pixels): Pixels {
  const out = new Uint8Array(data.length)
  for (let y = 0, from = 0; y < height; y++)
    for (let x = 0; x < width; x++, from += 3)
      for (let c = 0, to = 3 * (x * height + y); c < 3; c++) out[to + c] = data[from + c] as number
  return { width: height, height: width, data: out }
}

function along({ width, height, data }: Pixels, wide: number): Pixels {
  const out = new Uint8Array(3 * wide * height)
  const step = width / wide
  const reach = Math.max(1, step)
  for (let x = 0; x < wide; x++) {
    const middle = (x + 0.5) * step - 0.5
    const [first, last] = [Math.ceil(middle - reach), Math.floor(middle + reach)]
    const parts: (readonly [at: number, weight: number])[] = []
    for (let at = first; at <= last; at++)
      parts.push([Math.min(width - 1, Math.max(0, at)), Math.max(0, 1 - Math.abs(at - middle) / reach)])
    const total = parts.reduce((sum, [, weight]) => sum + weight, 0)
    for (let y = 0; y < height; y++)
      for (let c = 0; c < 3; c++) {
        let sum = 0
        for (const [at, weight] of parts) sum += weight * (data[3 * (y * width + at) + c] as number)
        out[3 * (y * wide + x) + c] = sum / total + 0.5
      }
  }
  return { width: wide, height, data: out }
}
