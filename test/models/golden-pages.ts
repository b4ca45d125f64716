// Computes the outputs of every network for documents on one photographed specimen, as weights/golden/pages.json keeps them.
import { readFileSync } from 'node:fs'
import { PAGE_CLASSES } from '../../src/documents/kinds/kinds.ts'
import type { PageNetworks } from '../../src/documents/pages/networks.ts'
import { ontoPicture } from '../../src/documents/pages/straighten.ts'
import { decodeImage } from '../../src/image/decode/image.ts'
import type { Quad } from '../../src/image/geometry/perspective.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { alignPage } from '../../src/models/page-aligner.ts'
import { findPages } from '../../src/models/page-finder.ts'
import { judgePage } from '../../src/models/page-judge.ts'
import { detectLines } from '../../src/models/text-detector.ts'
import { type LineScores, scoreLines } from '../../src/models/text-reader.ts'

/** The card's place and its lines once straightened are given, so that no network depends on another. */
const CARD: Quad = quad([100, 196, 817, 201, 847, 650, 85, 681])
const ROUGH: Quad = quad([112, 181, 835, 212, 831, 664, 71, 668])
const SIZE = { width: 1024, height: 646 }
/** The numbers are left, top, width, height. */
const LINES = [
  [298, 34, 492, 30],
  [430, 262, 304, 34],
  [316, 354, 290, 34],
  [318, 404, 465, 30],
  [317, 518, 422, 30],
  [311, 557, 626, 30],
].map(([x = 0, y = 0, width = 0, height = 0]) =>
  quad([x, y, x + width, y, x + width, y + height, x, y + height]),
)
/** The scores of the blank and of the best character are kept at every such column. */
const EACH = 6

export type GoldenPages = Awaited<ReturnType<typeof measureGoldenPages>>

export async function goldenPicture(): Promise<Pixels> {
  const bytes = readFileSync(new URL('../../weights/golden/page.jpg', import.meta.url))
  const decoded = await decodeImage(bytes, { maxMegapixels: 2 })
  if ('fault' in decoded) throw new Error(`the golden picture ${decoded.fault}`)
  return decoded.pixels
}

export async function measureGoldenPages(networks: PageNetworks, pixels: Pixels) {
  const onto = ontoPicture(SIZE, CARD)
  const found = await findPages(networks.finder, pixels)
  const aligned = await alignPage(networks.aligner, pixels, ROUGH)
  const lines = await detectLines(networks.detector, pixels, onto, SIZE)
  const charset = networks.reader.charset ?? []
  const scores = await scoreLines(networks.reader, pixels, onto, LINES)
  return {
    finder: found.map(({ quad, score }) => ({ quad: flat(quad), score })),
    aligner: {
      quad: flat(aligned.quad),
      present: aligned.present,
      turns: [...aligned.turns],
      class: Math.max(...aligned.classes),
      kind: PAGE_CLASSES[aligned.classes.indexOf(Math.max(...aligned.classes))]?.kind,
    },
    judge: await judgePage(networks.judge, pixels, onto, SIZE),
    detector: lines.map(({ quad, score }) => ({ quad: flat(quad), score })),
    reader: scores.map((line) => ({ text: spelled(line, charset), sample: sampled(line) })),
  }
}

function quad(numbers: readonly number[]): Quad {
  const point = (i: number) => ({ x: numbers[2 * i] ?? 0, y: numbers[2 * i + 1] ?? 0 })
  return [point(0), point(1), point(2), point(3)]
}

const flat = (corners: Quad): number[] => corners.flatMap(({ x, y }) => [x, y])

const rowOf = ({ logits, classes }: LineScores, column: number): Float32Array =>
  logits.subarray(column * classes, (column + 1) * classes)

function bestOf(row: Float32Array): number {
  return row.indexOf(Math.max(...row))
}

function spelled(line: LineScores, charset: readonly string[]): string {
  const best = Array.from({ length: line.columns }, (_, i) => bestOf(rowOf(line, i)))
  return best.map((one, i) => (one === best[i - 1] ? '' : (charset[one - 1] ?? ''))).join('')
}

function sampled(line: LineScores): number[] {
  const columns = Array.from({ length: Math.ceil(line.columns / EACH) }, (_, i) => rowOf(line, i * EACH))
  return columns.flatMap((row) => [row[0] ?? 0, Math.max(...row.subarray(1))])
}
