// Hands that hold documents: rounded skin-coloured shapes, under the document and over its edges.
import type { Box } from '../../src/image/geometry/geometry.ts'
import { type Dice, seededDice } from '../person/dice.ts'
import type { Limits } from './lay.ts'
import type { Layout } from './layout.ts'
import type { Canvas, Scene } from './scene.ts'
import { type Noise, tileNoise } from './tile-noise.ts'
import { pixelsPerMm, projectOn, type Sight, sight, type View } from './view.ts'

/** A stretch with round ends, thinner towards its tip; millimetres from the middle of the document. */
interface Finger {
  readonly fromX: number
  readonly fromY: number
  readonly toX: number
  readonly toY: number
  readonly fromRadius: number
  readonly toRadius: number
  readonly hasNail: boolean
  readonly tone: number
}

interface Hands {
  readonly under: readonly Finger[]
  readonly over: readonly Finger[]
}

const PALE = [0.62, 0.36, 0.25] as const
const DARK = [0.13, 0.06, 0.035] as const

/** `text` is what must not be covered, in millimetres from the middle of the document. */
export function handsOf(scene: Scene, layout: Layout, text: readonly Box[]): Hands {
  const dice = seededDice(scene.seed, 0xfa4d)
  const [under, over]: [Finger[], Finger[]] = [[], []]
  if (scene.hand) {
    const { side, tone, reachMm, coversText } = scene.hand
    for (const one of side === 'both' ? (['left', 'right'] as const) : [side]) {
      const hand = handAt(one, layout, reachMm, tone, dice)
      under.push(...hand.under)
      over.push(...hand.over.map((thumb) => (coversText ? thumb : besideText(thumb, text))))
    }
  }
  for (const { corner, reachMm, tone, coversText } of scene.fingers ?? []) {
    const finger = fingerAt(corner, layout, reachMm, tone, dice)
    over.push(coversText ? finger : besideText(finger, text))
  }
  return { under, over }
}

/** Drawn for the left side; the others are it turned about the document. */
function handAt(
  side: 'left' | 'right' | 'bottom',
  layout: Layout,
  reach: number,
  tone: number,
  dice: Dice,
): Hands {
  const isBottom = side === 'bottom'
  const half = isBottom ? layout.halfHeight : layout.halfWidth
  const along = (isBottom ? layout.halfWidth : layout.halfHeight) * dice.between(-0.25, 0.55)
  const finger = (
    from: readonly [number, number],
    to: readonly [number, number],
    radii: readonly [number, number],
    hasNail = false,
  ): Finger => {
    const place = ([x, y]: readonly [number, number]): readonly [number, number] =>
      side === 'left' ? [x, y] : side === 'right' ? [-x, y] : [y, -x]
    const [[fromX, fromY], [toX, toY]] = [place(from), place(to)]
    return { fromX, fromY, toX, toY, fromRadius: radii[0], toRadius: radii[1], hasNail, tone }
  }
  const wrist: readonly [number, number] = [-half - 90, along + dice.between(10, 50)]
  const palm: readonly [number, number] = [-half - dice.between(20, 30), along + 14]
  const lean = dice.between(-14, 6)
  return {
    under: [
      finger([wrist[0] - 60, wrist[1] + 20], wrist, [30, 30]),
      finger(wrist, palm, [32, 27]),
      ...[-24, -4, 15].map((shift) =>
        finger(
          [-half - 22, along + 10 + shift * 0.8],
          [-half + dice.between(20, 40), along + shift],
          [10, 8],
        ),
      ),
    ],
    over: [
      finger([-half - 36, along + 16], [-half - 8 + reach, along + lean], [13, dice.between(8, 9.5)], true),
    ],
  }
}

function fingerAt(corner: number, layout: Layout, reach: number, tone: number, dice: Dice): Finger {
  const [signX, signY] = [corner === 0 || corner === 3 ? -1 : 1, corner < 2 ? -1 : 1]
  const angle = Math.atan2(signY, signX) + dice.between(-0.6, 0.6)
  const radius = dice.between(7, 9)
  const [x, y] = [signX * layout.halfWidth, signY * layout.halfHeight]
  // The round of the tip reaches as far as asked.
  const back = Math.max(0, radius * 1.2 - reach)
  const [toX, toY] = [x + back * Math.cos(angle), y + back * Math.sin(angle)]
  return {
    toX,
    toY,
    fromX: toX + 150 * Math.cos(angle),
    fromY: toY + 150 * Math.sin(angle),
    fromRadius: radius + 2.5,
    toRadius: radius,
    hasNail: dice.next() < 0.7,
    tone,
  }
}

/** Drawn back until it covers nothing that is written. */
function besideText(finger: Finger, text: readonly Box[]): Finger {
  const [dx, dy] = [finger.fromX - finger.toX, finger.fromY - finger.toY]
  const length = Math.hypot(dx, dy)
  for (let back = 0; back < 40; back++) {
    const moved = {
      ...finger,
      toX: finger.toX + (back * dx) / length,
      toY: finger.toY + (back * dy) / length,
      fromX: finger.fromX + (back * dx) / length,
      fromY: finger.fromY + (back * dy) / length,
    }
    if (!text.some((box) => covers(moved, box))) return moved
  }
  return { ...finger, toX: finger.fromX, toY: finger.fromY }
}

