// Measures how well documents are found in pictures: their corners, which way up they lie, their kind and side.
import { PAGE_CLASSES } from '../../../src/documents/kinds/kinds.ts'
import type { Report } from '../../kit/report.ts'
import { type Proportion, proportionOf } from '../../kit/statistics/proportion.ts'
import { quantile } from '../../kit/statistics/summary.ts'
import { percent, percentWithInterval } from '../../kit/table.ts'
import { type MatchedPage, matchPages, NEAR } from './page-match.ts'
import type { Photographs } from './photographs.ts'
import { type SetName, sets } from './plan.ts'

const shown = ['clean', 'photo', 'bad', 'two', 'turned', 'tight'] as const satisfies readonly SetName[]

export function evaluatePages(photographs: Photographs): Report {
  const rows = shown.map((set) => {
    const matchings = (photographs.get(set) ?? []).map(({ documents, pages }) =>
      matchPages(
        documents.map(({ truth }) => truth),
        pages,
      ),
    )
    return {
      set,
      documents: matchings.flatMap(({ documents }) => documents),
      invented: matchings.reduce((sum, { invented }) => sum + invented, 0),
    }
  })
  const all = rows.flatMap(({ documents }) => documents)
  const classes = PAGE_CLASSES.map(({ kind, side }) => ({
    name: `${kind} ${side}`,
    documents: all.filter(({ truth }) => truth.kind === kind && truth.side === side),
  })).filter(({ documents }) => documents.length > 0)
  const whole = figuresOf(all)
  const target = (name: string, { value }: Proportion, bound: number) =>
    ({ name, value: 100 * value, bound, good: 'at least' }) as const
  return {
    tables: [
      {
        title: 'Documents found in pictures',
        columns: [
          'pictures',
          'documents',
          'missed',
          'invented',
          'corners within 1 %',
          'median',
          'kind and side',
          'turn',
        ],
        rows: [
          ...rows.map(({ set, documents, invented }) => [
            `${set}: ${sets[set].about}`,
            ...cellsOf(documents, invented),
          ]),
          [
            'all',
            ...cellsOf(
              all,
              rows.reduce((sum, { invented }) => sum + invented, 0),
            ),
          ],
        ],
        note: 'Corners: the furthest of the four, by the diagonal of the document; the median is of that. A document that was missed has nothing right. The turn is right when the first corner is.',
      },
      {
        title: 'Documents found in pictures, by kind and side',
        columns: [
          'document',
          'documents',
          'missed',
          'corners within 1 %',
          'kind and side',
          'turn',
          'taken for',
        ],
        rows: classes.map(({ name, documents }) => {
          const { corners, kindSide, turn } = figuresOf(documents)
          return [
            name,
            documents.length,
            missed(documents),
            percent(corners.value, 1),
            percent(kindSide.value, 1),
            percent(turn.value, 1),
            mistakes(documents),
          ]
        }),
      },
    ],
    plots: [],
    figures: {
      pages: {
        all: whole,
        ...Object.fromEntries(
          rows.map(({ set, documents, invented }) => [set, { ...figuresOf(documents), invented }]),
        ),
      },
    },
    targets: [
      target('page_corners', whole.corners, 99),
      target('page_kind_side', whole.kindSide, 99.5),
      target('page_turn', whole.turn, 99.9),
    ],
  }
}

function figuresOf(documents: readonly MatchedPage[]) {
  return {
    corners: proportionOf(documents, ({ cornerError }) => cornerError <= NEAR),
    kindSide: proportionOf(documents, ({ isClassRight }) => isClassRight),
    turn: proportionOf(documents, ({ isTurnRight }) => isTurnRight),
    missed: missed(documents),
  }
}

const missed = (documents: readonly MatchedPage[]): number =>
  documents.filter(({ page }) => page === undefined).length

function cellsOf(documents: readonly MatchedPage[], invented: number) {
  const { corners, kindSide, turn } = figuresOf(documents)
  const errors = documents.flatMap(({ page, cornerError }) => (page ? [cornerError] : []))
  return [
    documents.length,
    missed(documents),
    invented,
    percentWithInterval(corners),
    percent(quantile(errors, 0.5)),
    percentWithInterval(kindSide),
    percentWithInterval(turn),
  ]
}

/** `cmnd-9 back 2` is the wrong class with its count. */
function mistakes(documents: readonly MatchedPage[]): string {
  const names = documents.flatMap(({ page, isClassRight }) =>
    page && !isClassRight ? [`${page.kind} ${page.side}`] : [],
  )
  return [...Map.groupBy(names, (name) => name)].map(([name, own]) => `${name} ${own.length}`).join(', ')
}
