// What is printed below the words of Vietnamese passports: the green series and the indigo one.
import { type Dice, seededDice } from '../../person/dice.ts'
import { drum } from '../drawing/drum.ts'
import { braid, hatch, rosette, scrolls, waves } from '../drawing/pattern.ts'
import { clipped, glow, pathOf, rectangle, strokes, wash } from '../drawing/svg.ts'
import type { BoxMm } from '../sheet.ts'
import { hsl, star } from './motifs.ts'

const PAGE: BoxMm = { x: 0, y: 0, width: 125, height: 88 }

/** Pale cream and green, a drum far to the right, a white zone for the machine. */
export function greenGround(seed: number): string {
  const dice = seededDice(seed, 0x9a5)
  const hue = dice.between(70, 130)
  const line = hsl(hue, 0.3, 0.68)
  const pink = hsl(dice.between(10, 40), 0.5, 0.8)
  return (
    rectangle(PAGE, { fill: hsl(hue - 20, 0.25, 0.95) }) +
    wash(
      { ...PAGE, height: 66 },
      [hsl(45, 0.5, 0.91), hsl(hue, 0.3, 0.9), hsl(45, 0.45, 0.92)],
      dice.between(0, 60),
    ) +
    waves({ ...PAGE, height: 66 }, look(dice, [line, pink], 1)) +
    drum(86, 41, 30, { line: hsl(hue, 0.35, 0.6), sun: hsl(45, 0.6, 0.7), opacity: 0.4, seed }) +
    rosette(22, 43, 19, { colours: [pink, line], petals: 14, rings: 12, opacity: 0.5 }) +
    hatch({ x: 0, y: 66, width: 125, height: 22 }, hsl(hue, 0.2, 0.85), 1.1, 30, 0.07, 0.6) +
    strokes(
      [
        pathOf([
          [0, 10.1],
          [125, 10.1],
        ]),
      ],
      '#3c3f3a',
      0.2,
    )
  )
}

/** Blue and violet running into rose, waves of water, a drum and a bay with rocks. */
export function indigoGround(seed: number): string {
  const dice = seededDice(seed, 0x1d1)
  const hue = dice.between(205, 250)
  const rose = hsl(dice.between(320, 350), 0.45, 0.8)
  const line = hsl(hue, 0.4, 0.68)
  const rocks = Array.from({ length: 7 }, (_, k) => rock(46 + k * 11.5 + dice.between(-2, 2), 62, dice))
  return (
    wash(
      PAGE,
      [hsl(hue, 0.5, 0.91), hsl(300, 0.35, 0.94), hsl(hue - 30, 0.45, 0.92)],
      dice.between(-20, 30),
    ) +
    glow(80, 35, 45, hsl(45, 0.7, 0.88), 0.7) +
    waves({ ...PAGE, height: 67 }, look(dice, [line, rose], 0.95)) +
    clipped(
      strokes(rocks, hsl(hue, 0.35, 0.6), 0.16, 0.6) +
        scrolls({ x: 42, y: 56, width: 83, height: 10 }, line, seed, 20),
      { ...PAGE, height: 66.5 },
    ) +
    drum(88, 34, 25, { line: hsl(hue, 0.45, 0.6), sun: rose, opacity: 0.42, seed }) +
    braid({ x: 0, y: 10.6, width: 125, height: 1.6 }, [line, rose], 6, 4) +
    strokes([star(116, 60, 4)], hsl(45, 0.7, 0.6), 0.2, 0.8) +
    rectangle({ x: 0, y: 66.5, width: 125, height: 21.5 }, { fill: '#ffffff', opacity: 0.55 })
  )
}

const look = (dice: Dice, colours: readonly string[], pitchMm: number) => ({
  colours,
  pitchMm,
  amplitudeMm: dice.between(0.8, 1.8),
  lengthMm: dice.between(11, 22),
  opacity: 0.55,
  degrees: dice.between(-30, 30),
  seed: Math.floor(dice.next() * 1000),
})

/** A hill that stands in the water, in three nested lines. */
function rock(x: number, foot: number, dice: Dice): string {
  const [wide, high] = [dice.between(3, 6), dice.between(6, 18)]
  return [1, 0.78, 0.55]
    .map((share) => {
      const [w, h] = [wide * share, high * share]
      return `M${x - w} ${foot}C${x - w} ${foot - h * 0.7} ${x - w * 0.6} ${foot - h} ${x - w * 0.1} ${foot - h}C${x + w * 0.5} ${foot - h} ${x + w * 0.7} ${foot - h * 0.4} ${x + w} ${foot}`
    })
    .join('')
}
