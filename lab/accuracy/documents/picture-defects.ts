// Adds defects to pictures beyond those of their level: too dark, too far, parts cut off, a covered number, fifty cards.
import type { Scene, TrueDocument } from '../../../specimens/camera/scene.ts'
import { type Dice, seededDice } from '../../../specimens/person/dice.ts'
import { type Box, boundingBox, type Point } from '../../../src/image/geometry/geometry.ts'
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

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, Math.round(value)))
