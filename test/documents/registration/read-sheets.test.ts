// Tests sheets read by the networks: a seal over the text, and a PDF whose text differs from what it shows.
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { castFor } from '../../../specimens/documents/drawing/casts.ts'
import { seal } from '../../../specimens/documents/drawing/marks.ts'
import { fontPath } from '../../../specimens/documents/drawing/typefaces.ts'
import { drawSheet } from '../../../specimens/documents/flat.ts'
import { scannedPdf, textPdf } from '../../../specimens/documents/pdf.ts'
import type { Sheet } from '../../../specimens/documents/sheet.ts'
import { type Specimen, specimen } from '../../../specimens/documents/specimen.ts'
import { madePdf } from '../../../specimens/kit/photographs/pdf-maker.ts'
import { temporaryFolder } from '../../../specimens/kit/servers/settings.ts'
import { openPageNetworks, type PageNetworks } from '../../../src/documents/pages/networks.ts'
import { readCertificate } from '../../../src/documents/registration/certificate.ts'
import { readSheets, type Sheets } from '../../../src/documents/registration/read-sheets.ts'
import { openNetwork } from '../../../src/models/session.ts'

let networks: PageNetworks
let one: Specimen
beforeAll(async () => {
  const folder = temporaryFolder()
  networks = await openPageNetworks((name) => openNetwork(name, folder.path))
  folder.remove()
  one = specimen({ kind: 'business-registration', seed: 3, cast: castFor(3, 'held-out') })
})

async function read(bytes: Uint8Array, pages = [0, 1, 2]): Promise<Sheets> {
  const sheets = await readSheets(networks, bytes, { maxPages: 30, maxMegapixels: 50, pages })
  if ('fault' in sheets) throw new Error(sheets.fault)
  return sheets
}

const codeIn = ({ sheets }: Sheets): string | undefined => readCertificate(sheets)?.company.business_code.text

test('what lies under a red seal is read', async () => {
  const [sheet, ...rest] = one.sheets
  const named = sheet?.runs.find(({ field }) => field === 'company_name')
  if (!sheet || !named) throw new Error('no name')
  const stamp = seal(named.x + 30, named.baseline, 17, { words: 'SAO Y BẢN CHÍNH', seed: 4 })
  const sealed = { ...sheet, plate: sheet.plate + stamp }
  const sheets = await read(await scannedPdf([sealed, ...rest], one.cast))
  const certificate = readCertificate(sheets.sheets)
  expect(certificate?.company.company_name.text).toBe(sheet.fields.company_name)
  expect(certificate?.company.business_code.text).toBe(sheet.fields.business_code)
  // The title is red as well, and is still there.
  expect(certificate?.kind.form).toBe(one.facts && 'form' in one.facts ? one.facts.form : '')
})

describe('letters of a PDF', () => {
  test('are taken where they are shown', async () => {
    const sheets = await read(await textPdf(one.sheets, one.cast, 60))
    expect(sheets.sheets.map(({ source }) => source)).toEqual(one.sheets.map(() => 'text'))
    expect(sheets.sheets[0]?.agreement).toBeGreaterThan(0.95)
    expect(codeIn(sheets)).toBe(one.sheets[0]?.fields.business_code)
  })

  test('are not believed where a picture lies over them', async () => {
    const [sheet] = one.sheets
    const { data, width, height } = await drawSheet(sheet as Sheet, { cast: one.cast, pixelsPerMm: 6 })
    const picture = await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg()
      .toBuffer()
    const covered = await madePdf({
      draw: (document) => {
        document.font(fontPath(one.cast.files.serif)).fontSize(13)
        document.text('GIẤY CHỨNG NHẬN ĐĂNG KÝ DOANH NGHIỆP', 150, 130)
        document.text('Mã số doanh nghiệp: 0100109106', 200, 170)
        document.image(picture, 0, 0, { width: 595, height: 842 })
      },
    })
    const { sheets } = await read(covered)
    expect(sheets[0]).toMatchObject({ source: 'ocr' })
    expect(sheets[0]?.agreement).toBeLessThan(0.8)
    expect(readCertificate(sheets)?.company.business_code.text).toBe(sheet?.fields.business_code)
  })

  test('in the colour of the paper are not seen', async () => {
    const truth = one.sheets[0]?.fields.business_code ?? ''
    const forged = `${truth.slice(0, 4)}${(Number(truth[4]) + 5) % 10}${truth.slice(5)}`
    // The forged number is written in the paper's colour beside the visible one, so nobody sees it.
    const sheets = one.sheets.map((sheet) => ({
      ...sheet,
      runs: sheet.runs.flatMap((run) =>
        run.field === 'business_code' ? [{ ...run, text: forged, colour: '#ffffff' }, run] : [run],
      ),
    }))
    expect(codeIn(await read(await textPdf(sheets, one.cast, 60)))).toBe(truth)
  })
})

test('pages that are not asked for, or not there, are not read', async () => {
  const bytes = await textPdf(one.sheets, one.cast, 30)
  expect((await read(bytes, [9])).sheets).toEqual([])
  expect((await read(bytes, [])).pageCount).toBe(one.sheets.length)
  const ask = { maxPages: 30, maxMegapixels: 50, pages: [0], highest: 9 }
  const extent = { start: 0, end: bytes.length }
  expect(await readSheets(networks, bytes, ask)).toEqual({ pageCount: one.sheets.length, sheets: [], extent })
})
