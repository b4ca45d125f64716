// Draws fronts of the nine-digit card with numbers as offices stamped, printed or typed them, harder than the specimens do.
import { blankOf } from '../../../specimens/documents/cards/cmnd-9-ground.ts'
import { type Cast, castFor } from '../../../specimens/documents/drawing/casts.ts'
import { group, rectangle, short, strokes } from '../../../specimens/documents/drawing/svg.ts'
import { runSvg, setting } from '../../../specimens/documents/drawing/typefaces.ts'
import type { BoxMm, Run, Sheet, Strike } from '../../../specimens/documents/sheet.ts'
import { specimen } from '../../../specimens/documents/specimen.ts'
import { type Dice, seededDice } from '../../../specimens/person/dice.ts'

/** `printed` and `stamped` are as the specimens draw them, the others as seen on real cards; of a `hidden` one nothing may be answered. */
export const STYLES = [
  'printed',
  'typed',
  'stamped',
  'magenta',
  'red',
  'black',
  'worn',
  'double',
  'slant',
  'waves',
  'all',
  'hidden',
] as const
export type Style = (typeof STYLES)[number]

export interface Stamped {
  readonly sheet: Sheet
  readonly cast: Cast
  readonly seed: number
  readonly number: string
  /** Its last figures lie under something white. */
  readonly isHidden: boolean
}

/** The specimen of the first seed from this one on whose number is stamped, or printed where the style says so. */
export function stamped(seed: number, style: Style): Stamped {
  const cast = castFor(seed, 'held-out')
  const [sheet] = specimen({ kind: 'cmnd-9', seed, cast }).sheets
  const run = sheet?.runs.find(({ field }) => field === 'id')
  if (sheet === undefined || run === undefined) throw new Error('a front without a number')
  const isStamped = run.typeface === 'numbering'
  if (isStamped !== (style !== 'printed' && style !== 'typed')) return stamped(seed + SEEDS_APART, style)
  const dice = seededDice(seed, 0x57a)
  const changed = changes[style](run, dice)
  const bar = blankOf(seed).box(0.48, 0.885, 0.262, 0.325)
  return {
    sheet: {
      ...sheet,
      runs: sheet.runs.map((one) => (one === run ? changed : one)),
      over:
        (style === 'double' || (style === 'all' && dice.next() < 0.3) ? again(cast, changed, dice) : '') +
        overBar(style, bar, dice) +
        (style === 'hidden' ? hiding(cast, run, dice) : '') +
        (sheet.over ?? ''),
    },
    cast,
    seed,
    number: run.text,
    isHidden: style === 'hidden',
  }
}

/** Seeds of one evaluation are below each other by less than this. */
const SEEDS_APART = 1000

/** Colours of pads, by the eye on real cards: fresh, faded, and near that of the bar. */
const PALE = ['#d06aa6', '#d888b8', '#c678a8', '#cc5fa0', '#a86cb4', '#c77b9c'] as const
const RED = ['#c65a58', '#b8504e', '#cf5f7c', '#d4708a', '#a83c44', '#d04e80'] as const
const BLACK = ['#3a2430', '#241a20', '#5a2148', '#4a1526'] as const

const struck = (strike: Strike | undefined, more: Partial<Strike>): Strike => ({
  ...(strike ?? { seed: 0, liftMm: 0.2, uneven: 0.2 }),
  ...more,
})

const changes: Readonly<Record<Style, (run: Run, dice: Dice) => Run>> = {
  printed: (run) => run,
  stamped: (run) => run,
  hidden: (run) => run,
  typed: (run, dice) => ({
    ...run,
    typeface: 'typed',
    ink: 0.97,
    strike: {
      seed: dice.pick([1, 2, 3, 4, 5, 6, 7]),
      liftMm: 0.2,
      uneven: dice.between(0.1, 0.4),
      gaps: dice.between(0, 0.5),
    },
  }),
  magenta: (run, dice) => ({ ...run, colour: dice.pick(PALE), ink: dice.between(0.85, 0.98) }),
  red: (run, dice) => ({ ...run, colour: dice.pick(RED), ink: dice.between(0.85, 0.98) }),
  black: (run, dice) => ({ ...run, colour: dice.pick(BLACK), ink: dice.between(0.75, 0.95) }),
  worn: (run, dice) => ({
    ...run,
    strike: struck(run.strike, {
      uneven: dice.between(0.4, 0.7),
      hollow: dice.between(0.3, 0.6),
      gaps: dice.between(0.6, 1),
    }),
  }),
  double: (run) => run,
  slant: (run, dice) => ({
    ...run,
    turnDegrees: (run.turnDegrees ?? 0) + dice.pick([-1, 1]) * dice.between(1.2, 2.5),
    strike: struck(run.strike, { liftMm: dice.between(0.4, 0.8) }),
  }),
  waves: (run, dice) => ({ ...run, colour: dice.pick([...PALE, ...RED]), ink: dice.between(0.85, 0.98) }),
  all: (run, dice) => ({
    ...run,
    colour: dice.pick([...PALE, ...RED, ...BLACK.slice(2)]),
    ink: dice.between(0.88, 0.98),
    turnDegrees: (run.turnDegrees ?? 0) + dice.about(0, 1),
    strike: struck(run.strike, {
      liftMm: dice.between(0.2, 0.7),
      uneven: dice.between(0.15, 0.4),
      hollow: dice.between(0.1, 0.5),
      gaps: dice.between(0.1, 0.6),
    }),
  }),
}

/** The machine touched the paper twice. */
const again = (cast: Cast, run: Run, dice: Dice): string =>
  group(
    runSvg(cast, {
      ...run,
      x: run.x + dice.pick([-1, 1]) * dice.between(0.25, 0.6),
      baseline: run.baseline + dice.about(0, 0.25),
    }),
    `opacity="${short(dice.between(0.25, 0.55))}"`,
  )

/** One to three figures of a number whose last are hidden. */
function hiding(cast: Cast, run: Run, dice: Dice): string {
  const { ink } = setting(cast, run)
  if (ink === undefined) return ''
  const share = (dice.pick([1, 2, 3]) - 0.1) / run.text.length
  const patch = { x: ink.x + ink.width * (1 - share), y: ink.y - 1, width: ink.width, height: ink.height + 2 }
  return rectangle(patch, { fill: '#f6f7f7' })
}

const WAVE_COLOURS = ['#b0564f', '#9c4a48', '#c06a60', '#a8504c', '#8e3f44'] as const

/** The lines of the bar are darker than a pale stamp, and are seen through all of its figures. */
function overBar(style: Style, box: BoxMm, dice: Dice): string {
  if (!['magenta', 'red', 'worn', 'waves', 'all'].includes(style)) return ''
  const count = dice.pick([6, 7, 8])
  const half = dice.between(3.4, 5.2)
  const lines = Array.from({ length: count }, (_, k) => {
    const y = box.y + (box.height * (k + 0.35)) / count
    const path = `M${short(box.x)} ${short(y)}q${short(half / 2)} ${short(dice.between(0.4, 0.8))} ${short(half)} 0`
    return path + `t${short(half)} 0`.repeat(Math.floor(box.width / half) - 1)
  })
  const [width, opacity] =
    style === 'waves' || style === 'all'
      ? [dice.between(0.12, 0.2), dice.between(0.4, 0.8)]
      : [dice.between(0.1, 0.16), dice.between(0.3, 0.6)]
  return strokes(lines, dice.pick(WAVE_COLOURS), width, opacity)
}
