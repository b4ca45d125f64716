// Paper, inks, frame and lamination of the 9-digit card.
import { type Dice, seededDice } from '../../person/dice.ts'
import { starPath } from '../drawing/emblem.ts'
import {
  circle,
  clipped,
  filled,
  glow,
  group,
  kept,
  type Point,
  pathOf,
  rectangle,
  short,
  strokes,
  wash,
} from '../drawing/svg.ts'
import type { BoxMm, Run, Sheet } from '../sheet.ts'
import { batch, CARD } from './layout.ts'

const TURN = 2 * Math.PI

export const INK = '#2a372d'

/** How the paper lies in its lamination, which was cut by hand. */
interface Sleeve {
  readonly name: string
  readonly acrossMm: number
  readonly downMm: number
  readonly dx: number
  readonly dy: number
  readonly degrees: number
}

/** A few only, so that plates and texts of an export can be exchanged within each. */
const SLEEVES: readonly Sleeve[] = [
  { name: 'bare', acrossMm: 0.5, downMm: 0.5, dx: 0, dy: 0, degrees: 0 },
  { name: 'narrow', acrossMm: 2.4, downMm: 2.4, dx: 0.3, dy: -0.2, degrees: 0.2 },
  { name: 'usual', acrossMm: 3.4, downMm: 3.4, dx: -0.5, dy: 0.3, degrees: -0.3 },
  { name: 'askew', acrossMm: 4, downMm: 4, dx: -0.6, dy: -0.7, degrees: 0.9 },
  { name: 'wide', acrossMm: 4.9, downMm: 4.9, dx: 0.7, dy: 0.5, degrees: -0.6 },
  { name: 'long', acrossMm: 6.2, downMm: 2.6, dx: 1.1, dy: 0, degrees: 0 },
  { name: 'tall', acrossMm: 2.2, downMm: 5.2, dx: 0, dy: -0.9, degrees: 0.4 },
]

/** Places on the paper in fractions of the printed frame, as they were measured. */
export interface Blank {
  readonly sleeve: Sleeve
  readonly widthMm: number
  readonly heightMm: number
  /** Millimetres of the sheet. */
  x(fraction: number): number
  y(fraction: number): number
  box(x0: number, x1: number, y0: number, y1: number): BoxMm
}

/** Both sides of a card are in one sleeve. */
export function blankOf(seed: number): Blank {
  const sleeve = seededDice(seed, 0x51ee).pick(SLEEVES)
  const { acrossMm, downMm, dx, dy } = sleeve
  const x = (fraction: number) => acrossMm + dx + fraction * CARD.width
  const y = (fraction: number) => downMm + dy + fraction * CARD.height
  return {
    sleeve,
    widthMm: CARD.width + 2 * acrossMm,
    heightMm: CARD.height + 2 * downMm,
    x,
    y,
    box: (x0, x1, y0, y1) => ({ x: x(x0), y: y(y0), width: x(x1) - x(x0), height: y(y1) - y(y0) }),
  }
}

/** White paper under a green net: how it looks depends on the light, the batch and its age. */
const GREENS = [
  { paper: ['#d3ead9', '#c6e3d0', '#cfe8d8'], line: '#5aa882' },
  { paper: ['#cfe4e2', '#bfdcdc', '#cbe3e4'], line: '#569a94' },
  { paper: ['#dde8d2', '#d0dfc4', '#d9e4cd'], line: '#6aa078' },
  { paper: ['#bcd3c6', '#aec8ba', '#b8cfc1'], line: '#4b8d70' },
  { paper: ['#e3eee8', '#d9e9e2', '#e2ece6'], line: '#7bb69c' },
] as const

