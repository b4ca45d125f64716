// The ground of the barcode CCCD: pale blue waves, a lotus in a drum, a lace ring about the emblem.
import { type Dice, seededDice } from '../../person/dice.ts'
import { drum } from '../drawing/drum.ts'
import { rosette, waves } from '../drawing/pattern.ts'
import { circle, glow, group, short, wash } from '../drawing/svg.ts'
import { engraving } from '../drawing/texture.ts'
import { batch, CARD } from './layout.ts'

const EMBLEM = { x: 13.8, y: 9.5 } as const
const DRUM = { x: 53.9, y: 32.4, radius: 21.2 } as const

export function cccd12Ground(side: 'front' | 'back', seed: number): string {
  const dice = seededDice(seed, side === 'front' ? 0xcd1 : 0xcd2)
  const line = batch('#7d97c9', dice)
  // Some batches are nearly white, some are a clear blue.
  const depth = dice.next()
  const pale = (light: string, deep: string) => batch(depth < 0.5 ? light : deep, dice, 14)
  const middle = side === 'front' ? DRUM.x : 60
  return [
    wash(
      CARD,
      [pale('#d5deef', '#b9c9ea'), pale('#dfe4f0', '#c6cfeb'), pale('#d0dcec', '#b3c7e6')],
      dice.between(0, 40),
    ),
    waves(CARD, {
      colours: [line, batch('#a9b7dc', dice)],
      pitchMm: 0.42,
      amplitudeMm: 0.8,
      lengthMm: 7.2,
      widthMm: 0.07,
      opacity: dice.between(0.25, 0.5),
      degrees: dice.pick([0, 24, -30]),
      seed: 3 + (seed % 3),
    }),
    engraving(CARD, {
      colour: line,
      pitchMm: 0.34,
      widthMm: 0.09,
      opacity: dice.between(0.14, 0.32),
      degrees: 62,
    }),
    drum(middle, DRUM.y, DRUM.radius, {
      line: batch('#8ea3d4', dice),
      sun: '#f3f5fb',
      sunOpacity: 0.5,
      opacity: dice.between(0.25, 0.5),
    }),
    glow(middle, DRUM.y, 15, '#eef1f9', 0.5),
    lotus(middle, DRUM.y + 5, 9.6, dice),
    side === 'front'
      ? lace(dice)
      : rosette(8, 44, 12, { colours: [line], petals: 16, rings: 22, opacity: 0.35 }),
    rosette(84, 52, 13, { colours: [line], petals: 12, rings: 18, opacity: 0.3 }),
  ].join('')
}

function lace(dice: Dice): string {
  const line = batch('#8fa9dc', dice)
  const ring = { colours: [line, batch('#b9c6e8', dice)], petals: 32, depth: 0.2, opacity: 0.75 } as const
  return (
    glow(EMBLEM.x, EMBLEM.y, 13.5, '#f4f6fb', 0.95) +
    circle(EMBLEM.x, EMBLEM.y, 8.6, '#eef2fa', 0.8) +
    rosette(EMBLEM.x, EMBLEM.y, 12.2, { ...ring, rings: 13, hollow: 0.72, widthMm: 0.12 }) +
    rosette(EMBLEM.x, EMBLEM.y, 9.9, { ...ring, petals: 24, rings: 7, hollow: 0.82, widthMm: 0.1 })
  )
}

/** Nine petals opening upwards from the middle of the drum. */
function lotus(x: number, y: number, size: number, dice: Dice): string {
  const colour = batch('#f0a9bd', dice)
  const petal = (degrees: number, length: number, width: number, opacity: number) =>
    `<path transform="rotate(${short(degrees)})" d="M0 0C${short(-width)} ${short(-length * 0.45)} ${short(-width * 0.7)} ${short(-length * 0.8)} 0 ${short(-length)}C${short(width * 0.7)} ${short(-length * 0.8)} ${short(width)} ${short(-length * 0.45)} 0 0Z" fill="${colour}" fill-opacity="${short(opacity)}" stroke="#fbe3ea" stroke-width="0.12"/>`
  const strength = dice.between(0.25, 0.5)
  const petals = [
    [-72, 1.05, 0.26],
    [72, 1.05, 0.26],
    [-52, 1.12, 0.3],
    [52, 1.12, 0.3],
    [-30, 1.1, 0.32],
    [30, 1.1, 0.32],
    [0, 1.2, 0.36],
  ] as const
  return group(
    petals.map(([turn, length, width]) => petal(turn, length * size, width * size, strength)).join(''),
    `transform="translate(${short(x)} ${short(y)})"`,
  )
}
