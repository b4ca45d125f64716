// A person who does not exist: a seed, and all that can be drawn from it.
import { type Dice, seededDice } from './dice.ts'

export type HairStyle = 'short' | 'parted' | 'fringe' | 'long' | 'tied'
/** Shares of the light it throws back, linear. */
export type Colour = readonly [red: number, green: number, blue: number]

/** Most are in spreads: 0 is the canonical face, 1 is clearly more than it, -1 clearly less. */
export interface Shape {
  readonly faceWidth: number
  readonly jawWidth: number
  readonly chinLength: number
  readonly chinForward: number
  readonly cheekbones: number
  readonly cheekFullness: number
  readonly foreheadSlope: number
  readonly noseLength: number
  readonly noseWidth: number
  readonly noseBridge: number
  readonly noseTip: number
  readonly eyeDistance: number
  readonly eyeSize: number
  readonly eyeTilt: number
  readonly eyeOpening: number
  readonly eyeHeight: number
  /** Whether the upper and the lower lid are widest towards the nose or away from it. */
  readonly upperLidSkew: number
  readonly lowerLidSkew: number
  readonly browHeight: number
  readonly browRidge: number
  readonly mouthWidth: number
  readonly mouthHeight: number
  readonly mouthCurve: number
  readonly upperLip: number
  readonly lowerLip: number
}

interface Look {
  readonly skin: Colour
  /** Reddish or yellowish, -1 to 1. */
  readonly undertone: number
  readonly blush: number
  readonly mottling: number
  /** Where the skin is darker or lighter by nature, the same on both sides. */
  readonly shades: readonly {
    readonly u: number
    readonly v: number
    readonly size: number
    readonly dark: number
  }[]
  readonly freckles: number
  readonly underEyes: number
  readonly lips: Colour
  readonly iris: Colour
  readonly hair: Colour
  readonly hairStyle: HairStyle
  readonly hairThicknessCm: number
  readonly browThickness: number
  readonly browArch: number
  readonly browDensity: number
  readonly browLength: number
  /** Shares of the texture by which it sits higher, and its inner end is lower than its tail. */
  readonly browLift: number
  readonly browSlant: number
  readonly beard: number
  readonly moustache: number
  readonly moles: readonly { readonly u: number; readonly v: number; readonly size: number }[]
  readonly clothes: Colour
  readonly collar: number
  readonly wrinkles: number
}

export interface Person {
  readonly seed: number
  readonly shape: Shape
  readonly look: Look
}

/** The same seed is the same person, on every machine. */
export function person(seed: number): Person {
  const isWoman = seededDice(seed, 1).next() < 0.5
  return { seed, shape: shapeOf(seededDice(seed, 2), isWoman), look: lookOf(seededDice(seed, 3), isWoman) }
}

function shapeOf(dice: Dice, isWoman: boolean): Shape {
  const lean = isWoman ? -0.6 : 0.4
  return {
    faceWidth: dice.apart(0, 1.35),
    jawWidth: dice.apart(lean, 1.22),
    chinLength: dice.apart(lean, 1.22),
    chinForward: dice.apart(0, 1.35),
    cheekbones: dice.apart(0, 1.35),
    cheekFullness: dice.apart(0, 1.35),
    foreheadSlope: dice.apart(0, 1.35),
    noseLength: dice.apart(0, 1.35),
    noseWidth: dice.apart(0.3, 1.35),
    noseBridge: dice.apart(0, 1.35),
    noseTip: dice.apart(0, 1.35),
    eyeDistance: dice.apart(0, 1.35),
    eyeSize: dice.apart(-lean / 2, 1.08),
    eyeTilt: dice.apart(0.2, 1.35),
    eyeOpening: dice.apart(0, 1.08),
    eyeHeight: dice.apart(0, 1.35),
    upperLidSkew: dice.apart(0, 1.2),
    lowerLidSkew: dice.apart(0, 1.2),
    browHeight: dice.apart(-lean / 2, 1.22),
    browRidge: dice.apart(lean, 1.08),
    mouthWidth: dice.apart(0, 1.35),
    mouthHeight: dice.apart(0, 1.35),
    mouthCurve: dice.apart(0, 0.81),
    upperLip: dice.apart(-lean / 2, 1.35),
    lowerLip: dice.apart(-lean / 2, 1.35),
  }
}

