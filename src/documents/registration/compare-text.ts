// Compares the decisive values that a PDF page writes with what the page shows.

import type { Quad } from '../../image/geometry/perspective.ts'
import type { PdfLine } from '../../image/pdf/lines.ts'
import type { PdfPage, PdfPart } from '../../image/pdf/pdf.ts'
import type { Pixels } from '../../image/pixels.ts'
import { scoreLines } from '../../models/text-reader.ts'
import type { PageNetworks } from '../pages/networks.ts'
import { readLine } from '../text/decoding/read-line.ts'
import { knowledgeOf } from '../text/lexicon.ts'
import { editDistance } from '../text/likeness.ts'
import { decisivePart } from './find-labels.ts'

export interface TextComparison {
  /** Share of the letters compared that are the same, 0 to 1. */
  readonly agreement: number
  /** The page clearly shows something else than it writes. */
  readonly isContradicted: boolean
}

/** At most so many values of a page are compared. */
const MAX_VALUES = 8
/** A page without a decisive value is compared by so many of its longest lines. */
const OTHER_LINES = 2
const PIXELS_PER_POINT = 2
/** Margin around a line, in its heights. */
const MARGIN = 0.5
/** Where the reader is as confident as this, the letters written must be those that it read. */
const SURE = 0.9
/** Share of the letters that must then be the same. */
const MIN_ALIKE = 0.8

export async function compareWithPicture(
  networks: PageNetworks,
  page: PdfPage,
  lines: readonly PdfLine[],
): Promise<TextComparison> {
  const written = decisiveParts(lines)
  if (written.length === 0) return { agreement: 0, isContradicted: false }
  const shown = await readShown(networks, page, written)
  let [letters, wrong] = [0, 0]
  let isContradicted = false
  for (const [i, { text }] of written.entries()) {
    const [one, other] = [plain(text), plain(shown[i]?.text ?? '')]
    const errors = editDistance(one, other)
    letters += one.length
    wrong += Math.min(one.length, errors)
    const isSure = (shown[i]?.confidence ?? 0) >= SURE
    if (isSure && (errors > (1 - MIN_ALIKE) * one.length || digits(one) !== digits(other)))
      isContradicted = true
  }
  return { agreement: 1 - wrong / Math.max(1, letters), isContradicted }
}

const plain = (text: string): string => text.normalize('NFC').replace(/[^\p{L}\p{N}]/gu, '')
const digits = (text: string): string => text.replace(/\D/gu, '')

/** Values without their labels, which are the same on every certificate. */
function decisiveParts(lines: readonly PdfLine[]): PdfLine[] {
  const values = lines.flatMap((line) => {
    const part = decisivePart(line.characters.map(({ text }) => text))
    return part ? [partOf(line, part)] : []
  })
  if (values.length > 0) return values.slice(0, MAX_VALUES)
  return lines.toSorted((a, b) => b.text.length - a.text.length).slice(0, OTHER_LINES)
}

function partOf(line: PdfLine, { from, to }: { readonly from: number; readonly to: number }): PdfLine {
  const characters = line.characters.slice(from, to)
  return {
    ...line,
    text: characters.map(({ text }) => text).join(''),
    characters,
    left: Math.min(...characters.map(({ left }) => left)),
    right: Math.max(...characters.map(({ right }) => right)),
  }
}

async function readShown({ reader }: PageNetworks, page: PdfPage, parts: readonly PdfLine[]) {
  const { pixels, quads } = stacked(page, parts)
  const same = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
  const scores = await scoreLines(reader, pixels, same, quads)
  const knowledge = knowledgeOf(reader)
  return scores.map((score) => readLine(score, knowledge))
}

/** Draws strips of the page one under the other: the rest of it need not be drawn. */
function stacked(page: PdfPage, parts: readonly PdfLine[]): { pixels: Pixels; quads: Quad[] } {
  const width = Math.max(...parts.map((part) => part.right - part.left + 2 * marginOf(part)))
  const strips = parts.map((part) => {
    const margin = marginOf(part)
    const strip: PdfPart = {
      left: part.left - margin,
      top: part.top - margin,
      width,
      height: part.bottom - part.top + 2 * margin,
    }
    return { strip, pixels: page.draw(PIXELS_PER_POINT, strip) }
  })
  const quads: Quad[] = []
  const data = Buffer.concat(strips.map(({ pixels }) => pixels.data))
  let above = 0
  for (const [i, { strip, pixels }] of strips.entries()) {
    const part = parts[i]
    if (part === undefined) continue
    const [left, top] = [
      (part.left - strip.left) * PIXELS_PER_POINT,
      above + (part.top - strip.top) * PIXELS_PER_POINT,
    ]
    const [right, bottom] = [
      left + (part.right - part.left) * PIXELS_PER_POINT,
      top + (part.bottom - part.top) * PIXELS_PER_POINT,
    ]
    quads.push([
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ])
    above += pixels.height
  }
  return { pixels: { width: strips[0]?.pixels.width ?? 1, height: above, data }, quads }
}

const marginOf = ({ top, bottom }: PdfLine): number => MARGIN * (bottom - top)
