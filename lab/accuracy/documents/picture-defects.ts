// Adds defects to pictures beyond those of their level: too dark, too far, parts cut off, a covered number, fifty cards.
import type { Scene, TrueDocument } from '../../../specimens/camera/scene.ts'
import { type Dice, seededDice } from '../../../specimens/person/dice.ts'
import { type Box, boundingBox, distance, type Point } from '../../../src/image/geometry/geometry.ts'
import { inverted, project, type Quad, rectangleOnto } from '../../../src/image/geometry/perspective.ts'
import type { Pixels } from '../../../src/image/pixels.ts'

type Size = Pick<Pixels, 'width' | 'height'>

export type PictureDefect =
  | 'dark'
  | 'far'
  | 'half'
  | 'covered'
  | 'fifty'
  | 'without-top'
  | 'without-right'
  | 'without-bottom'
  | 'without-left'
  /** All of the document is there, and hardly anything else. */
  | 'at-the-edge'
  /** A part of the name is not to be seen: behind light, behind a finger, or beyond an edge of the picture. */
  | 'glare-on-name'
  | 'finger-on-name'
  | 'name-without-start'
  | 'name-without-end'
  /** Its ground is painted over the QR code, as programs fill a hole. */
  | 'code-painted-over'

/** These defects change the scene before the picture is taken. */
const scenes: Readonly<Partial<Record<PictureDefect, (scene: Scene, dice: Dice) => Scene>>> = {
  dark: (scene, dice) => ({ ...scene, light: { ...scene.light, level: dice.between(0.02, 0.06) } }),
  far: ({ hand: _hand, fingers: _fingers, ...scene }, dice) => ({
    ...scene,
    frame: { ...scene.frame, hold: 'along' },
    pose: { ...scene.pose, fill: dice.between(0.1, 0.17), x: dice.about(0, 0.2), y: dice.about(0, 0.2) },
  }),
  // The frame holds nothing but the card itself, so that the intended part is cut off or covered.
  half: alongOnly,
  'without-top': alongOnly,
  'without-right': alongOnly,
  'without-bottom': alongOnly,
  'without-left': alongOnly,
  'at-the-edge': alongOnly,
  'name-without-start': alongOnly,
  'name-without-end': alongOnly,
}

function alongOnly(scene: Scene): Scene {
  return { ...scene, frame: { ...scene.frame, hold: 'along' } }
}

export function sceneWith(scene: Scene, defect: PictureDefect | undefined): Scene {
  const change = defect && scenes[defect]
  return change ? change(scene, seededDice(scene.seed, 0x0dd)) : scene
}

/** These defects cut off or paint over pixels after the picture is taken. */
export function withDefect(
  pixels: Pixels,
  document: TrueDocument,
  defect: PictureDefect | undefined,
  seed: number,
): Pixels {
  if (defect === 'half') return halved(pixels, document.corners, seededDice(seed, 0x0dd))
  if (defect === 'covered') return covered(pixels, document)
  if (defect === 'code-painted-over')
    return document.codes.reduce(
      (painted, { quad }) => filled(painted, grown(quad), seededDice(seed, 0x0dd)),
      pixels,
    )
  const name = document.lines.find(({ field }) => field === 'name')
  const hide = defect && hidden[defect]
  if (hide && name) return hide(pixels, name.quad, seededDice(seed, 0x0dd))
  const box = defect && boxes[defect]?.(pixels, boundingBox(document.corners), seededDice(seed, 0x0dd))
  if (box) return cut(pixels, box)
  return pixels
}

/** The card is cut across or along its middle, together with the picture. */
function halved(pixels: Pixels, corners: readonly Point[], dice: Dice): Pixels {
  const card = boundingBox(corners)
  const share = dice.between(0.4, 0.6)
  const [x, y] = [Math.round(card.x + share * card.width), Math.round(card.y + share * card.height)]
  const whole = { x: 0, y: 0, width: pixels.width, height: pixels.height }
  const box = dice.pick<Box>([
    { ...whole, width: x },
    { ...whole, x, width: pixels.width - x },
    { ...whole, height: y },
    { ...whole, y, height: pixels.height - y },
  ])
  return cut(pixels, box)
}

/** Two fifths to two thirds of the card are left. */
const shareLeft = (dice: Dice): number => dice.between(0.4, 0.67)

type CutBox = (pixels: Size, card: Box, dice: Dice) => Box

