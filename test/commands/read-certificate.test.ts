// Tests selfsame read with a certificate: a PDF, a picture, and files that are neither.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { REFERENCE } from '../../specimens/documents/drawing/casts.ts'
import { scannedPdf, textPdf } from '../../specimens/documents/pdf.ts'
import { certificateFields, describePdf } from '../../src/commands/read-certificate.ts'
import type { ShownField } from '../../src/commands/read-fields.ts'
import { pageColours } from '../../src/documents/pages/page-colours.ts'
import type { FieldPlace } from '../../src/documents/pages/places.ts'
import { decodeImage, encodeJpeg } from '../../src/image/decode/image.ts'
import { openPdf } from '../../src/image/pdf/pdf.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { drawnRows } from '../documents/registration/drawn-rows.ts'
import { HOUSEHOLD, OLD_COMPANY } from '../documents/registration/papers.ts'
import { writtenSheet } from '../documents/registration/sheets.ts'
import { installation } from './command-line.ts'

describe('a certificate in words', () => {
  const sheet = { ...writtenSheet(OLD_COMPANY), source: 'text' as const, agreement: 0.98 }
  const said = describePdf('paper.pdf', [sheet])

  test('names its pages, kind, fields and checks', () => {
    expect(said).toContain('paper.pdf: PDF, 1 page\n')
    expect(said).toContain('written in the file, letters of the file agree 0.98')
    expect(said).toContain('kind     ENTERPRISE, joint-stock')
    expect(said).toMatch(/business_code +0100109106 +1\.00 +text\n/)
    expect(said).toContain('passed   business-code-digit')
  })

  test('has the places of its values, for the overlay', () => {
    const code = certificateFields([sheet]).find(({ field }) => field === 'business_code')
    const [place] = code?.places ?? []
    // The value stands behind its label, on the same line.
    expect(place?.quad[0].x).toBeGreaterThan(sheet.lines[7]?.quad[0].x ?? 0)
    expect(place?.quad[1].x).toBeCloseTo(sheet.lines[7]?.quad[1].x ?? 0, 0)
  })
})

test('what is no certificate says so', () => {
  const sheet = writtenSheet(['Kính gửi'])
  expect(describePdf('letter.pdf', [sheet])).toContain('no certificate')
  expect(certificateFields([sheet])).toEqual([])
})

describe('an overlay', () => {
  const paper = drawnRows(HOUSEHOLD)
  const [first, second] = [drawnRows(HOUSEHOLD.slice(0, 12)), drawnRows(HOUSEHOLD.slice(12))]

  test('of a PDF has a drawing for each page, the values of a page on it', async () => {
    const { said, drawing, inWords } = await readWith(await textPdf([first, second], REFERENCE, 60), 'pdf')
    expect(await inWords()).toMatch(/drawn-1\.png, \S+drawn-2\.png show\n/)
    const code = placeOf(said.fields, 'business_code')
    const person = placeOf(said.fields, 'name')
    expect([code.page, person.page]).toEqual([1, 2])
    const pages = [await drawing('-1'), await drawing('-2')] as const
    expect([pages[0].width, pages[0].height]).toEqual([1488, 2104])
    expect(isFramed(pages[0], code)).toBe(true)
    expect(isFramed(pages[1], person)).toBe(true)
    expect(isFramed(pages[1], code)).toBe(false)
  })

  test('of a scan of one page bears the name it was given', async () => {
    const { said, drawing } = await readWith(await scannedPdf([paper], REFERENCE), 'pdf')
    expect(isFramed(await drawing(), placeOf(said.fields, 'business_code'))).toBe(true)
    expect(isFramed(await drawing(), placeOf(said.fields, 'authorized_capital'))).toBe(true)
  })

  test('of a picture of a page has the same', async () => {
    const { said, drawing } = await readWith(await pictureOf(await scannedPdf([paper], REFERENCE)), 'jpg')
    const code = placeOf(said.pages?.[0]?.fields ?? [], 'business_code')
    expect(isFramed(await drawing(), code, 1)).toBe(true)
  })
})

interface Said {
  /** These places are in points of a PDF. */
  readonly fields: readonly ShownField[]
  /** These places are in pixels of a picture. */
  readonly pages?: readonly { readonly fields: readonly ShownField[] }[]
}

async function readWith(bytes: Uint8Array, ending: string) {
  const at = installation()
  const [file, overlay] = [`paper.${ending}`, 'drawn.png'].map((name) => join(dirname(at.data), name))
  writeFileSync(file ?? '', bytes)
  const { code, out, err } = await at.run(`read ${file} --json --overlay ${overlay}`)
  expect([code, err]).toEqual([0, ''])
  const drawing = async (which = ''): Promise<Pixels> => {
    const decoded = await decodeImage(readFileSync(`${overlay}`.replace('.png', `${which}.png`)), {
      maxMegapixels: 20,
    })
    if ('fault' in decoded) throw new Error(decoded.fault)
    return decoded.pixels
  }
  const inWords = async () => (await at.run(`read ${file} --overlay ${overlay}`)).out
  return { said: JSON.parse(out) as Said, drawing, inWords }
}

function placeOf(fields: readonly ShownField[], name: string): FieldPlace {
  const place = fields.find(({ field }) => field === name)?.places[0]
  if (!place) throw new Error(`no place of ${name}`)
  return place
}

/** Converts points of A4 to pixels of its drawing. */
const POINTS = 1488 / ((210 * 72) / 25.4)

/** Tells whether the lower edge of a value is drawn in the colour of fields. */
function isFramed({ width, data }: Pixels, { quad: [, , c, d] }: FieldPlace, scale = POINTS): boolean {
  const looks = Array.from({ length: 20 }, (_, i) => (i + 0.5) / 20)
  const pink = looks.filter((along) => {
    const x = Math.round(scale * (d.x + along * (c.x - d.x)))
    const y = Math.round(scale * (d.y + along * (c.y - d.y)))
    const at = 3 * (y * width + x)
    return pageColours.field.every((part, k) => Math.abs(part - (data[at + k] ?? 0)) < 40)
  })
  return pink.length > 0.8 * looks.length
}

async function pictureOf(pdf: Uint8Array): Promise<Uint8Array> {
  const drawn = await openPdf(pdf, 1, ({ page }) => page(0, async ({ draw }) => encodeJpeg(draw(2))))
  if ('fault' in drawn) throw new Error(drawn.fault)
  return drawn
}
