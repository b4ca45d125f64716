// What an office puts on a document after it is printed: seals, signatures, fingerprints, holograms.
import { noise, seededDice } from '../../person/dice.ts'
import type { BoxMm } from '../sheet.ts'
import { starPath } from './emblem.ts'
import {
  clipped,
  filled,
  group,
  kept,
  type Point,
  pathOf,
  plateText,
  ringText,
  short,
  strokes,
  wash,
} from './svg.ts'

const TURN = 2 * Math.PI

interface SealLook {
  /** Around the ring, upper part; the words are not part of the truth. */
  readonly words: string
  readonly below?: string
  /** Lines in the middle, where others have a star. */
  readonly centre?: readonly string[]
  readonly colour?: string
  readonly seed?: number
}

/** A round red seal: two rings, words between them, a star; worn where it was pressed badly. */
export function seal(cx: number, cy: number, radius: number, look: SealLook): string {
  const { words, below = '★', colour = '#d5283a', seed = 1 } = look
  const dice = seededDice(seed, 0x5ea1)
  const ring = (r: number) =>
    `<circle cx="0" cy="0" r="${short(r)}" fill="none" stroke="${colour}" stroke-width="${short(radius * 0.045)}"/>`
  const type = { typeface: 'sans-bold', sizeMm: radius * 0.2, colour } as const
  const lower = below === '★' ? filled([starPath(0, radius * 0.83, radius * 0.09)], colour) : ''
  const content =
    ring(radius * 0.98) +
    ring(radius * 0.66) +
    ringText(words, type, { cx: 0, cy: 0, radius: radius * 0.74, fromDegrees: 140, overDegrees: 260 }) +
    (look.centre === undefined
      ? filled([starPath(0, 0, radius * 0.34)], colour, 0.9)
      : look.centre
          .map((text, k, all) =>
            plateText(
              text,
              { ...type, sizeMm: radius * 0.19 },
              { x: 0, y: radius * (0.09 + (k - (all.length - 1) / 2) * 0.27), middle: true },
            ),
          )
          .join('')) +
    lower
  const turn = dice.between(-25, 25)
  return group(
    content,
    `transform="translate(${short(cx)} ${short(cy)}) rotate(${short(turn)})" opacity="${short(dice.between(0.62, 0.9))}"`,
  )
}

/** An unreadable signature, about `width` long: a tall first letter, waves that die down, a stroke below. */
export function signature(x: number, y: number, width: number, seed: number, colour = '#1d2a6b'): string {
  const dice = seededDice(seed, 0x516)
  const [loops, lean, round] = [
    Math.round(dice.between(3, 9)),
    dice.between(0.1, 0.7),
    dice.between(0.03, 0.14),
  ]
  const height = width * dice.between(0.25, 0.45)
  const points: Point[] = []
  for (let k = 0; k <= loops * 20; k++) {
    const t = k / (loops * 20)
    const angle = t * loops * TURN
    const uneven = 0.25 + Math.abs(noise(t * loops * 0.9, 0.5, seed)) * 1.3
    const grow = uneven * (t < 0.18 ? 1.5 : 1 - 0.55 * t)
    const up = Math.sin(angle) * height * 0.5 * grow
    const across = Math.cos(angle * (1 + 0.15 * noise(t * 4, 3.5, seed))) * width * round * (0.4 + grow)
    points.push([x + width * t + across - lean * up, y + up + noise(t * 3, 7.5, seed) * height * 0.25])
  }
  const below = height * dice.between(0.2, 0.5)
  const flourish: Point[] = []
  for (let t = 0; t <= 1; t += 0.05) {
    flourish.push([x + width * (1.1 * t - 0.05), y + below - height * 0.7 * t * t * dice.between(0.95, 1.05)])
  }
  const paths = dice.next() < 0.7 ? [pathOf(points), pathOf(flourish)] : [pathOf(points)]
  return strokes(paths, colour, width * dice.between(0.012, 0.022), 0.9)
}

/** No more are drawn, because they are not read. */
const FINGERS = 24

