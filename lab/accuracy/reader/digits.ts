// Measures how numbers of nine figures are read that offices stamped on the bar, by style and by photograph, before and now.
import { sortOutcomes } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { countOf, percentWithInterval, type Table } from '../../kit/table.ts'
import { none } from '../../kit/targets.ts'
import type { ReaderCrew } from './jobs.ts'
import type { StampSeen, StampWanted } from './stamp-read.ts'
import { STYLES } from './stamps.ts'

/** The looks were chosen on seeds from 520,000 to 521,549. */
const FIRST_SEED = 540_000
const SEEDS_OF_A_STYLE = 50
const EACH = 8
const levels = ['clean', 'photo', 'bad'] as const

/** The styles are mixed evenly, so that a small sample has all of them. */
const wanted: readonly StampWanted[] = Array.from({ length: EACH }).flatMap((_, k) =>
  STYLES.flatMap((style, row) =>
    levels.map((level) => ({ style, level, seed: FIRST_SEED + SEEDS_OF_A_STYLE * row + k })),
  ),
)

type Seen = StampSeen & StampWanted
type When = 'before' | 'now'

export async function evaluateDigits(context: Context, crew: ReaderCrew): Promise<Report> {
  const outcomes = await crew.run({
    label: 'stamped numbers',
    job: 'read-stamp',
    items: context.sample(wanted),
    inputOf: (one) => one,
  })
  const { done, failed } = sortOutcomes(outcomes)
  if (failed[0]) throw failed[0].error
  const all = done.flatMap(({ item, output }): Seen[] => (output ? [{ ...output, ...item }] : []))
  const shown = STYLES.filter((style) => all.some((one) => one.style === style))
  const groups = [
    ...shown.map((style) => ({ name: style, some: all.filter((one) => one.style === style) })),
    ...levels.map((level) => ({ name: level, some: all.filter((one) => one.level === level) })),
    { name: 'together', some: all },
  ]
  const worse = groups.filter(({ some }) => rightOf(some, 'now').count < rightOf(some, 'before').count)
  const sumOf = (value: (one: Seen) => number) => all.reduce((sum, one) => sum + value(one), 0)
  return {
    tables: [table(groups)],
    plots: [],
    figures: {
      digits: {
        groups: Object.fromEntries(
          groups.map(({ name, some }) => [
            name,
            { before: rightOf(some, 'before'), now: rightOf(some, 'now') },
          ]),
        ),
        looked: all.filter(({ isLookedAt }) => isLookedAt).length,
        readMs: sumOf(({ readMs }) => readMs) / Math.max(1, all.length),
        lookMs: sumOf(({ lookMs }) => lookMs) / Math.max(1, all.length),
        changed: all
          .filter(({ number, before, now }) => before.value !== number || now.value !== number)
          .map(({ style, level, seed, number, before, now }) => ({
            style,
            level,
            seed,
            number,
            before,
            now,
          })),
      },
    },
    targets: [
      {
        name: 'stamped-digits-percent',
        value: 100 * rightOf(all, 'now').value,
        bound: 97,
        good: 'at least',
      },
      none('stamped-wrong-above-0.9', wrongAndSure(all, 'now')),
      none('stamped-styles-worse', worse.length),
    ],
  }
}

const isRight = ({ number, ...read }: Seen, when: When): boolean => read[when].value === number

const rightOf = (some: readonly Seen[], when: When) => proportionOf(some, (one) => isRight(one, when))

const SURE = 0.9

const sure = (some: readonly Seen[], when: When, right: boolean): number =>
  some.filter((one) => isRight(one, when) === right && one[when].confidence > SURE).length

const wrongAndSure = (some: readonly Seen[], when: When): number => sure(some, when, false)

const table = (groups: readonly { readonly name: string; readonly some: readonly Seen[] }[]): Table => ({
  title: 'Numbers of nine figures on the bar, read whole',
  columns: [
    '',
    'numbers',
    'before',
    'now',
    '',
    'made right, made wrong',
    'wrong above 0.9',
    'right above 0.9',
  ],
  rows: groups.map(({ name, some }) => {
    const change = (from: boolean) =>
      some.filter((one) => isRight(one, 'before') === from && isRight(one, 'now') !== from).length
    return [
      name,
      some.length,
      countOf(rightOf(some, 'before')),
      countOf(rightOf(some, 'now')),
      percentWithInterval(rightOf(some, 'now')),
      `${change(false)}, ${change(true)}`,
      `${wrongAndSure(some, 'before')}, ${wrongAndSure(some, 'now')}`,
      `${sure(some, 'before', true)}, ${sure(some, 'now', true)}`,
    ]
  }),
  note: 'Specimens in typefaces never trained on; printed and stamped as they are drawn, the others harder, as seen on real cards. Lines as the detector finds them on the true page.',
})
