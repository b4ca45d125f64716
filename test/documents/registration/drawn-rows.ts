// Draws rows of text as a sheet of paper, for kinds of certificate without specimens.
import type { Run, Sheet } from '../../../specimens/documents/sheet.ts'

const [WIDTH, HEIGHT, LEFT, TOP, STEP, SIZE] = [210, 297, 25, 28, 8, 4.2]
/** The numbers are the leftmost start of a second column, the width of a letter before it, and the most letters of an uncut line. */
const [SECOND, LETTER, LONGEST] = [85, 2.35, 74]

/** Rows are written as for `writtenSheet`: `left | right`, empty rows stay free, capitals alone are centred. */
export function drawnRows(rows: readonly string[]): Sheet {
  const runs = rows.flatMap(wrapped).flatMap((row, i) => {
    const cells = row.split('|').map((text) => text.trim())
    const isTitle = cells.length === 1 && /^\P{Ll}{12,}$/u.test(row)
    return cells
      .filter((text) => text !== '')
      .map((text, column): Run => {
        const x = isTitle ? WIDTH / 2 : LEFT + column * Math.max(SECOND, LETTER * (cells[0] ?? '').length)
        const face = {
          typeface: isTitle ? 'serif-bold' : 'serif',
          anchor: isTitle ? 'middle' : 'start',
        } as const
        return { text, ...face, sizeMm: SIZE, x, baseline: TOP + i * STEP, colour: '#1a1a1a', role: 'other' }
      })
  })
  return {
    kind: 'business-registration',
    side: 'front',
    page: 1,
    widthMm: WIDTH,
    heightMm: HEIGHT,
    cornerMm: 0,
    plate: '<rect width="210" height="297" fill="#fbfaf5"/>',
    runs,
    codes: [],
    fields: {},
  }
}

function wrapped(row: string): string[] {
  if (row.length <= LONGEST || row.includes('|')) return [row]
  const at = row.lastIndexOf(' ', LONGEST)
  return [row.slice(0, at), ...wrapped(row.slice(at + 1))]
}
