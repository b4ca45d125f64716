// Lays a document, or a plain plate, into the picture as the camera sees it, with smooth edges.
import { boundingBox } from '../../src/image/geometry/geometry.ts'
import type { Layout } from './layout.ts'
import type { Canvas } from './scene.ts'
import { pixelsPerMm, projectOn, sight, type View } from './view.ts'

/** A rectangle about the middle of a document, in millimetres. */
export interface Plate {
  readonly halfWidth: number
  readonly halfHeight: number
  readonly corner: number
}

/** Left, right, top and bottom; the right and the bottom are the first outside. */
export type Limits = readonly [left: number, right: number, top: number, bottom: number]

/** Rows and columns of the picture that the plate may touch. */
export function reach(view: View, layout: Layout, { halfWidth, halfHeight }: Plate, extra = 2): Limits {
  const corners = [-1, 1].flatMap((i) =>
    [-1, 1].map((j) => projectOn(view, layout, i * halfWidth, j * halfHeight)),
  )
  const rise = Math.abs(layout.bend?.heightMm ?? 0) * pixelsPerMm(view, layout)
  const box = boundingBox(corners)
  const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)))
  return [
    within(box.x - rise - extra, view.width),
    within(box.x + box.width + rise + extra, view.width),
    within(box.y - rise - extra, view.height),
    within(box.y + box.height + rise + extra, view.height),
  ]
}

/** Paper lies flat on its own: no bend. */
export function layPlate(
  canvas: Canvas,
  view: View,
  layout: Layout,
  plate: Plate,
  colour: readonly [number, number, number],
): void {
  const surface = { width: 2, height: 2, light: new Float32Array(12) }
  for (let i = 0; i < 12; i++) surface.light[i] = colour[i % 3] as number
  const { bend: _, ...flat } = layout
  lay(canvas, view, flat, plate, surface)
}

export function layDocument(canvas: Canvas, view: View, layout: Layout, surface: Canvas): void {
  const { halfWidth, halfHeight, cornerMm } = layout
  lay(canvas, view, layout, { halfWidth, halfHeight, corner: cornerMm }, surface)
}

/** Light from the left above: the side of a bent sheet that leans towards it is brighter. */
const BEND_SHADE = 1.1

function lay(canvas: Canvas, view: View, layout: Layout, plate: Plate, surface: Canvas): void {
  const rays = sight(view, layout)
  const perMm = pixelsPerMm(view, layout)
  const limits = reach(view, layout, plate)
  const bend = layout.bend?.heightMm ?? 0
  const isAcross = layout.bend?.axis !== 'y'
  const half = isAcross ? plate.halfWidth : plate.halfHeight
  const shade = (BEND_SHADE * 2 * bend) / half
  const { light, width } = canvas
  const { light: texels, width: wide, height: high } = surface
  const { halfWidth, halfHeight, corner } = plate
  const [scaleX, scaleY] = [wide / 2 / halfWidth, high / 2 / halfHeight]
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8, eyeX, eyeY, eyeZ] = rays
  const [left, right, top, bottom] = limits
  for (let y = top; y < bottom; y++) {
    const down = y + 0.5
    for (let x = left; x < right; x++) {
      const across = x + 0.5
      const dx = r0 * across + r1 * down + r2
      const dy = r3 * across + r4 * down + r5
      const dz = r6 * across + r7 * down + r8
      let far = -eyeZ / dz
      let mx = eyeX + far * dx
      let my = eyeY + far * dy
      let lit = 1
      if (bend !== 0) {
        let share = 0
        for (let i = 0; i < 4; i++) {
          share = (isAcross ? mx : my) / half
          share = share < -1.2 ? -1.2 : share > 1.2 ? 1.2 : share
          far = (-bend * (1 - share * share) - eyeZ) / dz
          mx = eyeX + far * dx
          my = eyeY + far * dy
        }
        lit = 1 - shade * share
      }
      const qx = (mx < 0 ? -mx : mx) - halfWidth + corner
      const qy = (my < 0 ? -my : my) - halfHeight + corner
      const beyond = qx > 0 && qy > 0 ? Math.sqrt(qx * qx + qy * qy) : qx > qy ? qx : qy
      let cover = 0.5 - (beyond - corner) * perMm
      if (cover <= 0) continue
      if (cover > 1) cover = 1
      let u = (mx + halfWidth) * scaleX - 0.5
      let v = (my + halfHeight) * scaleY - 0.5
      u = u < 0 ? 0 : u > wide - 1.001 ? wide - 1.001 : u
      v = v < 0 ? 0 : v > high - 1.001 ? high - 1.001 : v
      const column = u | 0
      const row = v | 0
      const shareX = u - column
      const shareY = v - row
      const upper = 3 * (row * wide + column)
      const lower = upper + 3 * wide
      const w11 = shareX * shareY
      const w01 = shareX - w11
      const w10 = shareY - w11
      const w00 = 1 - shareX - w10
      const at = 3 * (y * width + x)
      const bare = 1 - cover
      cover *= lit
      const c00 = cover * w00
      const c01 = cover * w01
      const c10 = cover * w10
      const c11 = cover * w11
      light[at] =
        bare * (light[at] as number) +
        c00 * (texels[upper] as number) +
        c01 * (texels[upper + 3] as number) +
        c10 * (texels[lower] as number) +
        c11 * (texels[lower + 3] as number)
      light[at + 1] =
        bare * (light[at + 1] as number) +
        c00 * (texels[upper + 1] as number) +
        c01 * (texels[upper + 4] as number) +
        c10 * (texels[lower + 1] as number) +
        c11 * (texels[lower + 4] as number)
      light[at + 2] =
        bare * (light[at + 2] as number) +
        c00 * (texels[upper + 2] as number) +
        c01 * (texels[upper + 5] as number) +
        c10 * (texels[lower + 2] as number) +
        c11 * (texels[lower + 5] as number)
    }
  }
}
