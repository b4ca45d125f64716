// Codes that machines read, drawn as exact modules: QR, PDF417, Code 128, Data Matrix.
import barcodes from 'bwip-js/node'
import type { BoxMm, CodeMark } from '../sheet.ts'
import { rectangle, short } from './svg.ts'

const SYMBOLS = { qr: 'qrcode', pdf417: 'pdf417', code128: 'code128', datamatrix: 'datamatrix' } as const

interface CodeLook {
  readonly colour?: string
  /** The quiet ground below the code; none leaves the plate seen between the modules. */
  readonly ground?: string
  readonly errorLevel?: 'L' | 'M' | 'Q' | 'H'
  /** PDF417: how many columns of data. */
  readonly columns?: number
  /** PDF417: 0 to 8. */
  readonly correction?: number
}

/** The code fills its box (a QR keeps square modules when the box is square). */
export function code(
  format: CodeMark['format'],
  text: string,
  box: BoxMm,
  look: CodeLook = {},
): { svg: string; mark: CodeMark } {
  const { colour = '#111', ground, errorLevel = 'M', columns, correction } = look
  const [drawn] = barcodes.raw({
    bcid: SYMBOLS[format],
    text,
    ...(format === 'qr' ? { eclevel: errorLevel } : {}),
    ...(format === 'pdf417' && columns !== undefined ? { columns } : {}),
    ...(format === 'pdf417' && correction !== undefined ? { eclevel: String(correction) } : {}),
  })
  if (drawn === undefined) throw new Error(`no ${format} for ${text}`)
  const modules = 'pixs' in drawn ? drawn.pixs : undefined
  const path =
    modules === undefined || !('pixx' in drawn)
      ? bars('sbs' in drawn ? [...drawn.sbs] : [], box)
      : dots(modules, drawn.pixx, modules.length / drawn.pixx, box)
  const quiet = ground === undefined ? '' : rectangle(box, { fill: ground })
  return {
    svg: `${quiet}<path d="${path}" fill="${colour}" shape-rendering="crispEdges"/>`,
    mark: { format, text, box },
  }
}

function dots(modules: ArrayLike<number>, columns: number, rows: number, box: BoxMm): string {
  const [across, down] = [box.width / columns, box.height / rows]
  let path = ''
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; ) {
      let length = 0
      while (column + length < columns && modules[row * columns + column + length] === 1) length++
      if (length > 0)
        path += `M${fine(box.x + column * across)} ${fine(box.y + row * down)}h${fine(length * across)}v${fine(down)}h${fine(-length * across)}z`
      column += Math.max(1, length)
    }
  }
  return path
}

/** Bar, space, bar ... in modules. */
function bars(lengths: readonly number[], box: BoxMm): string {
  const unit = box.width / lengths.reduce((sum, length) => sum + length, 0)
  let [x, path] = [box.x, '']
  for (const [index, length] of lengths.entries()) {
    if (index % 2 === 0)
      path += `M${fine(x)} ${short(box.y)}h${fine(length * unit)}v${short(box.height)}h${fine(-length * unit)}z`
    x += length * unit
  }
  return path
}

const fine = (value: number): string => String(Math.round(value * 1e4) / 1e4)