// biome-ignore format: tables
const skins: readonly Colour[] = [[0.6, 0.41, 0.32], [0.54, 0.36, 0.27], [0.48, 0.3, 0.22], [0.4, 0.24, 0.165], [0.29, 0.165, 0.105], [0.19, 0.105, 0.068], [0.64, 0.46, 0.38]]
// biome-ignore format: tables
const hairs: readonly Colour[] = [[0.012, 0.01, 0.009], [0.018, 0.013, 0.01], [0.03, 0.018, 0.012], [0.07, 0.04, 0.022], [0.16, 0.1, 0.05], [0.2, 0.19, 0.18]]
// biome-ignore format: tables
const irises: readonly Colour[] = [[0.06, 0.03, 0.015], [0.09, 0.045, 0.02], [0.14, 0.08, 0.03], [0.1, 0.11, 0.06], [0.12, 0.17, 0.22]]
// biome-ignore format: tables
const cloths: readonly Colour[] = [[0.6, 0.6, 0.6], [0.05, 0.07, 0.14], [0.28, 0.05, 0.06], [0.06, 0.15, 0.1], [0.03, 0.03, 0.035], [0.32, 0.36, 0.42], [0.5, 0.4, 0.22], [0.14, 0.3, 0.45]]

function lookOf(dice: Dice, isWoman: boolean): Look {
  const skin = dice.pick(skins)
  const shade = dice.between(0.85, 1.15)
  const lipRed = dice.between(0, isWoman ? 1 : 0.4)
  return {
    skin: [skin[0] * shade, skin[1] * shade, skin[2] * shade],
    undertone: dice.between(-1, 1),
    blush: dice.between(0, 0.9),
    mottling: dice.between(0.2, 1),
    shades: Array.from({ length: 12 }, () => ({
      u: dice.between(0, 0.4),
      v: dice.between(0.15, 0.9),
      size: dice.between(0.035, 0.09),
      dark: dice.between(-0.26, 0.3),
    })),
    freckles: Math.max(0, dice.between(-1.5, 1)),
    underEyes: dice.between(0, 1.4),
    lips: [
      skin[0] * shade * (0.82 + 0.1 * lipRed),
      skin[1] * shade * (0.55 - 0.2 * lipRed),
      skin[2] * shade * (0.62 - 0.15 * lipRed),
    ],
    iris: dice.pick(skin[0] > 0.45 ? irises : irises.slice(0, 2)),
    hair: dice.pick(skin[0] > 0.55 ? hairs : hairs.slice(0, 3)),
    hairStyle: dice.pick<HairStyle>(
      isWoman
        ? ['long', 'tied', 'parted', 'long', 'fringe']
        : ['short', 'parted', 'short', 'fringe', 'short'],
    ),
    hairThicknessCm: dice.between(0.7, 2),
    browThickness: dice.between(0.4, 1.9) * (isWoman ? 0.8 : 1.1),
    browArch: dice.between(-1.2, 2),
    browDensity: dice.between(0.15, 1.1),
    browLength: dice.between(0.8, 1.15),
    browLift: dice.between(-0.01, 0.014),
    browSlant: dice.between(-0.014, 0.016),
    beard: isWoman ? 0 : Math.max(0, dice.between(-0.6, 1.8)),
    moustache: isWoman ? 0 : Math.max(0, dice.between(-0.8, 1.8)),
    moles: Array.from({ length: Math.floor(dice.between(0, 4)) }, () => ({
      u: dice.between(0.25, 0.75),
      v: dice.between(0.2, 0.85),
      size: dice.between(0.002, 0.005),
    })),
    clothes: dice.pick(cloths),
    collar: dice.between(0, 1),
    wrinkles: dice.between(0, 1),
  }
}
