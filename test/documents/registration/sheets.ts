// Makes sheets for tests: lines written by hand, and specimens whose letters are taken from their PDF.
import { castFor } from '../../../specimens/documents/drawing/casts.ts'
import type { Company } from '../../../specimens/documents/facts/record.ts'
import { textPdf } from '../../../specimens/documents/pdf.ts'
import { specimen } from '../../../specimens/documents/specimen.ts'
import type { PageLine } from '../../../src/documents/pages/page.ts'
import { wholePage } from '../../../src/documents/pages/places.ts'
import type { Sheet } from '../../../src/documents/registration/sheet.ts'
import { linesOf } from '../../../src/image/pdf/lines.ts'
import { openPdf } from '../../../src/image/pdf/pdf.ts'

interface Placed {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function lineOf({ text, left, top, right, bottom }: Placed, confidence = 1): PageLine {
  const letters = Array.from(text)
  const each = confidence ** (1 / Math.max(1, letters.length))
  return {
    text,
    confidence,
    characters: letters.map((letter) => ({ text: letter, confidence: each })),
    raw: { text, confidence },
    quad: [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ],
    score: 1,
  }
}

const [WIDTH, HEIGHT, LEFT, STEP, TALL, LETTER] = [1488, 2104, 200, 42, 32, 16]

const WHOLE = wholePage({ width: WIDTH, height: HEIGHT })

/** A row is a line at the left, or `left | right`; an empty one is left free. Capitals alone are centred, as titles are. */
export function writtenSheet(rows: readonly string[], confidence = 1): Sheet {
  const lines = rows.flatMap((row, i) => {
    const top = 120 + i * STEP
    return row
      .split('|')
      .map((text) => text.trim())
      .map((text, column, all) => {
        const isTitle = all.length === 1 && text === text.toUpperCase() && /^\P{N}{12,}$/u.test(text)
        const left = isTitle ? (WIDTH - text.length * LETTER) / 2 : LEFT + column * 620
        return { text, left, top, right: left + Math.max(1, text.length) * LETTER, bottom: top + TALL }
      })
      .filter(({ text }) => text !== '')
      .map((placed) => lineOf(placed, confidence))
  })
  return { width: WIDTH, height: HEIGHT, lines, place: WHOLE, source: 'ocr' }
}

export interface Drawn {
  readonly facts: Company
  readonly sheets: readonly Sheet[]
}

export async function drawnCertificate(
  seed: number,
  breaks?: 'business-code' | 'capital-words',
): Promise<Drawn> {
  const cast = castFor(seed, 'held-out')
  const { facts, sheets } = specimen({ kind: 'business-registration', seed, cast, ...(breaks && { breaks }) })
  if (facts?.kind !== 'business-registration') throw new Error('no certificate')
  const bytes = await textPdf(sheets, cast, 20)
  const read = await openPdf(bytes, 30, async (file) => {
    const pages: Sheet[] = []
    for (let i = 0; i < file.pageCount; i++) {
      const page = await file.page(i, ({ width, characters }) => {
        const scale = WIDTH / width
        const lines = linesOf(characters()).map(({ text, left, top, right, bottom }) =>
          lineOf({
            text,
            left: left * scale,
            top: top * scale,
            right: right * scale,
            bottom: bottom * scale,
          }),
        )
        return { width: WIDTH, height: HEIGHT, lines, place: WHOLE, source: 'text' } as const
      })
      if ('fault' in page) throw new Error(page.fault)
      pages.push(page)
    }
    return { pages }
  })
  if ('fault' in read) throw new Error(read.fault)
  return { facts, sheets: read.pages }
}
