// What comes between a document and its picture: shadows and glare, hands and fingers, copies put in its place.
import type { Dice } from '../person/dice.ts'
import type { Glare, Scene } from './scene.ts'

export function shadowOf(dice: Dice, most: number): NonNullable<Scene['shadow']> {
  return {
    xMm: dice.about(0, 1.2),
    yMm: dice.about(0.6, 1.1),
    softMm: dice.between(1, 5),
    strength: dice.between(0.3, most),
  }
}

export function glareOf(dice: Dice, most: number): Glare {
  const isStreak = dice.next() < 0.4
  return {
    x: dice.between(-0.5, 0.5),
    y: dice.between(-0.3, 0.3),
    radius: isStreak ? dice.between(0.015, 0.05) : dice.between(0.03, 0.12),
    stretch: isStreak ? dice.between(6, 16) : dice.between(1, 2.2),
    degrees: dice.between(0, 180),
    strength: dice.between(0.25, most),
    rainbow: dice.next() < 0.4 ? dice.between(0.1, 0.6) : 0,
    besideText: true,
  }
}

export function phoneShadow(dice: Dice, most: number): NonNullable<Scene['phoneShadow']> {
  return {
    x: dice.between(-0.5, 0.5),
    y: dice.between(-0.1, 0.6),
    degrees: dice.between(-50, 50),
    width: dice.between(0.35, 0.8),
    height: dice.between(0.5, 1.1),
    soft: dice.between(0.06, 0.4),
    strength: dice.between(0.15, most),
  }
}

/** Held up before a room, or pinned to the table by fingers. */
export function thingsInTheWay(dice: Dice, chance: number, seed: number): Partial<Scene> {
  if (dice.next() >= chance) return {}
  const tone = dice.between(0.05, 0.75)
  if (dice.next() < 0.6)
    return {
      hand: { side: dice.pick(['left', 'right', 'bottom', 'both']), reachMm: dice.between(3, 12), tone },
      background: { kind: dice.pick(['room', 'room', 'cloth', 'desk']), seed },
    }
  const corners =
    dice.next() < 0.5
      ? [dice.pick([0, 1, 2, 3])]
      : dice.pick([
          [0, 3],
          [1, 2],
          [2, 3],
          [0, 2],
        ])
  return { fingers: corners.map((corner) => ({ corner, reachMm: dice.between(3, 10), tone })) }
}

/** What strangers' pictures of real cards met, each as a change of a scene. */
export const HARDSHIPS: Readonly<Record<string, (base: Scene, dice: Dice) => Partial<Scene>>> = {
  laminated: (base, dice) => ({
    film: {
      marginMm: dice.between(2, 5.5),
      milky: dice.between(0.1, 0.55),
      bubbles: dice.between(0, 1),
      creases: dice.pick([0, 0, 1, 2]),
    },
    glare: [...(base.glare ?? []), glareOf(dice, 1)],
  }),
  worn: (_base, dice) => ({
    wear: {
      edges: dice.between(0.3, 1),
      scratches: Math.floor(dice.between(5, 30)),
      dirt: dice.between(0.2, 0.7),
      fade: dice.between(0.3, 1),
    },
  }),
  copied: (_base, dice) => ({ photocopy: photocopyOf(dice) }),
  stretched: (_base, dice) => ({
    stretch: dice.next() < 0.5 ? dice.between(0.87, 0.95) : dice.between(1.05, 1.15),
  }),
  small: (base, dice) => ({
    ...atWidth(base, dice.between(400, 640)),
    jpeg: { quality: Math.round(dice.between(55, 85)) },
  }),
  enlarged: (base, dice) => ({
    ...atWidth(base, dice.between(900, 1200)),
    resolution: dice.between(0.42, 0.55),
    jpeg: { quality: Math.round(dice.between(40, 60)) },
  }),
  screenshot: (_base, dice) => ({
    screenshot: {
      widthPx: dice.pick([720, 1080, 1080, 1170]),
      aspect: dice.between(1.78, 2.2),
      share: dice.between(0.9, 1),
      isDark: dice.next() < 0.6,
      y: dice.between(0.4, 0.6),
    },
    orientation: 1,
  }),
}

/** The document fills the frame; lens and hand blur by as many parts of a letter as before, not by as many pixels. */
function atWidth(base: Scene, width: number): Partial<Scene> {
  const share = width / base.frame.longSide
  return {
    frame: { ...base.frame, longSide: Math.round(width), hold: 'along' },
    pose: { ...base.pose, fill: Math.max(0.93, base.pose.fill) },
    defocusPx: (base.defocusPx ?? 0) * share,
    ...(base.motion && { motion: { ...base.motion, lengthPx: base.motion.lengthPx * share } }),
  }
}

/** `chance` is that of each: from a display, from a print, from a copier. */
export function copyOf(dice: Dice, chance: number): Partial<Scene> {
  const drawn = dice.next() / chance
  if (drawn < 1) return { screen: screenOf(dice) }
  if (drawn < 2) return { print: printOf(dice) }
  return drawn < 3 ? { photocopy: photocopyOf(dice) } : {}
}

/** A pixel of a phone is 0.06 mm, of a monitor 0.25; what is shown may be larger than life, and so its pixels smaller. */
export function screenOf(dice: Dice): NonNullable<Scene['screen']> {
  return {
    pitchMm: dice.between(0.06, 0.2),
    marginMm: dice.between(1, 25),
    bezelMm: dice.next() < 0.6 ? dice.between(3, 15) : 0,
    around: dice.pick([0.005, 0.02, 0.3, 0.85]),
    tint: dice.about(0.3, 0.4),
    reflection: dice.next() < 0.5 ? dice.between(0.05, 0.35) : 0.02,
    contrast: dice.between(0.35, 1),
  }
}

export function printOf(dice: Dice): NonNullable<Scene['print']> {
  return {
    linesPerMm: dice.between(2.6, 5),
    strength: dice.between(0.5, 1),
    fade: dice.between(0, 0.25),
    marginMm: dice.between(3, 30),
  }
}

export function photocopyOf(dice: Dice): NonNullable<Scene['photocopy']> {
  return {
    contrast: dice.between(1.4, 2.6),
    speckle: dice.between(0.1, 1),
    streaks: Math.floor(dice.between(0, 5)),
    marginMm: dice.between(3, 30),
  }
}
