// Joins the letters of a PDF page to lines, as the text detector finds them in a picture: parts that stand apart are lines of their own.
import type { PdfCharacter } from './characters.ts'

export interface PdfLine {
  readonly text: string
  /** Places of the characters of the text, spaces included, in points of the page. */
  readonly characters: readonly PdfCharacter[]
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Gap that separates two lines beside each other, by the height of the letters. */
const WIDE_GAP = 1.3
/** Least gap that is a space, by the height of the letters; PDFium itself reports most spaces. */
const SPACE_GAP = 0.4
/** Share of the smaller height by which two letters of a line overlap. */
const LEVEL = 0.35

/** Lines in the order in which they are written; letters that cannot be seen are left out. */
export function linesOf(characters: readonly PdfCharacter[]): PdfLine[] {
  const lines: PdfLine[] = []
  let line: PdfCharacter[] = []
  let space: PdfCharacter | undefined
  const finish = (): void => {
    if (line.length > 0) lines.push(lineOf(line))
    line = []
    space = undefined
  }
  for (const one of characters) {
    if (!one.isVisible || one.text === '') continue
    if (one.text === ' ') {
      space = one
      continue
    }
    const last = line.at(-1)
    const { isNext, tallest } = last ? following(line, last, one) : { isNext: false, tallest: 1 }
    if (last && !isNext) finish()
    if (last && isNext && (space || one.left - last.right > SPACE_GAP * tallest))
      line.push({ ...last, text: ' ', left: last.right, right: Math.max(last.right, one.left) })
    space = undefined
    line.push(one)
  }
  finish()
  return lines
}

const heightOf = ({ top, bottom }: PdfCharacter): number => Math.max(1, bottom - top)

/** Marks are lower than letters, so the last few characters together tell where the line runs. */
const RECENT = 8

function following(line: readonly PdfCharacter[], last: PdfCharacter, one: PdfCharacter) {
  const recent = line.slice(-RECENT)
  const top = Math.min(...recent.map((each) => each.top))
  const bottom = Math.max(...recent.map((each) => each.bottom))
  const tallest = Math.max(bottom - top, heightOf(one))
  const shared = Math.min(bottom, one.bottom) - Math.max(top, one.top)
  const gap = one.left - last.right
  const isLevel = shared >= LEVEL * Math.min(heightOf(one), bottom - top)
  return { isNext: isLevel && gap < WIDE_GAP * tallest && gap > -tallest, tallest }
}

function lineOf(characters: readonly PdfCharacter[]): PdfLine {
  return {
    text: characters
      .map(({ text }) => text)
      .join('')
      .normalize('NFC'),
    characters,
    left: Math.min(...characters.map(({ left }) => left)),
    top: Math.min(...characters.map(({ top }) => top)),
    right: Math.max(...characters.map(({ right }) => right)),
    bottom: Math.max(...characters.map(({ bottom }) => bottom)),
  }
}