/** What is left of the picture. */
const boxes: Readonly<Partial<Record<PictureDefect, CutBox>>> = {
  'without-top': ({ width, height }, card, dice) => {
    const y = Math.round(card.y + (1 - shareLeft(dice)) * card.height)
    return { x: 0, y, width, height: height - y }
  },
  'without-left': ({ width, height }, card, dice) => {
    const x = Math.round(card.x + (1 - shareLeft(dice)) * card.width)
    return { x, y: 0, width: width - x, height }
  },
  'without-bottom': ({ width }, card, dice) => ({
    x: 0,
    y: 0,
    width,
    height: Math.round(card.y + shareLeft(dice) * card.height),
  }),
  'without-right': ({ height }, card, dice) => ({
    x: 0,
    y: 0,
    width: Math.round(card.x + shareLeft(dice) * card.width),
    height,
  }),
  'at-the-edge': ({ width, height }, card, dice) => {
    const margins = [0, 1, 2, 3].map(() =>
      dice.next() < 0.6 ? dice.between(-0.006, 0.02) : dice.between(0.02, 0.3),
    )
    const [left, top, right, bottom] = margins.map((share) => share * card.width) as [
      number,
      number,
      number,
      number,
    ]
    const [x, y] = [clamp(card.x - left, width), clamp(card.y - top, height)]
    const [to, down] = [
      clamp(card.x + card.width + right, width),
      clamp(card.y + card.height + bottom, height),
    ]
    return { x, y, width: to - x, height: down - y }
  },
}

function cut(pixels: Pixels, box: Box): Pixels {
  const data = new Uint8Array(3 * box.width * box.height)
  for (let row = 0; row < box.height; row++) {
    const from = 3 * ((box.y + row) * pixels.width + box.x)
    data.set(pixels.data.subarray(from, from + 3 * box.width), 3 * row * box.width)
  }
  return { width: box.width, height: box.height, data }
}

/** A strip of paper covers the number; it is as wide as the number and half as high again. */
function covered(pixels: Pixels, { lines }: TrueDocument): Pixels {
  const data = Uint8Array.from(pixels.data)
  for (const { quad } of lines.filter(({ field }) => field === 'id' || field === 'passport_id')) {
    const { x, y, width, height } = boundingBox(quad)
    const [left, right] = [clamp(x - height / 2, pixels.width), clamp(x + width + height / 2, pixels.width)]
    for (let row = clamp(y - height / 4, pixels.height); row < clamp(y + 1.25 * height, pixels.height); row++)
      data.fill(PAPER, 3 * (row * pixels.width + left), 3 * (row * pixels.width + right))
  }
  return { ...pixels, data }
}

const PAPER = 198

/** What is filled reaches so much beyond the code. */
const GROWN = 0.08

function grown(quad: Quad): Quad {
  const onto = rectangleOnto(1, 1, quad)
  const [from, to] = [-GROWN, 1 + GROWN]
  return [
    project(onto, { x: from, y: from }),
    project(onto, { x: to, y: from }),
    project(onto, { x: to, y: to }),
    project(onto, { x: from, y: to }),
  ]
}

