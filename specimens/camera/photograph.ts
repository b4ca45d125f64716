// Takes the picture: documents laid in a scene, lit, seen through a lens, and what is true about it.
import type { Pixels } from '../../src/image/pixels.ts'
import { afterwards } from './afterwards.ts'
import { background, type Lying } from './background.ts'
import { blurred, discKernel, lineKernel } from './blur.ts'
import { photocopied, printed } from './copies.ts'
import { filmed, layFilm } from './film.ts'
import { drawFingers, handsOf } from './hands.ts'
import { layDocument, layPlate, type Plate } from './lay.ts'
import { aroundAll, boxOn, type Layout, layoutsOf, onTable } from './layout.ts'
import { addGlare, lightUp } from './light.ts'
import type { Canvas, FlatDocument, Photograph, Scene } from './scene.ts'
import { layScreen, lightScreen } from './screen.ts'
import { enlarged, exposed, sharpen } from './sensor.ts'
import { surfaceOf } from './surface.ts'
import { truthOf } from './truth.ts'
import { pixelsPerMm, scaledView, type View, viewBehind, viewOf } from './view.ts'
import { worn } from './wear.ts'

export function photograph(documents: readonly FlatDocument[], scene: Scene): Photograph {
  const layouts = layoutsOf(documents, scene)
  const view = viewOf(layouts, scene)
  const share = scene.resolution ?? 1
  const seen = scaledView(view, Math.round(view.width * share), Math.round(view.height * share))
  const lying = documents.map((document, i): Laid => ({ document, layout: layouts[i] as Layout }))
  // What is lifted hides less of what is behind it, and its shadow falls elsewhere.
  const canvas = background(viewBehind(seen, scene), scene.lift ? [] : lyingOn(layouts, scene), scene)
  layDown(canvas, seen, lying, scene)
  lightUp(canvas, scene)
  // Paper and displays do not shine as laminate does; a display mirrors the room in its own way.
  const shining = scene.screen || scene.print || scene.photocopy ? [] : lying
  const washed = shining.map(({ document, layout }) => {
    const [washed = 0] = addGlare(canvas, seen, layout, document, scene)
    return washed
  })
  const smeared = throughLens(canvas, scene)
  if (scene.screen) lightScreen(smeared, seen, aroundAll(layouts), scene, smear(scene))
  const taken = exposed(smeared, scene)
  const pixels = share === 1 ? taken : enlarged(taken, view.width, view.height)
  if (scene.sharpen) sharpen(pixels, scene.sharpen)
  const truth = truthOf(documents, layouts, view, scene, Math.max(0, ...washed))
  return afterwards({ pixels, truth }, scene)
}

interface Laid {
  readonly document: FlatDocument
  readonly layout: Layout
}

/** What throws a shadow: the documents, or the sheet or display that shows them. */
function lyingOn(layouts: readonly Layout[], { print, photocopy, screen }: Scene): readonly Lying[] {
  const margin = screen ? screen.marginMm + screen.bezelMm : (print ?? photocopy)?.marginMm
  if (margin === undefined) return layouts.map((layout) => ({ layout, plate: plateOf(layout) }))
  const layout = aroundAll(layouts)
  // A display is less wide a margin below than beside: never hide more than its own ground.
  return [{ layout, plate: paper(layout, screen ? 0.6 * margin : margin) }]
}

const plateOf = ({ halfWidth, halfHeight, cornerMm }: Layout): Plate => ({
  halfWidth,
  halfHeight,
  corner: cornerMm,
})

const paper = ({ halfWidth, halfHeight }: Layout, margin: number): Plate => ({
  halfWidth: halfWidth + margin,
  halfHeight: halfHeight + margin,
  corner: 0.3,
})

const PAPER = [0.8, 0.8, 0.78] as const

/** Several documents share what they lie on and the hand that holds them. */
function layDown(canvas: Canvas, view: View, lying: readonly Laid[], scene: Scene): void {
  const layouts = lying.map(({ layout }) => layout)
  const [first] = layouts
  if (!first) return
  const text = lying.flatMap(({ document: { lines, codes }, layout }) =>
    [...lines, ...codes].map(({ box }) => onTable(layout, boxOn(layout, box))),
  )
  const hands = handsOf(scene, first, text)
  drawFingers(canvas, view, first, hands.under, scene.seed, false)
  const sheet = scene.print ?? scene.photocopy
  const ground = aroundAll(layouts)
  if (scene.screen) layScreen(canvas, view, ground, scene.screen)
  else if (sheet) layPlate(canvas, view, ground, paper(ground, sheet.marginMm), PAPER)
  for (const { document, layout } of lying) {
    if (scene.film && !sheet && !scene.screen) layFilm(canvas, view, layout, scene.film)
    const flat = asShown(document.pixels, layout, scene)
    // A little more than the picture will have: what is bent towards the camera is larger than its middle.
    const scale = 1.15 * pixelsPerMm(view, layout) * layout.mmPerPx
    layDocument(canvas, view, layout, surfaceOf(flat, scale))
  }
  drawFingers(canvas, view, first, hands.over, scene.seed + 1, true)
}

function asShown(pixels: Pixels, { mmPerPx }: Layout, { wear, film, print, photocopy, seed }: Scene): Pixels {
  const carried = wear ? worn(pixels, wear, seed) : pixels
  const used = film ? filmed(carried, film, seed) : carried
  const copied = photocopy ? photocopied(used, photocopy, seed) : used
  return print ? printed(copied, print, print.linesPerMm * mmPerPx) : copied
}

function throughLens(canvas: Canvas, scene: Scene): Canvas {
  const { defocusPx = 0, motion } = scene
  let seen = canvas
  if (defocusPx > 0.3) seen = blurred(seen, discKernel(defocusPx))
  if (motion && motion.lengthPx > 0.5) seen = blurred(seen, lineKernel(motion.lengthPx, motion.degrees))
  return seen
}

/** Pixels a point is smeared over. */
function smear({ defocusPx = 0, motion }: Scene): number {
  return Math.max(defocusPx, (motion?.lengthPx ?? 0) / 3)
}
