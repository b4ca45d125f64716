// Formats tables for people: aligned for the terminal, and as Markdown; and formats the figures in them.
import type { Estimate, Proportion } from './statistics/proportion.ts'

export interface Table {
  readonly title: string
  readonly columns: readonly string[]
  /** Numbers are written with four significant digits, texts as they are, and undefined as nothing. */
  readonly rows: readonly (readonly Cell[])[]
  /** A sentence below the table that says how it was counted. */
  readonly note?: string
}

export type Cell = string | number | undefined

export function textTable({ title, columns, rows, note }: Table): string {
  const cells = rows.map((row) => columns.map((_, column) => cellText(row[column])))
  const widths = columns.map((name, column) =>
    Math.max(...[name, ...cells.map((row) => row[column] ?? '')].map(widthOf)),
  )
  const right = columns.map((_, column) => isFigures(rows.map((row) => row[column])))
  const line = (row: readonly string[]) =>
    row
      .map((text, column) => pad(text, widths[column] ?? 0, right[column] ?? false))
      .join('  ')
      .trimEnd()
  const lines = [
    title,
    line(columns),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...cells.map(line),
  ]
  return [...lines, ...(note ? [note] : [])].join('\n')
}

export function markdownTable({ title, columns, rows, note }: Table): string {
  const right = columns.map((_, column) => isFigures(rows.map((row) => row[column])))
  const line = (row: readonly string[]) => `| ${row.map(escapeCell).join(' | ')} |`
  return [
    `### ${title}`,
    '',
    line(columns),
    `|${right.map((isRight) => (isRight ? '---:' : '---')).join('|')}|`,
    ...rows.map((row) => line(columns.map((_, column) => cellText(row[column])))),
    ...(note ? ['', note] : []),
  ].join('\n')
}

const cellText = (cell: Cell) =>
  typeof cell === 'number' ? String(Number(cell.toPrecision(4))) : (cell ?? '')

const escapeCell = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('\n', ' ')

/** A column of numbers, or of texts that begin like numbers, is aligned on the right. */
function isFigures(cells: readonly Cell[]): boolean {
  const filled = cells.filter((cell) => cell !== undefined && cell !== '')
  return (
    filled.length > 0 && filled.every((cell) => typeof cell === 'number' || /^[-+<>]?\d/.test(cell ?? ''))
  )
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The width counts letters as seen: a Vietnamese letter and its marks are one. */
const widthOf = (text: string) => [...segmenter.segment(text)].length

const pad = (text: string, width: number, right: boolean) => {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return right ? space + text : text + space
}

/** `98.76 %` */
export const percent = (share: number, digits = 2): string =>
  Number.isNaN(share) ? '-' : `${(share * 100).toFixed(digits)} %`

/** `98.8 % (97.9-99.3)`: the value and its 95 % interval. */
export const percentWithInterval = ({ value, low, high }: Estimate, digits = 1): string =>
  Number.isNaN(value)
    ? '-'
    : `${percent(value, digits)} (${(low * 100).toFixed(digits)}-${(high * 100).toFixed(digits)})`

/** `0.987 (0.979-0.993)` */
export const withInterval = ({ value, low, high }: Estimate, digits = 3): string =>
  Number.isNaN(value) ? '-' : `${value.toFixed(digits)} (${low.toFixed(digits)}-${high.toFixed(digits)})`

/** `3/152` */
export const countOf = ({ count, total }: Pick<Proportion, 'count' | 'total'>): string => `${count}/${total}`
