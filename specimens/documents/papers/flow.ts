// Running text: pieces of several typefaces broken into lines of a given width.
import type { Run, TypefaceRole } from '../sheet.ts'

/** Part of a paragraph in one typeface. */
export interface Piece {
  readonly text: string
  readonly typeface: TypefaceRole
  readonly role: Run['role']
  readonly field?: string
  readonly colour?: string
  /** Starts no further left than this, from the left edge of the text. */
  readonly tabMm?: number
  /** Follows the piece before without a space. */
  readonly joined?: boolean
}

/** Part of a line, from the left edge of the text. */
export interface Placed {
  readonly piece: Piece
  readonly text: string
  readonly x: number
  readonly width: number
}

export type Measure = (text: string, typeface: TypefaceRole, sizeMm: number) => number

/** Greedy: a word that would end beyond the width starts the next line at `hangMm`. */
export function breakLines(
  pieces: readonly Piece[],
  sizeMm: number,
  widthMm: number,
  measure: Measure,
  hangMm = 0,
  indentMm = 0,
): Placed[][] {
  const lines: Placed[][] = []
  let line: Placed[] = []
  let at = indentMm
  const turn = () => {
    lines.push(line)
    line = []
    at = hangMm
  }
  for (const piece of pieces) {
    let held: string[] = []
    let from = at
    const width = (words: readonly string[]) => measure(words.join(' '), piece.typeface, sizeMm)
    const put = () => {
      if (held.length === 0) return
      const wide = width(held)
      line.push({ piece, text: held.join(' '), x: from, width: wide })
      at = from + wide
      held = []
    }
    const space = piece.joined || line.length === 0 ? 0 : measure(' ', piece.typeface, sizeMm) * 1.1
    from = Math.max(at + space, piece.tabMm ?? 0)
    if (piece.tabMm !== undefined && from + width([piece.text]) > widthMm && line.length > 0) {
      turn()
      from = at
    }
    for (const word of piece.text.split(' ').filter((part) => part !== '')) {
      if (from + width([...held, word]) > widthMm && (held.length > 0 || line.length > 0)) {
        put()
        turn()
        from = at
      }
      held.push(word)
    }
    put()
  }
  if (line.length > 0) lines.push(line)
  return lines
}
