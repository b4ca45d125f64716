// How flat documents lie on the table, in millimetres: one, or several side by side.

import { KINDS } from '../../src/documents/kinds/kinds.ts'
import { type Box, boundingBox, type Point } from '../../src/image/geometry/geometry.ts'
import type { FlatDocument, Scene } from './scene.ts'

interface Bend {
  readonly heightMm: number
  readonly axis: 'x' | 'y'
}

export interface Layout {
  /** Middle of the document on the table, and how it is turned there. */
  readonly x: number
  readonly y: number
  readonly cos: number
  readonly sin: number
  readonly halfWidth: number
  readonly halfHeight: number
  readonly cornerMm: number
  readonly mmPerPx: number
  readonly bend?: Bend
}

const CARD_MM = 85.6

export function layoutsOf(documents: readonly FlatDocument[], { next, bend }: Scene): readonly Layout[] {
  const layouts: Layout[] = []
  let [right, bottom] = [0, 0]
  for (const [i, document] of documents.entries()) {
    const mmPerPx = millimetresPerPixel(document)
    const halfWidth = (document.pixels.width * mmPerPx) / 2
    const halfHeight = (document.pixels.height * mmPerPx) / 2
    const turn = i === 0 ? 0 : (((next?.rollDegrees ?? 0) + 90 * (next?.quarterTurns ?? 0)) * Math.PI) / 180
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    const across = Math.abs(cos) * halfWidth + Math.abs(sin) * halfHeight
    const down = Math.abs(sin) * halfWidth + Math.abs(cos) * halfHeight
    const gap = i === 0 ? 0 : (next?.gapMm ?? 8)
    const isBelow = next?.below ?? true
    layouts.push({
      x: i === 0 || isBelow ? 0 : right + gap + across,
      y: i === 0 || !isBelow ? 0 : bottom + gap + down,
      cos,
      sin,
      halfWidth,
      halfHeight,
      cornerMm: document.cornerPx * mmPerPx,
      mmPerPx,
      ...(bend && { bend }),
    })
    right += gap + (i === 0 ? 1 : 2) * across
    bottom += gap + (i === 0 ? 1 : 2) * down
  }
  return layouts
}

/** A kind that is not in the table is as large as a card. */
function millimetresPerPixel({ kind, pixels }: FlatDocument): number {
  const row = KINDS.find((known) => known.kind === kind)
  const long = row ? Math.max(row.widthMm, row.heightMm) : CARD_MM
  return long / Math.max(pixels.width, pixels.height)
}

export function planeOf({ x, y, cos, sin }: Layout, across: number, down: number): Point {
  return { x: x + cos * across - sin * down, y: y + sin * across + cos * down }
}

export function heightAt({ bend, halfWidth, halfHeight }: Layout, x: number, y: number): number {
  if (!bend) return 0
  const share = bend.axis === 'x' ? x / halfWidth : y / halfHeight
  return bend.heightMm * (1 - share * share)
}

export function outline({ halfWidth, halfHeight }: Layout): readonly Point[] {
  return [
    { x: -halfWidth, y: -halfHeight },
    { x: halfWidth, y: -halfHeight },
    { x: halfWidth, y: halfHeight },
    { x: -halfWidth, y: halfHeight },
  ]
}

/** A box of the flat picture, in millimetres from the middle of the document. */
export function boxOn({ halfWidth, halfHeight, mmPerPx }: Layout, { x, y, width, height }: Box): Box {
  return {
    x: x * mmPerPx - halfWidth,
    y: y * mmPerPx - halfHeight,
    width: width * mmPerPx,
    height: height * mmPerPx,
  }
}

/** The box on the table around a box of a document; the first document lies straight on it. */
export function onTable(layout: Layout, { x, y, width, height }: Box): Box {
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ] as const
  return boundingBox(corners.map(([across, down]) => planeOf(layout, across, down)))
}

/** One place that holds all documents. */
export function aroundAll(layouts: readonly Layout[]): Layout {
  const box = boundingBox(
    layouts.flatMap((layout) => outline(layout).map(({ x, y }) => planeOf(layout, x, y))),
  )
  return {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    cos: 1,
    sin: 0,
    halfWidth: box.width / 2,
    halfHeight: box.height / 2,
    cornerMm: 0,
    mmPerPx: 1,
  }
}