export function frontGround(seed: number, blank: Blank): string {
  const dice = seededDice(seed, 0x901)
  const { paper, line } = dice.pick(GREENS)
  const green = batch(line, dice, 22)
  const fade = dice.between(0.4, 1)
  const card = blank.box(0, 1, 0, 1)
  return (
    wash(
      card,
      paper.map((colour) => batch(colour, dice, 10)),
      dice.between(0, 90),
    ) +
    clipped(
      net(card, green, 0.72 * fade) + rosetteOf(blank.x(0.53), blank.y(0.53), green, 0.5 + 0.5 * fade),
      card,
    ) +
    frame(card, green) +
    bar(blank.box(0.48, 0.885, 0.262, 0.325), dice)
  )
}

/** Waves that swing against their neighbours, along and across: they leave cells like scales. */
function net(box: BoxMm, colour: string, opacity: number): string {
  const rows = (length: number, breadth: number, pitch: number, half: number, swing: number): string => {
    let path = ''
    for (let row = 0, at = 0; at < breadth + pitch; row++, at += pitch) {
      const shift = (row % 2) * half
      path += `M${short(-shift)} ${short(at)}q${short(half / 2)} ${swing} ${half} 0`
      path += `t${half} 0`.repeat(Math.ceil((length + shift) / half))
    }
    return path
  }
  const along = kept('cmnd net along', () => [rows(CARD.width, CARD.height, 0.52, 1.15, 0.9)])
  const across = kept('cmnd net across', () => [rows(CARD.height, CARD.width, 0.78, 1.5, 0.8)])
  const at = `translate(${short(box.x)} ${short(box.y)})`
  return (
    group(strokes(along, colour, 0.085, opacity), `transform="${at}"`) +
    group(
      strokes(across, colour, 0.07, opacity * 0.7),
      `transform="${at} translate(${CARD.width} 0) rotate(90)"`,
    )
  )
}

const around = (points: number, at: (angle: number, k: number) => Point): Point[] =>
  Array.from({ length: points }, (_, k) => at((k / points) * TURN, k))

/** A star in a disc of circles, loops about it, and lines that follow their edge. */
function rosetteOf(cx: number, cy: number, green: string, strength: number): string {
  const paths = kept('cmnd rosette', () => {
    const circles: string[] = []
    for (let r = 5.5; r < 8.1; r += 0.26)
      circles.push(
        pathOf(
          around(72, (angle) => [r * Math.cos(angle), r * Math.sin(angle)]),
          true,
        ),
      )
    const loops: string[] = []
    for (let k = 0; k < 44; k++) {
      const [foot, lean] = [(k / 44) * TURN, 0.3]
      const loop: Point[] = []
      for (let t = 0; t <= 24; t++) {
        const turn = (t / 24) * TURN
        const r = 11.1 + 2.5 * Math.cos(turn)
        const angle = foot + lean * ((r - 8.6) / 5) + (0.062 + 0.02 * Math.cos(turn)) * Math.sin(turn)
        loop.push([r * Math.cos(angle), r * Math.sin(angle)])
      }
      loops.push(pathOf(loop, true))
    }
    const edge = (r: number, depth: number): string =>
      pathOf(
        around(264, (angle) => {
          const out = r + depth * Math.abs(Math.cos(angle * 11)) + 0.22 * Math.cos(angle * 88)
          return [out * Math.cos(angle), out * Math.sin(angle)]
        }),
        true,
      )
    const hatched: string[] = []
    for (let k = 0; k < 10; k += 2) {
      const angle = (k / 10) * TURN - TURN / 4
      for (let step = 0.4; step < 5; step += 0.32) {
        const [x, y] = [step * Math.cos(angle), step * Math.sin(angle)]
        const side = angle + TURN / 4 + 0.55
        const reach = (5.2 - step) * 0.36
        hatched.push(
          pathOf([
            [x, y],
            [x + reach * Math.cos(side), y + reach * Math.sin(side)],
          ]),
        )
      }
    }
    return [
      circles.join(''),
      loops.join(''),
      edge(15.2, 0.9),
      [13.4, 13.9, 14.4, 14.9].map((r) => edge(r, 0.9)).join(''),
      edge(8.3, 0.5),
      hatched.join(''),
    ]
  })
  const [circles = '', loops = '', lace = '', edges = '', rim = '', hatched = ''] = paths
  return group(
    filled([lace], '#ffffff', 0.45 * strength) +
      strokes([edges], green, 0.11, 0.8 * strength) +
      strokes([loops], green, 0.2, 0.95 * strength) +
      filled([rim], '#ffffff', 0.5 * strength) +
      circle(0, 0, 8, green, 0.42 * strength) +
      strokes([circles], green, 0.11, 0.9 * strength) +
      filled([starPath(0, 0, 5.2)], '#ffffff', 0.42 * strength) +
      strokes([starPath(0, 0, 5.2), hatched], green, 0.1, 0.85 * strength),
    `transform="translate(${short(cx)} ${short(cy)})"`,
  )
}