/** A whorl of ridges pressed with ink; `box` is the space it fills. */
export function fingerprint(box: BoxMm, seed: number, colour = '#26282c', opacity = 0.85): string {
  const finger = seed % FINGERS
  const key = `finger ${[box.x, box.y, box.width, box.height, finger]}`
  return strokes(
    kept(key, () => ridgesOf(box, finger)),
    colour,
    0.24,
    opacity,
  )
}

function ridgesOf(box: BoxMm, seed: number): string[] {
  const dice = seededDice(seed, 0xf19)
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2]
  const [rx, ry] = [box.width * 0.44, box.height * 0.46]
  const [swirl, coreX, coreY] = [dice.between(-1.4, 1.4), dice.between(-0.12, 0.12), dice.between(-0.2, 0.1)]
  const ridges: string[] = []
  const count = Math.round(Math.min(rx, ry) / 0.42)
  for (let k = 1; k <= count; k++) {
    let points: Point[] = []
    for (let a = 0; a <= 96; a++) {
      const angle = (a / 96) * TURN
      const share =
        (k +
          0.35 * Math.sin(angle * 2 + swirl) +
          0.5 * noise(Math.cos(angle) * 2 + k * 0.15, Math.sin(angle) * 2, seed)) /
        count
      const fade = 1 - share
      const px = cx + rx * (share * Math.cos(angle) + coreX * fade)
      const py = cy + ry * (share * Math.sin(angle) * (1 + 0.12 * fade) + coreY * fade)
      // Ridges end and begin: without breaks it looks like a target.
      if (noise(px * 1.1, py * 1.1, seed + 5) > 0.52 || share > 0.98) {
        if (points.length > 2) ridges.push(pathOf(points))
        points = []
      } else points.push([px, py])
    }
    if (points.length > 2) ridges.push(pathOf(points))
  }
  return ridges
}

/** The foil patch of the barcode cards. */
export function hologram(box: BoxMm): string {
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2]
  return clipped(
    wash(box, ['#e7d86a', '#d85ca5', '#5a6fd0', '#63c7c9', '#e9e3a2'], 60, 0.75) +
      filled([starPath(cx, cy, box.width * 0.32)], '#fff6c8', 0.55),
    box,
    0.8,
  )
}

/** Scratches, a stain and rubbed edges over a whole sheet; 0 is new, 1 has been carried for ten years. */
export function wear(width: number, height: number, amount: number, seed: number): string {
  if (amount <= 0) return ''
  const dice = seededDice(seed, 0x3ea2)
  const scratches: string[] = []
  for (let k = 0; k < 50 * amount; k++) {
    const [x, y, angle, length] = [
      dice.next() * width,
      dice.next() * height,
      dice.between(0, TURN),
      dice.between(1, 14),
    ]
    scratches.push(
      pathOf([
        [x, y],
        [x + length * Math.cos(angle), y + length * Math.sin(angle)],
      ]),
    )
  }
  const edge: string[] = []
  for (let k = 0; k < 160 * amount; k++) {
    const along = dice.next() * 2 * (width + height)
    const inward = dice.next() ** 3 * 2.2
    const [x, y] = onEdge(along, inward, width, height)
    edge.push(`M${short(x)} ${short(y)}h${short(dice.between(0.1, 0.9))}v${short(dice.between(0.1, 0.7))}z`)
  }
  const stain = `<circle cx="${short(dice.next() * width)}" cy="${short(dice.next() * height)}" r="${short(dice.between(4, 14))}" fill="#8a7a50" fill-opacity="${short(0.1 * amount)}"/>`
  return strokes(scratches, '#ffffff', 0.07, 0.5) + filled(edge, '#f4f2ea', 0.8) + stain
}

function onEdge(along: number, inward: number, width: number, height: number): Point {
  if (along < width) return [along, inward]
  if (along < width + height) return [width - inward, along - width]
  if (along < 2 * width + height) return [along - width - height, height - inward]
  return [inward, along - 2 * width - height]
}
