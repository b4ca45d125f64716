// Blocks of text and tables laid out over as many A4 pages as they need.

import { pathOf, strokes } from '../drawing/svg.ts'
import { textWidth } from '../drawing/typefaces.ts'
import type { Making } from '../drawing/words.ts'
import type { Run } from '../sheet.ts'
import { breakLines, type Measure, type Piece, type Placed } from './flow.ts'
import { type Form, type Paper, paper } from './paper.ts'

export interface Paragraph {
  readonly pieces: readonly Piece[]
  readonly sizeMm?: number
  readonly align?: 'middle'
  readonly indentMm?: number
  readonly hangMm?: number
  /** Empty space above, in lines. */
  readonly above?: number
  /** Never the last line of a page. */
  readonly leads?: boolean
}

interface Table {
  /** Shares of the width of the text. */
  readonly columns: readonly { readonly head: string; readonly share: number; readonly middle?: boolean }[]
  readonly rows: readonly (readonly Piece[])[]
  readonly sizeMm: number
}

/** Something drawn at the end that must not be torn apart. */
export interface Closing {
  readonly heightMm: number
  readonly draw: (page: Paper, top: number) => void
}

export type Block = Paragraph | Table | Closing

export interface Margins {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface TextSetting {
  readonly making: Making
  readonly margins: Margins
  readonly sizeMm: number
  /** Baseline to baseline, in ems. */
  readonly leading: number
  readonly ink: string
}

export interface Setting extends TextSetting {
  readonly form: Omit<Form, 'page'>
  /** Called for every new page: background and page number. */
  readonly dress: (page: Paper) => void
}

export const A4 = { widthMm: 210, heightMm: 297 } as const
const CELL_MM = 1.1

export function laidOut(blocks: readonly Block[], set: Setting): Paper[] {
  const pages: Paper[] = []
  flow(blocks, set, set.form.heightMm - set.margins.bottom, () => {
    const made = paper({ ...set.form, page: pages.length + 1 })
    set.dress(made)
    pages.push(made)
    return made
  })
  return pages
}

/** All on one page that is there already; says where the text ended. */
export function flowOnto(page: Paper, blocks: readonly Block[], set: TextSetting): number {
  return flow(blocks, set, Infinity, () => page)
}

function flow(blocks: readonly Block[], set: TextSetting, bottom: number, next: () => Paper): number {
  const { margins, making } = set
  const measure: Measure = (text, typeface, sizeMm) => textWidth(making.cast, typeface, text, sizeMm)
  let y = margins.top
  const turn = (): Paper => {
    y = margins.top
    return next()
  }
  let page = turn()
  const width = page.form.widthMm - margins.left - margins.right
  const room = (height: number) => {
    if (y + height > bottom) page = turn()
  }
  const writeLine = (
    line: readonly Placed[],
    x: number,
    baseline: number,
    sizeMm: number,
    limit = Infinity,
  ) => {
    for (const { piece, text, x: from, width: wide } of line) {
      const { typeface, role, field, colour = set.ink } = piece
      const run: Partial<Run> = {
        maxWidthMm: Math.min(wide, limit),
        ...(field === undefined ? {} : { field }),
      }
      page.write(text, x + from, baseline, { typeface, sizeMm, colour, role }, run)
    }
  }
  const lineWidth = (line: readonly Placed[]) => Math.max(0, ...line.map((part) => part.x + part.width))

  const paragraph = (block: Paragraph) => {
    const sizeMm = block.sizeMm ?? set.sizeMm
    const step = sizeMm * set.leading
    y += (block.above ?? 0) * step
    const lines = breakLines(block.pieces, sizeMm, width, measure, block.hangMm, block.indentMm)
    // A value torn over two pages would be whole on neither.
    room(step * (Math.min(lines.length, 6) + (block.leads ? 2 : 0)))
    for (const line of lines) {
      room(step)
      y += step
      const shift = block.align === 'middle' ? (width - lineWidth(line)) / 2 : 0
      writeLine(line, margins.left + shift, y - step * 0.25, sizeMm)
    }
  }

  const table = (block: Table) => {
    const { sizeMm, columns } = block
    const step = sizeMm * 1.22
    const widths = columns.map(({ share }) => share * width)
    const heads: Piece[] = columns.map(({ head }) => ({ text: head, typeface: 'serif-bold', role: 'label' }))
    const broken = (cells: readonly Piece[]) =>
      cells.map((cell, k) => breakLines([cell], sizeMm, (widths[k] ?? 0) - 2 * CELL_MM, measure))
    const row = (cells: readonly Piece[], head: boolean) => {
      const texts = broken(cells)
      const height = Math.max(1, ...texts.map((lines) => lines.length)) * step + 2 * CELL_MM
      if (y + height > bottom) {
        page = turn()
        if (!head) row(heads, true)
      }
      let x = margins.left
      for (const [k, lines] of texts.entries()) {
        const wide = widths[k] ?? 0
        page.draw(cellLines(x, y, wide, height, set.ink))
        for (const [n, line] of lines.entries()) {
          const middle = head || columns[k]?.middle
          // A number longer than its column is squeezed into it.
          const shift = middle ? Math.max(CELL_MM / 2, (wide - lineWidth(line)) / 2) : CELL_MM
          const drop = head ? (height - 2 * CELL_MM - lines.length * step) / 2 : 0
          writeLine(line, x + shift, y + CELL_MM + drop + (n + 0.78) * step, sizeMm, wide - CELL_MM)
        }
        x += wide
      }
      y += height
    }
    y += sizeMm * 0.6
    row(heads, true)
    for (const cells of block.rows) row(cells, false)
    y += sizeMm * 0.4
  }

  for (const block of blocks) {
    if ('pieces' in block) paragraph(block)
    else if ('columns' in block) table(block)
    else {
      room(block.heightMm)
      block.draw(page, y)
      y += block.heightMm
    }
  }
  return y
}

function cellLines(x: number, y: number, width: number, height: number, ink: string): string {
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ] as const
  return strokes([pathOf(corners, true)], ink, 0.18)
}
