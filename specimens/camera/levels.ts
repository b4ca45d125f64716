// Scenes by how bad they are: a scan or an ideal photo, what an ordinary person takes, and what makes readers despair.
import { type Dice, seededDice } from '../person/dice.ts'
import { copyOf, glareOf, phoneShadow, shadowOf, thingsInTheWay } from './mishaps.ts'
import type { BackgroundKind, Level, Scene } from './scene.ts'

export function sceneOf(level: Level, seed: number): Scene {
  const dice = seededDice(seed, LEVELS.indexOf(level) + 0x5ce)
  if (level === 'clean') return clean(dice, seed)
  return level === 'photo' ? photo(dice, seed) : bad(dice, seed)
}

const LEVELS: readonly Level[] = ['clean', 'photo', 'bad']

const TABLES: readonly BackgroundKind[] = [
  'wood',
  'wood',
  'cloth',
  'marble',
  'keyboard',
  'clutter',
  'clutter',
  'desk',
]

/** People do not hold the card exactly; most hold it the right way up. */
function quarterTurns(dice: Dice, upright: number): number {
  return dice.next() < upright ? 0 : dice.pick([1, 2, 3])
}

function orientation(dice: Dice): number {
  return dice.next() < 0.6 ? 1 : dice.pick([1, 3, 6, 8, 6, 8, 2, 4, 5, 7])
}

/** Where there is a second document it lies carelessly beside the first. */
function nextOf(dice: Dice): NonNullable<Scene['next']> {
  return {
    below: dice.next() < 0.6,
    gapMm: dice.between(1, 14),
    rollDegrees: dice.about(0, 7),
    quarterTurns: quarterTurns(dice, 0.75),
  }
}

function clean(dice: Dice, seed: number): Scene {
  const isScan = dice.next() < 0.55
  const isTight = dice.next() < 0.25
  return {
    seed,
    frame: {
      longSide: Math.round(dice.between(1350, 1750)),
      aspect: dice.pick([1.33, 1.42, 1.5]),
      hold: isTight ? 'tight' : 'along',
    },
    pose: {
      tiltDegrees: isScan ? 0 : dice.about(0, 1.5),
      turnDegrees: isScan ? 0 : dice.about(0, 1.5),
      rollDegrees: dice.about(0, 0.8),
      quarterTurns: quarterTurns(dice, 0.9),
      fill: isTight ? dice.between(0.995, 1.01) : dice.between(0.86, 0.96),
      x: dice.between(-0.5, 0.5),
      y: dice.between(-0.5, 0.5),
      focal: isScan ? 12 : 1.2,
    },
    background: { kind: isScan ? dice.pick(['scanner', 'scanner', 'dark']) : dice.pick(TABLES), seed },
    shadow: { xMm: 0.5, yMm: 0.7, softMm: 1.6, strength: isScan ? 0.2 : 0.45 },
    light: {
      level: dice.between(0.92, 1.04),
      warmth: dice.about(0, 0.08),
      unevenX: isScan ? 0 : dice.about(0, 0.04),
    },
    noise: { shot: 0.006, read: 0.0015, correlation: 0.3 },
    sharpen: dice.between(0, 0.35),
    jpeg: { quality: 92, fullColour: dice.next() < 0.5 },
    orientation: dice.next() < 0.85 ? 1 : dice.pick([3, 6, 8]),
    next: {
      below: dice.next() < 0.6,
      gapMm: dice.between(3, 12),
      rollDegrees: dice.about(0, 0.8),
      quarterTurns: 0,
    },
  }
}