/** A band, a white gap and a thin line. */
function frame(card: BoxMm, green: string): string {
  const inset = (by: number): BoxMm => ({
    x: card.x + by,
    y: card.y + by,
    width: card.width - 2 * by,
    height: card.height - 2 * by,
  })
  return (
    rectangle(inset(1.3), { stroke: '#eef6f0', widthMm: 0.85, opacity: 0.9 }) +
    rectangle(inset(0.45), { stroke: green, widthMm: 0.9 }) +
    rectangle(inset(1.85), { stroke: green, widthMm: 0.22, opacity: 0.9 })
  )
}

/** Wavy red lines behind the number. */
function bar(box: BoxMm, dice: Dice): string {
  const colour = dice.pick(['#c9605c', '#b85a5a', '#d2736a', '#a85555'])
  const lines: string[] = []
  const count = dice.pick([6, 7, 7])
  const half = dice.between(3.6, 5)
  for (let k = 0; k < count; k++) {
    const y = box.y + (box.height * (k + 0.5)) / count
    const repeats = Math.floor(box.width / half)
    lines.push(
      `M${short(box.x)} ${short(y)}q${short(half / 2)} ${k % 2 ? 0.5 : 0.62} ${short(half)} 0${`t${short(half)} 0`.repeat(repeats - 1)}`,
    )
  }
  return (
    rectangle(box, { fill: '#e9b0a8', opacity: dice.between(0.05, 0.3) }) +
    strokes(lines, colour, dice.between(0.13, 0.2), dice.between(0.55, 0.95))
  )
}

/** The back is white paper with no green on it. */
export function backGround(seed: number, blank: Blank): string {
  const dice = seededDice(seed, 0x902)
  const paper = dice.pick(['#eeeef0', '#e4e5e8', '#f3f2ec', '#d9dade'])
  const card = blank.box(0, 1, 0, 1)
  return wash(card, [batch(paper, dice), batch(paper, dice)], dice.between(0, 90))
}

/** What is seen through the lamination around the paper: milky plastic, and the table under it. */
function sleeveGround(seed: number, { widthMm, heightMm, sleeve }: Blank): string {
  const dice = seededDice(seed, 0x903)
  const whole = { x: 0, y: 0, width: widthMm, height: heightMm }
  const through = dice.pick(['#e9e9e6', '#d4d3ce', '#b9b8b4', '#8f8d88', '#6d6862', '#c9bfae', '#dfe3e4'])
  const dirt: string[] = []
  for (let k = 0; k < 30; k++) {
    const along = dice.next() * 2 * (widthMm + heightMm)
    const deep = Math.min(sleeve.acrossMm, sleeve.downMm) * dice.between(0.15, 0.95)
    const [x, y] =
      along < widthMm
        ? [along, deep]
        : along < 2 * widthMm
          ? [along - widthMm, heightMm - deep]
          : along < 2 * widthMm + heightMm
            ? [deep, along - 2 * widthMm]
            : [widthMm - deep, along - 2 * widthMm - heightMm]
    dirt.push(`M${short(x)} ${short(y)}h${short(dice.between(0.1, 0.5))}v${short(dice.between(0.1, 0.3))}z`)
  }
  return (
    wash(
      whole,
      [batch(through, dice, 7), batch(through, dice, 10), batch(through, dice, 7)],
      dice.between(0, 180),
    ) +
    rectangle(
      { x: 0.35, y: 0.35, width: widthMm - 0.7, height: heightMm - 0.7 },
      { stroke: '#ffffff', widthMm: 0.5, radius: 3, opacity: dice.between(0.15, 0.6) },
    ) +
    filled(dirt, dice.pick(['#5b5347', '#ffffff', '#8a8275']), dice.between(0.1, 0.5))
  )
}

