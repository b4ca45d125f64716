// Light becomes bytes: exposure, the curve of a phone, its noise, enlargement and sharpening.
import type { Pixels } from '../../src/image/pixels.ts'
import { mix } from '../person/dice.ts'
import type { Canvas, Scene } from './scene.ts'
import { bellTable } from './tile-noise.ts'

const STEPS = 8192
/** Several glares upon white paper stay below. */
const BRIGHTEST = 16
const TO_STEP = STEPS / Math.sqrt(BRIGHTEST)
const KNEE = 0.8

/** From the root of light to bytes. */
function curveOf({ contrast = 0, gamma = 1, haze = 0 }: Scene): Uint8Array {
  return Uint8Array.from({ length: STEPS + 1 }, (_, i) => {
    const light = (i / STEPS) ** 2 * BRIGHTEST * (1 - haze) + haze
    const kept = light < KNEE ? light : KNEE + (1 - KNEE) * (1 - Math.exp((KNEE - light) / (1 - KNEE)))
    const even = kept <= 0.0031308 ? 12.92 * kept : 1.055 * kept ** (1 / 2.4) - 0.055
    const bent = Math.min(1, even) ** gamma
    // An S about the middle for more contrast, the mean of it and a level line for less.
    const curved = bent + contrast * (bent - 0.5) * (contrast > 0 ? 4 * bent * (1 - bent) : 1)
    return Math.round(255 * Math.min(1, Math.max(0, curved)))
  })
}

export function exposed(canvas: Canvas, scene: Scene): Pixels {
  const { width, height, light } = canvas
  const data = new Uint8Array(light.length)
  const { shot = 0, read = 0, correlation = 0 } = scene.noise ?? {}
  const bells = bellTable(scene.seed)
  const curve = curveOf(scene)
  const saturation = scene.saturation ?? 1
  // What a neighbour has in common with this pixel is taken from the row above and from the left.
  const near = correlation / 2
  const rest = Math.sqrt(1 - 2 * near * near)
  for (let y = 0; y < height; y++) {
    const starts = Int32Array.of(
      mix(scene.seed, y, 1) % bells.length,
      mix(scene.seed, y - 1, 1) % bells.length,
      mix(scene.seed, y, 2) % bells.length,
    )
    exposeRow(
      light,
      data,
      3 * y * width,
      width,
      curve,
      bells,
      starts,
      Float64Array.of(shot, read, near, rest, saturation),
    )
  }
  return { width, height, data }
}

const rootStep = (light: number): number =>
  light <= 0 ? 0 : light >= BRIGHTEST ? STEPS : (Math.sqrt(light) * TO_STEP) | 0

function exposeRow(
  light: Float32Array,
  data: Uint8Array,
  from: number,
  width: number,
  curve: Uint8Array,
  bells: Float32Array,
  starts: Int32Array,
  settings: Float64Array,
): void {
  const [shot, read, near, rest, saturation] = settings as unknown as [number, number, number, number, number]
  const count = bells.length
  let [own, above, hue] = starts as unknown as [number, number, number]
  let before = bells[own] as number
  for (let x = 0, at = from; x < width; x++, at += 3) {
    own = own + 1 === count ? 0 : own + 1
    above = above + 1 === count ? 0 : above + 1
    const draw = bells[own] as number
    const common = rest * draw + near * (before + (bells[above] as number))
    before = draw
    let red = light[at] as number
    let green = light[at + 1] as number
    let blue = light[at + 2] as number
    const grey = 0.25 * red + 0.6 * green + 0.15 * blue
    red = grey + saturation * (red - grey)
    green = grey + saturation * (green - grey)
    blue = grey + saturation * (blue - grey)
    const rough = Math.sqrt(shot * shot * (grey > 0 ? grey : 0) + read * read)
    const lifted = 0.85 * rough * common
    const apart = 0.5 * rough
    red += lifted + apart * (bells[hue] as number)
    green += lifted + apart * (bells[hue + 1] as number)
    blue += lifted + apart * (bells[hue + 2] as number)
    hue = hue + 6 >= count ? hue + 6 - count : hue + 3
    data[at] = curve[rootStep(red)] as number
    data[at + 1] = curve[rootStep(green)] as number
    data[at + 2] = curve[rootStep(blue)] as number
  }
}

/** Between four pixels, straight. */
export function enlarged(pixels: Pixels, width: number, height: number): Pixels {
  const data = new Uint8Array(3 * width * height)
  enlarge(pixels, data, width, height)
  return { width, height, data }
}

function enlarge(pixels: Pixels, data: Uint8Array, width: number, height: number): void {
  const [stepX, stepY] = [pixels.width / width, pixels.height / height]
  for (let y = 0, to = 0; y < height; y++) {
    const v = Math.min(pixels.height - 1.001, Math.max(0, (y + 0.5) * stepY - 0.5))
    const row = v | 0
    const down = v - row
    for (let x = 0; x < width; x++, to += 3) {
      const u = Math.min(pixels.width - 1.001, Math.max(0, (x + 0.5) * stepX - 0.5))
      const column = u | 0
      const across = u - column
      const upper = 3 * (row * pixels.width + column)
      const lower = upper + 3 * pixels.width
      const w11 = across * down
      const w01 = across - w11
      const w10 = down - w11
      const w00 = 1 - across - w10
      for (let c = 0; c < 3; c++)
        data[to + c] =
          w00 * (pixels.data[upper + c] as number) +
          w01 * (pixels.data[upper + c + 3] as number) +
          w10 * (pixels.data[lower + c] as number) +
          w11 * (pixels.data[lower + c + 3] as number) +
          0.5
    }
  }
}

/** Adds what the brightness of a pixel has beyond that of its neighbours: edges get halos. */
export function sharpen({ width, height, data }: Pixels, amount: number): void {
  const grey = new Float32Array(width * height)
  for (let i = 0, at = 0; i < grey.length; i++, at += 3)
    grey[i] = 0.25 * (data[at] as number) + 0.6 * (data[at + 1] as number) + 0.15 * (data[at + 2] as number)
  const soft = new Float32Array(width)
  for (let y = 2; y < height - 2; y++) {
    for (let x = 0, at = y * width; x < width; x++, at++)
      soft[x] =
        0.36 * (grey[at] as number) +
        0.24 * ((grey[at - width] as number) + (grey[at + width] as number)) +
        0.08 * ((grey[at - 2 * width] as number) + (grey[at + 2 * width] as number))
    for (let x = 2, at = y * width + 2; x < width - 2; x++, at++) {
      const mean =
        0.36 * (soft[x] as number) +
        0.24 * ((soft[x - 1] as number) + (soft[x + 1] as number)) +
        0.08 * ((soft[x - 2] as number) + (soft[x + 2] as number))
      const more = amount * ((grey[at] as number) - mean) + 0.5
      const to = 3 * at
      data[to] = clipped((data[to] as number) + more)
      data[to + 1] = clipped((data[to + 1] as number) + more)
      data[to + 2] = clipped((data[to + 2] as number) + more)
    }
  }
}

const clipped = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value | 0)
