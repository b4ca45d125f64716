// Pictures printed faintly behind foreign documents and cards: stars, suns, shields, leaves, and colours by hue.
import { braid, hatch, rosette, waves } from '../drawing/pattern.ts'
import { clipped, filled, glow, type Point, pathOf, strokes, wash } from '../drawing/svg.ts'
import type { BoxMm } from '../sheet.ts'

const TURN = 2 * Math.PI

/** Share 0 to 1 for saturation and lightness. */
export function hsl(hue: number, saturation: number, lightness: number): string {
  const band = (shift: number) => {
    const k = (shift + hue / 30 + 24) % 12
    const reach = saturation * Math.min(lightness, 1 - lightness)
    const level = lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(255 * level)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${band(0)}${band(8)}${band(4)}`
}

export function star(cx: number, cy: number, radius: number, points = 5, inner = 0.4, turn = 0): string {
  const corners: Point[] = []
  for (let k = 0; k < points * 2; k++) {
    const [angle, reach] = [(k / points / 2) * TURN - TURN / 4 + turn, k % 2 === 0 ? radius : radius * inner]
    corners.push([cx + reach * Math.cos(angle), cy + reach * Math.sin(angle)])
  }
  return pathOf(corners, true)
}

export type Motif = 'stars' | 'waves' | 'rosette' | 'sun' | 'shield' | 'leaf'

type Draw = (cx: number, cy: number, radius: number, colour: string, other: string) => string

const leafPath = (cx: number, cy: number, length: number, turn: number): string => {
  const points: Point[] = []
  for (let k = 0; k <= 40; k++) {
    const t = k / 40
    const side = t < 0.5 ? 1 : -1
    const along = t < 0.5 ? t * 2 : 2 - t * 2
    const across = side * 0.22 * Math.sin(along * Math.PI) * length
    const [x, y] = [along * length, across]
    points.push([cx + x * Math.cos(turn) - y * Math.sin(turn), cy + x * Math.sin(turn) + y * Math.cos(turn)])
  }
  return pathOf(points, true)
}

const MOTIFS: Readonly<Record<Motif, Draw>> = {
  stars: (cx, cy, radius, colour, other) => {
    const paths = Array.from({ length: 12 }, (_, k) => {
      const angle = (k / 12) * TURN
      return star(cx + radius * 0.82 * Math.cos(angle), cy + radius * 0.82 * Math.sin(angle), radius * 0.15)
    })
    return filled(paths, colour, 0.34) + strokes([star(cx, cy, radius * 0.5)], other, 0.3, 0.6)
  },
  waves: (cx, cy, radius, colour, other) => {
    const box = { x: cx - radius, y: cy - radius, width: radius * 2, height: radius * 2 }
    return (
      waves(box, { colours: [colour, other], pitchMm: 0.9, amplitudeMm: 2.4, lengthMm: 21, opacity: 0.5 }) +
      braid({ ...box, height: radius * 0.5 }, [colour, other], 9, 14, 0.12, 0.5)
    )
  },
  rosette: (cx, cy, radius, colour, other) =>
    rosette(cx, cy, radius, { colours: [colour, other], petals: 16, rings: 16, depth: 0.3, opacity: 0.6 }),
  sun: (cx, cy, radius, colour, other) => {
    const rays = Array.from({ length: 36 }, (_, k) => {
      const angle = (k / 36) * TURN
      const reach = k % 2 === 0 ? 1 : 0.8
      return pathOf([
        [cx + radius * 0.42 * Math.cos(angle), cy + radius * 0.42 * Math.sin(angle)],
        [cx + radius * reach * Math.cos(angle), cy + radius * reach * Math.sin(angle)],
      ])
    })
    return (
      strokes(rays, colour, 0.45, 0.45) +
      rosette(cx, cy, radius * 0.4, { colours: [other, colour], petals: 12, rings: 9, opacity: 0.7 })
    )
  },
  shield: (cx, cy, radius, colour, other) => {
    const path = (share: number) => {
      const r = radius * share
      return `M${cx - r * 0.7} ${cy - r * 0.8}H${cx + r * 0.7}V${cy + r * 0.1}Q${cx + r * 0.65} ${cy + r * 0.7} ${cx} ${cy + r}Q${cx - r * 0.65} ${cy + r * 0.7} ${cx - r * 0.7} ${cy + r * 0.1}Z`
    }
    const cross = `M${cx} ${cy - radius * 0.8}V${cy + radius}M${cx - radius * 0.7} ${cy}H${cx + radius * 0.7}`
    return (
      strokes([path(1), path(0.9), path(0.55)], colour, 0.3, 0.55) +
      strokes([cross], other, 0.25, 0.5) +
      filled([star(cx, cy, radius * 0.3, 8)], other, 0.35)
    )
  },
  leaf: (cx, cy, radius, colour, other) => {
    const paths = Array.from({ length: 9 }, (_, k) => leafPath(cx, cy, radius, (k / 9) * TURN))
    const inner = Array.from({ length: 9 }, (_, k) => leafPath(cx, cy, radius * 0.6, ((k + 0.5) / 9) * TURN))
    return filled(paths, colour, 0.16) + strokes([...paths, ...inner], other, 0.14, 0.6)
  },
}

export const motif = (name: Motif, ...drawn: Parameters<Draw>): string => MOTIFS[name](...drawn)

/** The printed ground of a foreign document: two colours running into each other, fine waves, a motif. */
export function ground(box: BoxMm, hues: readonly [number, number], name: Motif, seed: number): string {
  const [one, other] = hues
  const turn = (seed % 5) * 35
  const reach = Math.min(box.width, box.height)
  const [lineOne, lineOther] = [hsl(one, 0.5, 0.68), hsl(other, 0.5, 0.7)]
  const look = { pitchMm: 1.1, amplitudeMm: 1.4, lengthMm: 17, opacity: 0.55, degrees: turn - 60, seed }
  return clipped(
    wash(box, [hsl(one, 0.55, 0.92), hsl(other, 0.5, 0.93), hsl(one, 0.5, 0.9)], turn) +
      glow(box.x + box.width * 0.6, box.y + box.height * 0.4, reach * 0.7, hsl(other, 0.6, 0.86), 0.8) +
      waves(box, { ...look, colours: [lineOne, lineOther] }) +
      hatch(box, hsl(one, 0.4, 0.8), 0.8, turn + 20) +
      motif(name, box.x + box.width * 0.66, box.y + box.height * 0.45, reach * 0.34, lineOther, lineOne),
    box,
  )
}