/** Over everything: plastic that is dull, creased, bubbled, and shines in a band. */
function sleeveShine(seed: number, side: number, { widthMm, heightMm }: Blank): string {
  const dice = seededDice(seed, 0x904 + side)
  const whole = { x: 0, y: 0, width: widthMm, height: heightMm }
  const dull = rectangle(whole, {
    fill: dice.pick(['#ffffff', '#f3efdf', '#dfe6e8']),
    opacity: dice.next() ** 2 * 0.22,
  })
  const [x, wide, lean] = [dice.between(0, widthMm), dice.between(3, 12), dice.between(-14, 14)]
  const shine =
    dice.next() < 0.4
      ? filled(
          [
            `M${short(x)} 0H${short(x + wide)}L${short(x + wide + lean)} ${short(heightMm)}H${short(x + lean)}Z`,
          ],
          '#ffffff',
          dice.between(0.05, 0.22),
        )
      : ''
  const creases: string[] = []
  for (let k = 0; k < dice.pick([0, 0, 0, 1, 2]); k++) {
    const [fromX, fromY] = [dice.between(0, widthMm), dice.pick([0, heightMm])]
    const [toX, toY] = [
      fromX + dice.between(-25, 25),
      fromY === 0 ? dice.between(8, 30) : heightMm - dice.between(8, 30),
    ]
    creases.push(
      pathOf([
        [fromX, fromY],
        [(fromX + toX) / 2 + dice.about(0, 0.8), (fromY + toY) / 2],
        [toX, toY],
      ]),
    )
  }
  let bubbles = ''
  for (let k = 0; k < dice.pick([0, 0, 3, 7]); k++)
    bubbles += glow(
      dice.between(0, widthMm),
      dice.between(0, heightMm),
      dice.between(0.4, 1.6),
      '#ffffff',
      dice.between(0.1, 0.3),
    )
  return dull + shine + strokes(creases, '#ffffff', 0.16, 0.5) + bubbles
}

/** What a side shows, once its paper is in the sleeve: turned as it lies there, and covered. */
export function sleeved(sheet: Sheet, seed: number, blank: Blank): Sheet {
  const { widthMm, heightMm, sleeve } = blank
  const { degrees, name } = sleeve
  const [cx, cy] = [widthMm / 2, heightMm / 2]
  const turn = (degrees * Math.PI) / 180
  const placed = (x: number, y: number): Point => [
    cx + (x - cx) * Math.cos(turn) - (y - cy) * Math.sin(turn),
    cy + (x - cx) * Math.sin(turn) + (y - cy) * Math.cos(turn),
  ]
  const turned = (run: Run): Run => {
    const [x, baseline] = placed(run.x, run.baseline)
    return { ...run, x, baseline, turnDegrees: (run.turnDegrees ?? 0) + degrees }
  }
  return {
    ...sheet,
    widthMm,
    heightMm,
    cornerMm: name === 'bare' ? 0.8 : 3,
    plate:
      sleeveGround(seed, blank) +
      group(sheet.plate, `transform="rotate(${degrees} ${short(cx)} ${short(cy)})"`),
    runs: degrees === 0 ? sheet.runs : sheet.runs.map(turned),
    over: sleeveShine(seed, sheet.side === 'front' ? 1 : 2, blank),
    form: name,
  }
}
