// Draws the flat front of a card: coloured paper, guilloche lines, marks like lines of text, the portrait and its ghost.

import type { Random } from '../../../specimens/random.ts'
import { type Colour, drawPath } from '../../../src/image/draw.ts'
import type { Box } from '../../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { cutPortrait, PORTRAIT, printed, printLook, within } from './card-portrait.ts'

/** Pixels per millimetre: 254 dots per inch, as card printers have. */
const MM = 10
const CARD = { width: 856, height: 540 }
const PLACE: Box = { x: 5 * MM, y: 17 * MM, width: 21 * MM, height: 28 * MM }
const GHOST: Box = { x: 70 * MM, y: 31 * MM, width: 9 * MM, height: 12 * MM }

/** The box of the face on the flat card. */
export function faceOnCard(face: Box): Box {
  const height = PLACE.height / PORTRAIT.faces
  const width = (height * face.width) / face.height
  const x = PLACE.x + PLACE.width / 2 - width / 2
  return { x, y: PLACE.y + PLACE.height * PORTRAIT.middle - height / 2, width, height }
}

const papers: readonly Colour[] = [
  [214, 226, 222],
  [226, 216, 214],
  [221, 226, 236],
  [232, 228, 208],
  [208, 222, 204],
]

export function drawCard(photo: Pixels, face: Box, random: Random): Pixels {
  const paper = papers[random.below(papers.length)] as Colour
  const card = plain(paper, random)
  const look = printLook(random)
  guilloche(card, random, { x: 0, y: 0, ...CARD }, 26, within(random, 0.15, 0.4))
  paste(card, printed(cutPortrait(photo, face, PLACE.width, PLACE.height), look, random), PLACE, 1)
  guilloche(card, random, PLACE, 8, within(random, 0.1, 0.45))
  const faded = { ...look, isGrey: true, darkest: 120, brightest: 225 }
  paste(card, printed(cutPortrait(photo, face, GHOST.width, GHOST.height), faded, random), GHOST, 0.55)
  textLines(card, random)
  return card
}

/** Two colours blend into each other from side to side. */
function plain(paper: Colour, random: Random): Pixels {
  const data = new Uint8Array(3 * CARD.width * CARD.height)
  const drift = [within(random, -25, 18), within(random, -25, 18), within(random, -25, 18)]
  for (let at = 0; at < data.length; at++) {
    const x = Math.floor(at / 3) % CARD.width
    data[at] = Math.min(250, (paper[at % 3] as number) + ((drift[at % 3] as number) * x) / CARD.width)
  }
  return { ...CARD, data }
}

function paste(card: Pixels, picture: Pixels, { x: left, y: top }: Box, opacity: number): void {
  for (let y = 0; y < picture.height; y++)
    for (let i = 0; i < 3 * picture.width; i++) {
      const at = 3 * ((top + y) * card.width + left) + i
      const value = picture.data[3 * y * picture.width + i] as number
      card.data[at] = (card.data[at] as number) * (1 - opacity) + value * opacity + 0.5
    }
}

function guilloche(card: Pixels, random: Random, area: Box, lines: number, opacity: number): void {
  const colour: Colour = [within(random, 60, 170), within(random, 80, 170), within(random, 80, 170)]
  const waves = within(random, 1.5, 4)
  const swing = area.height / within(random, 4, 12)
  for (let number = 0; number < lines; number++) {
    const share = number / (lines - 1)
    const points = Array.from({ length: 60 }, (_, i) => ({
      x: area.x + (area.width * i) / 59,
      y:
        area.y +
        area.height * share +
        swing * Math.sin((i / 59) * waves * 2 * Math.PI + share * 5) * Math.cos(share * 4),
    })).map(({ x, y }) => ({ x, y: Math.min(area.y + area.height, Math.max(area.y, y)) }))
    drawPath(card, points, { colour, width: 1.8, opacity })
  }
}

/** Letters are short strokes, because only dark and fine marks matter here. */
function textLines(card: Pixels, random: Random): void {
  const colour: Colour = [within(random, 20, 70), within(random, 20, 60), within(random, 20, 70)]
  const rows = 8 + random.below(2)
  for (let row = 0; row < rows; row++) {
    const size = row < 2 ? 2.6 * MM : within(random, 1.5 * MM, 2.3 * MM)
    const top = 4 * MM + row * 5 * MM
    const end = within(random, 45, row < 5 ? 80 : 66) * MM
    for (let x = 30 * MM; x < end; x += size * (random.next() < 0.2 ? 1.3 : 0.75)) {
      const corner = () => ({ x: x + size * 0.5 * random.below(2), y: top + (size * random.below(3)) / 2 })
      drawPath(card, [corner(), corner(), corner(), corner()], { colour, width: size / 7, opacity: 0.85 })
    }
  }
}
