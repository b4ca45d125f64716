// A display seen by a camera: red, green and blue strips under a sensor that sees one colour a pixel, so that moire is real.
import { seededDice } from '../person/dice.ts'
import { type Limits, layPlate, type Plate, reach } from './lay.ts'
import type { Layout } from './layout.ts'
import type { Canvas, Scene } from './scene.ts'
import { type Sight, sight, type View } from './view.ts'

type Screen = NonNullable<Scene['screen']>

function displayPlate({ halfWidth, halfHeight }: Layout, { marginMm }: Screen): Plate {
  return { halfWidth: halfWidth + marginMm, halfHeight: halfHeight + 0.6 * marginMm, corner: 1 }
}

/** Bezel and lit ground, before the document is laid on. */
export function layScreen(canvas: Canvas, view: View, layout: Layout, screen: Screen): void {
  const display = displayPlate(layout, screen)
  const { bezelMm, around } = screen
  if (bezelMm > 0)
    layPlate(
      canvas,
      view,
      layout,
      { halfWidth: display.halfWidth + bezelMm, halfHeight: display.halfHeight + bezelMm, corner: bezelMm },
      [0.012, 0.012, 0.013],
    )
  layPlate(canvas, view, layout, display, [around, around, around])
}

/** Light that a lit display has even where it is black, and rooms mirrored in its glass. */
export function lightScreen(canvas: Canvas, view: View, layout: Layout, scene: Scene, blurPx: number): void {
  const { screen } = scene
  if (!screen) return
  const display = displayPlate(layout, screen)
  const rays = sight(view, layout)
  const limits = reach(view, layout, display)
  mirror(canvas, rays, limits, display, screen, scene.seed)
  const [left, right, top, bottom] = limits
  const mosaic = new Float32Array(Math.max(0, (right - left) * (bottom - top)))
  sampleStrips(mosaic, rays, limits, screen.pitchMm, 0.75 + 1.6 * blurPx)
  shade(canvas, mosaic, limits, rays, display, screen.contrast)
}

function mirror(
  { width, light }: Canvas,
  rays: Sight,
  limits: Limits,
  display: Plate,
  { tint, reflection }: Screen,
  seed: number,
): void {
  const dice = seededDice(seed, 0x3c4e)
  const [x0, y0] = [dice.between(-1, 1) * display.halfWidth, dice.between(-1, 1) * display.halfHeight]
  const [wide, high] = [dice.between(8, 40), dice.between(8, 30)]
  const slant = dice.between(-0.6, 0.6)
  const gains = [1 - 0.16 * tint, 1, 1 + 0.2 * tint]
  eachInside(rays, limits, display, (x, y, mx, my) => {
    const u = (mx - x0 - slant * (my - y0)) / wide
    const v = (my - y0) / high
    const glow = 0.012 + reflection * (0.05 + 0.5 * Math.exp(-(u ** 6) - v ** 6))
    const at = 3 * (y * width + x)
    for (let c = 0; c < 3; c++) light[at + c] = (light[at + c] as number) * (gains[c] as number) + glow
  })
}

function eachInside(
  rays: Sight,
  limits: Limits,
  { halfWidth, halfHeight }: Plate,
  visit: (x: number, y: number, mx: number, my: number) => void,
): void {
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8, eyeX, eyeY, eyeZ] = rays
  const [left, right, top, bottom] = limits
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const far = -eyeZ / (r6 * (x + 0.5) + r7 * (y + 0.5) + r8)
      const mx = eyeX + far * (r0 * (x + 0.5) + r1 * (y + 0.5) + r2)
      const my = eyeY + far * (r3 * (x + 0.5) + r4 * (y + 0.5) + r5)
      if (mx >= -halfWidth && mx <= halfWidth && my >= -halfHeight && my <= halfHeight) visit(x, y, mx, my)
    }
}

const TAPS = 3
/** Of a pixel of the display: how much of its third a strip fills, and how much of its height. */
const STRIP = 0.27
const TALL = 0.84

/** What the one colour each pixel of the sensor sees lets through, 0 to about 1 / 3. */
function sampleStrips(
  mosaic: Float32Array,
  rays: Sight,
  limits: Limits,
  pitch: number,
  spread: number,
): void {
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8, eyeX, eyeY, eyeZ] = rays
  const [left, right, top, bottom] = limits
  for (let y = top, to = 0; y < bottom; y++)
    for (let x = left; x < right; x++, to++) {
      // Green on two of four, red and blue on the others.
      const channel = (x & 1) === (y & 1) ? 1 : (y & 1) === 0 ? 0 : 2
      const start = channel / 3 + 0.03
      let hits = 0
      for (let tap = 0; tap < TAPS * TAPS; tap++) {
        const px = x + 0.5 + spread * (((tap % TAPS) + 0.5) / TAPS - 0.5)
        const py = y + 0.5 + spread * ((((tap / TAPS) | 0) + 0.5) / TAPS - 0.5)
        const far = -eyeZ / (r6 * px + r7 * py + r8) / pitch
        const u = eyeX / pitch + far * (r0 * px + r1 * py + r2)
        const v = eyeY / pitch + far * (r3 * px + r4 * py + r5)
        const inside = u - Math.floor(u) - start
        // Rims are soft: a lens shows no edge as sharp as that.
        const across =
          inside < 0
            ? inside > -0.06
              ? 1 + inside / 0.06
              : 0
            : inside < STRIP
              ? 1
              : inside < STRIP + 0.06
                ? 1 - (inside - STRIP) / 0.06
                : 0
        if (across > 0 && v - Math.floor(v) < TALL) hits += across
      }
      mosaic[to] = hits / (TAPS * TAPS)
    }
}

/** The mean a strip lets through. */
const MEAN = (STRIP + 0.06) * TALL

/** Fills in the two colours a pixel does not see from its neighbours, as cameras do. */
function shade(
  { width, light }: Canvas,
  mosaic: Float32Array,
  limits: Limits,
  rays: Sight,
  display: Plate,
  contrast: number,
): void {
  const [left, right, top, bottom] = limits
  const wide = right - left
  eachInside(rays, limits, display, (x, y) => {
    if (x <= left || y <= top || x >= right - 1 || y >= bottom - 1) return
    const i = (y - top) * wide + x - left
    const here = mosaic[i] as number
    const beside = ((mosaic[i - 1] as number) + (mosaic[i + 1] as number)) / 2
    const above = ((mosaic[i - wide] as number) + (mosaic[i + wide] as number)) / 2
    const isGreen = (x & 1) === (y & 1)
    const isRedRow = (y & 1) === 0
    const green = isGreen ? here : (beside + above) / 2
    const corners =
      ((mosaic[i - wide - 1] as number) +
        (mosaic[i - wide + 1] as number) +
        (mosaic[i + wide - 1] as number) +
        (mosaic[i + wide + 1] as number)) /
      4
    const red = isGreen ? (isRedRow ? beside : above) : isRedRow ? here : corners
    const blue = isGreen ? (isRedRow ? above : beside) : isRedRow ? corners : here
    const at = 3 * (y * width + x)
    light[at] = (light[at] as number) * (1 + contrast * (red / MEAN - 1))
    light[at + 1] = (light[at + 1] as number) * (1 + contrast * (green / MEAN - 1))
    light[at + 2] = (light[at + 2] as number) * (1 + contrast * (blue / MEAN - 1))
  })
}
