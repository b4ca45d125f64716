// Draws a card photographed twice, flat and tilted: by somebody who holds it, and by somebody who holds a picture of it.

import type { Kind } from '../../../src/documents/kinds/kinds.ts'
import { ontoPicture } from '../../../src/documents/pages/straighten.ts'
import { project } from '../../../src/image/geometry/perspective.ts'
import { encodePhotograph } from '../../camera/encode.ts'
import { flatDocument } from '../../camera/flat-document.ts'
import { sceneOf } from '../../camera/levels.ts'
import { printOf } from '../../camera/mishaps.ts'
import { photograph } from '../../camera/photograph.ts'
import type { FlatDocument, Glare, Quad, Scene } from '../../camera/scene.ts'
import { specimen } from '../../documents/specimen.ts'
import { type Dice, seededDice } from '../../person/dice.ts'

/** Who holds what. The first three have the card itself. */
export const HOLDERS = [
  'card lifted from a table',
  'card held in a hand',
  'card on a table, the phone tilted',
  'photograph on a display',
  'card alone on a display',
  'photograph printed',
  'print cut out along the card',
  'photograph tilted by software',
] as const
export type Holder = (typeof HOLDERS)[number]

export interface TiltedShot {
  readonly bytes: Uint8Array
  readonly corners: Quad
}

interface Pose {
  readonly tiltDegrees: number
  readonly turnDegrees: number
}

/** Both pictures, the flat one first. */
export async function tiltedPair(
  kind: Kind,
  seed: number,
  holder: Holder,
): Promise<readonly [TiltedShot, TiltedShot]> {
  const { sheets, cast } = specimen({ kind, seed })
  const front = sheets.find(({ side }) => side === 'front')
  if (!front) throw new Error(`${kind} has no front`)
  const card = await flatDocument(front, cast, seed)
  const dice = seededDice(seed, 0x7117 + HOLDERS.indexOf(holder))
  const tilt: Pose = {
    tiltDegrees: dice.pick([-1, 1, 1]) * dice.between(11, 20),
    turnDegrees: dice.about(0, 4),
  }
  const shown = await shownBy(holder, card, seed, dice)
  const base = ordinary(dice, seed, holder)
  const lamp = lampOf(dice)
  const shot = async (isTilted: boolean): Promise<TiltedShot> => {
    const { hand, ...bare } = handOf(dice, base, isTilted)
    const again: Scene = shown.isAlone
      ? { ...bare, pose: { ...bare.pose, fill: 1.2, x: 0, y: 0 } }
      : { ...bare, ...(hand && { hand }) }
    const lifted = isTilted ? tilt : { tiltDegrees: 0, turnDegrees: 0 }
    const isPhoneTilted = holder === 'card on a table, the phone tilted'
    const pose = isPhoneTilted ? added(again.pose, lifted) : again.pose
    const whole = added(again.pose, lifted)
    const scene: Scene = {
      ...again,
      pose,
      ...(!isPhoneTilted && { lift: lifted }),
      ...(shown.isShining && { glare: glareOf(lamp, whole) }),
      ...shown.change,
    }
    const { pixels, truth } = photograph([shown.document], scene)
    const [document] = truth.documents
    if (!document) throw new Error('nothing was photographed')
    const bytes = await encodePhotograph({ pixels, truth }, scene)
    const onto = ontoPicture(shown.document.pixels, document.corners)
    const [a, b, c, d] = shown.corners
    return {
      bytes,
      corners: [project(onto, a), project(onto, b), project(onto, c), project(onto, d)],
    }
  }
  return [await shot(false), await shot(true)]
}

const added = <Its extends Pose>(pose: Its, { tiltDegrees, turnDegrees }: Pose): Its => ({
  ...pose,
  tiltDegrees: pose.tiltDegrees + tiltDegrees,
  turnDegrees: pose.turnDegrees + turnDegrees,
})

interface Shown {
  readonly document: FlatDocument
  /** Of the card on it. */
  readonly corners: Quad
  readonly change: Partial<Scene>
  readonly isShining: boolean
  /** The picture shows nothing else. */
  readonly isAlone?: boolean
}