function photo(dice: Dice, seed: number): Scene {
  const isAcross = dice.next() < 0.25
  return {
    seed,
    frame: {
      // A card across the frame takes its short side only, and people come close.
      longSide: Math.round(isAcross ? dice.between(1700, 2000) : dice.between(1500, 2000)),
      aspect: isAcross ? 4 / 3 : dice.pick([4 / 3, 4 / 3, 16 / 9]),
      hold: isAcross ? 'across' : dice.next() < 0.1 ? 'tight' : 'along',
    },
    pose: {
      tiltDegrees: dice.about(0, 6.5),
      turnDegrees: dice.about(0, 6.5),
      rollDegrees: dice.about(0, 3.5),
      quarterTurns: quarterTurns(dice, 0.82),
      fill: isAcross ? dice.between(0.8, 0.97) : dice.between(0.62, 0.95),
      x: dice.between(-0.6, 0.6),
      y: dice.between(-0.6, 0.6),
      focal: dice.between(0.75, 1.1),
    },
    ...(dice.next() < 0.2 && {
      bend: { heightMm: dice.about(0, 0.9), axis: dice.pick(['x', 'y'] as const) },
    }),
    background: { kind: dice.pick(TABLES), seed },
    shadow: shadowOf(dice, 0.6),
    ...(dice.next() < 0.35 && { phoneShadow: phoneShadow(dice, 0.35) }),
    light: {
      level: dice.between(0.72, 1.1),
      unevenX: dice.about(0, 0.12),
      unevenY: dice.about(0, 0.12),
      vignette: dice.between(0, 0.25),
      warmth: dice.about(0.08, 0.22),
      warmthX: dice.about(0, 0.06),
    },
    ...(dice.next() < 0.4 && { glare: [glareOf(dice, 0.8)] }),
    ...thingsInTheWay(dice, 0.32, seed),
    defocusPx: dice.between(0.45, 1.1),
    ...(dice.next() < 0.25 && {
      motion: { lengthPx: dice.between(0.8, 2.2), degrees: dice.between(0, 180) },
    }),
    noise: {
      shot: dice.between(0.008, 0.025),
      read: dice.between(0.001, 0.004),
      correlation: dice.between(0.2, 0.8),
    },
    sharpen: dice.between(0.1, 0.9),
    contrast: dice.about(0.08, 0.1),
    saturation: dice.about(1.05, 0.1),
    ...(dice.next() < 0.3 && {
      wear: {
        edges: dice.between(0, 0.5),
        scratches: Math.floor(dice.between(0, 8)),
        dirt: dice.between(0, 0.3),
      },
    }),
    ...copyOf(dice, 0.03),
    jpeg: {
      quality: Math.round(dice.between(70, 90)),
      ...(dice.next() < 0.4 && { first: Math.round(dice.between(80, 95)) }),
      fullColour: dice.next() < 0.15,
    },
    orientation: orientation(dice),
    next: nextOf(dice),
  }
}

/** As far beyond `clean` as the bad lines of the first tries were, by what Tesseract loses: about seven letters in a hundred more. */
function bad(dice: Dice, seed: number): Scene {
  const isMoved = dice.next() < 0.5
  const isAcross = dice.next() < 0.22
  const resolution = dice.next() < 0.3 ? dice.between(0.75, 0.95) : 1
  return {
    seed,
    frame: {
      longSide: Math.round((isAcross ? dice.between(1450, 1750) : dice.between(1250, 1650)) / resolution),
      aspect: isAcross ? 4 / 3 : dice.pick([4 / 3, 4 / 3, 16 / 9]),
      hold: isAcross ? 'across' : dice.next() < 0.1 ? 'tight' : 'along',
    },
    pose: {
      tiltDegrees: dice.apart(0, 16),
      turnDegrees: dice.about(0, 11),
      rollDegrees: dice.about(0, 9),
      quarterTurns: quarterTurns(dice, 0.72),
      fill: dice.between(0.8, 0.99),
      x: dice.between(-0.8, 0.8),
      y: dice.between(-0.8, 0.8),
      focal: dice.between(0.7, 1),
    },
    ...(dice.next() < 0.3 && {
      bend: { heightMm: dice.about(0, 1.6), axis: dice.pick(['x', 'y'] as const) },
    }),
    background: { kind: dice.pick(TABLES), seed },
    shadow: shadowOf(dice, 0.75),
    ...(dice.next() < 0.55 && { phoneShadow: phoneShadow(dice, 0.6) }),
    light: {
      level: dice.between(0.3, 1.15),
      unevenX: dice.about(0, 0.25),
      unevenY: dice.about(0, 0.25),
      vignette: dice.between(0, 0.5),
      warmth: dice.about(0.1, 0.4),
      warmthX: dice.about(0, 0.15),
    },
    ...(dice.next() < 0.65 && {
      glare: Array.from({ length: dice.pick([1, 1, 2, 3]) }, () => glareOf(dice, 1.6)),
    }),
    ...thingsInTheWay(dice, 0.4, seed),
    defocusPx: isMoved ? dice.between(0.5, 0.9) : dice.between(0.7, 1.4),
    ...(isMoved && { motion: { lengthPx: dice.between(1.2, 3), degrees: dice.between(0, 180) } }),
    noise: {
      shot: dice.between(0.02, 0.055),
      read: dice.between(0.003, 0.01),
      correlation: dice.between(0.3, 1),
    },
    resolution,
    sharpen: dice.between(0, 1.3),
    contrast: dice.about(0, 0.2),
    gamma: dice.about(1, 0.12),
    saturation: dice.about(1, 0.2),
    haze: dice.next() < 0.3 ? dice.between(0, 0.06) : 0,
    ...(dice.next() < 0.5 && {
      wear: {
        edges: dice.between(0, 1),
        scratches: Math.floor(dice.between(0, 25)),
        dirt: dice.between(0, 0.7),
      },
    }),
    ...copyOf(dice, 0.05),
    jpeg: {
      quality: Math.round(dice.between(15, 50)),
      ...(dice.next() < 0.5 && { first: Math.round(dice.between(40, 85)) }),
    },
    orientation: orientation(dice),
    next: nextOf(dice),
  }
}
