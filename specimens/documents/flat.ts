// A sheet as flat pixels, as if from a perfect scanner, and the truth about it in the same pixels.
import sharp from 'sharp'
import type { Pixels } from '../../src/image/pixels.ts'
import { type Cast, REFERENCE } from './drawing/casts.ts'
import { linesOf } from './drawing/lines.ts'
import { wear } from './drawing/marks.ts'
import { runSvg } from './drawing/typefaces.ts'
import type { BoxMm, CodeMark, Run, Sheet, TrueLine } from './sheet.ts'

interface Drawing {
  readonly cast?: Cast
  readonly pixelsPerMm: number
  /** Without it only the plate is drawn. */
  readonly withText?: boolean
  /** 0 (new) to 1. */
  readonly wear?: number
  readonly seed?: number
}

export interface BoxPx {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Truth {
  readonly kind: Sheet['kind']
  readonly side: Sheet['side']
  readonly page: number
  readonly width: number
  readonly height: number
  readonly cornerPx: number
  readonly lines: readonly {
    readonly text: string
    readonly role: Run['role']
    readonly field?: string
    readonly box: BoxPx
  }[]
  readonly codes: readonly {
    readonly format: CodeMark['format']
    readonly text: string
    readonly box: BoxPx
  }[]
  readonly portrait?: BoxPx
  readonly fields: Readonly<Record<string, string>>
}

export const pixelSize = (sheet: Sheet, pixelsPerMm: number): { width: number; height: number } => ({
  width: Math.round(sheet.widthMm * pixelsPerMm),
  height: Math.round(sheet.heightMm * pixelsPerMm),
})

/** The whole rectangle is filled; the corners are cut when the card is laid on a table. */
function sheetSvg(sheet: Sheet, drawing: Drawing): string {
  const { width, height } = pixelSize(sheet, drawing.pixelsPerMm)
  const cast = drawing.cast ?? REFERENCE
  const text = drawing.withText === false ? '' : sheet.runs.map((run) => runSvg(cast, run)).join('')
  const worn = wear(sheet.widthMm, sheet.heightMm, drawing.wear ?? 0, drawing.seed ?? 1)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${sheet.widthMm} ${sheet.heightMm}" preserveAspectRatio="none"><rect width="100%" height="100%" fill="#fff"/>${sheet.plate}${text}${sheet.over ?? ''}${worn}</svg>`
}

export async function drawSheet(sheet: Sheet, drawing: Drawing): Promise<Pixels> {
  const svg = Buffer.from(sheetSvg(sheet, drawing))
  // The server never draws SVG and its module forbids it for the whole process, whenever it is loaded: allowed anew each time.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  const image = sharp(svg, { limitInputPixels: false, unlimited: true }).flatten({ background: '#fff' })
  const { data, info } = await image
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

export function truth(sheet: Sheet, cast: Cast, pixelsPerMm: number): Truth {
  const scaled = (box: BoxMm): BoxPx => ({
    x: pixel(box.x * pixelsPerMm),
    y: pixel(box.y * pixelsPerMm),
    width: pixel(box.width * pixelsPerMm),
    height: pixel(box.height * pixelsPerMm),
  })
  return {
    kind: sheet.kind,
    side: sheet.side,
    page: sheet.page,
    ...pixelSize(sheet, pixelsPerMm),
    cornerPx: pixel(sheet.cornerMm * pixelsPerMm),
    lines: linesOf(sheet, cast).map((line: TrueLine) => ({
      text: line.text,
      role: line.role,
      ...(line.field === undefined ? {} : { field: line.field }),
      box: scaled(line.box),
    })),
    codes: sheet.codes.map(({ format, text, box }) => ({ format, text, box: scaled(box) })),
    ...(sheet.portrait === undefined ? {} : { portrait: scaled(sheet.portrait) }),
    fields: sheet.fields,
  }
}

const pixel = (value: number): number => Math.round(value * 100) / 100
