// What lies under and behind documents, by the millimetre: wood, cloth, stone, keys, papers, plain tables.
import { type Dice, seededDice } from '../person/dice.ts'
import type { BackgroundKind } from './scene.ts'
import { type Noise, threefold, tileNoise } from './tile-noise.ts'

/** Writes linear light at a place of the table. */
type Ground = (x: number, y: number, out: Float32Array) => void

type Rgb = readonly [number, number, number]

export function groundOf(kind: BackgroundKind, seed: number): Ground {
  const dice = seededDice(seed, 0x67)
  const noise = tileNoise(seed)
  const [cos, sin] = turnOf(kind, dice)
  const ground = GROUNDS[kind](dice, noise)
  return (x, y, out) => ground(cos * x + sin * y, cos * y - sin * x, out)
}

/** Tables stand askew to what lies on them. */
function turnOf(kind: BackgroundKind, dice: Dice): readonly [number, number] {
  const free = kind === 'keyboard' ? 0.25 : kind === 'room' ? 0 : 1.6
  const angle = dice.between(-free, free)
  return [Math.cos(angle), Math.sin(angle)]
}

function paint(out: Float32Array, [red, green, blue]: Rgb, times: number): void {
  out[0] = red * times
  out[1] = green * times
  out[2] = blue * times
}

const WOODS: readonly Rgb[] = [
  [0.5, 0.3, 0.15],
  [0.34, 0.17, 0.075],
  [0.16, 0.075, 0.04],
  [0.62, 0.45, 0.28],
  [0.27, 0.09, 0.045],
  [0.4, 0.33, 0.26],
]
const CLOTHS: readonly Rgb[] = [
  [0.55, 0.52, 0.47],
  [0.06, 0.09, 0.18],
  [0.3, 0.06, 0.07],
  [0.12, 0.2, 0.12],
  [0.7, 0.68, 0.66],
  [0.04, 0.04, 0.045],
  [0.45, 0.33, 0.4],
  [0.5, 0.4, 0.2],
]
const PLAINS: readonly Rgb[] = [
  [0.62, 0.6, 0.57],
  [0.25, 0.25, 0.26],
  [0.045, 0.045, 0.05],
  [0.5, 0.44, 0.34],
  [0.2, 0.3, 0.4],
  [0.75, 0.74, 0.72],
  [0.1, 0.22, 0.12],
]

