// Builds pages as a perfect reader would return them: every line of a specimen at its place, without drawing.

import { castFor } from '../../../specimens/documents/drawing/casts.ts'
import { pixelSize, truth } from '../../../specimens/documents/flat.ts'
import type { Sheet } from '../../../specimens/documents/sheet.ts'
import { specimen } from '../../../specimens/documents/specimen.ts'
import { parseMrz } from '../../../src/documents/mrz/parse.ts'
import type { Page, PageLine, PagesReading } from '../../../src/documents/pages/page.ts'
import type { Box } from '../../../src/image/geometry/geometry.ts'
import type { Quad } from '../../../src/image/geometry/perspective.ts'
import type { Shot } from './plan.ts'
import type { Reader } from './reading.ts'

const SURE = 0.999
const PIXELS_PER_MM = 12

const quadOf = ({ x, y, width, height }: Box): Quad => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
]

function lineOf(text: string, box: Box): PageLine {
  const characters = Array.from(text, (one) => ({ text: one, confidence: SURE }))
  return {
    text,
    confidence: SURE,
    characters,
    raw: { text, confidence: SURE },
    quad: quadOf(box),
    score: SURE,
  }
}

const dark = { recapture: 0.02, photocopy: 0.02, blur: 0.02, glare: 0.02, darkness: 0.95 }
const fair = { ...dark, darkness: 0.02 }

function perfectPage(sheet: Sheet, seed: number, isDark = false): Page {
  const cast = castFor(seed, 'held-out')
  const size = pixelSize(sheet, PIXELS_PER_MM)
  const { lines, codes } = truth(sheet, cast, PIXELS_PER_MM)
  const read = lines.filter(({ text }) => text !== 'SPECIMEN').map(({ text, box }) => lineOf(text, box))
  const mrz = parseMrz(lines.filter(({ role }) => role === 'mrz').map(({ text, box }) => lineOf(text, box)))
  return {
    kind: sheet.kind,
    side: sheet.side,
    confidences: { page: SURE, kind: SURE, side: SURE, turn: SURE },
    corners: quadOf({ x: 0, y: 0, ...size }),
    quarterTurn: 0,
    ...size,
    lines: read,
    codes: codes.map(({ format, text, box }) => ({ format, text, quad: quadOf(box) })) as Page['codes'],
    quality: isDark ? dark : fair,
    ...(mrz && { mrz }),
  }
}

function perfectReading({ kind, side, seed, breaks, defect }: Shot): PagesReading & { sheet: Sheet } {
  const cast = castFor(seed, 'held-out')
  const { sheets } = specimen({ kind, seed, cast, ...(breaks && { breaks }) })
  const sheet = sheets.find((one) => one.side === side)
  if (sheet === undefined) throw new Error(`${kind} has no ${side}`)
  const pages = [perfectPage(sheet, seed, defect === 'dark' || defect === 'far')]
  const image = { format: 'jpeg', width: 1, height: 1 } as never
  return { image, extent: { start: 0, end: 1 }, pages, reader: { name: 'perfect', version: '1' }, sheet }
}

/** This reader returns what the shots show without any picture. */
export const perfectReader: Reader = {
  read: async (_label, cases) =>
    cases.map((one) => {
      const readings = one.shots.map(perfectReading)
      const sides = readings.map(({ sheet }) => sheet.fields)
      return {
        ...one,
        pictures: readings.map((reading) => ({ reading, cpuMs: 100 })),
        sides,
        beside: [],
        truth: Object.assign({}, ...sides),
      }
    }),
  readBytes: async (_label, items) => items.map(() => ({ fault: 'is not read here' })),
}
