// Security printing in general: fine waves, rosettes, braids, lattices, scrolls and lines too small to read.
import { seededDice } from '../../person/dice.ts'
import type { BoxMm } from '../sheet.ts'
import { clipped, kept, type Point, pathOf, strokes } from './svg.ts'

const TURN = 2 * Math.PI

interface WavesLook {
  readonly colours: readonly string[]
  /** Distance from line to line. */
  readonly pitchMm: number
  readonly amplitudeMm: number
  readonly lengthMm: number
  readonly widthMm?: number
  readonly opacity?: number
  readonly degrees?: number
  readonly seed?: number
}

/** Interlaced sines over a box: neighbours swing against each other, so that they cross. */
export function waves(box: BoxMm, look: WavesLook): string {
  const { colours, pitchMm, amplitudeMm, lengthMm, seed = 1 } = look
  const reach = Math.hypot(box.width, box.height) / 2
  const key = `waves ${[reach, colours.length, pitchMm, amplitudeMm, lengthMm, seed]}`
  const paths = kept(key, () => {
    const dice = seededDice(seed, 0x3a7e)
    const [drift, wobble] = [dice.between(0, TURN), dice.between(0.1, 0.3)]
    const drawn = colours.map(() => '')
    for (let row = 0, y = -reach; y < reach; row++, y += pitchMm) {
      const points: Point[] = []
      for (let x = -reach; x <= reach; x += lengthMm / 14) {
        const swing = Math.sin((x / lengthMm) * TURN + (row % 2) * Math.PI + row * wobble + drift)
        points.push([x, y + amplitudeMm * swing * (0.75 + 0.25 * Math.sin(x / 9 + row * 0.21))])
      }
      drawn[row % colours.length] += pathOf(points)
    }
    return drawn
  })
  const lines = colours
    .map((colour, k) => strokes([paths[k] ?? ''], colour, look.widthMm ?? 0.1, look.opacity ?? 0.6))
    .join('')
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2]
  const turned = `<g transform="translate(${middleX} ${middleY}) rotate(${look.degrees ?? 0})">${lines}</g>`
  return clipped(turned, box)
}

interface RosetteLook {
  readonly colours: readonly string[]
  readonly petals: number
  /** Curves laid over one another, each a little smaller and turned. */
  readonly rings: number
  /** 0 to 1: how far the innermost curve lies from the middle. */
  readonly hollow?: number
  /** 0 to 1 of the radius: how deep the petals cut. */
  readonly depth?: number
  readonly widthMm?: number
  readonly opacity?: number
}

/** A guilloche rosette: closed waving curves about a middle. */
export function rosette(cx: number, cy: number, radius: number, look: RosetteLook): string {
  const { hollow = 0.2, depth = 0.16, petals, rings, colours } = look
  const key = `rosette ${[cx, cy, radius, hollow, depth, petals, rings, colours.length]}`
  const paths = kept(key, () => {
    const drawn = colours.map(() => '')
    for (let ring = 0; ring < rings; ring++) {
      const share = hollow + (1 - hollow) * (1 - ring / rings)
      const turn = (ring * Math.PI) / petals / 3
      const points: Point[] = []
      const steps = petals * 12
      for (let k = 0; k < steps; k++) {
        const angle = (k / steps) * TURN
        const r = radius * share * (1 - depth * (0.5 + 0.5 * Math.cos(petals * (angle + turn))))
        points.push([cx + r * Math.cos(angle), cy + r * Math.sin(angle)])
      }
      drawn[ring % colours.length] += pathOf(points, true)
    }
    return drawn
  })
  return colours
    .map((colour, k) => strokes([paths[k] ?? ''], colour, look.widthMm ?? 0.09, look.opacity ?? 0.7))
    .join('')
}

/** A braid of `strands` sines inside a long box, along its longer side. */
export function braid(
  box: BoxMm,
  colours: readonly string[],
  strands = 6,
  lengthMm = 5,
  widthMm = 0.1,
  opacity = 0.8,
): string {
  const along = box.width >= box.height
  const [length, breadth] = along ? [box.width, box.height] : [box.height, box.width]
  const paths: string[][] = colours.map(() => [])
  for (let strand = 0; strand < strands; strand++) {
    const points: Point[] = []
    for (let at = 0; at <= length; at += lengthMm / 16) {
      const swing = 0.5 + 0.48 * Math.sin((at / lengthMm) * TURN + (strand / strands) * TURN)
      const [one, other] = [at, swing * breadth]
      points.push(along ? [box.x + one, box.y + other] : [box.x + other, box.y + one])
    }
    paths[strand % colours.length]?.push(pathOf(points))
  }
  return colours.map((colour, k) => strokes(paths[k] ?? [], colour, widthMm, opacity)).join('')
}

