// Builds networks that read pages with outputs set by the test, whatever they are shown.

import { type Kind, PAGE_CLASSES, type Side } from '../../../src/documents/kinds/kinds.ts'
import type { PageNetworks } from '../../../src/documents/pages/networks.ts'
import { rowNamed } from '../../../src/models/manifest.ts'
import type { Network } from '../../../src/models/network.ts'

export interface LiteralPage {
  /** Holds the middle and half of the sides in the finder's pixels; it is missing for a picture without a page. */
  readonly found?: { readonly x: number; readonly y: number; readonly right: number; readonly down: number }
  readonly kind: Kind
  readonly side: Side
  readonly present: number
  /** The aligner shows a sheet of no known kind this many times before it shows this page. */
  readonly sheetLooks?: number
  /** Lists the aligner's turn for each look. */
  readonly turns: readonly number[]
  /** The aligner is unsure of the turn, and the page is read better the second time it is read. */
  readonly isUnsure?: boolean
  /** Lines are in pixels of the detector's input. */
  readonly line?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly text: string
}

const charset = [...'ABCDEGHIKLMNOPQRSTUVXY 0123456789']

type Outputs = Readonly<Record<string, Float32Array>>

export function literalPages(page: LiteralPage): PageNetworks & { readonly looks: string[] } {
  const looks: string[] = []
  const network = (name: string, outputs: (shape: readonly number[]) => Outputs): Network => {
    const row = rowNamed(name)
    const run = (_input: Float32Array, shape: readonly number[] = []) => {
      looks.push(name)
      return Promise.resolve(outputs(shape))
    }
    return { row: { ...row, thresholds: { ...row.thresholds, beside: 0, above: 0 } }, charset, run }
  }
  let look = 0
  let reads = 0
  return {
    looks,
    finder: network('page-finder', () => finderMaps(page.found)),
    aligner: network('page-aligner', () => alignment(page, look++)),
    judge: network('page-judge', () => ({ scores: new Float32Array(30).fill(-2) })),
    detector: network('text-detector', ([, , height = 0, width = 0]) => bands(page.line, width, height)),
    reader: network('text-reader', ([lines = 0, , , width = 0]) =>
      scores(page.text, lines, width / 4, page.isUnsure && reads++ === 0 ? 5 : 20),
    ),
  }
}

function finderMaps(found: LiteralPage['found']): Outputs {
  const heat = new Float32Array(1600).fill(-9)
  const corners = new Float32Array(8 * 1600)
  if (!found) return { heat, corners }
  const [column, row] = [Math.floor(found.x / 8), Math.floor(found.y / 8)]
  const at = row * 40 + column
  heat[at] = 5
  const [x, y] = [found.x - 8 * (column + 0.5), found.y - 8 * (row + 0.5)]
  const around = [-1, -1, 1, -1, 1, 1, -1, 1]
  for (const [i, sign] of around.entries())
    corners[i * 1600 + at] = (i % 2 === 0 ? x + sign * found.right : y + sign * found.down) / 32
  return { heat, corners }
}

function alignment(page: LiteralPage, look: number): Outputs {
  const { kind, side, present, turns, sheetLooks = 0, isUnsure = false } = page
  const classes = new Float32Array(PAGE_CLASSES.length)
  const seen = look < sheetLooks ? { kind: 'other', side: 'front' } : { kind, side }
  classes[PAGE_CLASSES.findIndex((one) => one.kind === seen.kind && one.side === seen.side)] = 9
  const turn = new Float32Array(4)
  turn[turns[look] ?? 0] = isUnsure ? 2 : 9
  const corners = Float32Array.of(25.6, 25.6, 230.4, 25.6, 230.4, 230.4, 25.6, 230.4)
  return { corners, turn, class: classes, present: Float32Array.of(present) }
}

function bands(line: LiteralPage['line'], width: number, height: number): Outputs {
  const [columns, rows] = [width / 4, height / 4]
  const text = new Float32Array(columns * rows).fill(-9)
  const reach = new Float32Array(2 * columns * rows)
  if (!line) return { text, reach }
  for (let at = 0; at < text.length; at++) {
    const [x, y] = [4 * (at % columns) + 2, 4 * Math.floor(at / columns) + 2]
    const isAlong = x > line.x + 0.3 * line.height && x < line.x + line.width - 0.3 * line.height
    if (!isAlong || Math.abs(y - line.y - line.height / 2) > 0.2 * line.height) continue
    text[at] = 9
    reach[at] = y - line.y
    reach[text.length + at] = line.y + line.height - y
  }
  return { text, reach }
}

/** Writes the text with a blank behind each character, from the first column of every line on. */
function scores(text: string, lines: number, columns: number, logit: number): Outputs {
  const classes = charset.length + 1
  const y = new Float32Array(lines * columns * classes)
  for (let line = 0; line < lines; line++)
    for (let column = 0; column < columns; column++) {
      const character = column % 2 === 0 ? (text[column / 2] ?? '') : ''
      y[(line * columns + column) * classes + charset.indexOf(character) + 1] = logit
    }
  return { y }
}