/** Fills the quad with what lies between the colours at its corners, and with noise. */
function filled(pixels: Pixels, quad: Quad, dice: Dice): Pixels {
  const data = Uint8Array.from(pixels.data)
  const within = inverted(rectangleOnto(1, 1, quad))
  const colours = quad.map((corner) => colourAround(pixels, corner))
  const { x, y, width, height } = boundingBox(quad)
  for (let row = clamp(y, pixels.height); row < clamp(y + height, pixels.height); row++)
    for (let at = clamp(x, pixels.width); at < clamp(x + width, pixels.width); at++) {
      const { x: u, y: v } = project(within, { x: at + 0.5, y: row + 0.5 })
      if (u < 0 || v < 0 || u > 1 || v > 1) continue
      const shares = [(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v]
      const noise = dice.about(0, 2)
      for (let channel = 0; channel < 3; channel++)
        data[3 * (row * pixels.width + at) + channel] = Math.min(
          255,
          Math.max(
            0,
            noise + shares.reduce((sum, share, i) => sum + share * (colours[i]?.[channel] ?? 0), 0),
          ),
        )
    }
  return { ...pixels, data }
}

const AROUND = 3

function colourAround(pixels: Pixels, { x, y }: Point): number[] {
  const [sums, count] = [[0, 0, 0], (2 * AROUND + 1) ** 2]
  for (let down = -AROUND; down <= AROUND; down++)
    for (let along = -AROUND; along <= AROUND; along++) {
      const [row, at] = [clamp(y + down, pixels.height - 1), clamp(x + along, pixels.width - 1)]
      for (let channel = 0; channel < 3; channel++)
        sums[channel] =
          (sums[channel] ?? 0) + (pixels.data[3 * (row * pixels.width + at) + channel] ?? 0) / count
    }
  return sums
}

/** The line is a quad that begins where its text begins. */
type Hide = (pixels: Pixels, line: Quad, dice: Dice) => Pixels

const hidden: Readonly<Partial<Record<PictureDefect, Hide>>> = {
  'glare-on-name': (pixels, line, dice) => {
    const spot = spotOn(line, dice, [0.8, 2.5], [1, 3])
    const strength = dice.between(1.2, 2.5)
    return painted(pixels, spot, 3, (value, _channel, away) => {
      const light = (value / 255) ** GAMMA + strength * Math.exp(-away / 2)
      return 255 * Math.min(1, light) ** (1 / GAMMA)
    })
  },
  'finger-on-name': (pixels, line, dice) => {
    const spot = spotOn(line, dice, [1, 2.5], [2, 5])
    const skin = dice.pick(SKINS)
    return painted(pixels, spot, 1.05, (value, channel, away) => {
      const covered = Math.min(1, Math.max(0, (1.05 - away) / 0.1))
      const shade = 1 - 0.3 * away
      return (1 - covered) * value + covered * (skin[channel] as number) * shade
    })
  },
  'name-without-start': (pixels, line, dice) => keptFrom(pixels, line, dice.between(0.15, 0.6)),
  'name-without-end': (pixels, [start, end, below, first], dice) =>
    keptFrom(pixels, [end, start, first, below], 1 - dice.between(0.4, 0.85)),
}

/** Cuts off the side of the picture on which the line begins, at this share of the line. */
function keptFrom(pixels: Pixels, [start, end, , first]: Quad, share: number): Pixels {
  const [x, y] = [start.x + share * (end.x - start.x), start.y + share * (end.y - start.y)]
  const at = {
    x: Math.round((x + x + first.x - start.x) / 2),
    y: Math.round((y + y + first.y - start.y) / 2),
  }
  const whole = { x: 0, y: 0, width: pixels.width, height: pixels.height }
  if (Math.abs(end.x - start.x) >= Math.abs(end.y - start.y))
    return cut(
      pixels,
      end.x > start.x ? { ...whole, x: at.x, width: pixels.width - at.x } : { ...whole, width: at.x },
    )
  return cut(
    pixels,
    end.y > start.y ? { ...whole, y: at.y, height: pixels.height - at.y } : { ...whole, height: at.y },
  )
}

const GAMMA = 2.2
const SKINS = [
  [224, 178, 150],
  [198, 146, 114],
  [158, 108, 82],
] as const

/** An ellipse whose axes are those of the line. */
interface Spot extends Point {
  readonly along: number
  readonly down: number
  readonly angle: number
}

/** Its radii are in heights of the line. */
function spotOn(
  line: Quad,
  dice: Dice,
  along: readonly [number, number],
  down: readonly [number, number],
): Spot {
  const [start, end, , first] = line
  const height = distance(start, first)
  return {
    ...project(rectangleOnto(1, 1, line), { x: dice.between(0.1, 1), y: dice.between(0.2, 0.8) }),
    along: dice.between(...along) * height,
    down: dice.between(...down) * height,
    angle: Math.atan2(end.y - start.y, end.x - start.x),
  }
}

/** Changes the pixels that are at most so many radii away; `away` is the square of the distance in radii. */
function painted(
  pixels: Pixels,
  { x, y, along, down, angle }: Spot,
  most: number,
  change: (value: number, channel: number, away: number) => number,
): Pixels {
  const data = Uint8Array.from(pixels.data)
  const reach = most * Math.max(along, down)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  for (let row = clamp(y - reach, pixels.height); row < clamp(y + reach, pixels.height); row++)
    for (let at = clamp(x - reach, pixels.width); at < clamp(x + reach, pixels.width); at++) {
      const [right, below] = [at - x, row - y]
      const away = ((cos * right + sin * below) / along) ** 2 + ((cos * below - sin * right) / down) ** 2
      for (let channel = 0; channel < 3 && away < most ** 2; channel++) {
        const place = 3 * (row * pixels.width + at) + channel
        data[place] = change(data[place] as number, channel, away)
      }
    }
  return { ...pixels, data }
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, Math.round(value)))
