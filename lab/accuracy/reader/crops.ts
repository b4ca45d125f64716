// Cuts the lines of a photographed page at their true places on the straightened page, with the margins of a detector.
import type { TrueDocument } from '../../../specimens/camera/scene.ts'
import { type Dice, seededDice } from '../../../specimens/person/dice.ts'
import type { Kind } from '../../../src/documents/kinds/kinds.ts'
import { ontoPicture, pageSize } from '../../../src/documents/pages/straighten.ts'
import type { Size } from '../../../src/image/geometry/geometry.ts'
import { type Box, boundingBox, distance, type Point } from '../../../src/image/geometry/geometry.ts'
import {
  composed,
  flatten,
  type Homography,
  inverted,
  project,
  type Quad,
  rectangleOnto,
  stretchAt,
} from '../../../src/image/geometry/perspective.ts'
import type { Pixels } from '../../../src/image/pixels.ts'

interface TrueLineBox {
  readonly text: string
  readonly role: string
  /** The box of the ink, in pixels of the straightened page. */
  readonly box: Box
}

export interface TruePage {
  readonly size: Size
  readonly onto: Homography
  readonly lines: readonly TrueLineBox[]
  /** The count of lines that the picture does not show whole. */
  readonly cutOff: number
}

/** The page is straightened by its true corners. */
export function truePage(document: TrueDocument, picture: Size): TruePage {
  const size = pageSize(document.kind as Kind, document.corners)
  const onto = ontoPicture(size, document.corners)
  const back = inverted(onto)
  const shown = document.lines.filter(({ quad }) => quad.every((point) => isInside(point, picture)))
  // Lines are level on a straightened page: a bent one is in its bounding box, as a detector returns it.
  const lines = shown.map(({ text, role, quad }) => ({
    text,
    role,
    box: boundingBox(quad.map((point) => project(back, point))),
  }))
  return { size, onto, lines, cutOff: document.lines.length - shown.length }
}

function isInside({ x, y }: Point, { width, height }: Size): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height
}

/** The margins are shares of a line's height, drawn for each side. */
const LEAST_MARGIN = 0.03
const MOST_MARGIN = 0.2
/** A page of paper has eighty lines and a card fifteen, so the count is limited for all kinds alike. */
const MOST_LINES = 24
/** The text that marks a specimen need not be read. */
const isOfDocument = ({ text }: TrueLineBox): boolean => text !== 'SPECIMEN'

export interface LineCrop extends TrueLineBox {
  readonly quad: Quad
}

export function cropsOf(lines: readonly TrueLineBox[], roles: 'all' | 'mrz', seed: number): LineCrop[] {
  const dice = seededDice(seed, 0xc709)
  const wanted = lines.filter((line) => (roles === 'mrz' ? line.role === 'mrz' : isOfDocument(line)))
  return some(wanted, dice).map((line) => ({ ...line, quad: withMargins(line.box, dice) }))
}

function some<Item>(items: readonly Item[], dice: Dice): Item[] {
  const drawn = items
    .map((item) => ({ item, lot: dice.next() }))
    .toSorted((one, other) => one.lot - other.lot)
  return drawn.slice(0, MOST_LINES).map(({ item }) => item)
}

function withMargins({ x, y, width, height }: Box, dice: Dice): Quad {
  const margin = () => height * dice.between(LEAST_MARGIN, MOST_MARGIN)
  const [left, top, right, bottom] = [x - margin(), y - margin(), x + width + margin(), y + height + margin()]
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
}

/** The crop is as fine as the picture shows it. */
export function cutCrop(pixels: Pixels, onto: Homography, quad: Quad): Pixels {
  const [width, height] = [distance(quad[0], quad[1]), distance(quad[0], quad[3])]
  const middle = { x: (quad[0].x + quad[2].x) / 2, y: (quad[0].y + quad[2].y) / 2 }
  const { along, below } = stretchAt(onto, middle)
  const fineness = Math.max(along, below)
  const size = [
    Math.max(1, Math.round(width * fineness)),
    Math.max(1, Math.round(height * fineness)),
  ] as const
  return flatten(pixels, composed(onto, rectangleOnto(...size, quad)), ...size)
}

/** Returns the quad that a reader widens to this one by its own margins. */
export function withoutMargins([a, b, c, d]: Quad, above: number, beside: number): Quad {
  const height = distance(a, d) / (1 + 2 * above)
  const [down, along] = [above * height, beside * height]
  return [
    { x: a.x + along, y: a.y + down },
    { x: b.x - along, y: b.y + down },
    { x: c.x - along, y: c.y - down },
    { x: d.x + along, y: d.y - down },
  ]
}
