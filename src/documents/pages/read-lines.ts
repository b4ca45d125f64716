// Finds and reads the lines of a straightened page; those that are in doubt are looked at through three boxes.
import type { Box, Point, Size } from '../../image/geometry/geometry.ts'
import type { Homography, Quad } from '../../image/geometry/perspective.ts'
import type { Pixels } from '../../image/pixels.ts'
import { type Network, threshold } from '../../models/network.ts'
import { detectLines } from '../../models/text-detector.ts'
import { type LineScores, scoreLines, widened } from '../../models/text-reader.ts'
import { type PageClass, pageDefinition } from '../kinds/kinds.ts'
import { looksLikeMrz } from '../text/decoding/alphabets.ts'
import { type LineReading, readLine } from '../text/decoding/read-line.ts'
import { voted } from '../text/decoding/vote.ts'
import { knowledgeOf } from '../text/lexicon.ts'
import { blindRuns } from './blind.ts'
import type { PageNetworks } from './networks.ts'
import type { LocatedPage, PageLine } from './page.ts'
import { mayBeCutOff } from './quality.ts'

export async function readLines(
  { detector, reader }: PageNetworks,
  pixels: Pixels,
  onto: Homography,
  size: Size,
): Promise<PageLine[]> {
  const found = await detectLines(detector, pixels, onto, size, FAINT)
  const quads = found.map(({ quad }) => quad)
  const readings = await readWithin(reader, pixels, onto, quads)
  return found.flatMap((line, i) => {
    const reading = readings[i]
    const isFaint = line.score < threshold(detector, 'score')
    if (!reading || !(isFaint ? isSureFigures(reading) : isLegible(reading))) return []
    return [{ ...reading, ...line }]
  })
}

/** Looks along the lines for what may hide letters, once the kind of the page is known. */
export function withBlindRuns(
  pixels: Pixels,
  onto: Homography,
  size: Size,
  page: LocatedPage,
  lines: readonly PageLine[],
): PageLine[] {
  const [portrait, printed] = [portraitOn(page, size), partOf(size, VARIES)]
  const isCut = mayBeCutOff(page, pixels)
  return lines.map((line) => {
    const blind = blindRuns(pixels, onto, line.quad, { printed, portrait, isCut })
    return blind.length > 0 ? { ...line, blind } : line
  })
}

/** Cards vary by so much of their size. */
const VARIES = 0.02

const partOf = ({ width, height }: Size, margin: number): Box => ({
  x: margin * width,
  y: margin * height,
  width: (1 - 2 * margin) * width,
  height: (1 - 2 * margin) * height,
})

function portraitOn(page: PageClass, { width, height }: Size): Box | undefined {
  const box = pageDefinition(page)?.portrait
  return (
    box && {
      x: (box.x - VARIES) * width,
      y: (box.y - VARIES) * height,
      width: (box.width + 2 * VARIES) * width,
      height: (box.height + 2 * VARIES) * height,
    }
  )
}

/** Reads the lines that these boxes surround, in pixels of a page that `onto` maps to the picture. */
export async function readWithin(
  reader: Network,
  pixels: Pixels,
  onto: Homography,
  quads: readonly Quad[],
): Promise<LineReading[]> {
  const knowledge = knowledgeOf(reader)
  const scores = await scoreLines(reader, pixels, onto, quads)
  const readings = scores.map((line) => readLine(line, knowledge))
  const boxes = new Map(scores.map((line, i) => [i, [line]]))
  for (const other of OTHER_BOXES) {
    const doubtful = [...boxes].filter(([i]) => isInDoubt(readings[i] as LineReading))
    const seen = await scoreLines(
      reader,
      pixels,
      onto,
      doubtful.map(([i]) => other(quads[i] as Quad)),
    )
    for (const [k, [i, own]] of doubtful.entries()) {
      own.push(seen[k] as LineScores)
      readings[i] = voted(readings[i] as LineReading, own, knowledge)
    }
  }
  return readings
}

/** Surer readings are right as they are. */
const SURE = 0.97

/** The zone has rules of its own, which say more than another look, and a label that stands alone has no value. */
const isInDoubt = (reading: LineReading): boolean =>
  reading.confidence < SURE &&
  isLegible(reading) &&
  !looksLikeMrz(reading.raw.text) &&
  !reading.text.endsWith(':')

/** In heights of a line: a box so much tighter on all sides, and one so much higher, because boxes cut off high marks. */
const [TIGHTER, HIGHER] = [0.05, 0.08]

/** The second is looked through only where the first leaves a doubt. */
const OTHER_BOXES: readonly ((quad: Quad) => Quad)[] = [(quad) => widened(quad, -TIGHTER, -TIGHTER), raised]

function raised([a, b, c, d]: Quad): Quad {
  const [left, right] = [
    { x: HIGHER * (a.x - d.x), y: HIGHER * (a.y - d.y) },
    { x: HIGHER * (b.x - c.x), y: HIGHER * (b.y - c.y) },
  ]
  const moved = (p: Point, by: Point): Point => ({ x: p.x + by.x, y: p.y + by.y })
  return [moved(a, left), moved(b, right), moved(c, right), moved(d, left)]
}

/** A line that the reader is less sure of is an ornament, a face or a fingerprint that looked like text to the detector. */
const LEAST_LEGIBLE = 0.35

/** The `11` of a date filled in on a form leaves a band of one cell, whose score is low: it counts where it is read surely. */
const [FAINT, SURE_FIGURES] = [0.4, 0.9]

const isSureFigures = (reading: LineReading): boolean =>
  /^[\dl]{1,2}$/.test(reading.text) && legibility(reading) >= SURE_FIGURES

const isLegible = (reading: LineReading): boolean => legibility(reading) >= LEAST_LEGIBLE

function legibility({ characters }: LineReading): number {
  const sum = characters.reduce((total, { confidence }) => total + confidence, 0)
  return characters.length === 0 ? 0 : sum / characters.length
}
