// Reads the letters that a PDF page writes: which they are, where they stand, and whether they can be seen.
import type { Pdfium } from './library.ts'

/** A letter; places are in points from the upper left corner of the page as it is shown. */
export interface PdfCharacter {
  /** One letter, a space, or empty where the file does not say which it is. */
  readonly text: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** The letter is drawn, upright, and in another colour than the paper. */
  readonly isVisible: boolean
}

/** Letters that are read: a page of close print has 6000. */
const MOST_CHARACTERS = 40_000
/** Text rendering modes of PDF that neither fill nor stroke. */
const UNSEEN_MODES = [3, 7]
/** From this value of red, green and blue on a colour is nearly white. */
const PALE = 235
/** Largest slant in radians of letters that are part of a line. */
const SLANT = 0.12

export function readCharacters(library: Pdfium, page: number): PdfCharacter[] {
  const text = library.FPDFText_LoadPage(page)
  if (!text) return []
  const { malloc, free } = library.pdfium.wasmExports
  const room = malloc(64)
  try {
    const place = placing(library, page, room)
    const seen = visibility(library, text, room)
    const count = Math.min(MOST_CHARACTERS, library.FPDFText_CountChars(text))
    const characters: PdfCharacter[] = []
    for (let i = 0; i < count; i++) {
      const letter = letterOf(library.FPDFText_GetUnicode(text, i))
      if (letter === '\n') continue
      library.FPDFText_GetCharBox(text, i, room, room + 8, room + 16, room + 24)
      // The view is made anew each time, because memory that grew has moved.
      const numbers = new DataView(library.pdfium.HEAPU8.buffer)
      const [left, right, bottom, top] = [0, 8, 16, 24].map((at) => numbers.getFloat64(room + at, true))
      const box = place(left ?? 0, top ?? 0, right ?? 0, bottom ?? 0)
      characters.push({ text: letter, ...box, isVisible: letter === ' ' || seen(i) })
    }
    return characters
  } finally {
    free(room)
    library.FPDFText_ClosePage(text)
  }
}

function letterOf(code: number): string {
  if (code === 0x0a || code === 0x0d) return '\n'
  if (code === 0x09 || code === 0x20 || code === 0xa0) return ' '
  // Private code points of a typeface have no meaning; a soft hyphen is drawn as a hyphen.
  if (code === 0xad || code === 0x02) return '-'
  if (code < 0x20 || (code >= 0xe000 && code <= 0xf8ff) || code > 0x10ffff) return ''
  return String.fromCodePoint(code)
}

/** PDF counts from the lower left corner of the page before it is turned. */
function placing(library: Pdfium, page: number, room: number) {
  library.FPDF_GetPageBoundingBox(page, room)
  const numbers = new DataView(library.pdfium.HEAPU8.buffer)
  const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((at) =>
    numbers.getFloat32(room + at, true),
  )
  const turn = library.FPDFPage_GetRotation(page)
  const point = (x: number, y: number) => {
    if (turn === 1) return { x: y - bottom, y: x - left }
    if (turn === 2) return { x: right - x, y: y - bottom }
    if (turn === 3) return { x: top - y, y: right - x }
    return { x: x - left, y: top - y }
  }
  return (x: number, y: number, acrossX: number, acrossY: number) => {
    const [a, b] = [point(x, y), point(acrossX, acrossY)]
    return {
      left: Math.min(a.x, b.x),
      top: Math.min(a.y, b.y),
      right: Math.max(a.x, b.x),
      bottom: Math.max(a.y, b.y),
    }
  }
}

function visibility(library: Pdfium, text: number, room: number): (index: number) => boolean {
  const drawn = new Map<number, boolean>()
  const turn = (index: number): boolean => {
    const angle = Math.abs(library.FPDFText_GetCharAngle(text, index))
    return Math.min(angle, Math.abs(2 * Math.PI - angle)) < SLANT
  }
  return (index) => {
    const object = library.FPDFText_GetTextObject(text, index)
    if (!object) return library.FPDFText_IsGenerated(text, index) === 1
    let isDrawn = drawn.get(object)
    if (isDrawn === undefined) {
      const isFilled = !UNSEEN_MODES.includes(library.FPDFTextObj_GetTextRenderMode(object))
      isDrawn = isFilled && isInk(library, text, index, room) && turn(index)
      drawn.set(object, isDrawn)
    }
    return isDrawn
  }
}

function isInk(library: Pdfium, text: number, index: number, room: number): boolean {
  if (!library.FPDFText_GetFillColor(text, index, room, room + 4, room + 8, room + 12)) return true
  const numbers = new DataView(library.pdfium.HEAPU8.buffer)
  const [red, green, blue, alpha] = [0, 4, 8, 12].map((at) => numbers.getUint32(room + at, true))
  return (alpha ?? 255) > 40 && Math.min(red ?? 0, green ?? 0, blue ?? 0) < PALE
}
