// Looks once more for classes on the back of a driving licence where a date stands without one: a single letter is easily missed.
import type { Homography, Quad } from '../../image/geometry/perspective.ts'
import type { Pixels } from '../../image/pixels.ts'
import { scoreLines } from '../../models/text-reader.ts'
import { classRowsOf } from '../fields/class-rows.ts'
import { type LineReading, readLine } from '../text/decoding/read-line.ts'
import { foldName } from '../text/knowledge/fold.ts'
import { knowledgeOf } from '../text/lexicon.ts'
import { licenceClass } from '../text/licence-classes.ts'
import type { PageNetworks } from './networks.ts'
import type { Page, PageLine } from './page.ts'

/** The cuts around a cell, as multiples of the height of the date beside it: classes are set a little larger than dates. */
const CUTS = [
  { height: 1.15, width: 2 },
  { height: 1.3, width: 2.5 },
] as const
/** A class must be read alike from both cuts and with at least this confidence from each. */
const LEAST_SURE = 0.5

/** Returns the lines of the page with those of cells that could be read after all. */
export async function withClassCells(
  { reader }: PageNetworks,
  pixels: Pixels,
  onto: Homography,
  page: ReadSide,
): Promise<readonly PageLine[]> {
  const cells = emptyCells(page)
  if (cells.length === 0) return page.lines
  const scores = await scoreLines(reader, pixels, onto, cells.flat(2))
  const knowledge = knowledgeOf(reader)
  const readings = scores.map((line) => readLine(line, knowledge))
  const lines = [...page.lines]
  for (const places of cells) {
    const read = places.map((cuts) => agreed(cuts, readings.splice(0, cuts.length)))
    const cell = read.find((one) => one !== undefined)
    if (cell) insert(lines, cell)
  }
  return lines
}

/** Returns the least confident reading if all say the same class. */
function agreed(cuts: readonly Quad[], readings: readonly LineReading[]): PageLine | undefined {
  const [least] = readings.toSorted((a, b) => a.confidence - b.confidence)
  const [quad] = cuts
  if (!least || !quad || least.confidence < LEAST_SURE || licenceClass(least.text) !== least.text)
    return undefined
  const isSame = readings.every(({ text }) => text === least.text)
  return isSame ? { ...least, quad, score: least.confidence } : undefined
}

type ReadSide = Pick<Page, 'kind' | 'side' | 'lines'>

/** Returns for each empty cell the places where it may be, each as its cuts; all are at the height of the date. */
export function emptyCells(page: ReadSide): Quad[][][] {
  const rows = classRowsOf(page)
  const others = rows.flatMap(({ className, places }) => (className ? places.slice(0, 1) : []))
  const heads = page.lines.filter(({ text }) => HEAD.test(foldName(text))).map(({ quad }) => quad)
  const middles = [...heads, ...others].map(([a, b]) => (a.x + b.x) / 2)
  return rows.flatMap(({ className, places: [date] }) => {
    if (className !== '' || !date) return []
    const [a, , , d] = date
    const [y, high] = [(a.y + d.y) / 2, d.y - a.y]
    const cutsAt = (x: number) =>
      CUTS.map(({ height, width }) => around(x, y, (high * width) / 2, (high * height) / 2))
    return [middles.slice(0, MOST_PLACES).map(cutsAt)]
  })
}

/** The edge of a column may be read as a letter before or after the heading. */
const HEAD = /^(?:\w )?(?:hang|class)(?: \w)?$/
/** Every place costs time. */
const MOST_PLACES = 3

const around = (x: number, y: number, aside: number, above: number): Quad => [
  { x: x - aside, y: y - above },
  { x: x + aside, y: y - above },
  { x: x + aside, y: y + above },
  { x: x - aside, y: y + above },
]

/** Puts the cell before the first line that stands on its row or lower. */
function insert(lines: PageLine[], cell: PageLine): void {
  const top = cell.quad[0].y
  const at = lines.findIndex(({ quad }) => (quad[0].y + quad[3].y) / 2 > top)
  lines.splice(at < 0 ? lines.length : at, 0, cell)
}
