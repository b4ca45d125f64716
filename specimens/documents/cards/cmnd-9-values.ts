// Values of the 9-digit card, put into the blank by an office: printed or typed, as one layer that lies a little askew.
import { type Dice, seededDice } from '../../person/dice.ts'
import { REFERENCE } from '../drawing/casts.ts'
import { textWidth } from '../drawing/typefaces.ts'
import type { Run, Strike } from '../sheet.ts'
import { CARD, type RowLook } from './layout.ts'

/** What one office did to one card. */
export interface Layer {
  readonly look: RowLook
  readonly isTyped: boolean
  /** Of the whole layer about the middle of the card. */
  readonly degrees: number
  readonly dx: number
  readonly dy: number
  /** How far letters stand above the dots; below them where it is negative. */
  readonly liftMm: number
  readonly seed: number
}

const INKS = ['#1a2123', '#16181c', '#22262e', '#2b2d33'] as const
const RIBBONS = ['#2f3034', '#45464b', '#5d5d61', '#3a3a48', '#1f2024'] as const

export function layerOf(
  seed: number,
  isTyped: boolean,
  longest: number,
  label: Pick<RowLook, 'label' | 'labelMm' | 'labelColour'>,
): Layer {
  const dice = seededDice(seed, 0x9a)
  return {
    look: {
      ...label,
      english: 'sans-italic',
      value: isTyped ? 'typed' : 'book',
      // A machine has one pitch, and two lines must hold the address.
      valueMm: isTyped
        ? Math.max(2.5, Math.min(dice.between(3.2, 4), 120 / longest))
        : dice.between(2.85, 3.3),
      valueColour: dice.pick(isTyped ? RIBBONS : INKS),
    },
    isTyped,
    degrees: dice.about(0, isTyped ? 0.7 : 0.45),
    dx: dice.about(0, 0.6),
    dy: dice.about(0, 0.3),
    liftMm: dice.between(-0.12, 0.75),
    seed,
  }
}

/** A value about a middle, as the layer lies: `baseline` is that of the dots. */
export function layered(
  { look, isTyped, degrees, dx, dy, liftMm, seed }: Layer,
  text: string,
  field: string,
  at: { middle?: number; left?: number; baseline: number; roomMm: number; growth?: number },
): Run {
  const dice = seededDice(seed, Math.round(at.baseline * 100))
  const turn = (degrees * Math.PI) / 180
  const x = (at.middle ?? at.left ?? 0) + dx + dice.about(0, at.middle === undefined ? 0.2 : 0.7)
  const [fromX, fromY] = [x - CARD.width / 2, at.baseline - CARD.height / 2]
  const baseline = at.baseline + dy - liftMm + dice.about(0, 0.08) + fromX * Math.sin(turn)
  const wanted = look.valueMm * (at.growth ?? 1)
  const natural = textWidth(REFERENCE, look.value, text, wanted)
  return {
    text,
    typeface: look.value,
    // Letters are set closer by a fifth, then smaller.
    sizeMm: wanted * Math.min(1, (1.25 * at.roomMm) / natural),
    x: x - fromY * Math.sin(turn),
    baseline,
    anchor: at.middle === undefined ? 'start' : 'middle',
    colour: look.valueColour,
    role: 'value',
    field,
    maxWidthMm: at.roomMm,
    turnDegrees: degrees,
    ...(isTyped ? { strike: strikeOf(dice, seed), ink: 0.97 } : {}),
  }
}

const strikeOf = (dice: Dice, seed: number): Strike => ({
  seed: Math.floor(dice.next() * 2 ** 30) ^ seed,
  liftMm: dice.between(0.04, 0.2),
  uneven: dice.between(0.1, 0.38),
  gaps: dice.next() < 0.5 ? 0 : dice.between(0.1, 0.5),
})

/** The black number as it is printed, or the magenta one of a numbering machine: nine wheels that stand unevenly. */
export function numberRun(
  id: string,
  isStamped: boolean,
  seed: number,
  bar: { x: number; y: number; width: number; height: number },
): Run {
  const dice = seededDice(seed, 0x9b)
  const middle = bar.y + bar.height / 2
  const base = { text: id, role: 'value', field: 'id' } as const
  if (!isStamped) {
    const sizeMm = dice.between(3.7, 4.1)
    return {
      ...base,
      typeface: 'sans',
      sizeMm,
      x: bar.x + dice.pick([-0.6, 0.4, 3, 3, 3.4, 6, 8]) + dice.about(0, 0.5),
      baseline: middle + 0.36 * sizeMm + dice.about(0, 0.45),
      colour: dice.pick(['#21191d', '#1c1a20', '#2b2529', '#33282a']),
      spacingMm: dice.between(0.1, 0.4),
      turnDegrees: dice.about(0, 0.3),
    }
  }
  const heightMm = dice.between(3.7, 4.8)
  const sizeMm = heightMm / 0.716
  const wanted = dice.between(28.5, 33.5)
  const natural = textWidth(REFERENCE, 'numbering', id, sizeMm)
  return {
    ...base,
    typeface: 'numbering',
    sizeMm,
    x: bar.x + dice.between(-0.5, 2.2),
    // Over the upper edge of the bar more often than below its middle, but clear of the title.
    baseline: middle + heightMm / 2 + dice.between(heightMm / 2 - 2.7, 0.5),
    colour: dice.pick([
      '#c8289a',
      '#b0208a',
      '#d6469f',
      '#c05a93',
      '#d278a6',
      '#a01c78',
      '#c23a6c',
      '#8e1e55',
    ]),
    spacingMm: Math.max(0.3, (wanted - natural) / (id.length - 1)),
    turnDegrees: dice.about(0, 0.6),
    ink: dice.between(0.82, 0.98),
    strike: {
      seed: seed ^ 0x77,
      liftMm: dice.between(0.15, 0.45),
      uneven: dice.between(0.1, 0.35),
      hollow: dice.next() < 0.6 ? dice.between(0.15, 0.45) : 0,
      gaps: dice.between(0, 0.55),
    },
  }
}

/** As offices wrote days: `05-03-1988`, or `5-3-1988` where a typist did; the year alone where no more was known. */
export function writtenDay(day: string, dice: Dice, isTyped: boolean): string {
  const bare = isTyped && dice.next() < 0.55
  return day
    .split('/')
    .map((part) => (bare ? String(Number(part)) : part))
    .join('-')
}
