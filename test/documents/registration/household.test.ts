// Tests the certificate of a household business through the networks: as a text PDF, as a scan, and photographed.
import { beforeAll, expect, test } from 'vitest'
import { encodePhotograph } from '../../../specimens/camera/encode.ts'
import { flatDocument } from '../../../specimens/camera/flat-document.ts'
import { sceneOf } from '../../../specimens/camera/levels.ts'
import { photograph } from '../../../specimens/camera/photograph.ts'
import { REFERENCE } from '../../../specimens/documents/drawing/casts.ts'
import { scannedPdf, textPdf } from '../../../specimens/documents/pdf.ts'
import { temporaryFolder } from '../../../specimens/kit/servers/settings.ts'
import { openPageNetworks, type PageNetworks } from '../../../src/documents/pages/networks.ts'
import { readCertificate } from '../../../src/documents/registration/certificate.ts'
import { checksOf } from '../../../src/documents/registration/checks.ts'
import { readSheets } from '../../../src/documents/registration/read-sheets.ts'
import { openNetwork } from '../../../src/models/session.ts'
import { drawnRows } from './drawn-rows.ts'
import { HOUSEHOLD } from './papers.ts'

const sheet = drawnRows(HOUSEHOLD)
let networks: PageNetworks
beforeAll(async () => {
  const folder = temporaryFolder()
  networks = await openPageNetworks((name) => openNetwork(name, folder.path))
  folder.remove()
})

async function photographed(): Promise<Uint8Array> {
  const scene = sceneOf('clean', 8)
  return encodePhotograph(photograph([await flatDocument(sheet, REFERENCE, 8)], scene), scene)
}

test.each([
  ['a PDF of text', 'text', () => textPdf([sheet], REFERENCE, 60)],
  ['a scan', 'ocr', () => scannedPdf([sheet], REFERENCE, { dpi: 150, quality: 70, grey: true })],
  ['a photograph', 'ocr', photographed],
] as const)('%s of a household is read', async (_, source, make) => {
  const read = await readSheets(networks, await make(), { maxPages: 3, maxMegapixels: 50, pages: [0] })
  if ('fault' in read) throw new Error(read.fault)
  expect(read.sheets.map((one) => one.source)).toEqual([source])
  const certificate = readCertificate(read.sheets)
  expect(certificate?.kind.docType).toBe('HOUSEHOLD BUSINESS')
  const said = { ...certificate?.company, ...certificate?.representatives[0] }
  expect(Object.fromEntries(Object.entries(said).map(([name, { text }]) => [name, text]))).toMatchObject({
    business_code: '41C8012345',
    first_register: '14/09/2021',
    company_name: 'QUÁN CƠM BÀ BẢY',
    company_address: '45/6 Võ Văn Tần, Phường 6, Quận 3, Thành phố Hồ Chí Minh',
    company_phone: '0903000111',
    authorized_capital: '50.000.000 đồng',
    name: 'NGUYỄN THỊ BẢY',
    gender: 'Nữ',
    birthday: '03/04/1968',
    id_number: '079168001234',
  })
  const outcomes = certificate && checksOf(certificate, read.sheets).map(({ outcome }) => outcome)
  expect(outcomes).not.toContain('failed')
})
