// Makes a sheet of the letters that a PDF page writes itself, and compares them with what the page shows.
import { linesOf, type PdfLine } from '../../image/pdf/lines.ts'
import type { PdfPage } from '../../image/pdf/pdf.ts'
import type { PageNetworks } from '../pages/networks.ts'
import type { PageLine } from '../pages/page.ts'
import { wholePage } from '../pages/places.ts'
import { compareWithPicture, type TextComparison } from './compare-text.ts'
import type { Sheet } from './sheet.ts'

/** Fewer letters are a stamp or a page number on a scan. */
const MIN_LETTERS = 40
/** Share of the letters that the file may draw without saying which they are. */
const MAX_UNKNOWN = 0.05
/** Pixels across a sheet, as many as a sheet read from a picture has. */
const WIDTH = 1488

export interface TextSheet {
  readonly sheet: Sheet
  readonly compared: TextComparison
}

/** Undefined where the page is a picture. */
export async function readTextSheet(networks: PageNetworks, page: PdfPage): Promise<TextSheet | undefined> {
  const characters = page.characters()
  const seen = characters.filter(({ isVisible, text }) => isVisible && text !== ' ')
  const unknown = seen.filter(({ text }) => text === '').length
  if (seen.length < MIN_LETTERS || unknown > MAX_UNKNOWN * seen.length) return undefined
  const lines = linesOf(characters)
  const compared = await compareWithPicture(networks, page, lines)
  const scale = WIDTH / page.width
  const sheet: Sheet = {
    width: WIDTH,
    height: Math.round(page.height * scale),
    lines: lines.map((line) => pageLine(line, scale, compared.agreement)),
    place: wholePage(page),
    source: 'text',
    agreement: compared.agreement,
  }
  return { sheet, compared }
}

/** The confidence of a line is the share of the compared letters that agree. */
function pageLine(line: PdfLine, scale: number, agreement: number): PageLine {
  const { text, left, top, right, bottom } = line
  const letters = Array.from(text)
  // A letter and its marks may be written as several characters.
  const written = line.characters.length === letters.length ? line.characters : []
  const at = (i: number) => {
    const one = written[i]
    return one && right > left ? { at: ((one.left + one.right) / 2 - left) / (right - left) } : {}
  }
  const confidence = Math.max(1e-6, agreement) ** (1 / Math.max(1, letters.length))
  const [x, y, acrossX, acrossY] = [left * scale, top * scale, right * scale, bottom * scale]
  return {
    text,
    confidence: agreement,
    characters: letters.map((letter, i) => ({ text: letter, confidence, ...at(i) })),
    raw: { text, confidence: agreement },
    quad: [
      { x, y },
      { x: acrossX, y },
      { x: acrossX, y: acrossY },
      { x, y: acrossY },
    ],
    score: 1,
  }
}
