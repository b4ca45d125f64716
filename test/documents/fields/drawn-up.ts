// Builds pages by hand: lines of text at the places where a card has them, read with full confidence by default.
import type { Kind, Side } from '../../../src/documents/kinds/kinds.ts'
import type { Page, PageLine } from '../../../src/documents/pages/page.ts'

/** Each line has its left and upper edge in pixels of the page, then the text; `~` before a character makes it doubtful, and `confidence` all of them. */
export type Written = readonly [x: number, y: number, text: string, height?: number, confidence?: number]

const DOUBTFUL = 0.5
const SURE = 0.999

function lineOf([x, y, written, height = 26, sure = SURE]: Written, tilt = 0): PageLine {
  const characters: { text: string; confidence: number }[] = []
  let confidence = sure
  for (const text of written.normalize('NFC')) {
    if (text === '~') confidence = DOUBTFUL
    else {
      characters.push({ text, confidence })
      confidence = sure
    }
  }
  const text = characters.map((one) => one.text).join('')
  const width = 0.48 * height * characters.length
  const corner = (cx: number, cy: number) => ({ x: cx, y: cy + tilt * cx })
  return {
    text,
    characters,
    confidence: characters.reduce((product, one) => product * one.confidence, 1),
    raw: { text, confidence: 1 },
    score: 1,
    quad: [corner(x, y), corner(x + width, y), corner(x + width, y + height), corner(x, y + height)],
  }
}

export function pageOf(kind: Kind, side: Side, lines: readonly Written[], tilt = 0): Page {
  const [width, height] = kind.startsWith('passport') ? [1488, 1048] : [1024, 646]
  return {
    kind,
    side,
    confidences: { page: 1, kind: 0.9, side: 0.9, turn: 1 },
    corners: [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ],
    quarterTurn: 0,
    width,
    height,
    lines: lines.map((line) => lineOf(line, tilt)),
    codes: [],
  }
}
