// Paper, inks and lamination of the 9-digit card.
import { seededDice } from '../../person/dice.ts'
import { rosette, waves } from '../drawing/pattern.ts'
import { glow, rectangle, wash } from '../drawing/svg.ts'
import { batch, CARD } from './layout.ts'

export const INK = '#2b3440'
export const RED = '#cf2b39'

export function cmnd9Ground(seed: number, side: number): string {
  const dice = seededDice(seed, 0x900 + side)
  const pale = dice.pick([
    ['#cfe6e2', '#e2efe2', '#cbe3e6'],
    ['#d3e7d9', '#e9f0de', '#d2e6da'],
    ['#c9e2ea', '#dcebec', '#cde4ea'],
  ])
  const line = batch('#6fb3a4', dice, 14)
  return [
    wash(
      CARD,
      pale.map((colour) => batch(colour, dice)),
      10,
    ),
    glow(46, 28, 28, batch('#f1efd3', dice), 0.7),
    waves(CARD, {
      colours: [line, '#a9cdb4'],
      pitchMm: 0.85,
      amplitudeMm: 1.1,
      lengthMm: 8,
      widthMm: 0.09,
      opacity: 0.5,
      seed: 3,
    }),
    waves(CARD, {
      colours: [line],
      pitchMm: 1.2,
      amplitudeMm: 0.9,
      lengthMm: 6,
      widthMm: 0.07,
      opacity: 0.35,
      degrees: 90,
      seed: 5,
    }),
    rosette(52, 30, 19, { colours: [line, '#b7bd84'], petals: 14, rings: 26, hollow: 0.1, opacity: 0.4 }),
  ].join('')
}

/** The lamination stands over the paper all around. */
export const laminate = rectangle(
  { x: 0.9, y: 0.9, width: 83.8, height: 52.18 },
  { stroke: '#ffffff', widthMm: 1.8, radius: 1.5, opacity: 0.28 },
)