const GROUNDS: Readonly<Record<BackgroundKind, (dice: Dice, noise: Noise) => Ground>> = {
  wood: (dice, noise) => {
    const colour = dice.pick(WOODS)
    const plank = dice.next() < 0.5 ? dice.between(60, 150) : 1e9
    const [waves, depth] = [dice.between(0.5, 1.3), dice.between(0.1, 0.3)]
    return (x, y, out) => {
      const board = Math.floor(y / plank)
      const along = x + 371 * board
      const ring = Math.sin((y + 9 * noise(along / 95, y / 28)) * waves)
      const streak = noise(along / 40, y * 0.9)
      const pore = noise(along / 5, y * 2.6)
      const gap = y - board * plank < 0.9 ? 0.3 : 1
      paint(
        out,
        colour,
        gap * (1 + depth * (0.7 * ring + 0.6 * streak + 0.35 * pore) + 0.08 * noise(board * 7.7, 3)),
      )
    }
  },
  cloth: (dice, noise) => {
    const colour = dice.pick(CLOTHS)
    const other = dice.pick(CLOTHS)
    const pattern = dice.pick(['plain', 'plain', 'checks', 'stripes', 'dots'])
    const [size, thread] = [dice.between(9, 30), (2 * Math.PI) / dice.between(1.6, 2.6)]
    const folds = threefold(noise)
    return (x, y, out) => {
      const weave = Math.sin(x * thread) * Math.sin(y * thread)
      const shade = 1 + 0.12 * weave + 0.3 * folds(x / 70, y / 45) + 0.12 * noise(x * 1.1, y * 1.1)
      const [u, v] = [x / size - Math.floor(x / size), y / size - Math.floor(y / size)]
      let share = 0
      if (pattern === 'checks') share = ((u < 0.5 ? 1 : 0) + (v < 0.5 ? 1 : 0)) / 2
      else if (pattern === 'stripes') share = u < 0.4 ? 1 : 0
      else if (pattern === 'dots') share = (u - 0.5) ** 2 + (v - 0.5) ** 2 < 0.06 ? 1 : 0
      for (let c = 0; c < 3; c++)
        out[c] = shade * ((colour[c] as number) * (1 - share) + (other[c] as number) * share)
    }
  },
  marble: (dice, noise) => {
    const isDark = dice.next() < 0.3
    const base: Rgb = isDark ? [0.06, 0.06, 0.065] : [0.66, 0.64, 0.61]
    const vein: Rgb = isDark
      ? [0.45, 0.43, 0.4]
      : dice.pick<Rgb>([
          [0.3, 0.29, 0.29],
          [0.4, 0.32, 0.22],
        ])
    const clouds = threefold(noise)
    const size = dice.between(40, 90)
    return (x, y, out) => {
      const bend = 0.8 * clouds(x / 50, y / 50)
      const one = Math.max(0, 1 - 9 * Math.abs(clouds(x / size + bend, y / size + 9)))
      const two = Math.max(0, 1 - 14 * Math.abs(noise(x / 31 + 40 + bend, y / 31)))
      const share = Math.min(0.9, 0.75 * one + 0.35 * two)
      const shade = 1 + 0.13 * clouds(x / 24, y / 24) + 0.04 * noise(x * 1.2, y * 1.2)
      for (let c = 0; c < 3; c++)
        out[c] = shade * ((base[c] as number) * (1 - share) + (vein[c] as number) * share)
    }
  },
  keyboard: (dice, noise) => {
    const key = dice.pick<Rgb>([
      [0.025, 0.025, 0.028],
      [0.6, 0.6, 0.6],
      [0.08, 0.08, 0.09],
    ])
    const body = dice.pick<Rgb>([
      [0.01, 0.01, 0.012],
      [0.42, 0.42, 0.44],
    ])
    const sign: Rgb = (key[0] as number) > 0.3 ? [0.05, 0.05, 0.05] : [0.6, 0.6, 0.62]
    const gap = dice.between(1, 2.4)
    return (x, y, out) => {
      const row = Math.floor(y / 19)
      const u = x + 5 * (row % 3)
      const column = Math.floor(u / 19)
      const [across, down] = [u - 19 * column - 9.5, y - 19 * row - 9.5]
      const half = 9.5 - gap
      const edge = Math.max(Math.abs(across), Math.abs(down)) - half
      if (edge > 0) return paint(out, body, 1)
      const [i, j] = [Math.floor((across + 5) / 0.9), Math.floor((down + 5) / 0.9)]
      const isSign =
        i >= 0 &&
        i < 4 &&
        j >= 0 &&
        j < 5 &&
        noise(column * 3.7 + i * 1.9 + 0.5, row * 5.3 + j * 2.1 + 0.5) > 0.05
      if (isSign) return paint(out, sign, 0.8)
      paint(out, key, edge > -0.7 ? 1.5 - 0.06 * down : 1 - 0.02 * down + 0.05 * noise(x * 1.3, y * 1.3))
    }
  },
  clutter: (dice, noise) => {
    const under = GROUNDS[dice.pick(['wood', 'desk', 'cloth'] as const)](dice, noise)
    const sheets = Array.from({ length: 7 }, () => {
      const angle = dice.between(-1.5, 1.5)
      const isNote = dice.next() < 0.3
      return {
        x: dice.between(-130, 130),
        y: dice.between(-110, 110),
        cos: Math.cos(angle),
        sin: Math.sin(angle),
        halfWidth: isNote ? dice.between(25, 45) : 105,
        halfHeight: isNote ? dice.between(20, 45) : 148,
        colour: isNote
          ? dice.pick<Rgb>([
              [0.8, 0.72, 0.2],
              [0.75, 0.3, 0.35],
              [0.25, 0.45, 0.65],
              [0.05, 0.06, 0.1],
            ])
          : ([0.72, 0.71, 0.69] as Rgb),
        pitch: dice.between(3.6, 7),
        isPrinted: dice.next() < 0.8,
      }
    })
    return (x, y, out) => {
      let shade = 1
      for (const sheet of sheets) {
        const [dx, dy] = [x - sheet.x, y - sheet.y]
        const [u, v] = [sheet.cos * dx + sheet.sin * dy, sheet.cos * dy - sheet.sin * dx]
        const edge = Math.max(Math.abs(u) - sheet.halfWidth, Math.abs(v) - sheet.halfHeight)
        if (edge < 0) {
          const line = Math.floor(v / sheet.pitch)
          const isInk =
            sheet.isPrinted &&
            v - line * sheet.pitch < 1.7 &&
            u > 12 - sheet.halfWidth &&
            u < sheet.halfWidth - 20 - 30 * Math.abs(noise(line * 1.7, 4.4)) &&
            noise(u * 1.4, v * 1.3 + line * 7.3) > -0.1 &&
            noise(u * 0.19, line * 3.1 + 50) > -0.55
          return paint(out, sheet.colour, shade * (isInk ? 0.25 : 1 + 0.03 * noise(x / 20, y / 20)))
        }
        if (edge < 3) shade = Math.min(shade, 0.6 + 0.13 * edge)
      }
      under(x, y, out)
      for (let c = 0; c < 3; c++) out[c] = shade * (out[c] as number)
    }
  },
  desk: (dice, noise) => {
    const colour = dice.pick(PLAINS)
    const grain = dice.between(0.01, 0.06)
    return (x, y, out) =>
      paint(out, colour, 1 + grain * noise(x * 1.4, y * 1.4) + 0.05 * noise(x / 60, y / 60))
  },
  room: (dice, noise) => {
    const colours = [dice.pick(PLAINS), dice.pick(WOODS), dice.pick(CLOTHS), dice.pick(PLAINS)]
    const [wide, high] = [dice.between(45, 110), dice.between(40, 90)]
    const [shiftX, shiftY] = [dice.between(0, 99), dice.between(0, 99)]
    return (x, y, out) => {
      const [u, v] = [(x + shiftX) / wide + 0.25 * noise(x / 60, y / 60), (y + shiftY) / high]
      const which = Math.floor(1.999 * (1 + noise(Math.floor(u) * 2.3 + 0.5, Math.floor(v) * 3.1 + 0.5))) & 3
      paint(out, colours[which] as Rgb, 0.8 + 0.3 * noise(x / 35 + 20, y / 35))
    }
  },
  scanner: (dice, noise) => {
    const white = dice.between(0.88, 1)
    return (x, y, out) => paint(out, [white, white, white], 1 + 0.004 * noise(x, y))
  },
  dark: (_, noise) => (x, y, out) => paint(out, [0.012, 0.012, 0.014], 1 + 0.2 * noise(x, y)),
}
