// The ground of the chip cards: teal clouds and drum rings over yellow, the country's outline, brocade at the corners.
import { seededDice } from '../../person/dice.ts'
import { drum, vietnam } from '../drawing/drum.ts'
import { braid, hatch, lattice, scrolls, waves } from '../drawing/pattern.ts'
import { glow, rectangle, wash } from '../drawing/svg.ts'
import { engraving, ringPath, texture } from '../drawing/texture.ts'
import { batch, CARD } from './layout.ts'

interface GroundLook {
  readonly teal: string
  readonly pale: readonly string[]
  readonly warm: string
  readonly sun: string
}

const LOOKS: Readonly<Record<'cccd-chip' | 'can-cuoc', GroundLook>> = {
  'cccd-chip': { teal: '#2fa79f', pale: ['#bfe6e2', '#e7ecd2', '#cfe9e4'], warm: '#f2d39a', sun: '#fffdf2' },
  'can-cuoc': { teal: '#1f9489', pale: ['#a9d8d6', '#dfe3b4', '#b7dcd3'], warm: '#efc877', sun: '#f4ecdc' },
}

export function frontGround(kind: 'cccd-chip' | 'can-cuoc', seed: number): string {
  const dice = seededDice(seed, 0x9201)
  const look = LOOKS[kind]
  const teal = batch(look.teal, dice)
  const warm = batch(look.warm, dice)
  return [
    wash(
      CARD,
      look.pale.map((colour) => batch(colour, dice)),
      8,
    ),
    glow(48, 31, 24, warm, 0.95),
    waves(CARD, {
      colours: [teal, '#d9a0b8'],
      pitchMm: 0.62,
      amplitudeMm: 0.5,
      lengthMm: 5.5,
      widthMm: 0.07,
      opacity: 0.3,
      seed: seed % 3,
    }),
    engraving(CARD, { colour: teal, pitchMm: 0.3, opacity: dice.between(0.2, 0.38), degrees: 24, seed: 1 }),
    texture(ringPath(52, 31, 18, 12), {
      motif: 'weave',
      colour: '#c9973f',
      tileMm: 0.8,
      widthMm: 0.1,
      opacity: 0.4,
    }),
    scrolls({ x: 0, y: 0, width: 34, height: 19 }, teal, kind === 'can-cuoc' ? 5 : 6, 34, 0.17, 0.5),
    drum(52, 31, 41, { line: teal, sun: look.sun, sunOpacity: 0.85, opacity: 0.55, seed: 3 }),
    hatch({ x: 0, y: 14, width: 10, height: 40 }, '#c98aa8', 0.5, 78, 0.07, 0.35),
    lattice({ x: 0, y: 44, width: 16, height: 10 }, teal, 4.4, 0.17, 0.6),
    vietnam(42, 11.5, 37, '#5f9ec4', 0.5),
    islands('#6f8fb5'),
  ].join('')
}

/** Two groups of islands off the coast, as specks. */
function islands(colour: string): string {
  const dice = seededDice(7, 0x15)
  let specks = ''
  for (let k = 0; k < 26; k++) {
    const south = k > 11
    const [x, y] = [dice.between(0, 6) + (south ? 68 : 67), dice.between(0, 5) + (south ? 43 : 26)]
    specks += rectangle(
      { x, y, width: dice.between(0.2, 0.7), height: dice.between(0.2, 0.5) },
      { fill: colour, opacity: 0.7, radius: 0.15 },
    )
  }
  return specks
}

export function backGround(kind: 'cccd-chip' | 'can-cuoc', seed: number): string {
  const dice = seededDice(seed, 0x9202)
  const look = LOOKS[kind]
  const teal = batch(look.teal, dice)
  const zone = { x: 0, y: 33.2, width: CARD.width, height: CARD.height - 33.2 }
  return [
    wash(
      CARD,
      look.pale.map((colour) => batch(colour, dice)),
      0,
    ),
    glow(42, 18, 26, batch(look.warm, dice), 0.9),
    waves(CARD, {
      colours: [teal, '#d3b06a'],
      pitchMm: 0.6,
      amplitudeMm: 0.45,
      lengthMm: 6,
      widthMm: 0.07,
      opacity: 0.32,
      seed: seed % 3,
    }),
    engraving(
      { ...CARD, height: 31.6 },
      { colour: teal, pitchMm: 0.3, opacity: dice.between(0.2, 0.38), degrees: 24, seed: 2 },
    ),
    texture(ringPath(16, 22, 38, 30), {
      motif: 'weave',
      colour: '#c08d34',
      tileMm: 0.9,
      widthMm: 0.12,
      opacity: 0.45,
    }),
    scrolls({ x: 0, y: 0, width: 44, height: 31 }, teal, 9, 30, 0.15, 0.34),
    drum(16, 22, 52, { line: teal, sun: look.sun, sunOpacity: 0.2, opacity: 0.42, seed: 5 }),
    lattice({ x: 70, y: 0, width: 15.6, height: 31 }, teal, 4.6, 0.18, 0.5),
    rectangle(zone, { fill: '#eef1ea', opacity: 0.72 }),
    waves(zone, {
      colours: ['#a9c4bd', '#dcc79b'],
      pitchMm: 0.7,
      amplitudeMm: 0.3,
      lengthMm: 9,
      widthMm: 0.06,
      opacity: 0.5,
      seed: 2,
    }),
    braid({ x: 0, y: 31.6, width: CARD.width, height: 1.6 }, [teal, '#d6b24e'], 6, 3.4, 0.12, 0.8),
  ].join('')
}
