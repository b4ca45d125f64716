// What is true about a photograph: where every document and every line of it stands, and how bad the picture is.
import type { Box, Point } from '../../src/image/geometry/geometry.ts'
import { boxOn, type Layout } from './layout.ts'
import type { Conditions, FlatDocument, Quad, Scene, TrueDocument, Truth } from './scene.ts'
import { pixelsPerMm, quadOn, type View } from './view.ts'

export function truthOf(
  documents: readonly FlatDocument[],
  layouts: readonly Layout[],
  view: View,
  scene: Scene,
  glare: number,
): Truth {
  return {
    width: view.width,
    height: view.height,
    documents: documents.map((document, i) => documentTruth(document, layouts[i] as Layout, view)),
    conditions: conditionsOf(scene, pixelsPerMm(view, layouts[0] as Layout), glare),
  }
}

function documentTruth(document: FlatDocument, layout: Layout, view: View): TrueDocument {
  const { kind, side, lines, codes, fields, pixels } = document
  const quadOf = (box: Box): Quad => rounded(quadOn(view, layout, boxOn(layout, box)))
  const corners = quadOf({ x: 0, y: 0, width: pixels.width, height: pixels.height })
  return {
    kind,
    side,
    corners,
    quarterTurn: quarterTurnOf(corners),
    lines: lines.map(({ box, ...line }) => ({ ...line, quad: quadOf(box) })),
    codes: codes.map(({ box, ...code }) => ({ ...code, quad: quadOf(box) })),
    fields,
  }
}

/** Hundredths of a pixel are enough, and short as JSON. */
function rounded([one, two, three, four]: Quad): Quad {
  const round = ({ x, y }: Point): Point => ({ x: Math.round(100 * x) / 100, y: Math.round(100 * y) / 100 })
  return [round(one), round(two), round(three), round(four)]
}

/** The way from its left to its right side, to the nearest quarter. */
function quarterTurnOf([upperLeft, upperRight, lowerRight, lowerLeft]: Quad): number {
  const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
  const [left, right] = [middle(upperLeft, lowerLeft), middle(upperRight, lowerRight)]
  const turn = Math.atan2(right.y - left.y, right.x - left.x) / (Math.PI / 2)
  return ((Math.round(turn) % 4) + 4) % 4
}

/** Strokes of small letters are about so wide. */
const STROKE_MM = 0.25

function conditionsOf(scene: Scene, perMm: number, glare: number): Conditions {
  const { defocusPx = 0, motion, resolution = 1, light, phoneShadow } = scene
  // Spreads of a disc, a line and a pixel, together.
  const spreadPx = Math.sqrt(defocusPx ** 2 / 4 + (motion?.lengthPx ?? 0) ** 2 / 12 + 0.08) / resolution
  return {
    recapture: scene.screen ? 1 : 0,
    print: scene.print ? 1 : 0,
    photocopy: scene.photocopy ? 1 : 0,
    blur: Math.min(1, spreadPx / perMm / STROKE_MM),
    glare,
    darkness: Math.min(1, Math.max(0, 1 - (light?.level ?? 1) * (1 - 0.4 * (phoneShadow?.strength ?? 0)))),
  }
}