/** Diamonds within diamonds, as woven into brocade. */
export function lattice(box: BoxMm, colour: string, sizeMm: number, widthMm = 0.16, opacity = 0.7): string {
  const paths = kept(`lattice ${[box.x, box.y, box.width, box.height, sizeMm]}`, () => diamonds(box, sizeMm))
  return clipped(strokes(paths, colour, widthMm, opacity), box)
}

function diamonds(box: BoxMm, sizeMm: number): string[] {
  const paths: string[] = []
  for (let row = 0, y = box.y; y < box.y + box.height + sizeMm; row++, y += sizeMm * 0.36) {
    for (let x = box.x + (row % 2 ? sizeMm / 2 : 0); x < box.x + box.width + sizeMm; x += sizeMm) {
      for (const share of [0.46, 0.3, 0.12]) {
        const [across, down] = [sizeMm * share, sizeMm * share * 0.7]
        paths.push(
          pathOf(
            [
              [x - across, y],
              [x, y - down],
              [x + across, y],
              [x, y + down],
            ],
            true,
          ),
        )
      }
    }
  }
  return paths
}

/** Cloud scrolls: spirals with tails, strewn over a box. */
export function scrolls(
  box: BoxMm,
  colour: string,
  seed: number,
  count = 26,
  widthMm = 0.16,
  opacity = 0.6,
): string {
  const key = `scrolls ${[box.x, box.y, box.width, box.height, seed, count]}`
  return clipped(
    strokes(
      kept(key, () => spirals(box, seed, count)),
      colour,
      widthMm,
      opacity,
    ),
    box,
  )
}

function spirals(box: BoxMm, seed: number, count: number): string[] {
  const dice = seededDice(seed, 0x5c0)
  const paths: string[] = []
  for (let k = 0; k < count; k++) {
    const [cx, cy] = [box.x + dice.next() * box.width, box.y + dice.next() * box.height]
    const [size, side, start] = [dice.between(1.2, 3.2), dice.next() < 0.5 ? -1 : 1, dice.between(0, TURN)]
    for (const shift of [0, 0.28, 0.56]) {
      const points: Point[] = []
      for (let t = 0.15; t < 2.4; t += 0.08) {
        const r = (size * t) / 2.4 + shift
        points.push([
          cx + side * r * Math.cos(start + t * TURN * 0.75),
          cy + r * Math.sin(start + t * TURN * 0.75),
        ])
      }
      paths.push(pathOf(points))
    }
  }
  return paths
}

/** Straight fine lines, close together, at an angle. */
export function hatch(
  box: BoxMm,
  colour: string,
  pitchMm: number,
  degrees: number,
  widthMm = 0.07,
  opacity = 0.5,
): string {
  const reach = Math.hypot(box.width, box.height) / 2
  const paths: string[] = []
  for (let y = -reach; y < reach; y += pitchMm)
    paths.push(
      pathOf([
        [-reach, y],
        [reach, y],
      ]),
    )
  const place = `translate(${box.x + box.width / 2} ${box.y + box.height / 2}) rotate(${degrees})`
  return clipped(`<g transform="${place}">${strokes(paths, colour, widthMm, opacity)}</g>`, box)
}

/** A dotted leader from x to x: dots on the baseline, as forms have them to write on. */
export function leader(
  fromX: number,
  toX: number,
  baseline: number,
  colour = '#333',
  pitchMm = 0.75,
  dotMm = 0.24,
): string {
  if (toX <= fromX) return ''
  return `<path d="M${fromX.toFixed(2)} ${baseline.toFixed(2)}H${toX.toFixed(2)}" stroke="${colour}" stroke-width="${dotMm}" stroke-dasharray="0 ${pitchMm}" stroke-linecap="round" fill="none"/>`
}