const CLEARANCE = 1.5

function covers({ fromX, fromY, toX, toY, fromRadius, toRadius }: Finger, box: Box): boolean {
  for (let i = 0; i <= 32; i++) {
    const [x, y] = [toX + ((fromX - toX) * i) / 32, toY + ((fromY - toY) * i) / 32]
    const nearX = Math.min(box.x + box.width, Math.max(box.x, x))
    const nearY = Math.min(box.y + box.height, Math.max(box.y, y))
    const radius = toRadius + ((fromRadius - toRadius) * i) / 32 + CLEARANCE
    if ((x - nearX) ** 2 + (y - nearY) ** 2 < radius * radius) return true
  }
  return false
}

export function drawFingers(
  canvas: Canvas,
  view: View,
  layout: Layout,
  fingers: readonly Finger[],
  seed: number,
  isOver: boolean,
): void {
  const rays = sight(view, layout)
  const noise = tileNoise(seed)
  const perMm = pixelsPerMm(view, layout)
  for (const finger of fingers)
    drawFinger(canvas, rays, limitsOf(view, layout, finger), finger, noise, perMm, isOver)
}

function limitsOf(view: View, layout: Layout, finger: Finger): Limits {
  const ends = [
    projectOn(view, layout, finger.fromX, finger.fromY),
    projectOn(view, layout, finger.toX, finger.toY),
  ]
  const room = 1.5 * (Math.max(finger.fromRadius, finger.toRadius) + 6) * pixelsPerMm(view, layout)
  const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)))
  return [
    within(Math.min(...ends.map(({ x }) => x)) - room, view.width),
    within(Math.max(...ends.map(({ x }) => x)) + room, view.width),
    within(Math.min(...ends.map(({ y }) => y)) - room, view.height),
    within(Math.max(...ends.map(({ y }) => y)) + room, view.height),
  ]
}

/** Width of the soft shadow beside a finger. */
const SHADOW_MM = 4

function drawFinger(
  { width, light }: Canvas,
  rays: Sight,
  limits: Limits,
  finger: Finger,
  noise: Noise,
  perMm: number,
  isOver: boolean,
): void {
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8, eyeX, eyeY, eyeZ] = rays
  const [left, right, top, bottom] = limits
  const { fromX, fromY, toX, toY, fromRadius, toRadius, hasNail, tone } = finger
  const length = Math.max(0.01, Math.sqrt((fromX - toX) ** 2 + (fromY - toY) ** 2))
  const [ux, uy] = [(fromX - toX) / length, (fromY - toY) / length]
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const far = -eyeZ / (r6 * (x + 0.5) + r7 * (y + 0.5) + r8)
      const dx = eyeX + far * (r0 * (x + 0.5) + r1 * (y + 0.5) + r2) - toX
      const dy = eyeY + far * (r3 * (x + 0.5) + r4 * (y + 0.5) + r5) - toY
      const along = dx * ux + dy * uy
      const across = dy * ux - dx * uy
      const kept = along < 0 ? 0 : along > length ? length : along
      const radius = toRadius + ((fromRadius - toRadius) * kept) / length
      const beyond = along - kept
      const away = Math.sqrt(beyond * beyond + across * across)
      const at = 3 * (y * width + x)
      if (away >= radius) {
        if (!isOver || away > radius + SHADOW_MM) continue
        const share = 1 - (away - radius) / SHADOW_MM
        const times = 1 - 0.45 * share * share
        for (let c = at; c < at + 3; c++) light[c] = (light[c] as number) * times
        continue
      }
      const cover = Math.min(1, (radius - away) * perMm)
      const share = away / radius
      const facing = Math.sqrt(1 - share * share)
      // Lit from the upper left; the flanks glow red as light goes through.
      const lean = (across * (ux - uy) * 0.35 - beyond * (ux + uy) * 0.25) / radius
      const crease = Math.max(0, 1 - 1.6 * Math.abs(((along - 17) % 21) - 1)) * 0.16
      const rough = 0.05 * noise(along * 0.9, across * 0.9) + 0.06 * noise(along * 0.15, across * 0.15)
      let lit = 0.45 + 0.6 * facing - 0.25 * lean - crease * facing + rough
      let red = 1 + 0.12 * (1 - facing)
      const nail = ((along - toRadius * 0.1) / toRadius / 0.75) ** 2 + (across / toRadius / 0.68) ** 2
      if (hasNail && nail < 1) {
        lit = 0.62 + 0.5 * facing + (nail > 0.85 ? -0.12 : 0) + (along < -toRadius * 0.42 ? 0.25 : 0)
        lit += 0.5 * Math.exp(-(((across + 2) / 1.1) ** 2) - (along / 4) ** 2)
        red = 1.04
      }
      for (let c = 0; c < 3; c++) {
        const skin = (PALE[c] as number) + ((DARK[c] as number) - (PALE[c] as number)) * tone
        const value = skin * lit * (c === 0 ? red : 1)
        light[at + c] = (light[at + c] as number) * (1 - cover) + value * cover
      }
    }
}
