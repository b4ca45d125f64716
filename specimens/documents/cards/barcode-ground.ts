// The grounds of the two cards with a barcode on the back: blue for the 12-digit CMND, grey-green and yellow for the CCCD.
import { seededDice } from '../../person/dice.ts'
import { drum } from '../drawing/drum.ts'
import { rosette, waves } from '../drawing/pattern.ts'
import { glow, wash } from '../drawing/svg.ts'
import { engraving } from '../drawing/texture.ts'
import { batch, CARD } from './layout.ts'

const LOOKS = {
  'cmnd-12': {
    pale: ['#bfe2f1', '#d8eef5', '#c3e3ef'],
    line: '#59a8cf',
    other: '#9ec7a8',
    warm: '#e9f3d8',
    drum: '#6fb0cc',
  },
  'cccd-12': {
    pale: ['#cfe3dc', '#efe9c9', '#d2e6e4'],
    line: '#5aa59c',
    other: '#d3a4a8',
    warm: '#f3dfa2',
    drum: '#8fb59a',
  },
} as const

export function barcodeGround(kind: keyof typeof LOOKS, side: 'front' | 'back', seed: number): string {
  const dice = seededDice(seed, side === 'front' ? 0xba1 : 0xba2)
  const look = LOOKS[kind]
  const [line, other] = [batch(look.line, dice), batch(look.other, dice)]
  const middle = side === 'front' ? 52 : 58
  return [
    wash(
      CARD,
      look.pale.map((colour) => batch(colour, dice)),
      12,
    ),
    glow(middle, 30, 26, batch(look.warm, dice), 0.9),
    waves(CARD, {
      colours: [line, other],
      pitchMm: 0.75,
      amplitudeMm: 0.8,
      lengthMm: 6.4,
      widthMm: 0.08,
      opacity: 0.42,
      seed: 4,
    }),
    waves(CARD, {
      colours: [line],
      pitchMm: 1.1,
      amplitudeMm: 0.6,
      lengthMm: 4.2,
      widthMm: 0.06,
      opacity: 0.3,
      degrees: 62,
      seed: 8,
    }),
    engraving(CARD, {
      colour: line,
      pitchMm: 0.36,
      widthMm: 0.1,
      opacity: dice.between(0.15, 0.32),
      degrees: -18,
    }),
    kind === 'cccd-12'
      ? drum(middle, 31, 24, { line: look.drum, sun: '#fff8dc', sunOpacity: 0.7, opacity: 0.6 })
      : rosette(middle, 31, 21, {
          colours: [line, '#b98fb5', other],
          petals: 16,
          rings: 34,
          hollow: 0.15,
          opacity: 0.45,
        }),
    rosette(4, 50, 11, { colours: [line], petals: 10, rings: 16, opacity: 0.35 }),
    rosette(82, 4, 11, { colours: [other], petals: 10, rings: 16, opacity: 0.35 }),
  ].join('')
}
