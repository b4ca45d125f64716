// Lists how an attacker changes the frames of an accepted session so that they are not known again.
import { type Dice, seededDice } from '../../specimens/person/dice.ts'
import type { Pixels } from '../../src/image/pixels.ts'

const USUAL_SIDE = 640

/** What is done to all frames of a session. */
interface Alteration {
  /** Where a place of the new picture is in the old one; both from -1 to 1, x to the right and y down. */
  readonly from?: (x: number, y: number) => readonly [number, number]
  /** How far each place is moved besides, to the right and down, in pixels of a picture whose longer side has `USUAL_SIDE`. */
  readonly move?: (x: number, y: number) => readonly [number, number]
  /** Light of 0 to 1 by the light before. */
  readonly tone?: (light: number, x: number, y: number) => number
  /** Size of the new picture by that of the old one. */
  readonly scale?: number
  /** Of the JPEG. */
  readonly quality?: number
  readonly isMirrored?: boolean
}

export interface Change {
  readonly name: string
  readonly what: string
  readonly choose: (dice: Dice) => Alteration
  /** Every frame is changed differently. */
  readonly isAnewEachFrame?: boolean
}

const cropped = (dice: Dice, by = dice.between(0.04, 0.08)): NonNullable<Alteration['from']> => {
  const kept = 1 - by
  const [right, down] = [dice.between(-1, 1) * (1 - kept), dice.between(-1, 1) * (1 - kept)]
  return (x, y) => [kept * x + right, kept * y + down]
}

/** Pictures are about four by three: a turn is one of pixels, not of shares of the sides. */
const PROPORTION = 0.75

const turned = (dice: Dice, degrees = dice.between(2.5, 5)): NonNullable<Alteration['from']> => {
  const radians = (dice.pick([-1, 1]) * degrees * Math.PI) / 180
  // The picture is enlarged a little, so that no corner is empty.
  const [sine, cosine] = [0.93 * Math.sin(radians), 0.93 * Math.cos(radians)]
  return (x, y) => [cosine * x - (sine * y) / PROPORTION, sine * PROPORTION * x + cosine * y]
}

const gamma = (
  dice: Dice,
  power = dice.pick([dice.between(0.6, 0.75), dice.between(1.35, 1.6)]),
): NonNullable<Alteration['tone']> => {
  return (light) => light ** power
}

const shaded = (dice: Dice): NonNullable<Alteration['tone']> => {
  const angle = dice.between(0, 2 * Math.PI)
  const strength = dice.between(0.2, 0.4)
  return (light, x, y) => light * (1 + strength * (x * Math.cos(angle) + y * Math.sin(angle)))
}

const waves = (dice: Dice): NonNullable<Alteration['from']> => {
  const [phase, many] = [dice.between(0, 6), dice.between(3, 5)]
  const high = dice.between(0.008, 0.014)
  return (x, y) => [
    0.97 * x + high * Math.sin(many * y + phase),
    0.97 * y + high * Math.sin(many * x + 2 * phase),
  ]
}

const everything = (dice: Dice): Alteration => {
  const [first, second] = [cropped(dice), turned(dice)]
  const [tone, light] = [gamma(dice), shaded(dice)]
  return {
    from: (x, y) => first(...second(x, y)),
    tone: (value, x, y) => light(tone(value, x, y), x, y),
    quality: 80,
  }
}

/** The ends of what the memory of pictures is asked to stand, all at once. */
const strongest = (dice: Dice): Alteration => {
  const [first, second, third] = [cropped(dice, 0.08), turned(dice, 5), waves(dice)]
  return {
    from: (x, y) => first(...second(...third(x, y))),
    tone: gamma(dice, dice.pick([0.6, 1.6])),
    quality: 75,
  }
}

export const changes: readonly Change[] = [
  { name: 'crop', what: 'cut by 4 to 8 % and enlarged again', choose: (dice) => ({ from: cropped(dice) }) },
  { name: 'turn', what: 'turned by up to 5 degrees', choose: (dice) => ({ from: turned(dice) }) },
  {
    name: 'gamma',
    what: 'brightened or darkened by a gamma of 0.6 to 1.6',
    choose: (dice) => ({ tone: gamma(dice) }),
  },
  {
    name: 'shading',
    what: 'darkened from one side to the other',
    choose: (dice) => ({ tone: shaded(dice) }),
  },
  { name: 'waves', what: 'bent by waves of some pixels', choose: (dice) => ({ from: waves(dice) }) },
  {
    name: 'mirror',
    what: 'mirrored, and sent for the other side',
    choose: () => ({ isMirrored: true, from: (x, y) => [-x, y] }),
  },
  {
    name: 'scale',
    what: 'made smaller or larger',
    choose: (dice) => ({ scale: dice.pick([0.7, 0.8, 1.3, 1.5]) }),
  },
  {
    name: 'encode',
    what: 'compressed hard',
    choose: (dice) => ({ quality: Math.round(dice.between(45, 65)) }),
  },
  {
    name: 'all',
    what: 'cut, turned, darkened from one side and with another gamma',
    choose: everything,
  },
  {
    name: 'strongest',
    what: 'cut by 8 %, turned by 5 degrees, bent by waves and with a gamma of 0.6 or 1.6, all at once',
    choose: strongest,
  },
  {
    name: 'each',
    what: 'cut, turned, darkened and with another gamma, every frame differently',
    choose: everything,
    isAnewEachFrame: true,
  },
]

