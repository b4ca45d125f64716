// Tests what business registration refuses: files that are no certificate, or that cannot be read.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { photoOf } from '../../specimens/kit/photographs/document-photos.ts'
import {
  endlessPages,
  hugePicture,
  inflatingPdf,
  madePdf,
  recursivePdf,
} from '../../specimens/kit/photographs/pdf-maker.ts'
import { type Papers, papersOf, recognized, send } from '../../specimens/kit/servers/business-registration.ts'
import { type TestServer, testServers } from '../../specimens/kit/servers/server.ts'
import { expectNothingHeld, expectRefusal } from './expecting.ts'

const servers = testServers()
let server: TestServer
let papers: Papers
beforeAll(async () => {
  server = await servers.start({
    pdfLimitBytes: 3_000_000,
    imageLimitBytes: 2_000_000,
    registrationLimitBytes: 5_000_000,
  })
  papers = await papersOf(3, 100)
})
afterAll(() => servers.stopAll())

const stored = async (): Promise<number> => {
  const rows = await server.server.runtime.store.database.query<{ n: number }>(
    'SELECT COUNT(*) AS n FROM documents',
  )
  return Number(rows[0]?.n)
}

describe('files of the wrong type', () => {
  const zip = Buffer.from('PK\u0003\u0004\u0014\0\0\0 certificate.pdf %PDF-1.7')
  const outcomes = () =>
    [
      ['an archive called .pdf', [{ bytes: zip, name: 'certificate.pdf' }], 116, 'Filetype not supported'],
      ['a text', [{ bytes: Buffer.from('Mã số doanh nghiệp') }], 116, 'Filetype not supported'],
      ['a GIF', [{ bytes: Buffer.from('GIF89a') }], 116, 'Filetype not supported'],
      ['two PDFs', [{ bytes: papers.text }, { bytes: papers.text }], 117, 'Too many PDF'],
      [
        'a PDF and a picture',
        [{ bytes: papers.text }, ...papers.pictures.map((bytes) => ({ bytes }))],
        118,
        'Too many filetype',
      ],
    ] as const

  test('have the codes of the specification, and nothing is kept', async () => {
    for (const [what, files, code, message] of outcomes()) {
      const { status, body } = await send(server, files)
      expect([what, status, body.result_code, body.message]).toEqual([what, 200, code, message])
      expect(body.linked_file_ids).toEqual([])
    }
    expect(await stored()).toBe(0)
  })
})

test('a PDF or a picture without a certificate is 101', async () => {
  const letter = await madePdf({
    draw: (document) =>
      void document.fontSize(14).text('Dear Sir or Madam, thank you for your letter. '.repeat(9), 60, 60),
  })
  const blank = await madePdf()
  for (const bytes of [letter, blank]) {
    const answered = await send(server, [{ bytes }])
    expect([answered.status, answered.body.result_code]).toEqual([200, 101])
    expect(answered.body.message).toBe('Document not found: no document in the picture')
    expect(recognized(answered)).toMatchObject({
      business_code: '',
      business_code_conf: 0,
      representatives: [],
      detected: 'nothing',
    })
  }
})

test('an identity card or a driver licence in its place is named', async () => {
  for (const [kind, document] of [
    ['cccd-chip', 'IDENTITY CARD'],
    ['licence-pet', 'DRIVER LICENCE'],
  ] as const) {
    const { bytes } = await photoOf({ kind, seed: 301 })
    const { body } = await send(server, [{ bytes }])
    expect(body).toMatchObject({
      result_code: 101,
      message: `Document not found: a document of another kind: ${document}`,
      linked_file_ids: [],
      recognized_data: { detected: 'another-document', detected_document: document },
    })
  }
})

describe('files that cannot be read', () => {
  test('are refused, saying why', async () => {
    const cases = [
      [await madePdf({ password: 'secret' }), 422, 'needs a password'],
      [Buffer.from('%PDF-1.7\nnothing'), 422, 'cut off or damaged'],
      [papers.text.subarray(0, 200), 422, 'cut off or damaged'],
      [await madePdf({ pages: 500 }), 413, 'has 500 pages, more than 30'],
      [hugePicture(30_000), 413, 'too many pixels'],
      [endlessPages(), 422, ''],
      [recursivePdf(), 422, ''],
      [inflatingPdf(), 422, ''],
      [(papers.pictures[0] ?? Buffer.of()).subarray(0, 3000), 422, 'cut off or damaged'],
    ] as const
    for (const [bytes, status, why] of cases) {
      const answered = await send(server, [{ bytes }])
      expectRefusal(answered, status, 'files')
      expect(String(answered.body.message)).toContain(why)
    }
    // The same worker goes on, or another takes its place.
    expect((await send(server, [{ bytes: papers.text }])).body.result_code).toBe(200)
  })

  test('a page of five metres is read as any other', async () => {
    const bytes = await madePdf({ size: [14_400, 14_400] })
    expect((await send(server, [{ bytes }])).body.result_code).toBe(101)
  })
})

describe('forms', () => {
  test('without a file, with one of another name, or with too many', async () => {
    expectRefusal(await send(server, []), 400)
    expectRefusal(await send(server, [{ bytes: papers.text }], '', 'document'), 400, 'files')
    const many = Array.from({ length: 100 }, () => ({ bytes: Buffer.from([0xff, 0xd8, 0xff]) }))
    expectRefusal(await send(server, many), 413, 'files')
  })

  test('over a limit are refused with the limit named', async () => {
    const pdf = Buffer.concat([papers.text, Buffer.alloc(3_000_000)])
    const picture = Buffer.concat([papers.pictures[0] ?? Buffer.of(), Buffer.alloc(2_000_000)])
    expectRefusal(await send(server, [{ bytes: pdf }]), 413, 'files')
    expectRefusal(await send(server, [{ bytes: picture }]), 413, 'files')
    const page = { bytes: Buffer.concat([papers.pictures[0] ?? Buffer.of(), Buffer.alloc(1_500_000)]) }
    expectRefusal(await send(server, [page, page, page, page]), 413)
  })

  test('with an unknown parameter or an unknown text are wrong where the server is set to refuse them', async () => {
    const strict = await servers.start({ unknownFields: 'refuse' })
    expectRefusal(await send(strict, [{ bytes: papers.text }], '?pages=1'), 400, 'pages')
    expectRefusal(await send(strict, [{ bytes: papers.text }], '', 'document'), 400, 'document')
  })
})

test('no counter is left', () => expectNothingHeld(server))