async function shownBy(holder: Holder, card: FlatDocument, seed: number, dice: Dice): Promise<Shown> {
  const { width, height } = card.pixels
  const own: Quad = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]
  const change = { screen: displayOf(dice) }
  if (holder === 'card alone on a display') {
    const plain = { ...change.screen, marginMm: dice.between(1, 30) }
    return { document: card, corners: own, change: { screen: plain }, isShining: false }
  }
  if (holder === 'print cut out along the card') {
    const print = { ...printOf(dice), marginMm: 0.5 }
    return { document: card, corners: own, change: { print }, isShining: false }
  }
  if (!holder.startsWith('photograph')) return { document: card, corners: own, change: {}, isShining: true }
  // The forger's own picture of the card, which is what is shown.
  const taken = ordinary(seededDice(seed, 0xf0), seed + 7, 'card lifted from a table')
  const fill = dice.between(0.5, 0.86)
  const { pixels, truth } = photograph([card], { ...taken, pose: { ...taken.pose, fill } })
  const corners = truth.documents[0]?.corners
  if (!corners) throw new Error('nothing was photographed')
  const document = { ...card, pixels, kind: 'shown', cornerPx: 0, lines: [], codes: [] }
  if (holder === 'photograph printed')
    return { document, corners, change: { print: { ...printOf(dice), marginMm: 2 } }, isShining: false }
  if (holder === 'photograph tilted by software') {
    // Nothing but the photograph is in the pictures.
    return { document, corners, change: {}, isShining: false, isAlone: true }
  }
  return { document, corners, change, isShining: false }
}

/** The picture is as wide as a card here, and displays are up to four times wider: their pixels are as many times finer. */
const displayOf = (dice: Dice): NonNullable<Scene['screen']> => ({
  pitchMm: dice.between(0.03, 0.16),
  marginMm: dice.between(0.5, 3),
  bezelMm: dice.next() < 0.6 ? dice.between(1, 8) : 0,
  around: dice.pick([0.005, 0.02, 0.3, 0.85]),
  tint: dice.about(0.3, 0.4),
  reflection: dice.next() < 0.5 ? dice.between(0.05, 0.35) : 0.02,
  // Cameras of today hide most of the pattern.
  contrast: dice.next() < 0.5 ? dice.between(0.02, 0.2) : dice.between(0.2, 1),
})

function ordinary(dice: Dice, seed: number, holder: Holder): Scene {
  const {
    screen: _s,
    print: _p,
    photocopy: _c,
    glare: _g,
    film: _f,
    hand: _h,
    fingers: _n,
    ...scene
  } = sceneOf('photo', seed)
  const isHeld = holder !== 'card on a table, the phone tilted' && holder !== 'card lifted from a table'
  const inRoom = isHeld && dice.next() < 0.6
  const fingers = { side: dice.pick(['left', 'right', 'bottom', 'both'] as const), tone: dice.next() }
  return {
    ...scene,
    pose: {
      ...scene.pose,
      tiltDegrees: dice.about(0, 2.5),
      turnDegrees: dice.about(0, 2.5),
      quarterTurns: 0,
      fill: dice.between(0.55, 0.8),
    },
    frame: { ...scene.frame, longSide: Math.min(1400, scene.frame.longSide), hold: 'along' },
    background: inRoom ? { kind: 'room', seed } : scene.background,
    ...(isHeld && { hand: { ...fingers, reachMm: dice.between(4, 14) } }),
    stretch: 1,
    orientation: 1,
  }
}

/** The same hands, a moment later. */
function handOf(dice: Dice, base: Scene, isTilted: boolean): Scene {
  const { pose, light } = base
  return {
    ...base,
    pose: {
      ...pose,
      tiltDegrees: pose.tiltDegrees + dice.about(0, 1),
      turnDegrees: pose.turnDegrees + dice.about(0, 1),
      rollDegrees: pose.rollDegrees + dice.about(0, 2),
      fill: Math.min(0.85, pose.fill * (1 + dice.about(0, 0.06))),
      x: pose.x + dice.about(0, 0.2),
      y: pose.y + dice.about(0, 0.2),
    },
    light: { ...light, level: (light?.level ?? 1) * (1 + dice.about(0, 0.05)) },
    noise: base.noise ?? { shot: 0.01, read: 0.002, correlation: 0.4 },
    jpeg: { quality: Math.round(isTilted ? base.jpeg.quality : Math.min(95, base.jpeg.quality + 2)) },
  }
}

interface Lamp {
  /** Where its mirror image lies on a card that is held straight, in widths of the card, and how far it is away in them. */
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly strength: number
}

const lampOf = (dice: Dice): Lamp => ({
  x: dice.between(-1.6, 1.6),
  y: dice.between(-1.6, 1.6),
  radius: dice.between(0.05, 0.14),
  strength: dice.between(0.2, 0.9),
})

/** A mirror that turns by some degrees turns what it shows by twice as many; a card is held about four of its widths away. */
const FAR = 4

function glareOf({ x, y, radius, strength }: Lamp, { tiltDegrees, turnDegrees }: Pose): Glare[] {
  const moved = (degrees: number): number => FAR * Math.tan((2 * degrees * Math.PI) / 180)
  const at = { x: x + moved(turnDegrees), y: y + moved(tiltDegrees) }
  if (Math.abs(at.x) > 0.7 || Math.abs(at.y) > 0.5) return []
  return [{ ...at, radius, stretch: 1.4, degrees: 20, strength, rainbow: 0, besideText: false }]
}