/** Places across and down that are moved by chance; between them the picture bends smoothly. */
const BENT = { columns: 6, rows: 5 }

/** Every place of the grid moves by so many pixels, each its own way. */
function bent(dice: Dice, pixels: number): NonNullable<Alteration['move']> {
  const moves = Array.from({ length: BENT.columns * BENT.rows }, () => {
    const angle = dice.between(0, 2 * Math.PI)
    return { right: pixels * Math.cos(angle), down: pixels * Math.sin(angle) }
  })
  const along = (value: number, count: number) => ((value + 1) / 2) * (count - 1)
  return (x, y) => {
    const across = weights(along(x, BENT.columns), BENT.columns)
    const downwards = weights(along(y, BENT.rows), BENT.rows)
    let [right, down] = [0, 0]
    for (const [row, high] of downwards)
      for (const [column, wide] of across) {
        const move = moves[row * BENT.columns + column]
        right += wide * high * (move?.right ?? 0)
        down += wide * high * (move?.down ?? 0)
      }
    return [right, down]
  }
}

/** The four nearest of a row of places, with their weights on Catmull and Rom's curve through them. */
function weights(at: number, count: number): [place: number, weight: number][] {
  const from = Math.max(0, Math.min(count - 2, Math.floor(at)))
  const t = at - from
  const curve = [((2 - t) * t - 1) * t, (3 * t - 5) * t * t + 2, ((4 - 3 * t) * t + 1) * t, (t - 1) * t * t]
  return curve.map((weight, i) => [Math.max(0, Math.min(count - 1, from + i - 1)), weight / 2])
}

/** Each frame bends its own way. They are counted apart from the changes above, which are older. */
export const bends: readonly Change[] = [1, 2, 3, 4, 5].map((pixels) => ({
  name: `${pixels}-pixels`,
  what: `bent smoothly by ${pixels} pixels of a frame ${USUAL_SIDE} pixels long, every frame differently`,
  choose: (dice) => ({ move: bent(dice, pixels) }),
  isAnewEachFrame: true,
}))

/** Chooses once for a whole session. */
export const chosenFor = ({ choose }: Change, seed: number): Alteration => choose(seededDice(seed, 97))

const asIs = (x: number, y: number): readonly [number, number] => [x, y]
const stay = (): readonly [number, number] => [0, 0]

export function altered(pixels: Pixels, { from = asIs, move = stay, tone, scale = 1 }: Alteration): Pixels {
  const [width, height] = [Math.round(scale * pixels.width), Math.round(scale * pixels.height)]
  const data = new Uint8Array(3 * width * height)
  const longest = Math.max(pixels.width, pixels.height) / USUAL_SIDE
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [across, down] = [(2 * x + 1) / width - 1, (2 * y + 1) / height - 1]
      const [u, v] = from(across, down)
      const [moved, lowered] = move(across, down)
      const at = 3 * (y * width + x)
      const left = ((u + 1) / 2) * pixels.width - 0.5 + longest * moved
      const top = ((v + 1) / 2) * pixels.height - 0.5 + longest * lowered
      sample(pixels, left, top, data, at)
      if (tone)
        for (let i = at; i < at + 3; i++)
          data[i] = Math.max(0, Math.min(255, 255 * tone((data[i] as number) / 255, across, down) + 0.5))
    }
  return { width, height, data }
}

function sample({ width, height, data }: Pixels, u: number, v: number, to: Uint8Array, at: number): void {
  const x = Math.max(0, Math.min(width - 1.001, u))
  const y = Math.max(0, Math.min(height - 1.001, v))
  const [ix, iy] = [Math.floor(x), Math.floor(y)]
  const [fx, fy] = [x - ix, y - iy]
  const one = 3 * (iy * width + ix)
  const below = one + 3 * width
  for (let i = 0; i < 3; i++)
    to[at + i] =
      (1 - fy) * ((1 - fx) * (data[one + i] as number) + fx * (data[one + 3 + i] as number)) +
      fy * ((1 - fx) * (data[below + i] as number) + fx * (data[below + 3 + i] as number)) +
      0.5
}
